import * as z from 'zod';
import { AuditEntry } from '../domain/audit-entry.ts';
import { defineEndpoint } from './endpoint.ts';

const Id = z.string().min(1).max(80);

export const audit = {
  list: defineEndpoint({
    method: 'GET',
    path: '/audit/get',
    summary:
      'Changes and views in the business domain, newest first: by record, person, action and days (UTC)',
    access: 'audit.read',
    mode: 'read',
    scope: 'domain',
    query: z.strictObject({
      /** Id of a record. */
      Subject: Id.optional(),
      /** Id of a user. */
      Person: Id.optional(),
      Action: Id.optional(),
      From: z.iso.date().optional(),
      /** This day included. */
      To: z.iso.date().optional(),
      PageSize: z.coerce.number().int().min(1).max(100).optional(),
      Continuation: z.string().max(4000).optional(),
    }),
    output: z.object({ AuditInfo: z.array(AuditEntry), Continuation: z.string().nullable() }),
  }),
  verify: defineEndpoint({
    method: 'GET',
    path: '/audit/verify',
    summary:
      'Recomputes the chain of changes. It shows whether an entry was altered, removed or put in; not whether the whole chain was written anew',
    access: 'audit.read',
    mode: 'read',
    scope: 'domain',
    query: z.strictObject({
      /** The entry to begin with, as `ContinueFrom` of the answer before named it. */
      From: z.coerce.number().int().min(1).optional(),
    }),
    output: z.object({
      AuditVerification: z.array(
        z.object({
          Checked: z.number().int(),
          /** The first entry that is not as it was written; null when all are. */
          BrokenAt: z.number().int().nullable(),
          /** Where to go on; null at the end. */
          ContinueFrom: z.number().int().nullable(),
        }),
      ),
    }),
  }),
} as const;

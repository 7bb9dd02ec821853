import { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import * as z from 'zod';
import { recordKind } from '../platform/record-kind.ts';

const WrittenEntry = z
  .object({ id: z.string(), entry: z.string() })
  .transform(({ id, entry }) => ({ Id: id, ...AuditEntry.parse(JSON.parse(entry)) }));

/** A line of the audit chain; its `entry` is kept as the very text that was hashed. */
export const auditKind = recordKind('audit', WrittenEntry);

/** The links of the chain with the views of records, which are no part of it. */
export const auditTrailKind = recordKind('audit-trail', WrittenEntry);

/** `@subject`: the id of the record. Queries `subject` and `seq`, stored with the sealed `entry`. */
export const activityOfSubject =
  "SELECT * FROM c WHERE c.type = 'audit' AND c.subject = @subject ORDER BY c.type ASC, c.subject ASC, c.seq DESC";

import * as z from 'zod';
import { asRead } from '../../domain/records/as-read.ts';
import { LegalHoldReason, Referral, ReferralDocument, ReferralRow } from '../../domain/referral/referral.ts';
import { line } from '../../domain/records/text.ts';
import { del, get, patch } from '../endpoint.ts';
import { Etag, Id, OneRecord } from '../../domain/records/record-id.ts';

const ReferralSlice = z.object({ ReferralInfo: z.array(Referral) });
const editing = { access: 'referrals.edit', mode: 'atomic', scope: 'domain' } as const;

const DeletedReferral = ReferralRow.pick({ Id: true, ReceivedAt: true, Patient: true }).extend({
  DeletedAt: z.string(),
  DeletedBy: z.string(),
  /** Empty when none was given. */
  Reason: z.string(),
  PurgeAt: z.string(),
});

export const referralRetentionApi = {
  remove: del('/referrals/delete', {
    deletes: true,
    summary: 'Delete a referral with its documents, notes and checks; until it is purged, it can be restored',
    ...editing,
    errors: ['legal_hold'],
    bareAs: 'Id',
    body: asRead(
      z.strictObject({
        Id,
        Etag: Etag.optional(),
        /** Stays in the activity. */
        Reason: line(200).optional(),
      }),
      Referral,
    ),
    changesMore: true,
    answers: { referral: 'ReferralInfo' },
    output: ReferralSlice.extend({ PurgeAt: z.string() }),
  }),
  deleted: get('/referrals/getdeletedreferrals', {
    summary: 'Referrals that were deleted and can be restored until they are purged, last deleted first',
    access: 'referrals.edit',
    mode: 'read',
    scope: 'domain',
    topic: 'referral',
    audit: 'referrals.listed',
    output: z.object({ DeletedReferrals: z.array(DeletedReferral) }),
  }),
  restore: patch('/referrals/restore', {
    summary: 'Bring a deleted referral back with all that belongs to it, until it is purged',
    ...editing,
    errors: ['legal_hold', 'not_configured'],
    bareAs: 'Id',
    body: OneRecord,
    changesMore: true,
    answers: { referral: 'ReferralInfo' },
    output: ReferralSlice,
    success: 'Referral restored successfully',
  }),
  merge: patch('/referrals/merge', {
    summary:
      'Make two referrals of one patient one: the second keeps what both have, the first is deleted; restoring that undoes it',
    ...editing,
    errors: ['legal_hold', 'not_configured'],
    body: z.strictObject({ Id, Into: Id }),
    changesMore: true,
    answers: { referral: 'ReferralInfo' },
    output: ReferralSlice.extend({ PurgeAt: z.string() }),
  }),
  removeDocuments: del('/referrals/deletereferraldocumentsbyid', {
    summary: 'Delete all documents of a referral',
    access: 'documents.edit',
    mode: 'atomic',
    scope: 'domain',
    errors: ['legal_hold'],
    query: z.strictObject({ id: Id }),
    changesMore: true,
    answers: { referralDocument: 'ReferralDocuments' },
    output: z.object({ ReferralDocuments: z.array(ReferralDocument) }),
    success: 'Documents deleted successfully',
  }),
  setLegalHold: patch('/referrals/setlegalhold', {
    summary:
      'Keep a referral and all that belongs to it from being deleted and purged, or let it go again; each takes a reason',
    access: 'legal-holds.manage',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject({ Id, IsHeld: z.boolean(), Reason: LegalHoldReason }),
    answers: { referral: 'ReferralInfo' },
    output: ReferralSlice,
    success: 'Legal hold updated successfully',
  }),
} as const;

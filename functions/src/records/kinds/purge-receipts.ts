import * as z from 'zod';
import { referralKind } from './referral-records.ts';
import { declareRecord, inReferral } from '../declare-record.ts';
import { always } from '../retention.ts';

/** Records a permanent removal, its time and what it counted, without the patient; once it exists, nothing can be restored. */
const PurgeReceipt = z.looseObject({
  Id: z.string(),
  ReferralId: z.string(),
  ReferralDeletedAt: z.string(),
  BegunAt: z.string(),
  /** Null until the purge is complete. */
  DoneAt: z.string().nullable(),
});
export const purgeReceiptKind = declareRecord({
  type: 'purge-receipt',
  schema: PurgeReceipt,
  holds: 'that something was permanently removed, without what it was',
  levels: ['staff'],
  retention: always,
  ...inReferral(referralKind, { atPurge: 'stays', atMerge: 'stays', counted: null }),
});

/** A restored referral that is deleted again gets another receipt. */
export const purgeReceiptId = (referralId: string, deletedAt: string) =>
  `purge-${referralId}-${Date.parse(deletedAt)}`;

import * as z from 'zod';
import { recordKind } from '../../core/record-kind.ts';

/** Records a permanent removal and its time, without naming the patient; once it exists, nothing can be restored. */
const PurgeReceipt = z.object({
  Id: z.string(),
  ReferralId: z.string(),
  ReferralDeletedAt: z.string(),
  BegunAt: z.string(),
  /** Null until the purge is complete. */
  DoneAt: z.string().nullable(),
  Documents: z.number().int(),
  Notes: z.number().int(),
  Checks: z.number().int(),
  Notifications: z.number().int(),
});
export type PurgeReceipt = z.infer<typeof PurgeReceipt>;
export const purgeReceiptKind = recordKind('purge-receipt', PurgeReceipt);

/** A restored referral that is deleted again gets another receipt. */
export const purgeReceiptId = (referralId: string, deletedAt: string) =>
  `purge-${referralId}-${Date.parse(deletedAt)}`;

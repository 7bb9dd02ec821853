import * as z from 'zod';
import { recordKind } from '../../core/record-kind.ts';

/** What was removed for good and when, without saying of whom; once it is there, nothing can be brought back. */
const PurgeReceipt = z.object({
  Id: z.string(),
  ReferralId: z.string(),
  ReferralDeletedAt: z.string(),
  BegunAt: z.string(),
  /** Null while the purge is not through. */
  DoneAt: z.string().nullable(),
  Documents: z.number().int(),
  Notes: z.number().int(),
  Checks: z.number().int(),
  Notifications: z.number().int(),
});
export type PurgeReceipt = z.infer<typeof PurgeReceipt>;
export const purgeReceiptKind = recordKind('purge-receipt', PurgeReceipt);

/** A referral that was restored is another one when it is deleted again. */
export const purgeReceiptId = (referralId: string, deletedAt: string) =>
  `purge-${referralId}-${Date.parse(deletedAt)}`;

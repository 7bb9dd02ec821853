import type { WriteContext } from '../../../core/context.ts';
import * as z from 'zod';
import { recordKind } from '../../../core/record-kind.ts';
import type { StoredCheck } from './check-records.ts';

/** Of a referral that was checked: its last check, from which the next of the timer is due. */
const Reverification = z.object({
  Id: z.string(),
  ReferralId: z.string(),
  CheckId: z.string(),
  CheckedAt: z.string(),
  /** Not before; an empty text while nothing is in the way. */
  NotBefore: z.string(),
  /** In a row. */
  Failures: z.number().int(),
});
export type Reverification = z.infer<typeof Reverification>;
export const reverificationKind = recordKind('reverification', Reverification);

/** `@before`, `@now`: referrals whose last check is so old, and that nothing keeps from the next. */
export const dueReverifications =
  "SELECT * FROM c WHERE c.type = 'reverification' AND c.CheckedAt <= @before AND c.NotBefore <= @now";

export const reverificationId = (referralId: string) => `reverification-${referralId}`;

/** From the last answer on it is counted when the timer asks about the referral again. */
export async function noteLastCheck(
  { work }: WriteContext,
  { referralId, check }: { referralId: string; check: StoredCheck },
): Promise<void> {
  const note = {
    Id: reverificationId(referralId),
    ReferralId: referralId,
    CheckId: check.Id,
    CheckedAt: check.CheckedAt,
    NotBefore: '',
    Failures: 0,
  };
  await work.put(reverificationKind, note);
}

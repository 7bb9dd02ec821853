import type { WriteContext } from '../../../core/context.ts';
import * as z from 'zod';
import { recordKind } from '../../../core/record-kind.ts';
import type { StoredCheck } from './check-records.ts';

/** The last check of a referral, from which the timer's next one is due. */
const Reverification = z.object({
  Id: z.string(),
  ReferralId: z.string(),
  CheckId: z.string(),
  CheckedAt: z.string(),
  /** The earliest time of the next check; an empty text when nothing delays it. */
  NotBefore: z.string(),
  /** Counts consecutive failures. */
  Failures: z.number().int(),
});
export type Reverification = z.infer<typeof Reverification>;
export const reverificationKind = recordKind('reverification', Reverification);

/** `@before`, `@now`: referrals whose last check is old enough, and whose next one is not delayed. */
export const dueReverifications =
  "SELECT * FROM c WHERE c.type = 'reverification' AND c.CheckedAt <= @before AND c.NotBefore <= @now";

export const reverificationId = (referralId: string) => `reverification-${referralId}`;

/** The timer's next check is due a set time after the last answer. */
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

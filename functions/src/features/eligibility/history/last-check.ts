import type { WriteContext } from '../../../core/context.ts';
import { type StoredCheck, reverificationKind } from '../../../records/kinds/eligibility-records.ts';

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

import type { WriteContext } from '../../../core/context.ts';
import { type StoredCheck, reverificationKind } from '../../../records/kinds/eligibility-records.ts';
import { atMost, select } from '../../../records/select.ts';

/** Referrals whose last check is old enough, and whose next one is not delayed. */
export const dueReverifications = ({ before, now }: { before: string; now: string }) =>
  select(reverificationKind, { where: { CheckedAt: atMost(before), NotBefore: atMost(now) } });

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

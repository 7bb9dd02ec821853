import type { WriteContext } from '../../../pipeline/request/handlers.ts';
import { reverificationKind, type StoredCheck } from '../../../platform/record-kinds.ts';

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
  if (await work.get(reverificationKind, note.Id)) work.replace(reverificationKind, note);
  else work.create(reverificationKind, note);
}

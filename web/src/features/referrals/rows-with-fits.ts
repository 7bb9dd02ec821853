import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import type { ReferralFit } from '@handoff/shared/domain/referral/referral-checks';

/** A list row with the verdict of the rules. */
export type RowWithFit = ReferralRow & { fit: ReferralFit | undefined };

const known = new WeakMap<ReferralRow, RowWithFit>();

/** Joins rows and fits; an unchanged row stays the same object and is not drawn again. */
export function rowsWithFits({
  ReferralInfo,
  ReferralFits = [],
}: Pick<Output<typeof referralsApi.list>, 'ReferralInfo' | 'ReferralFits'>): RowWithFit[] {
  const fits = new Map(ReferralFits.map((fit) => [fit.ReferralId, fit]));
  return ReferralInfo.map((row) => {
    const fit = fits.get(row.Id);
    const former = known.get(row);
    const next = former && former.fit === fit ? former : { ...row, fit };
    known.set(row, next);
    return next;
  });
}

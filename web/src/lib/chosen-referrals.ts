import type { ReferralRow } from '@handoff/shared/domain/referral/referral';

let chosen: readonly ReferralRow[] = [];

/** For the next page: in memory, as names of patients belong in no address and in nothing that a browser keeps. */
export function handOver(referrals: readonly ReferralRow[]): void {
  chosen = referrals;
}

/** Once, by the page they were chosen for. */
export function takeChosen(): readonly ReferralRow[] {
  const taken = chosen;
  chosen = [];
  return taken;
}

import type { ReferralRow } from '@handoff/shared/domain/referral/referral';

let chosen: readonly ReferralRow[] = [];

/** Kept in memory for the next page, because patient names must not be in an address or in browser storage. */
export function handOver(referrals: readonly ReferralRow[]): void {
  chosen = referrals;
}

/** Returns them once, to the page that they were chosen for. */
export function takeChosen(): readonly ReferralRow[] {
  const taken = chosen;
  chosen = [];
  return taken;
}

import * as z from 'zod';
import type { Referral } from './referral.ts';

/** In what order a list of referrals comes. */
export const ReferralSort = z.enum(['ReceivedNewest', 'ReceivedOldest', 'PatientName', 'UpdatedNewest']);
export type ReferralSort = z.infer<typeof ReferralSort>;

/** By last name, whatever its case and accents: de Silva stands before Zed, and Ångström beside Angstrom. */
export function sortName({ Patient }: Pick<Referral, 'Patient'>): string {
  const name = `${Patient.LastName}, ${Patient.FirstName}`;
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

type Sorted = Pick<Referral, 'ReceivedAt' | 'UpdatedAt' | 'Patient'>;

const orders: Record<ReferralSort, (left: Sorted, right: Sorted) => number> = {
  ReceivedNewest: (left, right) => compareTexts(right.ReceivedAt, left.ReceivedAt),
  ReceivedOldest: (left, right) => compareTexts(left.ReceivedAt, right.ReceivedAt),
  PatientName: (left, right) => compareTexts(sortName(left), sortName(right)),
  UpdatedNewest: (left, right) => compareTexts(right.UpdatedAt, left.UpdatedAt),
};

/** As the store orders them, for a list that changes on the screen. */
export const referralOrder = (sort: ReferralSort) => orders[sort];

/** Not by the rules of a language, which the store does not know. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

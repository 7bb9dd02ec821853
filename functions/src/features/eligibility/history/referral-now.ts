import type { ReferralDifference } from '@handoff/shared/domain/eligibility/past-check';
import { isMasked, maskMbi, withMaskedNumbers } from '@handoff/shared/domain/person/identifiers';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { isSame } from '../rules/answer-for.ts';
import type { StoredCheck } from './check-records.ts';

/** Kept with a check: what insurance the referral had then, its numbers masked. */
export const payersOf = (referral: Referral): string =>
  JSON.stringify(
    withMaskedNumbers(referral).Payers.map(({ Name, Plan, MemberId }) => [Name, Plan, MemberId]),
  );

/** What the referral says otherwise now than when it was asked: an answer to the earlier question may not hold. */
export function differencesNow(check: StoredCheck, referral: Referral): ReferralDifference[] {
  const { Patient } = referral;
  const isNamed = isSame(Patient.LastName, check.LastName) && isSame(Patient.FirstName, check.FirstName);
  const number = Patient.Mbi ?? '';
  const isNumber = number === '' || check.Mbi === '' || masked(number) === check.Mbi;
  return [
    ...(isNamed ? [] : ['name' as const]),
    ...(Patient.DateOfBirth === check.DateOfBirth ? [] : ['birth date' as const]),
    ...(isNumber ? [] : ['Medicare number' as const]),
    ...(check.Payers === undefined || check.Payers === payersOf(referral) ? [] : ['insurance' as const]),
  ];
}

const masked = (number: string): string => (isMasked(number) ? number : maskMbi(number));

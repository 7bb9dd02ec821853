import type { ReferralDifference } from '@handoff/shared/domain/eligibility/past-check';
import { isMasked, maskMbi, withMaskedNumbers } from '@handoff/shared/domain/person/identifiers';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { isSame } from '../rules/answer-for.ts';
import type { StoredCheck } from '../../../records/kinds/eligibility-records.ts';

/** Stored with a check: the referral's insurance at that time, with masked numbers. */
export const payersOf = (referral: Referral): string =>
  JSON.stringify(
    withMaskedNumbers(referral).Payers.map(({ Name, Plan, MemberId }) => [Name, Plan, MemberId]),
  );

/** Compares the current referral with the check, because an answer to different details may no longer apply. */
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

import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { patientName } from '../referral-cells.tsx';

/** The patient's name, or their initials on a screen that others see. */
export function shownName(referral: Pick<ReferralRow, 'Patient'>, hasInitials: boolean): string {
  const { FirstName, LastName } = referral.Patient;
  const initials = [LastName, FirstName].filter((name) => name !== '').map((name) => `${name.charAt(0)}.`);
  return hasInitials ? initials.join(' ') : patientName(referral);
}

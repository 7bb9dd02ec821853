import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { formatMbi } from '@handoff/shared/domain/person/identifiers';
import { useRead } from '../../../data/records/use-read.ts';
import { typedNumberOf } from './use-recheck.ts';
import { blankCheck, checkOfReferral, type CheckValues } from './check-values.ts';

interface Wanted {
  /** The referral whose patient to check. */
  referral: string | undefined;
  /** The earlier check to repeat. */
  again: string | undefined;
}

/** The initial values of the form; undefined while they load. */
export function useStart({ referral, again }: Wanted) {
  const readCheck = useRead(
    medicareEligibilityApi.byId,
    again === undefined ? null : { query: { id: again } },
  );
  const earlier = readCheck.data?.MedicareCheck;
  const referralId = referral ?? earlier?.ReferralId ?? undefined;
  const readReferral = useRead(
    referralsApi.byId,
    referralId === undefined ? null : { query: { id: referralId } },
  );
  const patient = readReferral.data?.ReferralInfo[0];
  const rules = useRead(medicareEligibilityApi.settings, {});
  const category = rules.data?.DefaultCategory;
  const isKnown = rules.data !== undefined || rules.error !== undefined;
  return {
    values: valuesOf(),
    referralId,
    patient,
    earlier,
    error: readCheck.error ?? readReferral.error,
    refresh: () => Promise.all([readCheck.refresh(), readReferral.refresh()]),
  };

  function valuesOf(): CheckValues | undefined {
    if (again !== undefined) return earlier && valuesOfCheck(earlier);
    if (!isKnown) return undefined;
    if (referral !== undefined) return patient && checkOfReferral(patient, category);
    return blankCheck(category);
  }
}

function valuesOfCheck(check: FullPastCheck): CheckValues {
  const { FirstName, LastName, DateOfBirth, DateOfService, Category, Id } = check;
  const isCorrection = check.Verdict === 'wrongInput' || check.Verdict === 'notCompleted';
  return {
    Mbi: formatMbi(typedNumberOf(Id) ?? '') || (check.ReferralId === null ? '' : check.Mbi),
    FirstName,
    LastName,
    DateOfBirth,
    // A repeated check is for today; a corrected one keeps its date.
    DateOfService: isCorrection ? DateOfService : blankCheck().DateOfService,
    Category,
  };
}

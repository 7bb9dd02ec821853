import { mayDo } from '@handoff/shared/domain/access/role';
import { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import type { AdmissionAnswer } from '@handoff/shared/domain/referral/admission-answer';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { ReadContext } from '../../core/context.ts';
import { readAs } from '../../core/record-kind.ts';
import { checkKind } from '../../records/kinds/eligibility-records.ts';

const AnsweredCheck = FullPastCheck.pick({
  Id: true,
  Category: true,
  CheckedAt: true,
  DateOfService: true,
  Coverage: true,
});
const answeredCheckKind = readAs(checkKind, AnsweredCheck);

/** Returns the last answer of Medicare about an admission; null without an answer, and for callers who may not read checks. */
export async function admissionAnswer(
  { caller, find }: ReadContext,
  { EligibilityCheckId: id }: Referral,
): Promise<AdmissionAnswer | null> {
  if (id === undefined || !mayDo(caller.roles, 'eligibility.read')) return null;
  const check = await find.get(answeredCheckKind, id);
  if (!check?.Coverage) return null;
  const { Category, CheckedAt, DateOfService: day, Coverage } = check;
  const plans = Coverage.MedicareAdvantage.filter(({ To }) => To === null || To >= day);
  // A plan without a first day is there on the day that was asked about.
  const [first = ''] = plans.map(({ From }) => From ?? day).toSorted();
  return {
    Care: Category === 'Other' ? null : Category,
    PlanFrom: first,
    CheckedAt,
    PeriodsUsed: Coverage.HospicePeriodsUsed ?? 0,
  };
}

import { FullPastCheck } from '@handoff/shared/domain/eligibility/past-check';
import type { AdmissionAnswer, NextDate } from '@handoff/shared/domain/referral/admission-answer';
import type { AdmissionDate } from '@handoff/shared/domain/referral/admission-clock';
import { admissionOf, hasAdmission } from '@handoff/shared/domain/referral/admission-of-referral';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { ReadContext } from '../../core/context.ts';
import { type Reader, readAs } from '../../core/unit-of-work.ts';
import { checkKind } from '../../records/kinds/eligibility-records.ts';
import { businessDomainKind } from '../../records/kinds/user-records.ts';

const AnsweredCheck = FullPastCheck.pick({
  Id: true,
  Category: true,
  CheckedAt: true,
  DateOfService: true,
  Coverage: true,
});
const answeredCheckKind = readAs(checkKind, AnsweredCheck);

/** Without the right to read checks, too: the law demands the same dates whoever looks. Null without an answer. */
export async function lastAnswer(
  find: Reader,
  { EligibilityCheckId: id }: Referral,
): Promise<AdmissionAnswer | null> {
  const check = id === undefined ? undefined : await find.get(answeredCheckKind, id);
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

/** The next date of each row with an admission; most rows have none, so the checks of the others are not read. */
export async function nextDates(
  context: Pick<ReadContext, 'caller' | 'find' | 'system' | 'now'>,
  referrals: readonly Referral[],
): Promise<Map<string, NextDate>> {
  const admitting = referrals.filter(hasAdmission);
  const { caller, system, now } = context;
  const agency =
    admitting.length === 0 ? undefined : await system.get(businessDomainKind, caller.businessDomainId);
  if (!agency) return new Map();
  const found = await Promise.all(
    admitting.map(async (referral) => {
      const answer = await lastAnswer(context.find, referral);
      return [referral.Id, nextOf(admissionOf(referral, { agency, answer, now }))] as const;
    }),
  );
  return new Map(found.flatMap(([id, next]) => (next ? [[id, next] as const] : [])));
}

/** A date that was met on a wrong day counts as late. */
function nextOf(dates: readonly AdmissionDate[]): NextDate | undefined {
  const next = dates.find(({ state }) => state !== 'done' && state !== 'past');
  return next && { Title: next.title, By: next.by, State: next.state === 'open' ? 'open' : 'late' };
}

import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { currentPlans } from '@handoff/shared/domain/eligibility/known-plan';
import { planKey } from '@handoff/shared/domain/eligibility/medicare-plans';
import type { Coverage } from '@handoff/shared/domain/eligibility/result';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import { dayText } from '@handoff/shared/domain/records/calendar-day';
import type { StoredCheck } from '../../../records/kinds/eligibility-records.ts';

type Answered = Pick<StoredCheck, 'Coverage' | 'DateOfService' | 'CheckedAt'>;
type Plan = Coverage['MedicareAdvantage'][number];

/**
 * Says that the patient is, or will be, in a Medicare Advantage plan in which the former check did not find them. Of
 * several plans it names the earliest. Undefined when there is none, or when the former check has no coverage.
 */
export function planMove(before: Answered, after: Answered): string | undefined {
  if (!before.Coverage) return undefined;
  const former = currentPlans(before);
  const [plan] = currentPlans(after)
    .filter((each) => isNew(each, former))
    .toSorted((one, other) => (one.From ?? '').localeCompare(other.From ?? ''));
  if (!plan) return undefined;
  const from = plan.From === null ? '' : ` from ${dayText(plan.From)}`;
  return `A patient ${plan.IsActive ? 'moved' : 'moves'} into a Medicare Advantage plan${from}${isBackDated(plan, { before, former }) ? ', back-dated' : ''}`;
}

/** A plan that had been announced for later is news again when the patient is in it. */
function isNew(plan: Plan, former: readonly Plan[]): boolean {
  const same = former.filter((each) => keyOf(each) === keyOf(plan));
  return plan.IsActive ? !same.some(({ IsActive }) => IsActive) : same.length === 0;
}

/** On its own day, the former check should have found the plan, unless it announced the plan from the same day. */
function isBackDated(plan: Plan, { before, former }: { before: Answered; former: readonly Plan[] }): boolean {
  const wasAnnounced = former.some(({ From, ...each }) => keyOf(each) === keyOf(plan) && From === plan.From);
  const checkedOn = dayIn(medicareTimeZone, new Date(before.CheckedAt));
  return plan.From !== null && plan.From <= checkedOn && !wasAnnounced;
}

const keyOf = (plan: Pick<Plan, 'ContractId' | 'PlanId' | 'Name'>): string => planKey(plan) || plan.Name;

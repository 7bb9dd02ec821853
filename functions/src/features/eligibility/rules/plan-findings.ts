import { showPeriod } from '../x12/calendar.ts';
import { coversDate, severityOf, startsLater, type Case } from './case.ts';
import type { HealthPlan, SecondaryPayer } from '../x12/facts.ts';
import { recordOf } from '@handoff/shared/domain/eligibility/known-plan';
import { finding, type Finding } from '@handoff/shared/domain/eligibility/finding';
import type { MedicarePlan } from '@handoff/shared/domain/eligibility/medicare-plans';
import type { EligibilitySettings } from '@handoff/shared/domain/eligibility/settings';

export function planFindings(judged: Case): Finding[] {
  const { facts } = judged;
  return [
    ...facts.medicareAdvantage.flatMap((plan) => advantageFinding(plan, judged)),
    ...facts.secondaryPayers.flatMap((payer) => secondaryFinding(payer, judged)),
  ];
}

export const hasAdvantage = ({ facts, inquiry }: Case): boolean =>
  facts.medicareAdvantage.some((plan) => coversDate(plan, inquiry.dateOfService));

type Numbered = Pick<HealthPlan, 'ContractId' | 'PlanId'>;

/** The plan's own record says more than a payer's contracts; undefined without either. */
export function contractedPayer(
  { ContractId, PlanId }: Numbered,
  settings: EligibilitySettings,
): string | undefined {
  if (ContractId === '') return undefined;
  const known = recordOf({ ContractId, PlanId }, settings.advantagePlans);
  if (known && known.Contracted !== 'Unknown') return known.Contracted === 'Yes' ? known.Name : undefined;
  const isHeld = (held: string) => held.trim().toUpperCase() === ContractId;
  return settings.contractedPayers.find(({ ContractIds }) => ContractIds.some(isHeld))?.Name;
}

export function listedPlan(
  { ContractId, PlanId }: Numbered,
  { medicarePlans }: EligibilitySettings,
): MedicarePlan | undefined {
  return medicarePlans.get(`${ContractId}-${PlanId}`) ?? medicarePlans.get(ContractId);
}

function advantageFinding(plan: HealthPlan, judged: Case): Finding[] {
  const { inquiry, settings } = judged;
  const payer = contractedPayer(plan, settings);
  const contract = payer
    ? `This agency has a contract with it (${payer}).`
    : 'This agency has no contract with it on file.';
  const listed = listedPlan(plan, settings);
  const numbers = [plan.ContractId && contractLabel(plan), listed?.Kind].filter(Boolean).join(', ');
  const name = `${listed?.Name ?? (plan.Name || 'a plan without a name')}${numbers && ` (${numbers})`}`;
  const when = showPeriod(plan.period);
  if (coversDate(plan, inquiry.dateOfService)) {
    const severity = payer ? severityOf(judged, 'contractedAdvantage') : 'issue';
    const text = `The patient is in ${name}${when}${whoPays(plan, judged)} ${contract}`;
    return [finding({ code: 'medicareAdvantage', severity, text, segment: plan.segment })];
  }
  if (!startsLater(plan, inquiry.dateOfService)) return [];
  const text = `The patient will be in ${name}${when}${whoPays(plan, judged, 'then ')} ${contract}`;
  return [finding({ code: 'medicareAdvantageLater', severity: 'notice', text, segment: plan.segment })];
}

/** Bill options under which Medicare's own contractors still process claims. */
const medicareBillOptions = new Set(['A', '1']);
const COST_PLAN = 'HM';

function whoPays({ Type, BillOption }: HealthPlan, { inquiry }: Case, then = ''): string {
  // 42 CFR 422.320: for a member of a plan who elected hospice, Medicare pays the hospice itself.
  if (inquiry.category === 'Hospice')
    return `. Medicare itself ${then}pays for hospice care; the plan pays for what it adds to Medicare.`;
  if (Type === COST_PLAN || medicareBillOptions.has(BillOption))
    return `. Under this plan Medicare may ${then}still process claims: ask the plan whom to bill.`;
  return `, which ${then}pays instead of Medicare.`;
}

const contractLabel = ({ ContractId, PlanId }: HealthPlan) =>
  PlanId === '' ? ContractId : `${ContractId}-${PlanId}`;

function secondaryFinding(payer: SecondaryPayer, judged: Case): Finding[] {
  const { inquiry } = judged;
  const name = `${payer.Name || 'A payer without a name'} (${payer.Type})`;
  const when = showPeriod(payer.period);
  if (coversDate(payer, inquiry.dateOfService)) {
    const severity = severityOf(judged, 'secondaryPayer');
    const text = `${name} pays before Medicare${when}${onlyForInjury(payer)}.`;
    return [finding({ code: 'secondaryPayer', severity, text, segment: payer.segment })];
  }
  if (!startsLater(payer, inquiry.dateOfService)) return [];
  const text = `${name} will pay before Medicare${when}${onlyForInjury(payer)}.`;
  return [finding({ code: 'secondaryPayerLater', severity: 'notice', text, segment: payer.segment })];
}

/** No-fault, workers' compensation and liability pay only for care of the related accident or illness. */
const injuryTypes = new Set(['14', '15', '47', 'WC']);
const onlyForInjury = ({ TypeCode }: SecondaryPayer) =>
  injuryTypes.has(TypeCode) ? ', only for care of the related injury' : '';

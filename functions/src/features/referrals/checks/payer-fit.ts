import { isValidOn, plainName, type ContractedPayer } from '@handoff/shared/domain/agency/directory';
import { dayText } from '@handoff/shared/domain/records/calendar-day';
import type { FitCheck } from '@handoff/shared/domain/referral/referral-checks';
import type { Referral } from '@handoff/shared/domain/referral/referral';

interface PayerQuestion {
  contracts: readonly ContractedPayer[];
  /** The first one pays first, so it decides. */
  payers: Referral['Payers'];
  state: string;
  day: string;
}

/** Whether the agency has a contract with the first payer for the day, the state and the plan. */
export function payerFit({ contracts, payers, state, day }: PayerQuestion): FitCheck {
  const [payer] = payers;
  if (!payer) return check('unknown', 'Payer', 'No payer is entered yet.');
  if (contracts.length === 0)
    return check('unknown', 'Contract', 'No contracted payer is recorded for this agency.');

  const named = contracts.filter((contract) => goesBy(contract, payer.Name));
  if (named.length === 0) return check('no', 'Payer', `${payer.Name} is not a contracted payer.`);
  const valid = named.filter((contract) => isValidOn(contract, day));
  if (valid.length === 0) return check('no', 'Period', periodReason(named, day));
  const here = valid.filter(({ States }) => States.length === 0 || States.includes(state));
  if (here.length === 0)
    return check('no', 'State', `The contract with ${payer.Name} does not cover ${state}.`);
  return planFit(here, payer);
}

function planFit(
  contracts: readonly ContractedPayer[],
  { Name, Plan }: Referral['Payers'][number],
): FitCheck {
  const anyPlan = contracts.find(({ Plans }) => Plans.length === 0);
  if (anyPlan) return inContract(anyPlan, 'every plan');
  if (Plan === '')
    return check('unknown', 'Plan', `The contract with ${Name} covers only certain plans. Choose the plan.`);
  const ofPlan = contracts.find(({ Plans }) => Plans.some((plan) => plainName(plan) === plainName(Plan)));
  if (ofPlan) return inContract(ofPlan, Plan);
  return check('no', 'Plan', `The contract with ${Name} does not include ${Plan}.`);
}

function inContract({ Name, EndsOn }: ContractedPayer, plan: string): FitCheck {
  const until = EndsOn === null ? 'with no end date' : `until ${dayText(EndsOn)}`;
  return check('yes', 'Contract', `${Name} is contracted for ${plan}, ${until}.`);
}

function periodReason(contracts: readonly ContractedPayer[], day: string): string {
  const [soonest] = contracts.filter(({ StartsOn }) => StartsOn > day).toSorted(byStart);
  if (soonest) return `The contract with ${soonest.Name} begins on ${dayText(soonest.StartsOn)}.`;
  const ended =
    contracts
      .map(({ EndsOn }) => EndsOn ?? '')
      .toSorted()
      .at(-1) ?? '';
  return `The contract with ${contracts[0]?.Name ?? 'this payer'} ended on ${dayText(ended)}.`;
}

const byStart = (a: ContractedPayer, b: ContractedPayer) => a.StartsOn.localeCompare(b.StartsOn);

const goesBy = ({ Name, Aliases }: ContractedPayer, name: string) =>
  [Name, ...Aliases].some((known) => plainName(known) === plainName(name));

const check = (
  Answer: FitCheck['Answer'],
  Rule: 'Payer' | 'Contract' | 'Period' | 'State' | 'Plan',
  Reason: string,
): FitCheck => ({ Answer, Rule, Reason });

import { AdvantagePlan } from '../agency/advantage-plan.ts';
import { formatPhone } from '../person/contact.ts';
import { planKey } from './medicare-plans.ts';
import type { EligibilityResult } from './result.ts';
import * as z from 'zod';

type Numbers = Pick<AdvantagePlan, 'ContractId' | 'PlanId'>;
type Answered = Pick<EligibilityResult, 'Coverage' | 'DateOfService'>;

/** Plans in which the patient is on the date of service, or will be. */
export const currentPlans = ({ Coverage, DateOfService: day }: Answered) =>
  (Coverage?.MedicareAdvantage ?? []).filter(({ To }) => To === null || To >= day);

/** A plan without a number cannot be recorded. */
export const plansFound = (check: Answered) =>
  currentPlans(check).filter(({ ContractId }) => ContractId !== '');

/** The record of the plan goes before the record of its entire contract. */
export function recordOf<Plan extends Numbers>(plan: Numbers, recorded: readonly Plan[]): Plan | undefined {
  const keys = [planKey(plan), plan.ContractId];
  return keys.map((key) => recorded.find((each) => planKey(each) === key)).find((found) => found);
}

type Known = Pick<AdvantagePlan, 'Contracted' | 'AuthorizationNeeded' | 'ContactName' | 'ContactPhone'>;

/** "contracted, authorization needed, call Pat (860) 555-0101". A contract on file answers for a record that does not know. */
export function knownText(known: Known, contractedPayer: string | null): string {
  const byPayer = contractedPayer === null ? contractTexts.Unknown : `contracted as ${contractedPayer}`;
  const contact = `${known.ContactName} ${formatPhone(known.ContactPhone)}`.trim();
  return [
    known.Contracted === 'Unknown' ? byPayer : contractTexts[known.Contracted],
    authorizationTexts[known.AuthorizationNeeded],
    ...(contact === '' ? [] : [`call ${contact}`]),
  ].join(', ');
}

const contractTexts = { Yes: 'contracted', No: 'not contracted', Unknown: 'contract not known' };
const authorizationTexts = {
  Yes: 'authorization needed',
  No: 'no authorization needed',
  Unknown: 'authorization not known',
};

const PlanDecision = z.object({
  ReferralId: z.string(),
  Kind: z.enum(['Accepted', 'Declined']),
  /** An id from the list of decline reasons; empty unless declined. */
  Reason: z.string(),
  DecidedAt: z.string(),
});
export type PlanDecision = z.infer<typeof PlanDecision>;

/** A Medicare Advantage plan that a check found, with the agency’s knowledge of it. */
export const PlanMemory = z.object({
  ContractId: z.string(),
  PlanId: z.string(),
  Name: z.string(),
  From: z.string().nullable(),
  ContractedPayer: z.string().nullable(),
  /** The agency's record of the plan, or else of the entire contract. */
  Recorded: AdvantagePlan.nullable(),
  /** The latest decisions on referrals of other patients of this plan. */
  LastDecisions: z.array(PlanDecision),
});
export type PlanMemory = z.infer<typeof PlanMemory>;

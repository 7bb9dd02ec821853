import * as z from 'zod';
import { AdvantagePlan } from '../agency/advantage-plan.ts';

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

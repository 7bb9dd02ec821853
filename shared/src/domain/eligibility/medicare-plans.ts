import * as z from 'zod';
import { Person } from '../access/user.ts';

/** The kinds of Medicare plans; a special needs plan has one of these and `SNP`. */
export const planKinds = [
  'HMO',
  'PPO',
  'Regional PPO',
  'PFFS',
  'MSA',
  'Cost',
  'PACE',
  'Medicare-Medicaid',
  'SNP',
  'Part D',
] as const;

/** A plan as CMS publishes it; an administrator imports the list, and every agency uses it. */
export const MedicarePlan = z.object({
  /** `H5521`. */
  ContractId: z.string(),
  /** `042`; empty when the row is about the entire contract. */
  PlanId: z.string(),
  Name: z.string(),
  /** One of `planKinds`, with ` SNP` for special needs. */
  Kind: z.string(),
  Phone: z.string(),
});
export type MedicarePlan = z.infer<typeof MedicarePlan>;

export const PlanListSummary = z.object({
  Plans: z.number().int(),
  Contracts: z.number().int(),
  /** Null before the first import. */
  ImportedAt: z.string().nullable(),
  ImportedBy: Person.nullable(),
});

/** Finds a plan by its number, or by that of its contract when the plan has none. */
export const planKey = ({ ContractId, PlanId }: Pick<MedicarePlan, 'ContractId' | 'PlanId'>): string =>
  PlanId === '' ? ContractId : `${ContractId}-${PlanId}`;

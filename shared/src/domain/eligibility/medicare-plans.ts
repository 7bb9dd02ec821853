import * as z from 'zod';
import { Person } from '../access/user.ts';

/** How Medicare's plans work; a plan for people with special needs is one of these and `SNP`. */
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

/** A plan as CMS publishes it; the administrator imports the list, every agency uses it. */
export const MedicarePlan = z.object({
  /** `H5521`. */
  ContractId: z.string(),
  /** `042`; empty when the row is about the whole contract. */
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

/** What finds a plan: its number, or that of its contract. */
export const planKey = ({ ContractId, PlanId }: Pick<MedicarePlan, 'ContractId' | 'PlanId'>): string =>
  PlanId === '' ? ContractId : `${ContractId}-${PlanId}`;

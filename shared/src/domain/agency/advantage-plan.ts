import * as z from 'zod';
import { withDefaults } from '../records/as-read.ts';
import { line, lines } from '../records/text.ts';
import { optionalPhone } from './directory.ts';
import { keptFields, Name } from './kept-record.ts';

export const knowledge = ['Yes', 'No', 'Unknown'] as const;
const Knowledge = z.enum(knowledge);

/** An agency's own knowledge of a Medicare Advantage plan, contracted or not. CMS's list of all plans is `MedicarePlan`. */
export const NewAdvantagePlan = z.strictObject({
  Name,
  /** CMS's number of the contract, such as H5521. */
  ContractId: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[HRSE]\d{4}$/, 'Enter a contract number such as H5521'),
  /** CMS's number of the plan, such as 013; empty when the record is about every plan of the contract. */
  PlanId: z
    .string()
    .trim()
    .regex(/^(\d{3})?$/, 'Enter a plan number of three digits, such as 013'),
  Contracted: Knowledge,
  AuthorizationNeeded: Knowledge,
  ContactName: line(120),
  ContactPhone: optionalPhone,
  Note: lines(1000),
});
export type NewAdvantagePlan = z.output<typeof NewAdvantagePlan>;

/** Two plans may have one name, but not one number. */
export const planIdentity = ['ContractId', 'PlanId'] as const;

export const advantagePlanDefaults = {
  PlanId: '',
  Contracted: 'Unknown' as const,
  AuthorizationNeeded: 'Unknown' as const,
  ContactName: '',
  ContactPhone: '',
  Note: '',
};
export const AdvantagePlanDraft = withDefaults(NewAdvantagePlan, advantagePlanDefaults);
export const AdvantagePlanEdit = NewAdvantagePlan.partial();

export const AdvantagePlan = z.object({ ...NewAdvantagePlan.shape, ...keptFields });
export type AdvantagePlan = z.infer<typeof AdvantagePlan>;

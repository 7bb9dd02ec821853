import * as z from 'zod';
import { endsAfterStart, endsTooEarly, isoDate, keptFields, Name, text } from '../records/kept-record.ts';
import { StateCode } from '../address/us-state.ts';

export const ContractedPayerFields = z.strictObject({
  Name,
  /** Other names it goes by, such as those of clearing houses. */
  Aliases: z.array(Name).max(20),
  /** As the clearing house knows it. */
  PayerId: text(40),
  Plans: z.array(Name).max(100),
  States: z.array(StateCode).max(56),
  StartsOn: isoDate,
  /** Null while the contract has no end. */
  EndsOn: isoDate.nullable(),
  /** Medicare Advantage contract numbers of CMS. */
  ContractIds: z.array(z.string().regex(/^[EHRS]\d{4}$/, 'Enter contract numbers such as H5521')).max(50),
});

export const NewContractedPayer = ContractedPayerFields.refine(endsAfterStart, endsTooEarly);
export type NewContractedPayer = z.output<typeof NewContractedPayer>;

export const ContractedPayer = z.object({ ...ContractedPayerFields.shape, ...keptFields });
export type ContractedPayer = z.infer<typeof ContractedPayer>;

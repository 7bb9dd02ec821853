import * as z from 'zod';
import { keptFields, Name, RecordId } from '../records/kept-record.ts';

export const NewInsurance = z.strictObject({
  Name,
  Rank: z.enum(['Primary', 'Secondary']),
  /** It pays before Medicare (MSP), such as a working spouse's group plan. */
  PaysBeforeMedicare: z.boolean(),
  ContractedPayerId: RecordId.nullable(),
});
export type NewInsurance = z.output<typeof NewInsurance>;

export const Insurance = z.object({ ...NewInsurance.shape, ...keptFields });
export type Insurance = z.infer<typeof Insurance>;

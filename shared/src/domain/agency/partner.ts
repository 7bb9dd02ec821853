import * as z from 'zod';
import { keptFields, Name, optionalPhone, RecordId, text } from '../records/kept-record.ts';
import { StateCode } from '../address/us-state.ts';
import { ZipCode } from '../address/zip-code.ts';

export const partnerKinds = [
  'Hospital',
  'Physician group',
  'Skilled nursing facility',
  'Home care',
  'Hospice',
  'Other',
] as const;

const Contact = z.strictObject({
  Name,
  Role: text(80),
  Phone: optionalPhone,
  Email: z.union([z.literal(''), z.email('Enter an e-mail address').max(200)]),
});

const Address = z.strictObject({
  StreetAddress: text(120),
  City: text(80),
  State: z.union([z.literal(''), StateCode]),
  ZipCode: z.union([z.literal(''), ZipCode]),
});

/** A partner agency; the screens call it "Agency". */
export const NewPartner = z.strictObject({
  Name,
  Kind: z.enum(partnerKinds),
  Phone: optionalPhone,
  Fax: optionalPhone,
  Address,
  Contacts: z.array(Contact).max(20),
  /** Where it works. */
  States: z.array(StateCode).max(56),
  ServiceAreaIds: z.array(RecordId).max(40),
  ContractedPayerIds: z.array(RecordId).max(40),
  Comment: text(1000),
});
export type NewPartner = z.output<typeof NewPartner>;

export const Partner = z.object({ ...NewPartner.shape, ...keptFields });
export type Partner = z.infer<typeof Partner>;

import * as z from 'zod';

const Id = z.string().max(80);
const Name = z.string().trim().min(1, 'Enter a name').max(120);
const states = z.array(z.string().length(2)).max(56);

/** A partner agency; the screens call it "Agency". */
export const NewPartner = z.strictObject({
  Name,
  Kind: z.enum(['Hospital', 'Physician group', 'Skilled nursing facility', 'Home care', 'Hospice', 'Other']),
  Phone: z.string().max(40),
  States: states,
});
export const Partner = z.object({ ...NewPartner.shape, Id, Etag: z.string() });
export type Partner = z.infer<typeof Partner>;

export const NewContractedPayer = z.strictObject({
  Name,
  PayerId: z.string().max(40),
  States: states,
  StartsOn: z.iso.date(),
  EndsOn: z.iso.date().nullable(),
  /** Medicare Advantage contract numbers such as H5521. */
  ContractIds: z.array(z.string().max(10)).max(50),
});
export const ContractedPayer = z.object({ ...NewContractedPayer.shape, Id, Etag: z.string() });
export type ContractedPayer = z.infer<typeof ContractedPayer>;

export const NewServiceArea = z.strictObject({
  Name,
  State: z.string().length(2),
  Counties: z.array(z.string().max(80)).max(100),
  ZipCodes: z.array(z.string().length(5)).max(2000),
});
export const ServiceArea = z.object({ ...NewServiceArea.shape, Id, Etag: z.string() });
export type ServiceArea = z.infer<typeof ServiceArea>;

export const NewInsurance = z.strictObject({
  Name,
  Rank: z.enum(['Primary', 'Secondary']),
});
export const Insurance = z.object({ ...NewInsurance.shape, Id, Etag: z.string() });
export type Insurance = z.infer<typeof Insurance>;

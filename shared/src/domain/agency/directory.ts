import * as z from 'zod';
import { Email, Phone } from '../person/contact.ts';
import { withDefaults } from '../records/as-read.ts';
import { line, lines, whenWrong } from '../records/text.ts';
import { StateCode } from '../address/us-state.ts';
import { ZipCode } from '../address/zip-code.ts';
import { keptFields, Name, PostalAddress } from './kept-record.ts';
import { Id } from '../records/record-id.ts';

export const optionalPhone = z.union([z.literal(''), Phone], whenWrong('Enter a phone number of 10 digits'));
export const isoDate = z.iso.date(whenWrong('Enter a date'));

interface Period {
  StartsOn: string | null;
  EndsOn: string | null;
}

interface Planned {
  /** Drafts may leave it out. */
  StartsOn?: string | null | undefined;
  EndsOn: string | null;
}

export const endsAfterStart = ({ StartsOn, EndsOn }: Planned) => !StartsOn || !EndsOn || StartsOn <= EndsOn;
export const endsTooEarly = { message: 'The end is before the start', path: ['EndsOn'] };

/** Both days are included; ISO dates compare as text. */
export const isValidOn = ({ StartsOn, EndsOn }: Period, day: string): boolean =>
  (StartsOn === null || StartsOn <= day) && (EndsOn === null || EndsOn >= day);
/** Normalizes a name, because people differ in case, punctuation and spaces. */
export const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
/** Names identify most records of the directory, because referrals and files name them. */
export const byName = ['Name'] as const;
/** Two records with the same identity are one record. */
export const identityOf = (record: object, fields: readonly string[]): string =>
  fields
    .map((field) => plainName(String(Reflect.get(record, field) ?? '')))
    .join(' ')
    .trim();

export const partnerKinds = [
  'Hospital',
  'Physician group',
  'Skilled nursing facility',
  'Home care',
  'Hospice',
  'Other',
] as const;

export const MAX_CONTACTS = 20;
export const MAX_ALIASES = 20;

const Contact = z.strictObject({
  Name,
  Role: line(80),
  Phone: optionalPhone,
  Email: z.union([z.literal(''), Email], whenWrong('Enter an e-mail address')),
});
const ContactDraft = withDefaults(Contact, { Role: '', Phone: '', Email: '' });

/** A partner agency; the screens call it "Agency". */
export const NewPartner = z.strictObject({
  Name,
  Kind: z.enum(partnerKinds),
  Phone: optionalPhone,
  Fax: optionalPhone,
  Address: PostalAddress,
  Contacts: z.array(Contact).max(MAX_CONTACTS),
  States: z.array(StateCode).max(56),
  ServiceAreaIds: z.array(Id).max(40),
  ContractedPayerIds: z.array(Id).max(40),
  Comment: lines(1000),
});
export type NewPartner = z.output<typeof NewPartner>;

const noAddress = { StreetAddress: '', City: '', State: '', ZipCode: '' } as const;
export const partnerDefaults = {
  Kind: 'Other' as const,
  Phone: '',
  Fax: '',
  Address: noAddress,
  Contacts: [],
  States: [],
  ServiceAreaIds: [],
  ContractedPayerIds: [],
  Comment: '',
};
export const PartnerDraft = withDefaults(
  NewPartner.extend({
    Address: withDefaults(PostalAddress, noAddress),
    Contacts: z.array(ContactDraft).max(MAX_CONTACTS),
  }),
  partnerDefaults,
);
export const PartnerEdit = NewPartner.extend({
  Address: PostalAddress.partial(),
  Contacts: z.array(ContactDraft).max(MAX_CONTACTS),
}).partial();

export const Partner = z.object({ ...NewPartner.shape, ...keptFields });
export type Partner = z.infer<typeof Partner>;

const ContractedPayerFields = z.strictObject({
  Name,
  /** Other names of the payer, such as those that clearinghouses use. */
  Aliases: z.array(Name).max(MAX_ALIASES),
  /** The payer's id at the clearinghouse. */
  PayerId: line(40),
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

export const payerDefaults = {
  Aliases: [],
  PayerId: '',
  Plans: [],
  States: [],
  EndsOn: null,
  ContractIds: [],
};
/** Begins today when no day is given. */
export const ContractedPayerDraft = withDefaults(
  ContractedPayerFields.extend({ StartsOn: isoDate.optional() }),
  payerDefaults,
).refine(endsAfterStart, endsTooEarly);
export const ContractedPayerEdit = ContractedPayerFields.partial();

export const ContractedPayer = z.object({ ...ContractedPayerFields.shape, ...keptFields });
export type ContractedPayer = z.infer<typeof ContractedPayer>;

const ZipRange = z
  .strictObject({ From: ZipCode, To: ZipCode })
  .refine(({ From, To }) => From <= To, { message: 'The range ends before it begins', path: ['To'] });

/** Counties, ZIP codes and ranges narrow the states; without any of them, the entire states are served. */
const ServiceAreaFields = z.strictObject({
  Name,
  States: z.array(StateCode).min(1, 'Choose a state').max(56),
  Counties: z.array(z.strictObject({ State: StateCode, County: line(80).min(1, 'Enter a county') })).max(400),
  ZipCodes: z.array(ZipCode).max(2000),
  ZipRanges: z.array(ZipRange).max(100),
  /** Ids of the agency's disciplines; empty means all. */
  Disciplines: z.array(Id).max(40),
  StartsOn: isoDate.nullable(),
  EndsOn: isoDate.nullable(),
});

interface Places {
  States?: string[] | undefined;
  Counties: { State: string }[];
}
const countiesInStates = ({ States, Counties }: Places) =>
  Counties.every(({ State }) => States?.includes(State) ?? true);
const countyElsewhere = {
  message: 'A county is in a state that is not part of the area',
  path: ['Counties'],
};

export const NewServiceArea = ServiceAreaFields.refine(endsAfterStart, endsTooEarly).refine(
  countiesInStates,
  countyElsewhere,
);
export type NewServiceArea = z.output<typeof NewServiceArea>;

export const areaDefaults = {
  Counties: [],
  ZipCodes: [],
  ZipRanges: [],
  Disciplines: [],
  StartsOn: null,
  EndsOn: null,
};
/** Defaults to the agency's own states. */
export const ServiceAreaDraft = withDefaults(
  ServiceAreaFields.extend({ States: ServiceAreaFields.shape.States.optional() }),
  areaDefaults,
)
  .refine(endsAfterStart, endsTooEarly)
  .refine(countiesInStates, countyElsewhere);
export const ServiceAreaEdit = ServiceAreaFields.partial();

export const ServiceArea = z.object({ ...ServiceAreaFields.shape, ...keptFields });
export type ServiceArea = z.infer<typeof ServiceArea>;

export const NewInsurance = z.strictObject({
  Name,
  Rank: z.enum(['Primary', 'Secondary']),
  /** It pays before Medicare (MSP), such as a working spouse's group plan. */
  PaysBeforeMedicare: z.boolean(),
  ContractedPayerId: Id.nullable(),
});
export type NewInsurance = z.output<typeof NewInsurance>;

export const insuranceDefaults = {
  Rank: 'Primary' as const,
  PaysBeforeMedicare: false,
  ContractedPayerId: null,
};
export const InsuranceDraft = withDefaults(NewInsurance, insuranceDefaults);
export const InsuranceEdit = NewInsurance.partial();

export const Insurance = z.object({ ...NewInsurance.shape, ...keptFields });
export type Insurance = z.infer<typeof Insurance>;

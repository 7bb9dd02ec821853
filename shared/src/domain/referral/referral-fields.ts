import * as z from 'zod';
import { GivenMbi, GivenSsn } from '../person/identifiers.ts';
import { Phone } from '../person/contact.ts';
import { StateCode } from '../address/us-state.ts';
import { ZipCode } from '../address/zip-code.ts';
import { byKey } from '../records/by-key.ts';
import { line, whenWrong } from '../records/text.ts';

/** Who refers. */
export const sourceKinds = ['Hospital', 'Physician', 'Facility', 'Family', 'Self', 'Other'] as const;
const SourceKind = z.enum(sourceKinds);

/** How a referral comes in. */
export const channels = ['Fax', 'Phone', 'Portal', 'E-mail', 'Mail', 'File'] as const;
/** Empty if unknown. */
export const Channel = z.enum(['', ...channels]);

/** The kinds that named a channel before 0.2. A job takes them apart: the channel is kept, and who referred is `Other`. */
export const formerKinds = ['Portal', 'Phone', 'Fax'] as const satisfies (typeof channels)[number][];
export const StoredKind = z.enum([...sourceKinds, ...formerKinds]);

const optionalPhone = z.union([z.literal(''), Phone], whenWrong('Enter a phone number of 10 digits'));
const optionalDate = z.union([z.literal(''), z.iso.date()], whenWrong('Enter a date'));
export const wrongZip = whenWrong('Enter a ZIP code of 5 digits');

// A new field has a default, so that stored referrals and other systems may lack it. Its labels and places are in
// referral-field-table.ts.
export const Source = z.strictObject({
  Kind: SourceKind,
  Channel: Channel.optional(),
  Organization: line(120),
  ContactName: line(120),
  Phone: optionalPhone,
});

export const Patient = z.strictObject({
  FirstName: line(60),
  LastName: line(60).min(1, 'Enter the last name'),
  DateOfBirth: optionalDate,
  Phone: optionalPhone,
  Ssn: GivenSsn.optional(),
  Mbi: GivenMbi.optional(),
});

export const Address = z.strictObject({
  StreetAddress: line(120),
  Unit: line(30),
  City: line(80),
  County: line(80),
  State: StateCode,
  ZipCode: z.union([z.literal(''), ZipCode], wrongZip),
  /** False when the street was typed freely and is not in the imported state file. */
  InFile: z.boolean(),
});

export const referralParts = { Source, Patient, Address };
export type ReferralPart = keyof typeof referralParts;
export type FieldPath =
  | `Source.${keyof typeof Source.shape}`
  | `Patient.${keyof typeof Patient.shape}`
  | `Address.${keyof typeof Address.shape}`;

/** The address as a person types it. */
export const TypedAddress = Address.keyof().exclude(['InFile']);

/** The fields that hold a text in a form, empty if unknown. */
export const SourceText = Source.keyof().exclude(['Kind', 'Channel']);
export const PatientText = Patient.keyof();
export const AddressText = Address.keyof().exclude(['State', 'InFile']);

export const noSource = { Channel: '' as const, ...byKey(SourceText, () => '') };
export const noPatient = byKey(PatientText, () => '');
export const noAddress = byKey(AddressText, () => '');

import * as z from 'zod';
import { whenWrong } from '../records/text.ts';
import { StateCode } from '../address/us-state.ts';
import { isNpi, Npi } from '../person/identifiers.ts';
import { ClinicalField } from '../person/clinical-block.ts';
import { Phone } from '../person/contact.ts';
import { keptFields, Name, PostalAddress } from './kept-record.ts';

export const agencyKinds = ['Home care', 'Hospice', 'Both'] as const;
export type AgencyKind = (typeof agencyKinds)[number];

export const agencyColors = ['teal', 'blue', 'grape', 'orange'] as const;

/** Time zones of the United States, by their IANA names. */
export const timeZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Pacific/Guam',
] as const;
export const TimeZone = z.enum(timeZones);

/** Returns the calendar day there at this moment; `en-CA` writes it as `yyyy-mm-dd`. */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);

/** Returns the time there as a spreadsheet reads it: `2026-11-21 09:05`. */
export const minuteIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at);

export const startOfDay = (day: string, timeZone: string): Date => momentIn(`${day}T00:00`, timeZone);

/**
 * Returns when the clocks there show this minute, `2026-11-21T09:05`. Of an hour that comes twice it is the first. An
 * hour that is left out is read an hour later, by a clock that was not changed yet.
 */
export function momentIn(minute: string, timeZone: string): Date {
  const wall = Date.parse(`${minute}:00Z`);
  // The offset is computed twice, because clocks may change between this time there and in UTC.
  const about = wall - offsetAt(wall, timeZone);
  const at = wall - offsetAt(about, timeZone);
  return new Date(at + offsetAt(at, timeZone) === wall ? at : Math.max(at, about));
}

const offsets = new Map<string, Intl.DateTimeFormat>();

/** Returns how far the clocks there are ahead of UTC at this moment, in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  const format =
    offsets.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  offsets.set(timeZone, format);
  const parts = format.formatToParts(at);
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(offset) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
}

const isDistinct = (values: string[]) => new Set(values).size === values.length;

const between = (least: number, most: number, unit: string) => {
  const text = `Enter ${least} to ${most} ${unit}`;
  return z.number(whenWrong(text)).int(text).min(least, text).max(most, text);
};

/**
 * Years for which an agency keeps records of a class; 0 keeps them until a person deletes them. Records of admitted
 * patients must be kept for six years after discharge or death at a hospice (42 CFR 418.104(d)) and for five at a home
 * health agency (42 CFR 484.110(c)); states require more. Nothing here knows a discharge: years count from the last
 * change of the referral, and the form says so.
 */
const years = between(0, 30, 'years');
const ADMITTED_YEARS = 6;
const RetentionFields = {
  /** Declined referrals with all that belongs to them, from their last change on. */
  KeepDeclinedYears: years,
  /** The same for accepted ones. */
  KeepAcceptedYears: years.refine(
    (kept) => kept === 0 || kept >= ADMITTED_YEARS,
    `Enter ${ADMITTED_YEARS} years or more`,
  ),
  /** Eligibility checks that belong to no referral, from their day on. */
  KeepChecksYears: years,
};
const noRetention = { KeepDeclinedYears: 0, KeepAcceptedYears: 0, KeepChecksYears: 0 };

/** In hours. */
export const longestResponse = 168;

/** An agency of ours, as an administrator describes it. */
export const NewBusinessDomain = z.strictObject({
  Name,
  Kind: z.enum(agencyKinds),
  Color: z.enum(agencyColors),
  TimeZone: TimeZone,
  Address: PostalAddress,
  /** For the senders of referrals. */
  Phone: z.optional(z.union([z.literal(''), Phone], whenWrong('Enter a phone number of 10 digits'))),
  States: z.array(StateCode).max(56).refine(isDistinct, 'A state is listed twice'),
  /** The national provider identifiers for billing; the first one identifies the agency to payers. */
  Npis: z.array(Npi).max(20).refine(isDistinct, 'An NPI is listed twice'),
  /** A referral should be answered within this many hours. */
  ResponseHours: between(1, longestResponse, 'hours'),
  /** A screen locks after this many minutes without use. */
  IdleMinutes: between(5, 30, 'minutes'),
  /** The clinical facts that its intake leaves out; it asks for one that is new. */
  ClinicalFieldsNotAsked: z
    .array(ClinicalField)
    .max(ClinicalField.options.length)
    .refine(isDistinct, 'A field is listed twice'),
  ...RetentionFields,
});
export type NewBusinessDomain = z.output<typeof NewBusinessDomain>;

/** A new agency of ours; with `CopyFrom` it begins with the lists, service areas and payers of that one. */
export const NewAgency = NewBusinessDomain.extend({ CopyFrom: z.string().max(80).default('') });

const noAddress = { StreetAddress: '', City: '', State: '', ZipCode: '' } as const;

export const STANDARD_RESPONSE_HOURS = 48;
export const STANDARD_IDLE_MINUTES = 15;

/** The agency in whose data a person works. */
export const BusinessDomain = z.object({
  ...keptFields,
  Name: z.string(),
  Kind: z.enum(agencyKinds),
  Color: z.enum(agencyColors),
  TimeZone: TimeZone,
  Address: PostalAddress,
  Phone: z.string().default(''),
  States: z.array(z.string()),
  Npis: z.array(z.string().refine(isNpi)),
  ResponseHours: z.number().int(),
  IdleMinutes: z.number().int(),
  ClinicalFieldsNotAsked: z.array(ClinicalField),
  KeepDeclinedYears: z.number().int(),
  KeepAcceptedYears: z.number().int(),
  KeepChecksYears: z.number().int(),
  /** No one works in it any more; its records are kept. */
  Archived: z.boolean(),
});
export type BusinessDomain = z.infer<typeof BusinessDomain>;

export const proposedBusinessDomain: NewBusinessDomain = {
  Name: '',
  Kind: 'Home care',
  Color: 'teal',
  TimeZone: 'America/New_York',
  Address: noAddress,
  Phone: '',
  States: [],
  Npis: [],
  ResponseHours: 24,
  IdleMinutes: STANDARD_IDLE_MINUTES,
  ClinicalFieldsNotAsked: [],
  ...noRetention,
};

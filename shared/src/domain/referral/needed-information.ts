import { type ConfiguredStatus, neededInformation, type NeededInformation } from '../agency/list-settings.ts';
import { byKey } from '../records/by-key.ts';
import { ClinicalField } from '../person/clinical-block.ts';
import { clinicalLabel } from '../person/clinical-labels.ts';
import type { Referral } from './referral.ts';

interface Known extends Pick<Referral, 'Payers' | 'Services'> {
  /** A draft has none yet. */
  Clinical?: Partial<Record<ClinicalField, string | undefined>> | undefined;
  Patient: Pick<Referral['Patient'], 'FirstName' | 'DateOfBirth' | 'Phone' | 'Mbi'>;
  Address: Pick<Referral['Address'], 'ZipCode' | 'City' | 'StreetAddress'>;
}

interface Item {
  name: string;
  /** The field of the form that takes it. */
  path: string;
  isThere: (referral: Known) => boolean;
}

/** The information that a status may need, in the order of the form. */
export const information = {
  FirstName: {
    name: 'First name',
    path: 'Patient.FirstName',
    isThere: ({ Patient }) => Patient.FirstName !== '',
  },
  DateOfBirth: {
    name: 'Date of birth',
    path: 'Patient.DateOfBirth',
    isThere: ({ Patient }) => Patient.DateOfBirth !== '',
  },
  Phone: { name: 'Phone', path: 'Patient.Phone', isThere: ({ Patient }) => Patient.Phone !== '' },
  Mbi: { name: 'Medicare number', path: 'Patient.Mbi', isThere: ({ Patient }) => Patient.Mbi !== '' },
  ZipCode: { name: 'ZIP code', path: 'Address.ZipCode', isThere: ({ Address }) => Address.ZipCode !== '' },
  City: { name: 'City', path: 'Address.City', isThere: ({ Address }) => Address.City !== '' },
  StreetAddress: {
    name: 'Street address',
    path: 'Address.StreetAddress',
    isThere: ({ Address }) => Address.StreetAddress !== '',
  },
  Payer: { name: 'Payer', path: 'Payers.0.Name', isThere: ({ Payers }) => Payers.length > 0 },
  Services: { name: 'Services', path: 'Services', isThere: ({ Services }) => Services.length > 0 },
  ...byKey(ClinicalField, (field) => ({
    name: clinicalLabel(field),
    path: `Clinical.${field}`,
    isThere: ({ Clinical }: Known) => (Clinical?.[field] ?? '') !== '',
  })),
} satisfies Record<NeededInformation, Item>;

/** A referral without one of these is marked as needing information. */
const basics: readonly NeededInformation[] = ['FirstName', 'DateOfBirth', 'ZipCode', 'City', 'StreetAddress'];

/** By default, only a status of accepted patients needs the basics: care cannot begin without them. */
export const neededBy = ({ Needs, Decision }: Pick<ConfiguredStatus, 'Needs' | 'Decision'>) =>
  Needs ?? (Decision === 'Accepted' ? basics : []);

/** The items that a referral lacks, in the order of the form; without a status, those that every referral should have. */
export function missingInformation(
  referral: Known,
  status?: Pick<ConfiguredStatus, 'Needs' | 'Decision'>,
): Item[] {
  const wanted = new Set([...basics, ...(status ? neededBy(status) : [])]);
  return neededInformation
    .filter((name) => wanted.has(name))
    .map((name) => information[name])
    .filter(({ isThere }) => !isThere(referral));
}

/** Without its basics, a referral can be completed only by calling someone. */
export const isReachable = (referral: Known & { Source: Pick<Referral['Source'], 'Phone'> }): boolean =>
  referral.Patient.Phone !== '' || referral.Source.Phone !== '' || missingInformation(referral).length === 0;

export const unreachable = 'Enter a phone number to call back, or complete the patient and the address';

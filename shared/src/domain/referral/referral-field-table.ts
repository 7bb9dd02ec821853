import type { ReferralSection } from './presence.ts';
import type { NewReferral } from './referral.ts';
import { type FieldPath, type ReferralPart, referralParts } from './referral-fields.ts';

/** Where a field appears. */
export interface ReferralField {
  /** In histories; the words of the field's name if left out. */
  label?: string;
  /** The label in the form, if it is another one. */
  form?: string;
  /** Its width in the form, of twelve columns. A field without one has its own place there. */
  wide?: 2 | 3 | 4 | 6;
  /** The input, if the schema does not choose it. */
  input?: 'phone' | 'mbi' | 'ssn' | 'state';
  /** The labels of its own rows. Some fields have none, because a place shows them in a line with others. */
  review?: string;
  overview?: string;
  packet?: string;
  merge?: string;
  /** Its column in an exported list. */
  export?: string;
  /** Of a part of the referral: the section of the form. */
  section?: Exclude<ReferralSection, 'Notes'> | 'Documents';
}

// Those that the worklist's first page needs, such as the searched fields, are in referral-search.ts.
// oxfmt-ignore
const referralFields: Record<keyof NewReferral | FieldPath, ReferralField> = {
  ReceivedAt:               { label: 'Received', section: 'Source' },
  Source:                   { section: 'Source' },
  Patient:                  { section: 'Patient' },
  Address:                  { section: 'Address' },
  Payers:                   { section: 'Payer' },
  Services:                 { section: 'Services' },
  ClinicalSummary:          { label: 'Clinical summary', section: 'Services' },
  Clinical:                 { section: 'Clinical' },
  Priority:                 {},
  EarlierReferralId:        { label: 'Earlier referral' },
  NotDuplicateOf:           { label: 'Not the same patient as' },
  OpenFields:               { label: 'Not decided of the documents' },
  DocumentIds:              { section: 'Documents' },
  'Source.Kind':            { label: 'Source', export: 'Source' },
  'Source.Channel':         { label: 'Came by', export: 'Came by', review: 'Came by', packet: 'Came by', merge: 'Came by' },
  'Source.Organization':    { export: 'Referred by' },
  'Source.ContactName':     { form: 'Contact', wide: 6 },
  'Source.Phone':           { label: 'Phone of the source', form: 'Contact’s phone', wide: 3, input: 'phone' },
  'Patient.FirstName':      { export: 'First name' },
  'Patient.LastName':       {},
  'Patient.DateOfBirth':    { label: 'Date of birth', export: 'Date of birth' },
  'Patient.Phone':          { wide: 3, input: 'phone' },
  'Patient.Ssn':            { form: 'SSN', wide: 3, input: 'ssn', packet: 'SSN' },
  'Patient.Mbi':            { form: 'Medicare number (MBI)', wide: 3, input: 'mbi' },
  'Address.StreetAddress':  {},
  'Address.Unit':           { wide: 2 },
  'Address.City':           { wide: 4, export: 'City' },
  'Address.County':         { wide: 4, export: 'County' },
  'Address.State':          { wide: 4, input: 'state', export: 'State' },
  'Address.ZipCode':        {},
  'Address.InFile':         { label: 'Street in the imported file' },
};

const byPath = new Map<string, ReferralField>(Object.entries(referralFields));

/** What the table says about a path such as `Services` or `Source.ContactName`. */
export const referralFieldAt = (path: string): ReferralField | undefined => byPath.get(path);

export interface NamedField extends ReferralField {
  /** Such as `ContactName`. */
  name: string;
  /** Such as `Source.ContactName`. */
  path: string;
}

/** The fields of a part, in the order of its schema. */
export const fieldsOf = (part: ReferralPart): NamedField[] =>
  Object.keys(referralParts[part].shape).map((name) => {
    const path = `${part}.${name}`;
    return { ...referralFieldAt(path), name, path };
  });

export type FactPlace = 'review' | 'overview' | 'packet' | 'merge';
export type ReferralParts = { [Part in ReferralPart]?: object };

export interface FieldRow {
  label: string;
  path: string;
  text: string;
}

/** The fields of a part that have a row of their own in a place. */
export const rowsOf = (place: FactPlace, part: ReferralPart, record: ReferralParts): FieldRow[] =>
  fieldsOf(part).flatMap(({ [place]: label, name, path }) =>
    label === undefined ? [] : [{ label, path, text: textAt(record[part], name) }],
  );

function textAt(part: object = {}, name: string): string {
  const value: unknown = Reflect.get(part, name);
  return typeof value === 'string' ? value : '';
}

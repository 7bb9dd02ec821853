import { withMaskedNumbers } from '@handoff/shared/domain/person/identifiers';
import { ClinicalField, noClinical } from '@handoff/shared/domain/person/clinical-block';
import { clinicalLabelAt } from '@handoff/shared/domain/person/clinical-labels';
import { Referral } from '@handoff/shared/domain/referral/referral';
import { OtherDetails } from '@handoff/shared/domain/referral/passed-on';
import { rowsOf } from '@handoff/shared/domain/referral/referral-field-table';
import * as z from 'zod';
import { isDeepStrictEqual } from 'node:util';
import { fieldChanges } from '../../../records/field-changes.ts';
import type { DomainLists } from '../../../records/kinds/agency-records.ts';
import type { MergedInto } from '../../../records/kinds/referral-records.ts';
import { memberField, type Numbers } from '../../../records/sealed-numbers.ts';

/** A referral with its full numbers. */
export interface Opened {
  referral: Referral;
  numbers: Numbers;
}

const PatientDetails = Referral.shape.Patient;
type Details = Pick<Referral, 'Patient' | 'Payers'>;
interface Merged extends Details {
  others: z.infer<typeof OtherDetails>;
  numbers: Numbers;
}
type Payer = Referral['Payers'][number];
type Taken = MergedInto['Taken'];

/** Combines the kept referral's own details with those of the other one that it lacked. */
export function completed(kept: Opened, other: Opened): Merged & { taken: Omit<Taken, 'Orders'> } {
  const [own, theirs] = [plainDetails(kept), plainDetails(other)];
  const fields = missing(PatientDetails.keyof().options, own.Patient, theirs.Patient);
  const others = missing(OtherDetails.keyof().options, kept.referral, other.referral);
  const clinical = missing(ClinicalField.options, kept.referral.Clinical, other.referral.Clinical);
  const payers = theirs.Payers.filter(({ Name }) => !own.Payers.some(isNamed(Name))).slice(
    0,
    MAX_PAYERS - own.Payers.length,
  );
  const taken = {
    Patient: fields,
    Payers: payers.map(({ Name }) => Name),
    Others: others,
    Clinical: clinical,
  };
  const Patient = PatientDetails.parse({ ...own.Patient, ...picked(theirs.Patient, fields) });
  return {
    ...maskedDetails({ Patient, Payers: [...own.Payers, ...payers] }),
    others: OtherDetails.parse({
      ...kept.referral,
      ...picked(other.referral, others),
      Clinical: { ...kept.referral.Clinical, ...picked(other.referral.Clinical, clinical) },
    }),
    taken,
  };
}

/** The fields that the first record lacks and the second one has. */
const missing = <Field extends string>(
  fields: readonly Field[],
  own: Readonly<Partial<Record<Field, unknown>>>,
  theirs: Readonly<Partial<Record<Field, unknown>>>,
): Field[] => fields.filter((field) => isEmpty(own[field]) && !isEmpty(theirs[field]));

const isEmpty = (value: unknown) => value === undefined || value === null || value === '';

const picked = <Field extends string>(
  record: Readonly<Partial<Record<Field, unknown>>>,
  fields: readonly Field[],
) => Object.fromEntries(fields.map((field) => [field, record[field]]));

/** Removes what the kept referral has from the other one, unless someone has changed it since. */
export function withoutTaken(kept: Opened, other: Opened, taken: Taken): Merged {
  const [own, theirs] = [plainDetails(kept), plainDetails(other)];
  const fields = taken.Patient.filter((field) => own.Patient[field] === theirs.Patient[field]);
  const Patient = PatientDetails.parse({ ...own.Patient, ...blank(PatientDetails, fields) });
  const others = taken.Others.filter((field) =>
    isDeepStrictEqual(kept.referral[field], other.referral[field]),
  );
  const clinical = taken.Clinical.filter(
    (field) => kept.referral.Clinical[field] === other.referral.Clinical[field],
  );
  const isTaken = (payer: Payer) =>
    taken.Payers.includes(payer.Name) && theirs.Payers.some((their) => isSame(their, payer));
  return {
    ...maskedDetails({ Patient, Payers: own.Payers.filter((payer) => !isTaken(payer)) }),
    others: OtherDetails.parse({
      ...kept.referral,
      ...blank(OtherDetails, others),
      Clinical: { ...kept.referral.Clinical, ...picked(noClinical, clinical) },
    }),
  };
}

/** The values of fields that were left out. */
const blank = ({ shape }: z.ZodObject, fields: readonly string[]) =>
  Object.fromEntries(
    fields.map((field) => {
      const leftOut = z.safeParse(shape[field] ?? z.undefined(), undefined);
      return [field, leftOut.success ? leftOut.data : ''];
    }),
  );

const MAX_PAYERS = 4;

const isNamed = (name: string) => (payer: Payer) => payer.Name.toLowerCase() === name.toLowerCase();
const isSame = (one: Payer, other: Payer) =>
  one.Name === other.Name && one.Plan === other.Plan && one.MemberId === other.MemberId;

function plainDetails({ referral: { Patient, Payers }, numbers }: Opened): Details {
  return {
    Patient: { ...Patient, Ssn: numbers['Patient.Ssn'] ?? '', Mbi: numbers['Patient.Mbi'] ?? '' },
    Payers: Payers.map((payer, index) => ({ ...payer, MemberId: numbers[memberField(index)] ?? '' })),
  };
}

function maskedDetails(plain: Details): Omit<Merged, 'others'> {
  const { Patient, Payers } = withMaskedNumbers(plain);
  const members = plain.Payers.map(({ MemberId }, index) => [memberField(index), MemberId] as const);
  const { Ssn, Mbi } = plain.Patient;
  const all = [['Patient.Ssn', Ssn], ['Patient.Mbi', Mbi], ...members] as const;
  return {
    Patient: { ...plain.Patient, ...Patient },
    Payers,
    numbers: Object.fromEntries(all.filter(([, text]) => text !== '')),
  };
}

interface Wording {
  lists: DomainLists | undefined;
  timeZone: string;
}

/** Writes the differences into a note, because the other referral will be purged. */
export function differencesAsNote(kept: Referral, other: Referral, { lists, timeZone }: Wording): string {
  const lines = [receivedLine(other, timeZone)];
  const add = (name: string, text: string, keptText: string) => {
    if (text !== '' && text !== keptText) lines.push(`${name}: ${text}`);
  };
  const serviceNames = ({ Services }: Referral) =>
    Services.map((id) => lists?.SettingsDisciplinesInfo.find(({ Id }) => Id === id)?.Name ?? id).join(', ');
  add('Patient', patientText(other), patientText(kept));
  add('Phone', other.Patient.Phone, kept.Patient.Phone);
  add('Address', addressText(other), addressText(kept));
  for (const part of ['Patient', 'Address', 'Source'] as const) {
    const ofKept = rowsOf('merge', part, kept);
    for (const [at, { label, text }] of rowsOf('merge', part, other).entries())
      add(label, text, ofKept[at]?.text ?? '');
  }
  add('Payers', payersText(other), payersText(kept));
  add('Services', serviceNames(other), serviceNames(kept));
  add('Decision', decisionText(other), decisionText(kept));
  add('Owner', other.Owner?.FullName ?? '', kept.Owner?.FullName ?? '');
  for (const { field, new: text } of fieldChanges(OtherDetails.parse(kept), OtherDetails.parse(other)))
    if (text) lines.push(`${inWords(field)}: ${text === true ? 'yes' : text}`);
  return lines.join('\n');
}

/** `ClinicalSummary` is "Clinical summary". */
const inWords = (field: string) =>
  clinicalLabelAt(field) ?? field.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function receivedLine({ ReceivedAt, Source }: Referral, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const { Organization, Kind, ContactName, Phone } = Source;
  const from = [Organization || Kind, ContactName, Phone].filter((text) => text !== '').join(', ');
  return `Merged from a referral received ${format.format(new Date(ReceivedAt))} from ${from}.`;
}

const patientText = ({ Patient: { FirstName, LastName, DateOfBirth } }: Referral) =>
  [`${FirstName} ${LastName}`.trim(), DateOfBirth && `born ${DateOfBirth}`].filter(Boolean).join(', ');

const addressText = ({ Address: { StreetAddress, Unit, City, State, ZipCode } }: Referral) =>
  [StreetAddress, Unit, City, `${State} ${ZipCode}`.trim()].filter((text) => text !== '').join(', ');

const payersText = ({ Payers }: Referral) =>
  Payers.map(({ Name, Plan }) => (Plan === '' ? Name : `${Name} (${Plan})`)).join(', ');

const decisionText = ({ Decision: { Kind, Comment } }: Referral) =>
  [Kind === 'Pending' ? '' : Kind, Comment].filter((text) => text !== '').join(', ');

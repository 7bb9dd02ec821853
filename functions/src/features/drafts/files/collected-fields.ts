import { stateNames } from '@handoff/shared/domain/address/us-state';
import { withoutPlusFour } from '@handoff/shared/domain/address/zip-code';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { formatMbi, formatSsn, isMasked } from '@handoff/shared/domain/person/identifiers';
import { ClinicalEdit, clinicalLabelAt } from '@handoff/shared/domain/referral/clinical-block';
import type { FileReading } from '@handoff/shared/domain/referral/file-reading';
import { PrefilledField } from '@handoff/shared/domain/referral/prefilled';
import { NewReferral } from '@handoff/shared/domain/referral/referral';
import * as z from 'zod';

type Taken = FileReading['Taken'][number];
export type Collected = ReturnType<typeof collectFields>;

/** A file inside the file, such as a discharge summary. */
export interface AttachedFile {
  name: string;
  bytes: Uint8Array;
}

const MOST_LEFT = 60;
const MOST_ORDERS = 5;
const noField = 'has no field';

/** Gathers what the readers of all formats find: the first readable value of each field, and everything else as left. */
export function collectFields() {
  const taken = new Map<string, Taken>();
  const left = new Map<string, string>();
  const orders = new Map<string, FileReading['Orders'][number]>();
  const diagnoses: { code: string; from: string }[] = [];
  const told: { text: string; from: string }[] = [];
  const attached: AttachedFile[] = [];

  function leave(where: string, why = noField): void {
    if (left.size < MOST_LEFT) left.set(oneLine(where, 80), why);
  }

  function take(field: string, text: string | undefined, from: string): void {
    const Field = PrefilledField.safeParse(field).data;
    if (Field === undefined || text === undefined || text.trim() === '') return;
    const Value = readValue(Field, text);
    const label = clinicalLabelAt(field) ?? field.replace('.', ' ');
    if (Value === undefined) return leave(`${label} (${from})`, 'is not in a readable form');
    const first = taken.get(Field);
    if (!first) taken.set(Field, { Field, Value, From: from });
    else if (first.Value.toLowerCase() !== Value.toLowerCase())
      leave(`${label} (${from})`, 'has another value, too');
  }

  return {
    take,
    leave,
    valueOf: (field: string) => taken.get(field)?.Value.toLowerCase(),
    /** Adds a text to the clinical summary. */
    tell(text: string | undefined, from: string): void {
      const plain = text?.trim() ?? '';
      if (plain !== '' && !told.some((each) => each.text === plain)) told.push({ text: plain, from });
    },
    /** Adds a code of ICD-10-CM; the first one is the primary diagnosis. */
    diagnose(code: string, from: string): void {
      const parsed = ClinicalEdit.shape.PrimaryDiagnosis.safeParse(code).data ?? '';
      if (parsed === '') leave(from, 'is not in a readable form');
      else if (!diagnoses.some((each) => each.code === parsed)) diagnoses.push({ code: parsed, from });
    },
    attach(name: string, bytes: Uint8Array): void {
      const isThere = attached.some((other) => Buffer.compare(other.bytes, bytes) === 0);
      if (bytes.length > 0 && !isThere) attached.push({ name, bytes });
    },
    order(Value: string | undefined, System = ''): void {
      const value = Value?.trim() ?? '';
      if (value === '' || value.length > 200 || System.length > 200 || orders.size >= MOST_ORDERS) return;
      orders.set(`${System}|${value}`, { System, Value: value });
    },
    done() {
      const [primary, ...others] = diagnoses;
      take('Clinical.PrimaryDiagnosis', primary?.code, primary?.from ?? '');
      take('Clinical.OtherDiagnoses', others.map(({ code }) => code).join(', '), others[0]?.from ?? '');
      take('ClinicalSummary', told.map(({ text }) => text).join('\n\n'), told[0]?.from ?? '');
      return {
        Taken: [...taken.values()],
        Left: [...left].map(([Where, Why]) => ({ Where, Why })),
        Orders: [...orders.values()],
        attached,
      };
    },
  };
}

/** Whether two parts are about two patients: by the birth dates, or by the last names where one is not known. */
export function isAboutAnother(one: Collected, other: Collected): boolean {
  const pairs = ['Patient.DateOfBirth', 'Patient.LastName'].map((field) =>
    [one, other].map((part) => part.valueOf(field)),
  );
  const [own, theirs] = pairs.find((pair) => !pair.includes(undefined)) ?? [];
  return own !== theirs;
}

const prefixed = (prefix: string, shape: Record<string, z.ZodType>) =>
  Object.entries(shape).map(([name, schema]): [string, z.ZodType] => [`${prefix}${name}`, schema]);
const { Source, Patient, Address, Payers, ClinicalSummary } = NewReferral.shape;

/** The rules of the contract, by the path of the field: a value that it would refuse is no proposal. */
const rules = new Map<string, z.ZodType>([
  ...prefixed('Source.', Source.shape),
  ...prefixed('Patient.', Patient.shape),
  ...prefixed('Address.', Address.shape),
  ...[0, 1].flatMap((index) => prefixed(`Payers.${index}.`, Payers.element.shape)),
  ['ClinicalSummary', ClinicalSummary],
  ...prefixed('Clinical.', ClinicalEdit.shape),
]);

/** The value of a field as its form shows it; undefined when the text is none. */
function readValue(field: string, text: string): string | undefined {
  const { before, after } = spellings.find(({ fields }) => fields.test(field)) ?? asWritten;
  const written = before(field === 'ClinicalSummary' ? text.trim() : oneLine(text, 1000));
  if (isMasked(written)) return undefined;
  const value = z.string().safeParse(rules.get(field)?.safeParse(written).data).data;
  return value === undefined || value === '' ? undefined : after(value);
}

interface Spelling {
  fields: RegExp;
  /** Brings the forms of other systems to that of the contract. */
  before: (text: string) => string;
  after: (value: string) => string;
}

const same = (text: string) => text;
const asWritten: Spelling = { fields: /^/, before: same, after: same };
const spellings: Spelling[] = [
  {
    fields: /Phone$/,
    before: (text) => text.replace(/^(?:tel|callto):/i, '').replace(/(?:;|x|ext).*$/i, ''),
    after: formatPhone,
  },
  {
    fields: /Date(?:OfBirth)?$|RequestedStart$|StartOfCare$|NoticeFiled$|Authorized(?:From|To)$/,
    before: dayIn,
    after: same,
  },
  { fields: /\.Ssn$/, before: same, after: formatSsn },
  { fields: /\.Mbi$/, before: same, after: formatMbi },
  { fields: /\.State$/, before: stateIn, after: same },
  { fields: /\.ZipCode$/, before: withoutPlusFour, after: same },
];

/** The day of `2026-11-27`, `20261127`, and of either with a time behind it. */
function dayIn(text: string): string {
  const [, year, month, day] = /^(\d{4})-?(\d\d)-?(\d\d)(?:$|[T\d])/.exec(text) ?? [];
  return `${year}-${month}-${day}`;
}

function stateIn(text: string): string {
  const named = Object.entries(stateNames).find(([, name]) => name.toLowerCase() === text.toLowerCase());
  return named?.[0] ?? text.toUpperCase();
}

const oneLine = (text: string, most: number) =>
  text
    .slice(0, most * 2)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, most);

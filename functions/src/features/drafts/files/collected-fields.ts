import { stateNames } from '@handoff/shared/domain/address/us-state';
import { withoutPlusFour } from '@handoff/shared/domain/address/zip-code';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { formatMbi, formatSsn, isMasked } from '@handoff/shared/domain/person/identifiers';
import { ClinicalEdit } from '@handoff/shared/domain/person/clinical-block';
import { clinicalLabelAt } from '@handoff/shared/domain/person/clinical-labels';
import { MOST_ORDERS, type FileReading } from '@handoff/shared/domain/referral/file-reading';
import { PrefilledField } from '@handoff/shared/domain/referral/prefilled';
import { NewReferral } from '@handoff/shared/domain/referral/referral';
import { looking, type WorkBudget } from '@handoff/shared/domain/work-budget';
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { refusedFile } from './hostile-file.ts';

type Taken = FileReading['Taken'][number];

/** Collects what the readers of a file find. Each find costs a part of the budget. */
export interface Collected {
  budget: WorkBudget;
  /** Proposes a value; a second one for the same field is left. */
  take: (field: string, text: string | undefined, from: string) => void;
  /** Names a part of the file that has no field. */
  leave: (where: string, why?: string) => void;
  /** Adds a text to the clinical summary. */
  tell: (text: string | undefined, from: string) => void;
  /** Adds a code of ICD-10-CM; the first one is the primary diagnosis. */
  diagnose: (code: string, from: string) => void;
  attach: (name: string, bytes: Uint8Array) => void;
  /** Adds an identifier that the sender gave the order. */
  order: (value: string | undefined, system?: string) => void;
  valueOf: (field: string) => string | undefined;
  /** Hands all of it to another one, in the order in which it was found. */
  handOver: (into: Collected) => void;
  done: () => Omit<FileReading, 'DocumentId'> & { attached: AttachedFile[] };
}

/** A file inside the file, such as a discharge summary. */
export interface AttachedFile {
  name: string;
  bytes: Uint8Array;
}

const MOST_LEFT = 60;
const MOST_ATTACHED = 19;
const noField = 'has no field';
/** Matches a section without content, such as "No Reason for Referral Indicated". */
const saysNothing =
  /^(?:no\b[^.\n]{0,80}\b(?:indicated|documented|recorded|available|provided|given|specified|on file|information)|none(?: known| recorded)?|not (?:available|applicable|documented|specified)|n\/a|unknown)\.?$/i;

/**
 * Codes for injuries have a seventh character for the encounter, but for the extent of burns, transplants and amputations
 * (ICD-10-CM, chapter 19). Without it they are categories, which no claim may have.
 */
const isInjuryWithoutEnd = (code: string): boolean =>
  /^(?:S\d|T(?!3[12]|8[67]))/.test(code) && code.replace('.', '').length < 7;

export function collectFields(budget: WorkBudget): Collected {
  const taken = new Map<string, Taken>();
  const left = new Map<string, string>();
  const orders = new Map<string, FileReading['Orders'][number]>();
  /** The places of the finds, by code or text. */
  const diagnoses = new Map<string, string>();
  const texts = new Map<string, string>();
  const attached = new Map<string, AttachedFile>();

  function leave(where: string, why = noField): void {
    budget.spend(1);
    if (left.size < MOST_LEFT) left.set(oneLine(where, 80), why);
  }

  function take(field: string, text: string | undefined, from: string): void {
    budget.spend(1 + looking(text?.length ?? 0));
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

  function tell(text: string | undefined, from: string): void {
    budget.spend(1 + looking(text?.length ?? 0));
    const plain = text?.trim() ?? '';
    if (saysNothing.test(plain)) return leave(from, 'says nothing');
    if (plain !== '' && !texts.has(plain)) texts.set(plain, from);
  }

  function diagnose(code: string, from: string): void {
    budget.spend(1);
    const parsed = ClinicalEdit.shape.PrimaryDiagnosis.safeParse(code).data ?? '';
    if (parsed === '') leave(from, 'is not in a readable form');
    else if (!diagnoses.has(parsed)) diagnoses.set(parsed, from);
    if (isInjuryWithoutEnd(parsed))
      leave(`Diagnosis ${parsed}`, 'is not a complete code: it has seven characters');
  }

  function attach(name: string, bytes: Uint8Array): void {
    budget.spend(1 + looking(bytes.length));
    if (bytes.length === 0) return;
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (!attached.has(hash)) attached.set(hash, { name, bytes });
    if (attached.size > MOST_ATTACHED)
      throw refusedFile(`This file has more than ${MOST_ATTACHED} documents inside.`);
  }

  function order(Value: string | undefined, System = ''): void {
    budget.spend(1);
    const value = Value?.trim() ?? '';
    if (value === '' || value.length > 200 || System.length > 200 || orders.size >= MOST_ORDERS) return;
    orders.set(`${System}|${value}`, { System, Value: value });
  }

  return {
    budget,
    take,
    leave,
    tell,
    diagnose,
    attach,
    order,
    valueOf: (field: string) => taken.get(field)?.Value.toLowerCase(),
    handOver(into) {
      for (const { Field, Value, From } of taken.values()) into.take(Field, Value, From);
      for (const [text, from] of texts) into.tell(text, from);
      for (const [code, from] of diagnoses) into.diagnose(code, from);
      for (const { System, Value } of orders.values()) into.order(Value, System);
      for (const { name, bytes } of attached.values()) into.attach(name, bytes);
      for (const [where, why] of left) into.leave(where, why);
    },
    done() {
      const [[primary, where] = [], ...others] = diagnoses;
      take('Clinical.PrimaryDiagnosis', primary, where ?? '');
      take('Clinical.OtherDiagnoses', others.map(([code]) => code).join(', '), others[0]?.[1] ?? '');
      take('ClinicalSummary', [...texts.keys()].join('\n\n'), texts.values().next().value ?? '');
      return {
        Taken: [...taken.values()],
        Left: [...left].map(([Where, Why]) => ({ Where, Why })),
        Orders: [...orders.values()],
        attached: [...attached.values()],
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
    before: (text) =>
      text
        .replace(/^(?:tel|callto):/i, '')
        .replace(';ext=', ' ext ')
        .split(';', 1)
        .join(''),
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

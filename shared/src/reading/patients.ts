import { letterSet, slipsBetween } from '../domain/address/spelling.ts';
import type { FoundField } from './fields.ts';
import { daysIn } from './values.ts';
import { plain } from './words.ts';

// A fax may have pages of several patients, which never mix.

const facts = ['born', 'mbi', 'ssn'] as const;

/** Who a page is about, as far as it says, without spaces and signs. */
export interface Patient extends Record<(typeof facts)[number], string> {
  last: string;
  first: string;
  /** Values that two patients hardly share, by field. */
  others: ReadonlyMap<string, string>;
}

/** What was read on a page. */
export interface ReadPage {
  page: number;
  found: readonly FoundField[];
  text: string;
  /** Above a fax, with the names of those who send and receive it. */
  isCover: boolean;
  /** A label asks who the patient is, and what stands beside it could not be read. */
  hasUnreadPatient: boolean;
}

/** The pages about another patient than the first one. */
export interface OtherPatient {
  /** "Doe, Jane", or empty where the pages have no name. */
  name: string;
  pages: readonly number[];
}

interface PatientPages {
  patient: Patient;
  name: string;
  pages: ReadPage[];
  /** Pages among them that describe a person and do not say whom: they follow a page of this patient. */
  followers: Set<ReadPage>;
  /** Of the last page that says whose it is. */
  said: Said;
}

/** What a text says anywhere, without spaces and signs. */
interface Said {
  letters: string;
  days: ReadonlySet<string>;
}

/** Each page is compared with so many patients; further ones count as the last of them. */
const MOST_PATIENTS = 40;

/**
 * Sorts pages by patient, the patient of the first page first. A page that names no one is about the same patient as the one
 * before it, unless it contradicts that; a cover is about the patient of the page behind it.
 */
export function byPatient(pages: readonly ReadPage[]): { own: ReadPage[]; others: OtherPatient[] } {
  const [first, ...others] = grouped(pages);
  if (!first) return { own: [], others: [] };
  // A scan may have lost a name, which counts where there are several patients.
  const doubtful = others.length > 0 ? first.followers : new Set();
  const strays = first.pages.filter((page) => doubtful.has(page));
  const all = strays.length > 0 ? [...others, { name: '', pages: strays }] : others;
  return {
    own: first.pages.filter((page) => !doubtful.has(page)),
    others: all.map(({ name, pages: own }) => ({ name, pages: own.map(({ page }) => page) })),
  };
}

/** A page with what the comparison needs. */
interface ComparedPage extends ReadPage {
  patient: Patient;
  said: Said;
}

function grouped(pages: readonly ReadPage[]): PatientPages[] {
  const patients: PatientPages[] = [];
  let current: PatientPages | undefined;
  let covers: ReadPage[] = [];
  for (const page of pages)
    if (page.isCover) covers.push(page);
    else {
      current = addPage(page, { patients, current, covers });
      covers = [];
    }
  (current ?? addedTo(patients)).pages.push(...covers);
  return patients;
}

/** Adds a page, with the covers before it, to those of its patient. */
function addPage(
  page: ReadPage,
  { patients, current, covers }: Sorted & { covers: readonly ReadPage[] },
): PatientPages {
  const read = { ...page, said: saidIn(page.text), patient: personIn(page.found) };
  const known = knownPatient(read, { patients, current });
  const followed = current && goesOn(read, current) ? current : undefined;
  const own = known ?? followed ?? addedTo(patients);
  own.pages.push(...covers, page);
  if (own.name === '') own.name = nameIn(page.found);
  const isDoubtful = !known && followed && page.found.some(isOfPerson) && !hasSameValue(read.said, followed);
  if (isDoubtful) {
    own.followers.add(page);
    return own;
  }
  own.patient = joined(own.patient, read.patient);
  own.said = read.said;
  return own;
}

interface Sorted {
  patients: PatientPages[];
  /** Of the page before. */
  current: PatientPages | undefined;
}

function addedTo(patients: PatientPages[]): PatientPages {
  const last = patients.at(-1);
  if (last && patients.length === MOST_PATIENTS) return last;
  const added = { patient: noOne, name: '', pages: [], followers: new Set<ReadPage>(), said: saidIn('') };
  patients.push(added);
  return added;
}

/** The patient whom a page before it is about, too. */
function knownPatient(
  { patient, said }: ComparedPage,
  { patients, current }: Sorted,
): PatientPages | undefined {
  const compared = patients.map((each) => ({ each, verdict: verdictOf(patient, each.patient) }));
  const same = compared.flatMap(({ each, verdict }) => (verdict === 'same' ? each : []));
  // Two patients may have one name.
  if (same.length > 0) return same.find((each) => each === current) ?? same[0];
  return compared.find(
    ({ each, verdict }) =>
      verdict === 'unclear' && (isNamedIn(said, each.patient) || isNamedIn(each.said, patient)),
  )?.each;
}

/** Whether nothing on the page says that it is about another patient than the page before it. */
function goesOn({ patient, hasUnreadPatient }: ComparedPage, { patient: before, pages }: PatientPages) {
  if (verdictOf(patient, before) === 'another') return false;
  if (patient.last !== '' && isAlike(patient.last, before.last)) return true;
  const saysWho = isNamed(patient) || hasUnreadPatient;
  // What stands before the first name may be a letter without a value of the patient.
  return !saysWho || (!isNamed(before) && pages.every(({ found }) => found.every(isOfSender)));
}

const hasSameValue = ({ letters }: Said, { patient: { others } }: PatientPages) =>
  [...others.values()].some((value) => value.length > LEAST_LETTERS && letters.includes(value));
const isOfPerson = ({ path }: FoundField) => /^(?:Patient|Address)\.|\.(?:Sex|Language)$/.test(path);
const isOfSender = ({ path }: FoundField) => path.startsWith('Source.') || path === 'ReceivedAt';

const noOne: Patient = { last: '', first: '', born: '', mbi: '', ssn: '', others: new Map() };

const joined = (known: Patient, read: Patient): Patient => ({
  last: known.last || read.last,
  first: known.first || read.first,
  born: known.born || read.born,
  mbi: known.mbi || read.mbi,
  ssn: known.ssn || read.ssn,
  others: new Map([...read.others, ...known.others]),
});

type Values = readonly { path: string; value: string }[];

const valueIn = (fields: Values, name: string): string =>
  fields.find(({ path }) => path === `Patient.${name}`)?.value ?? '';

/** A value is compared with those of many pages, and none is longer. */
const MOST_LETTERS = 40;
const shortened = (value: string) => plain(value).slice(0, MOST_LETTERS);

/** Two patients hardly share these. */
const personal = new Set([
  'Address.StreetAddress',
  'Patient.Phone',
  'Payers.0.MemberId',
  'Payers.1.MemberId',
  'Clinical.EmergencyPhone',
  'Clinical.RepresentativePhone',
  'Clinical.AuthorizationNumber',
]);

function personIn(fields: Values): Patient {
  const value = (name: string) => shortened(valueIn(fields, name));
  return {
    last: value('LastName'),
    first: value('FirstName'),
    born: value('DateOfBirth'),
    mbi: value('Mbi'),
    ssn: value('Ssn'),
    others: new Map(
      fields.flatMap(({ path, value: text }) =>
        personal.has(path) ? [[path, shortened(text)] as const] : [],
      ),
    ),
  };
}

/** The patient whom these values name; undefined where they name no one. */
export function patientIn(fields: Values): Patient | undefined {
  const patient = personIn(fields);
  return isNamed(patient) ? patient : undefined;
}

const isNamed = ({ last, first, born, mbi, ssn }: Patient) => last + first + born + mbi + ssn !== '';

/** "Doe, Jane" */
export const nameIn = (fields: Values): string =>
  ['LastName', 'FirstName']
    .map((name) => valueIn(fields, name))
    .filter((each) => each !== '')
    .join(', ');

/** Whether what both have contradicts that they are one patient. */
export const isAnother = (one: Patient, other: Patient): boolean => verdictOf(one, other) === 'another';

type Verdict = 'same' | 'another' | 'unclear';

/** A scan has a letter or a digit wrong, so that one fact decides only where no other one contradicts it. */
function verdictOf(one: Patient, other: Patient): Verdict {
  const agree = facts.filter((fact) => one[fact] !== '' && one[fact] === other[fact]);
  const differ = facts.filter((fact) => isOther(one[fact], other[fact]));
  const name = nameVerdict(one, other);
  const beside = othersVerdict(one, other);
  if (agree.includes('mbi') || agree.includes('ssn')) return 'same';
  // Two people of one name, or born on one day.
  if (differ.length > 0 && (agree.length === 0 || name === 'another')) return 'another';
  if (agree.length > 0) return beside === 'another' && name === 'another' ? 'another' : 'same';
  if (name === 'another') return 'another';
  return beside === 'unclear' ? name : beside;
}

/** More than a letter or digit is wrong. */
const isOther = (one: string, other: string) =>
  one !== '' && other !== '' && one !== other && slipsOf(one, other) !== 1;

function nameVerdict(one: Patient, other: Patient): Verdict {
  if (one.last === '' || other.last === '') return 'unclear';
  if (!isAlike(one.last, other.last)) return 'another';
  if (one.first === '' || other.first === '') return 'unclear';
  return isAlikeGiven(one.first, other.first) ? 'same' : 'another';
}

/** Spouses share some of these, and pages of one patient have few in common. */
function othersVerdict(one: Patient, other: Patient): Verdict {
  let [agree, differ] = [0, 0];
  for (const [path, value] of one.others) {
    const beside = other.others.get(path) ?? '';
    if (value === beside) agree += 1;
    else if (isOther(value, beside)) differ += 1;
  }
  if (agree > differ) return 'same';
  return differ > agree ? 'another' : 'unclear';
}

/** A given name may be an initial. */
const isAlikeGiven = (one: string, other: string) =>
  one.startsWith(other) || other.startsWith(one) || isAlike(one, other);

/** Equal, but for letters of a scan. */
const isAlike = (one: string, other: string) => one === other || slipsOf(one, other) !== undefined;

function slipsOf(one: string, other: string): number | undefined {
  const [typed, own] = [one.toUpperCase(), other.toUpperCase()];
  return slipsBetween({ word: typed, letters: letterSet(typed) }, { word: own, letters: letterSet(own) });
}

/** Shorter names are within other words, unless both stand side by side. */
const LEAST_LETTERS = 4;

function saidIn(text: string): Said {
  return { letters: plain(text), days: new Set(daysIn(text).map(plain)) };
}

/** Whether a page has the patient’s whole name, birth date or number anywhere. */
function isNamedIn({ letters, days }: Said, { last, first, born, mbi }: Patient): boolean {
  if (days.has(born) || (mbi !== '' && letters.includes(mbi))) return true;
  if (last === '' || first === '') return false;
  if (last.length >= LEAST_LETTERS) return letters.includes(last) && letters.includes(first);
  return letters.includes(last + first) || letters.includes(first + last);
}

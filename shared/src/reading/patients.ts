import { letterSet, slipsBetween } from '../domain/address/spelling.ts';
import type { FoundField } from './fields.ts';
import { plain } from './words.ts';

// A fax may have pages of several patients, which never mix.

/** Who a page is about, as far as it says, without spaces and signs. */
export interface Patient {
  last: string;
  first: string;
  born: string;
  mbi: string;
}

/** What was read on a page. */
export interface ReadPage {
  page: number;
  found: readonly FoundField[];
  /** Above a fax, with the names of those who send and receive it. */
  isCover: boolean;
}

/** The pages about another patient than the first one. */
export interface OtherPatient {
  /** "Doe, Jane", or empty where the pages have no name. */
  name: string;
  pages: readonly number[];
}

interface PatientPages {
  patient: Patient | undefined;
  name: string;
  pages: ReadPage[];
}

/** Sorts pages by patient, the first one who is named first. A page that names no one is about the same patient as the one before it. */
export function byPatient(pages: readonly ReadPage[]): { own: ReadPage[]; others: OtherPatient[] } {
  const first: PatientPages = { patient: undefined, name: '', pages: [] };
  const patients = [first];
  let current = first;
  for (const page of pages) {
    const patient = page.isCover ? undefined : patientIn(page.found);
    if (patient) {
      const known = patients.find((each) => !each.patient || !isAnother(patient, each.patient));
      current = known ?? { patient, name: nameIn(page.found), pages: [] };
      current.patient = { ...patient, ...withoutBlanks(current.patient) };
      if (!known) patients.push(current);
    }
    current.pages.push(page);
  }
  const others = patients
    .slice(1)
    .map(({ name, pages: own }) => ({ name, pages: own.map(({ page }) => page) }));
  return { own: first.pages, others };
}

const withoutBlanks = (patient: Patient | undefined): Partial<Patient> =>
  Object.fromEntries(Object.entries(patient ?? {}).filter(([, value]) => value !== ''));

type Values = readonly { path: string; value: string }[];

const valueIn = (fields: Values, name: string): string =>
  fields.find(({ path }) => path === `Patient.${name}`)?.value ?? '';

/** The patient whom these values name; undefined where they name no one. */
export function patientIn(fields: Values): Patient | undefined {
  const value = (name: string) => plain(valueIn(fields, name));
  const patient = {
    last: value('LastName'),
    first: value('FirstName'),
    born: value('DateOfBirth'),
    mbi: value('Mbi'),
  };
  return Object.values(patient).some((each) => each !== '') ? patient : undefined;
}

/** "Doe, Jane" */
export const nameIn = (fields: Values): string =>
  ['LastName', 'FirstName']
    .map((name) => valueIn(fields, name))
    .filter((each) => each !== '')
    .join(', ');

/** One fact that agrees is enough, as a scan may be read wrongly; without any, one that differs. */
export function isAnother(one: Patient, other: Patient): boolean {
  const facts = ['born', 'mbi'] as const;
  const both = facts.filter((fact) => one[fact] !== '' && other[fact] !== '');
  if (both.some((fact) => one[fact] === other[fact])) return false;
  const named = one.last !== '' && other.last !== '';
  if (named && isAlike(one.last, other.last) && isAlike(one.first, other.first)) return false;
  return named || both.length > 0;
}

/** Equal, but for letters of a scan; a name that is missing is like any. */
function isAlike(one: string, other: string): boolean {
  if (one === '' || other === '') return true;
  if (one.startsWith(other) || other.startsWith(one)) return true;
  const [typed, own] = [one, other]
    .map((name) => name.toUpperCase())
    .map((word) => ({ word, letters: letterSet(word) }));
  return typed !== undefined && own !== undefined && slipsBetween(typed, own) !== undefined;
}

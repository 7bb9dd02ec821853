import { letterSet, slipsBetween } from '../domain/address/spelling.ts';
import type { FoundField } from './fields.ts';
import { plain } from './words.ts';

// A fax may have pages of several patients, which never mix.

/** Who a page is about, as far as it says. */
interface Patient {
  last: string;
  first: string;
  born: string;
  mbi: string;
}

/** What was read on a page. */
export interface ReadPage {
  found: readonly FoundField[];
  /** Above a fax, with the names of those who send and receive it. */
  isCover: boolean;
}

/** The pages about the first patient who is named. A page that names no one is about the same patient as the one before it. */
export function pagesOfFirst(pages: readonly ReadPage[]): ReadPage[] {
  let first: Patient | undefined;
  let isFirst = true;
  return pages.filter(({ found, isCover }) => {
    const patient = isCover ? undefined : patientOn(found);
    if (!patient) return isFirst;
    isFirst = first === undefined || !isAnother(patient, first);
    if (isFirst) first = { ...patient, ...withoutBlanks(first) };
    return isFirst;
  });
}

const withoutBlanks = (patient: Patient | undefined): Partial<Patient> =>
  Object.fromEntries(Object.entries(patient ?? {}).filter(([, value]) => value !== ''));

function patientOn(page: readonly FoundField[]): Patient | undefined {
  const value = (path: string) => plain(page.find((each) => each.path === `Patient.${path}`)?.value ?? '');
  const patient = {
    last: value('LastName'),
    first: value('FirstName'),
    born: value('DateOfBirth'),
    mbi: value('Mbi'),
  };
  return Object.values(patient).some((each) => each !== '') ? patient : undefined;
}

/** One fact that agrees is enough, as a scan may be read wrongly; without any, one that differs. */
function isAnother(one: Patient, other: Patient): boolean {
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

import * as z from 'zod';
import { phoneDigits } from '../person/contact.ts';
import type { Referral } from './referral.ts';
import type { FieldPath } from './referral-fields.ts';

export const ReferralSearchField = z.enum(['Patient', 'Place', 'Source', 'Payer', 'Service', 'Owner']);
export type ReferralSearchField = z.infer<typeof ReferralSearchField>;

interface Searched extends Pick<Referral, 'Services' | 'Owner'> {
  Patient: Pick<Referral['Patient'], 'FirstName' | 'LastName'>;
  Address: object;
  Source: object;
  Payers: readonly Pick<Referral['Payers'][number], 'Name'>[];
  Clinical: Partial<Referral['Clinical']>;
}

/** The fields that a search finds, beside names, payers and services. Rows of a list lack some of them. */
const searchedFields: Record<'Patient' | 'Place' | 'Source', readonly FieldPath[]> = {
  Patient: ['Patient.Phone'],
  Place: ['Address.ZipCode', 'Address.City', 'Address.County'],
  Source: ['Source.Kind', 'Source.Organization', 'Source.ContactName'],
};

/** The words by which people look for a referral, in lower case, one line each so that no match spans two of them. */
export function searchTexts(referral: Searched): Record<ReferralSearchField, string> {
  const { Patient, Payers, Services, Owner, Clinical } = referral;
  const textsOf = (field: keyof typeof searchedFields) =>
    searchedFields[field].map((path) => textAt(referral, path));
  return {
    Patient: lines(
      `${Patient.FirstName} ${Patient.LastName}`,
      `${Patient.LastName}, ${Patient.FirstName}`,
      ...textsOf('Patient'),
    ),
    Place: lines(...textsOf('Place')),
    Source: lines(
      ...textsOf('Source'),
      Clinical.OrderingPractitioner ?? '',
      Clinical.CertifyingPractitioner ?? '',
    ),
    Payer: lines(...Payers.map(({ Name }) => Name)),
    Service: lines(...Services),
    Owner: lines(Owner?.FullName ?? ''),
  };
}

/** Three letters are rare enough to find a text; two serve a search of two. Each costs a write a fifth of an RU. */
const SHORTEST_GRAM = 2;
const LONGEST_GRAM = 3;
/** Spread from start to end of the text, they leave few referrals without the text itself. */
export const GRAMS_OF_TEXT = 3;

/** A text that contains another contains its n-grams (of two and three letters), which an index can find. */
export function searchGrams(texts: ReturnType<typeof searchTexts>): Record<ReferralSearchField, string[]> {
  const grams = (field: ReferralSearchField) => [...new Set(texts[field].split('\n').flatMap(gramsOfLine))];
  return {
    Patient: grams('Patient'),
    Place: grams('Place'),
    Source: grams('Source'),
    Payer: grams('Payer'),
    Service: grams('Service'),
    Owner: grams('Owner'),
  };
}

function gramsOfLine(line: string): string[] {
  const letters = lettersOf(line);
  return [SHORTEST_GRAM, LONGEST_GRAM].flatMap((length) =>
    letters.map((_, at) => letters.slice(at, at + length).join('')).slice(0, 1 - length),
  );
}

/** A fixed number, so that the query has one form. A single letter is in nearly every referral. In lower case. */
export function gramsOfText(text: string): string[] {
  const letters = lettersOf(text);
  if (letters.length < SHORTEST_GRAM) return [];
  const last = Math.max(0, letters.length - LONGEST_GRAM);
  return Array.from({ length: GRAMS_OF_TEXT }, (_, n) => {
    const at = Math.round((last * n) / (GRAMS_OF_TEXT - 1));
    return letters.slice(at, at + LONGEST_GRAM).join('');
  });
}

/** Normalizes a search as the index is written: lower case, and a phone number as its digits. */
export function searchText(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  const isPhone = digits.length >= 3 && /^[\d\s().+-]+$/.test(typed);
  return isPhone ? phoneDigits(typed) : typed.toLowerCase();
}

/** Splits by code points, because half of a surrogate pair is not valid text for a store. */
const lettersOf = (text: string) => Array.from(text);

function textAt(referral: object, path: FieldPath): string {
  const value = path
    .split('.')
    .reduce<unknown>((within, name) => Reflect.get(Object(within), name), referral);
  return typeof value === 'string' ? value : '';
}

const lines = (...texts: string[]) => texts.join('\n').toLowerCase();

/** `DueFirst` begins with the referrals that wait for a decision, longest first: their answers are due first. */
export const ReferralSort = z.enum([
  'DueFirst',
  'ReceivedNewest',
  'ReceivedOldest',
  'PatientName',
  'PatientNameLast',
  'UpdatedNewest',
]);
export type ReferralSort = z.infer<typeof ReferralSort>;

/** Sorts by last name regardless of case and accents: de Silva before Zed, and Ångström next to Angstrom. */
export function sortName({ Patient }: Named): string {
  return withoutAccents(`${Patient.LastName}, ${Patient.FirstName}`);
}

/** In lower case, too. */
export const withoutAccents = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

interface Named {
  Patient: Pick<Referral['Patient'], 'FirstName' | 'LastName'>;
}
interface Sorted extends Named, Pick<Referral, 'ReceivedAt' | 'UpdatedAt'> {
  Decision: Pick<Referral['Decision'], 'Kind'>;
}

const orders: Record<ReferralSort, (left: Sorted, right: Sorted) => number> = {
  DueFirst: (left, right) =>
    compareTexts(right.Decision.Kind, left.Decision.Kind) || compareTexts(left.ReceivedAt, right.ReceivedAt),
  ReceivedNewest: (left, right) => compareTexts(right.ReceivedAt, left.ReceivedAt),
  ReceivedOldest: (left, right) => compareTexts(left.ReceivedAt, right.ReceivedAt),
  PatientName: (left, right) => compareTexts(sortName(left), sortName(right)),
  PatientNameLast: (left, right) => compareTexts(sortName(right), sortName(left)),
  UpdatedNewest: (left, right) => compareTexts(right.UpdatedAt, left.UpdatedAt),
};

/** Matches the order of the store, for a list that changes on the screen. */
export const referralOrder = (sort: ReferralSort) => orders[sort];

/** Compares code units as the store does, not by the rules of a language. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

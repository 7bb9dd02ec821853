import * as z from 'zod';
import { phoneDigits } from '../person/contact.ts';
import type { Referral } from './referral.ts';

/** What a search can look through. */
export const ReferralSearchField = z.enum(['Patient', 'Place', 'Source', 'Payer', 'Service', 'Owner']);
export type ReferralSearchField = z.infer<typeof ReferralSearchField>;

interface Searched extends Pick<Referral, 'Services' | 'Owner'> {
  Patient: Pick<Referral['Patient'], 'FirstName' | 'LastName' | 'Phone'>;
  Address: Pick<Referral['Address'], 'ZipCode' | 'City' | 'County'>;
  Source: Pick<Referral['Source'], 'Kind' | 'Organization' | 'ContactName'>;
  Payers: readonly Pick<Referral['Payers'][number], 'Name'>[];
}

/** The words a person may know a referral by, in lower case; a line for each, so that no match spans two of them. */
export function searchTexts(referral: Searched): Record<ReferralSearchField, string> {
  const { Patient, Address, Source, Payers, Services, Owner } = referral;
  return {
    Patient: lines(
      `${Patient.FirstName} ${Patient.LastName}`,
      `${Patient.LastName}, ${Patient.FirstName}`,
      Patient.Phone,
    ),
    Place: lines(Address.ZipCode, Address.City, Address.County),
    Source: lines(Source.Kind, Source.Organization, Source.ContactName),
    Payer: lines(...Payers.map(({ Name }) => Name)),
    Service: lines(...Services),
    Owner: lines(Owner?.FullName ?? ''),
  };
}

/** Three letters are rare enough to find a text by; two are for a text of two. Each costs a write a fifth of an RU. */
const SHORTEST_GRAM = 2;
const LONGEST_GRAM = 3;
/** Asked for at once, from the start to the end of a text: enough to leave few referrals that lack the text itself. */
export const GRAMS_OF_TEXT = 3;

/** All pieces of two and three letters of each line: who contains a text contains its pieces, and those an index finds. */
export function searchGrams(referral: Searched): Record<ReferralSearchField, string[]> {
  const texts = searchTexts(referral);
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
  const pieces = (length: number) => letters.map((_, at) => letters.slice(at, at + length).join(''));
  return [SHORTEST_GRAM, LONGEST_GRAM].flatMap((length) => pieces(length).slice(0, 1 - length));
}

/**
 * Always as many, so that the question has one form: those of a short text repeat. None of a single letter, which next
 * to every referral has. The text is in lower case.
 */
export function gramsOfText(text: string): string[] {
  const letters = lettersOf(text);
  if (letters.length < SHORTEST_GRAM) return [];
  const last = Math.max(0, letters.length - LONGEST_GRAM);
  return Array.from({ length: GRAMS_OF_TEXT }, (_, n) => {
    const at = Math.round((last * n) / (GRAMS_OF_TEXT - 1));
    return letters.slice(at, at + LONGEST_GRAM).join('');
  });
}

/** A text as it is looked for: in lower case, a phone number as it is kept. */
export function searchText(typed: string): string {
  const digits = typed.replaceAll(/\D/g, '');
  const isPhone = digits.length >= 3 && /^[\d\s().+-]+$/.test(typed);
  return isPhone ? phoneDigits(typed) : typed.toLowerCase();
}

/** Not by halves of them: a lone half of an emoji is no text to a store. */
const lettersOf = (text: string) => Array.from(text);

const lines = (...texts: string[]) => texts.join('\n').toLowerCase();

/** In what order a list of referrals comes. */
export const ReferralSort = z.enum(['ReceivedNewest', 'ReceivedOldest', 'PatientName', 'UpdatedNewest']);
export type ReferralSort = z.infer<typeof ReferralSort>;

/** By last name, whatever its case and accents: de Silva stands before Zed, and Ångström beside Angstrom. */
export function sortName({ Patient }: Named): string {
  const name = `${Patient.LastName}, ${Patient.FirstName}`;
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

interface Named {
  Patient: Pick<Referral['Patient'], 'FirstName' | 'LastName'>;
}
type Sorted = Named & Pick<Referral, 'ReceivedAt' | 'UpdatedAt'>;

const orders: Record<ReferralSort, (left: Sorted, right: Sorted) => number> = {
  ReceivedNewest: (left, right) => compareTexts(right.ReceivedAt, left.ReceivedAt),
  ReceivedOldest: (left, right) => compareTexts(left.ReceivedAt, right.ReceivedAt),
  PatientName: (left, right) => compareTexts(sortName(left), sortName(right)),
  UpdatedNewest: (left, right) => compareTexts(right.UpdatedAt, left.UpdatedAt),
};

/** As the store orders them, for a list that changes on the screen. */
export const referralOrder = (sort: ReferralSort) => orders[sort];

/** Not by the rules of a language, which the store does not know. */
function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

import { stateCode, stateNames } from '@handoff/shared/domain/address/us-state';

/** Exports of databases and spreadsheets write these for a blank. */
export const blankWords = ['NULL', 'UNDEFINED', 'UNAVAILABLE', String.raw`\N`, 'NA', 'N/A', '#N/A', 'NONE'];
const words = new Set(blankWords);

export const isBlank = (text: string): boolean => normalizeText(text) === '';

const blankPart = /^ *(?:NULL|UNDEFINED|UNAVAILABLE|\\N|#?N\/A|NA|NONE) *$/i;

/** A part of a number or street; empty when it is blank, or a word for it as the compiled table compares them. */
export const partText = (text: string): string => (blankPart.test(text) ? '' : text.trim());

const alreadyNormal = /^[!#-&(-,.-`{-~]+(?: [!-`{-~]+)*$/;

/** Trims, collapses inner spaces and makes upper case; gives an empty text for a word for a blank. */
export function normalizeText(text: string): string {
  if (alreadyNormal.test(text) && !words.has(text)) return text;
  const normal = withoutGuard(text.trim()).replace(/\s+/g, ' ').toUpperCase();
  return words.has(normal) ? '' : normal;
}

/** Our own reject report puts a `'` before a formula character; a corrected report comes back with it. */
function withoutGuard(text: string): string {
  return /^'[=+\-@]/.test(text) ? text.slice(1) : text;
}

/**
 * Normalizes a house number such as `12 1/2`, `37-14` or `136A`; plain numbers lose leading zeros and decimals. Gives an
 * empty text when it is blank, only zeros, or a word for a blank.
 */
export function normalizeHouseNumber(text: string): string {
  const number = normalizeText(text)
    .replace(/^(\d+)\.0+$/, '$1')
    .replace(/^0+(?=\d)/, '');
  return number === '0' ? '' : number;
}

/** States write 0 for a building whose number is not assigned yet. */
export const isZero = (text: string): boolean => /^0+(\.0+)?$/.test(text.trim());

/** A prefix joins directly, a suffix letter too (`12A`), a fraction with a space (`12 1/2`). */
export function joinNumberParts(prefix: string, number: string, suffix: string): string {
  const start = prefix.trim() + number.trim();
  const end = suffix.trim();
  if (start === '' || end === '') return start;
  return /^\d+\/\d+$/.test(end) ? `${start} ${end}` : start + end;
}

const houseNumber = String.raw`(?:\d+[A-Z]?|\d+-\d+[A-Z]?)(?: \d+\/\d+)?`;
// oxlint-disable-next-line no-restricted-globals -- made of our own text
const numbersAhead = new RegExp(String.raw`^${houseNumber}(?: ?[;&] ?${houseNumber})*(?=,? |,?$)`);

/**
 * `12 1/2 MAIN ST` into its number and what follows it; a text that begins with no number is all street (`1ST AVE`), and
 * a sign behind the number leaves no street.
 */
export function splitAddress(address: string): { number: string; street: string } {
  const text = normalizeText(address).replace(/^(\d+) ?- ?(?=\d+[A-Z]? )/, '$1-');
  const number = numbersAhead.exec(text)?.[0] ?? '';
  const street = text.slice(number.length).replace(/^[, ]+/, '');
  return { number, street: number !== '' && /^[^\p{L}\p{N}'"(]/u.test(street) ? '' : street };
}

/** The house numbers of a row that lists several, such as `11;15`. */
export function numbersIn(text: string): string[] {
  const parts = /[;&,]/.test(text) ? text.split(/[;&,]/).map((part) => part.trim()) : [];
  return parts.length > 1 && parts.every((part) => /^\d/.test(part)) ? parts : [text];
}

const stateWords = Object.values(stateNames).map((name) => name.toUpperCase());
// oxlint-disable-next-line no-restricted-globals -- made of our own text
const lineEnd = new RegExp(
  String.raw`(?:^|[ ,])([A-Z]{2}|${stateWords.join('|')})\.?,? (\d{5})(?:-?\d{4})?$`,
);

/**
 * The parts of `WESTBROOK ME 04092`, the last line of an address, and where its state begins; undefined when a text does
 * not end like one.
 */
export function lastLine(text: string): { city: string; zip: string; at: number } | undefined {
  const line = normalizeText(text);
  const end = lineEnd.exec(line);
  const [, state = '', zip = ''] = end ?? [];
  if (!end || stateCode(state) === undefined) return undefined;
  const city =
    line
      .slice(0, end.index)
      .split(',')
      .findLast((part) => part.trim() !== '')
      ?.trim() ?? '';
  return { city: /\d/.test(city) ? '' : city, zip, at: end.index };
}

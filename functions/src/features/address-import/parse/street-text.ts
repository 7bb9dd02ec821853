import { isShortForm, shortForm, streetParts, wordsOf } from '@handoff/shared/domain/address/street-words';
import { isTown } from '../places/town-zips.ts';
import { lastLine, normalizeText } from './address-text.ts';
import { isStreetWord } from './street-columns.ts';

/** The stored name of a street, and whether its text named a unit. */
export interface StreetText {
  name: string;
  isUnit: boolean;
}

/** Words before the number or letter of a unit (Publication 28, appendix C2); no street has the first ones. */
export const sureUnits: readonly string[] = ['APT', 'APARTMENT', 'UNIT', 'STE', 'SUITE'];
// oxfmt-ignore
const unitWords = [
  'RM', 'ROOM', 'FL', 'FLR', 'FLOOR', 'BLDG', 'BUILDING', 'LOT', 'TRLR', 'TRAILER', 'SPC', 'SPACE', 'DEPT',
  'PH', 'PENTHOUSE', 'OFC', 'OFFICE', 'HNGR', 'SLIP',
];
/** Units without a number. */
const wholeUnits = ['REAR', 'BSMT', 'BASEMENT', 'FRNT', 'LOWR', 'UPPR', 'LBBY', 'PH', 'PENTHOUSE'];

/** The compiled table leaves a new spelling to the rules when it has one of these words, a comma or a number sign. */
export const wordsOfUnits: readonly string[] = [...new Set([...sureUnits, ...unitWords, ...wholeUnits])];

// oxlint-disable-next-line no-restricted-globals -- made of our own text
const unitWord = new RegExp(String.raw`(?:^| )(?:${wordsOfUnits.join('|')})(?![A-Z]{2})`);
// oxlint-disable-next-line no-restricted-globals -- made of our own text
const lastUnit = new RegExp(
  String.raw`(?:^| )(?:(?:${sureUnits.join('|')})(?![A-Z])\.? ?#? ?([A-Z0-9-]{1,8})|` +
    String.raw`(?:${unitWords.join('|')})(?![A-Z])\.? ?#? ?(?:[A-Z]|[A-Z]?-?\d[A-Z0-9-]*)|` +
    String.raw`\d+(?:ST|ND|RD|TH) (?:FL|FLR|FLOOR)\.?|# ?[A-Z0-9][A-Z0-9-]*|APT[A-Z]|(?:${wholeUnits.join('|')}))$`,
);
/** A longer text is no address, and is not taken apart. */
const MAX_LENGTH = 250;
const country = /,? (?:USA?|UNITED STATES(?: OF AMERICA)?)$/;

/**
 * Leaves of what stands behind a house number only the street: `MAIN ST APT 3, AVON, CT 06001` is `MAIN ST`. A direction
 * or a missing type behind a comma stays, as in `BROADWAY, EAST`. Empty when nothing separates street and town.
 */
export function readStreet(text: string): StreetText {
  const line = normalizeText(text);
  const isPlain = line.length > MAX_LENGTH || (!/[,#]|\d{5}$/.test(line) && !unitWord.test(line));
  if (isPlain) return { name: line, isUnit: false };
  const [first = '', ...rest] = withoutLastLine(line.replace(country, '')).split(/ ?, ?/);
  const { name, isUnit } = withoutUnits(first);
  const [next = ''] = rest;
  return {
    name: rest.length === 1 && belongsTo(name, next) ? `${name}, ${next}` : name,
    isUnit: isUnit || rest.some((part) => withoutUnits(part).isUnit),
  };
}

function withoutUnits(text: string): StreetText {
  let name = text;
  for (let at = unitAt(name); at >= 0; at = unitAt(name)) name = name.slice(0, at).trim();
  // In `E LOT #3` LOT may be the street.
  return { name: name !== text && isDirection(name) ? '' : name, isUnit: name !== text };
}

/** Finds the beginning of the last unit; -1 without one. Providence has a UNIT ST. */
function unitAt(text: string): number {
  const [found, id = ''] = lastUnit.exec(text) ?? [];
  const isStreet = found === undefined || (id.length > 1 && isStreetWord(id));
  return isStreet ? -1 : text.length - found.length;
}

const isDirection = (word: string) => /^[NESW]{1,2}$/.test(shortForm(word));

function belongsTo(street: string, part: string): boolean {
  const words = wordsOf(part).map(shortForm);
  if (words.length === 0 || !words.every(isShortForm)) return false;
  return words.every(isDirection) || streetParts(wordsOf(street)).type === '';
}

/** Drops `AVON, CT 06001`. Without commas only a known town ends the street. */
function withoutLastLine(line: string): string {
  const last = lastLine(line);
  if (!last) return line;
  const street = line.slice(0, last.at).trim().replace(/,$/, '');
  if (street.includes(',')) return street;
  const words = street.split(' ');
  const town = words.findIndex((_, at) => at > 0 && isTown(words.slice(at).join(' ')));
  return town < 0 ? '' : words.slice(0, town).join(' ');
}

import { letterSet, slipsBetween } from './spelling.ts';
import { fullForms, isShortForm, wordsOf } from './street-words.ts';

/** The ways in which a typed address differs from the offered one, in the words that the screen shows. */
export type StreetRule =
  | 'exact'
  | 'begins like this'
  | 'abbreviation'
  | 'number moved'
  | 'direction left out'
  | 'direction added'
  | 'direction moved'
  | 'other direction'
  | 'street type added'
  | 'street type left out'
  | 'other street type'
  | 'other spacing'
  | 'part of the name'
  | 'unit left out'
  | 'place left out'
  | 'similar spelling'
  | 'number not in the list';

/** Assigns a cost to each rule: the cheapest match is the closest one. */
export const ruleCosts = {
  exact: 0,
  abbreviation: 0,
  'number moved': 1,
  'unit left out': 1,
  'place left out': 1,
  'direction moved': 1,
  'other spacing': 1,
  'street type added': 1,
  'direction left out': 2,
  'direction added': 2,
  'begins like this': 3,
  'street type left out': 3,
  'other street type': 6,
  'other direction': 6,
  'part of the name': 6,
  'similar spelling': 8,
  'number not in the list': 12,
} as const satisfies Record<StreetRule, number>;

/** Above this cost a match is so distant that a misspelling is more likely. */
export const CLOSE = 5;

/** One way to read a typed address: `9 ROUTE 7` may be number 9, number 7 or no number. */
export interface Reading {
  /** Empty when none was typed. */
  number: string;
  /** The unit as typed, without `APT`; empty when none was typed. */
  unit: string;
  words: readonly string[];
  rules: readonly StreetRule[];
}

const MAX_TYPED = 200;

export function readingsOf(typed: string): Reading[] {
  const read = withoutPlace(typed.slice(0, MAX_TYPED));
  const { unit, text } = withoutUnit(read.text);
  const ownUnit = unit || read.unit;
  const rules: StreetRule[] = [
    ...(ownUnit === '' ? [] : ['unit left out' as const]),
    ...(read.isPlaceLeftOut ? ['place left out' as const] : []),
  ];
  const base = numberReadings(wordsOf(text)).map((reading) => ({
    ...reading,
    unit: ownUnit || reading.unit,
    rules: [...rules, ...reading.rules],
  }));
  return base.flatMap((reading) => [reading, ...completed(reading)]).filter(({ words }) => words.length > 0);
}

/** Corrects misspelled street types and directions; returns nothing when all are right. */
export function corrected(reading: Reading): Reading[] {
  const words = reading.words.map((word) => {
    if (word.length < 4 || isShortForm(word) || fullForms.includes(word)) return word;
    const typed = { word, letters: letterSet(word) };
    return (
      fullForms.find((form) => slipsBetween(typed, { word: form, letters: letterSet(form) }) === 1) ?? word
    );
  });
  if (words.every((word, index) => word === reading.words[index])) return [];
  return [{ ...reading, words, rules: [...reading.rules, 'similar spelling'] }];
}

/** Completes an unfinished street type at the end: `ELM AVEN`. */
function completed(reading: Reading): Reading[] {
  const last = reading.words.at(-1) ?? '';
  if (reading.words.length < 2 || last.length < 3 || isShortForm(last)) return [];
  const form = fullForms.find((word) => word !== last && word.startsWith(last));
  return form === undefined ? [] : [{ ...reading, words: [...reading.words.slice(0, -1), form] }];
}

const designator =
  '(?:APARTMENT|APT|UNIT|SUITE|STE|ROOM|RM|FLOOR|FLR?|BUILDING|BLDG|LOT|TRLR|SPC|SPACE)\\.?\\s*#?\\s*';
const unitPatterns = [
  // oxlint-disable-next-line no-restricted-globals -- made of our own text
  new RegExp(`(?:^|\\s)${designator}(?<unit>\\d[\\w-]*|[A-Z]\\d*)$`),
  /(?:^|\s)#\s*(?<unit>[\w-]+)$/,
  /\s(?<unit>\d+(?:ST|ND|RD|TH) (?:FLOOR|FL)|BSMT|BASEMENT|REAR|PENTHOUSE|PH)$/,
  // oxlint-disable-next-line no-restricted-globals -- made of our own text
  new RegExp(`^${designator}(?<unit>\\d[\\w-]*|[A-Z])\\s(?=.*\\s)`),
  /^#\s*(?<unit>[\w-]+)\s(?=.*\s)/,
];

function withoutUnit(text: string): { text: string; unit: string } {
  for (const pattern of unitPatterns) {
    const unit = pattern.exec(text)?.groups?.['unit'];
    if (unit !== undefined) return { text: text.replace(pattern, ' ').trim(), unit };
  }
  return { text, unit: '' };
}

/** The city, state and ZIP code of `18 ELM ST, APT 4, HARTFORD, CT 06103`: behind a comma is a unit or the place. */
function withoutPlace(typed: string): { text: string; unit: string; isPlaceLeftOut: boolean } {
  const [head = '', ...more] = typed
    .toUpperCase()
    .split(',')
    .map((part) => part.trim().replaceAll(/\s+/g, ' '))
    .filter((part) => part !== '');
  const read = { text: head, unit: '', isPlaceLeftOut: false };
  for (const part of more) {
    const { text, unit } = withoutUnit(part);
    if (unit !== '' && text === '') read.unit = unit;
    else if (houseNumber.test(part)) read.text = `${read.text} ${part}`;
    else read.isPlaceLeftOut = true;
  }
  return read;
}

const houseNumber = /^\d+(?:-\d+)?[A-Z]?$/;
const fraction = /^\d+\/\d+$/;

function numberReadings(words: readonly string[]): Reading[] {
  const [first = ''] = words;
  const moved = words.findLastIndex((word, index) => index > 0 && houseNumber.test(word));
  const readings = [
    ...(houseNumber.test(first) ? [numberAt(words, 0), ...crowded(words)] : []),
    ...(moved > 0 ? [numberAt(words, moved)] : []),
  ];
  const isOnlyNumber = words.length === 1 && readings.length > 0;
  return isOnlyNumber ? readings : [...readings, { number: '', unit: '', words, rules: [] }];
}

function numberAt(words: readonly string[], at: number): Reading {
  const taken = fraction.test(words[at + 1] ?? '') ? 2 : 1;
  return {
    number: words.slice(at, at + taken).join(' '),
    unit: '',
    words: words.toSpliced(at, taken),
    rules: at === 0 ? [] : ['number moved'],
  };
}

/** Reads `18 ELM ST 4B` with a unit at its end, and `18N ELM ST` with a direction after the number. */
function crowded(words: readonly string[]): Reading[] {
  const [first = '', last = ''] = [words[0], words.at(-1)];
  const readings: Reading[] = [];
  if (words.length > 2 && houseNumber.test(last))
    readings.push({ ...numberAt(words.slice(0, -1), 0), unit: last, rules: ['unit left out'] });
  const [, number = '', side = ''] = /^(\d+)([NESW])$/.exec(first) ?? [];
  if (side !== '')
    readings.push({ number, unit: '', words: [side, ...words.slice(1)], rules: ['other spacing'] });
  return readings;
}

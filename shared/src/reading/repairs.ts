import { isMbi, isNpi, plainNumber } from '../domain/person/identifiers.ts';
import type { Meaning } from './label.ts';

// A reader of scans confuses letters and digits. They are exchanged only where a value has one of them alone.

const digitFor = new Map(
  Object.entries({
    O: '0',
    o: '0',
    Q: '0',
    D: '0',
    I: '1',
    l: '1',
    L: '1',
    '|': '1',
    '!': '1',
    Z: '2',
  }).concat(Object.entries({ z: '2', A: '4', S: '5', s: '5', G: '6', B: '8' })),
);
const letterFor = new Map(Object.entries({ 4: 'A', 6: 'G' }));

const asDigit = (sign: string) => digitFor.get(sign) ?? sign;
const inDigits = (text: string) => text.split('').map(asDigit).join('');

/** The text with its look-alikes exchanged, for a value of this kind; the same text if there is nothing to exchange. */
export function repaired(text: string, means: Meaning): string {
  return repairs[means]?.(text) ?? text;
}

/** Words that have more digits than letters. */
function inNumbers(text: string): string {
  return text.replaceAll(/[\w|!()/.-]+/g, (word) => {
    const digits = word.match(/\d/g)?.length ?? 0;
    const others = word.match(/[^\d()/.-]/g)?.length ?? 0;
    return digits > others ? inDigits(word) : word;
  });
}

/** Each place of a Medicare number takes a digit, a letter, or one of both without the look-alikes of digits. */
const places = ['digit', 'letter', 'either', 'digit', 'letter', 'either', 'digit', 'letter', 'letter'];

function medicareNumber(text: string): string {
  return text.replaceAll(
    /(?<![\p{L}\d])[\p{L}\d|!]{4}[\s-]?[\p{L}\d|!]{3}[\s-]?[\p{L}\d|!]{4}(?![\p{L}\d])/gu,
    (typed) => {
      const read = plainNumber(typed);
      const number = read.split('').map(inPlace).join('');
      return number !== read && isMbi(number) ? number : typed;
    },
  );
}

function inPlace(sign: string, at: number): string {
  const place = places[at] ?? 'digit';
  if (place === 'digit') return asDigit(sign);
  if (place === 'letter') return letterFor.get(sign) ?? sign;
  return 'OILBSZ|!'.includes(sign) ? asDigit(sign) : sign;
}

/** Only a number whose check digit is then right. */
const npi = (text: string) =>
  text.replaceAll(/(?<![\p{L}\d])[\p{L}\d|!]{10}(?![\p{L}\d])/gu, (typed) => {
    const number = inDigits(typed);
    return isNpi(number) ? number : typed;
  });

/** A code begins with one letter; its point may be read as another sign. */
const diagnoses = (text: string) =>
  text
    // The number of a line in a list.
    .replaceAll(/(?<=^|[\s,;])\d{1,2}[.)]\s*(?=[A-Z157]\d[\dAB](?:[.:,\s]|$))/g, ' ')
    .replaceAll(/(?<=(?:^|[\s,;])[A-Z]\d[\dAB]) (?=\d{1,4}[A-Z]?(?:[,;]|$))/g, '.')
    .replaceAll(
      /(?<![\p{L}\d.:-])([175])(\d[\dAB])(?:[.:]([\dA-Z]{1,4}))?(?![\p{L}\d]|[./]\d)/gu,
      (_, first: string, category: string, rest?: string) =>
        `${first === '1' ? 'I' : first === '7' ? 'Z' : 'S'}${category}${rest === undefined ? '' : `.${rest}`}`,
    );

const repairs: Partial<Record<Meaning, (text: string) => string>> = {
  phone: inNumbers,
  zip: inNumbers,
  'birth date': inNumbers,
  'social security number': inNumbers,
  date: inNumbers,
  'requested start': inNumbers,
  'start of care': inNumbers,
  discharge: inNumbers,
  from: inNumbers,
  to: inNumbers,
  'from and to': inNumbers,
  npi,
  'medicare number': medicareNumber,
  'primary diagnosis': diagnoses,
  'other diagnoses': diagnoses,
};

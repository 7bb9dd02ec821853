import { expect, test } from 'vitest';
import {
  blankWords,
  joinNumberParts,
  lastLine,
  normalizeHouseNumber,
  normalizeText,
  partText,
  splitAddress,
} from './address-text.ts';

test.each([
  [' Main   St ', 'MAIN ST'],
  ['MAIN ST', 'MAIN ST'],
  ['MAIN  ST', 'MAIN ST'],
  ['Rue\tÉtienne', 'RUE ÉTIENNE'],
  ["'-5 Mile Rd", '-5 MILE RD'],
  ["O'BRIEN ST", "O'BRIEN ST"],
  ["'=A", '=A'],
  ["'+1 RD", '+1 RD'],
  ["'@HOME LN", '@HOME LN'],
  ["5 O'-DAY ST", "5 O'-DAY ST"],
  ['NULL', ''],
  ['NULL ST', 'NULL ST'],
  ['null', ''],
  ['UNDEFINED', ''],
  ['Unavailable', ''],
  [String.raw`\N`, ''],
  ['NA', ''],
  ['n/a', ''],
  ['#N/A', ''],
  [' None ', ''],
  ['NA PALI DR', 'NA PALI DR'],
  ['  ', ''],
])('%j is kept as %j', (text, normal) => {
  expect(normalizeText(text)).toBe(normal);
});

test.each(blankWords)('%s makes no text, and no part of a street', (word) => {
  expect([normalizeText(word), partText(word), partText(` ${word.toLowerCase()} `)]).toEqual(['', '', '']);
  expect([partText(`${word} ST`), partText(` A${word}`)]).toEqual([`${word} ST`, `A${word}`]);
});

test.each([
  ['12', '12'],
  ['0012', '12'],
  ['609.0', '609'],
  ['609.000', '609'],
  ['609.05', '609.05'],
  ['609.0A', '609.0A'],
  ['A609.0', 'A609.0'],
  ['12a', '12A'],
  ['12 1/2', '12 1/2'],
  ['37-14', '37-14'],
  ['0', ''],
  ['000', ''],
  ['0.0', ''],
  ['NULL', ''],
  ['', ''],
])('house number %j is kept as %j', (text, number) => {
  expect(normalizeHouseNumber(text)).toBe(number);
});

test.each([
  [['', '12', ''], '12'],
  [['N', '12', ''], 'N12'],
  [['', '12', 'A'], '12A'],
  [['', '12', '1/2'], '12 1/2'],
  [['37-', '14', ''], '37-14'],
  [[' 37-', ' 14 ', '  '], '37-14'],
  [['', '12 ', ' A '], '12A'],
  [['', '12', '11/16'], '12 11/16'],
  [['', '12', 'A1/2'], '12A1/2'],
  [['', '12', '1/2A'], '121/2A'],
  [['', '', 'A'], ''],
])('number parts %j make %j', ([prefix = '', number = '', suffix = ''], joined) => {
  expect(joinNumberParts(prefix, number, suffix)).toBe(joined);
});

test.each([
  ['12 Main St', '12', 'MAIN ST'],
  ['12A Main St', '12A', 'MAIN ST'],
  ['37-14 Main St', '37-14', 'MAIN ST'],
  ['12 1/2 Main St', '12 1/2', 'MAIN ST'],
  ['12 11/16 Main St', '12 11/16', 'MAIN ST'],
  ['37-14B Main St', '37-14B', 'MAIN ST'],
  ['12-1', '12-1', ''],
  ['ROUTE 12 N', '', 'ROUTE 12 N'],
  ['1ST AVE', '', '1ST AVE'],
  ['Main St', '', 'MAIN ST'],
  ['12', '12', ''],
])('%j is number %j and street %j', (address, number, street) => {
  expect(splitAddress(address)).toEqual({ number, street });
});

test.each([
  ['WESTBROOK ME 04092', { city: 'WESTBROOK', zip: '04092' }],
  [' Bath,  ME 04530-1234 ', { city: 'BATH', zip: '04530' }],
  ['12 Main St, West Bath, ME, 045301234', { city: 'WEST BATH', zip: '04530' }],
  ['12 Main St ME 04530', { city: '', zip: '04530' }],
  ['ME 04530', { city: '', zip: '04530' }],
  ['Bath XX 04530', undefined],
  ['Bath ME 4530', undefined],
  ['Bath ME 04530 USA', undefined],
  ['04530', undefined],
])('the last line %j has the town and the ZIP code %j', (text, parts) => {
  const found = lastLine(text);
  expect(found && { city: found.city, zip: found.zip }).toEqual(parts);
});

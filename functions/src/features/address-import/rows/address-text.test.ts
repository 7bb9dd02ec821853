import { expect, test } from 'vitest';
import { joinNumberParts, normalizeHouseNumber, normalizeText, splitAddress } from './address-text.ts';

test.each([
  [' Main   St ', 'MAIN ST'],
  ['MAIN ST', 'MAIN ST'],
  ['MAIN  ST', 'MAIN ST'],
  ['Rue\tÉtienne', 'RUE ÉTIENNE'],
  ["'-5 Mile Rd", '-5 MILE RD'],
  ["O'BRIEN ST", "O'BRIEN ST"],
  ["'=A", '=A'],
  ['null', ''],
  ['UNDEFINED', ''],
  ['Unavailable', ''],
  ['  ', ''],
])('%j is kept as %j', (text, normal) => {
  expect(normalizeText(text)).toBe(normal);
});

test.each([
  ['12', '12'],
  ['0012', '12'],
  ['609.0', '609'],
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
  [['', '', 'A'], ''],
])('number parts %j make %j', ([prefix = '', number = '', suffix = ''], joined) => {
  expect(joinNumberParts(prefix, number, suffix)).toBe(joined);
});

test.each([
  ['12 Main St', '12', 'MAIN ST'],
  ['12A Main St', '12A', 'MAIN ST'],
  ['37-14 Main St', '37-14', 'MAIN ST'],
  ['12 1/2 Main St', '12 1/2', 'MAIN ST'],
  ['1ST AVE', '', '1ST AVE'],
  ['Main St', '', 'MAIN ST'],
  ['12', '12', ''],
])('%j is number %j and street %j', (address, number, street) => {
  expect(splitAddress(address)).toEqual({ number, street });
});

import { expect, test } from 'vitest';
import { padZipCode, ZipCode } from './zip-code.ts';

test.each([
  ['6103', '06103'],
  [' 501 ', '00501'],
  ['10001', '10001'],
])('%j is ZIP code %s', (typed, padded) => {
  expect(padZipCode(typed)).toBe(padded);
  expect(ZipCode.parse(typed)).toBe(padded);
});

test.each(['', '  ', '1234A', '123456'])('%j is no ZIP code', (typed) => {
  expect(ZipCode.safeParse(typed).success).toBe(false);
});

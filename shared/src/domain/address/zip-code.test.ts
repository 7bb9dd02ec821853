import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { padZipCode, ZipCode } from './zip-code.ts';

test.each([
  ['6103', '06103'],
  ['501', '00501'],
  [' 10001 ', '10001'],
  ['06103-1234', '06103'],
  ['061031234', '06103'],
])('%j is the ZIP code %s', (typed, code) => {
  expect(ZipCode.parse(typed)).toBe(code);
});

test.each(['', '   ', '061033', '6103-1234', '61 03', 'O6103', '٦١٠٣'])('%j is no ZIP code', (typed) => {
  expect(ZipCode.safeParse(typed).error?.issues[0]?.message).toBe('Enter a ZIP code of 5 digits');
});

test('padding keeps the number, gives five digits and does nothing twice', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), (number) => {
      const code = padZipCode(String(number));
      expect(code).toMatch(/^\d{5}$/);
      expect(Number(code)).toBe(number);
      expect(padZipCode(code)).toBe(code);
    }),
  );
});

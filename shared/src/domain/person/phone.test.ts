import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPhone, Phone, phoneDigits } from './phone.ts';

test.each([
  ['8605550101', '8605550101', '(860) 555-0101'],
  ['860-555-0101', '8605550101', '(860) 555-0101'],
  ['(860) 555 0101', '8605550101', '(860) 555-0101'],
  ['+1 860.555.0101', '8605550101', '(860) 555-0101'],
  ['860555010', '860555010', '860555010'],
  ['28605550101', '28605550101', '28605550101'],
  ['ask the desk', '', 'ask the desk'],
])('%j has the digits %j and shows as %j', (typed, digits, shown) => {
  expect(phoneDigits(typed)).toBe(digits);
  expect(formatPhone(typed)).toBe(shown);
});

test.each(['', '860555010', '86055501011', 'ask the desk'])('%j is no phone number', (typed) => {
  expect(Phone.safeParse(typed).error?.issues[0]?.message).toBe('Enter a phone number of 10 digits');
});

test('what is shown reads back as the same ten digits, and shows the same again', () => {
  const tenDigits = fc.stringMatching(/^\d{10}$/);
  fc.assert(
    fc.property(tenDigits, (digits) => {
      const shown = formatPhone(digits);
      expect(shown).toMatch(/^\(\d{3}\) \d{3}-\d{4}$/);
      expect(Phone.parse(shown)).toBe(digits);
      expect(formatPhone(shown)).toBe(shown);
    }),
  );
});

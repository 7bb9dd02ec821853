import { Email, splitName, formatPhone, Phone, phoneDigits, phoneLink } from './contact.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  ['Ada', '', 'Ada'],
  ['Ada Okafor', 'Ada', 'Okafor'],
  ['Ada Maria del Carmen Okafor', 'Ada', 'Okafor'],
  ['  Ada\tOkafor ', 'Ada', 'Okafor'],
  ['Åsa Öberg-Ng', 'Åsa', 'Öberg-Ng'],
  ['', '', ''],
  ['   ', '', ''],
])('%j splits into %j and %j', (fullName, FirstName, LastName) => {
  expect(splitName(fullName)).toEqual({ FirstName, LastName });
});

test('only the first and the last word count', () => {
  const word = fc.stringMatching(/^\S{1,8}$/).filter((text) => text.trim() === text && text !== '');
  fc.assert(
    fc.property(word, fc.array(word), word, (first, between, last) => {
      expect(splitName([first, ...between, last].join(' '))).toEqual({ FirstName: first, LastName: last });
    }),
  );
});

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

test.each([
  ['860 555 0143 ext 12', '8605550143x12', '(860) 555-0143 ext 12'],
  ['(860) 555-0143 x 4501', '8605550143x4501', '(860) 555-0143 ext 4501'],
  ['1-860-555-0143 Ext. #7', '8605550143x7', '(860) 555-0143 ext 7'],
  ['8605550143x12', '8605550143x12', '(860) 555-0143 ext 12'],
])('%j keeps its extension', (typed, stored, shown) => {
  expect(Phone.parse(typed)).toBe(stored);
  expect(formatPhone(stored)).toBe(shown);
  expect(phoneDigits(typed)).toBe(stored.slice(0, 10));
  expect(phoneLink(stored)).toBe(`tel:+1${stored.replace('x', ';ext=')}`);
});

test.each(['8605550143 ext', '8605550143 x1234567', '860555014 ext 12', '8605550143 12'])(
  '%j is no phone number with an extension',
  (typed) => {
    expect(Phone.safeParse(typed).success).toBe(false);
  },
);

test.each(['', '860555010', '86055501011', 'ask the desk'])('%j is no phone number', (typed) => {
  expect(Phone.safeParse(typed).error?.issues[0]?.message).toMatch(/^Enter a phone number of 10 digits/);
});

test('a formatted phone number reads back as the same ten digits and formats the same way again', () => {
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

test.each(['a@b.co', "o'neil+intake@mail.example.org", 'A@A-B.a1.US', `a@${'x'.repeat(63)}.org`])(
  '%s is an e-mail address',
  (text) => {
    expect(Email.parse(text)).toBe(text);
  },
);

test.each(['A@A-.a.aa', 'a@-a.org', 'a@b', 'a b@c.org', 'a@b..org', '.a@b.org', `a@${'x'.repeat(64)}.org`])(
  '%s is none',
  (text) => {
    expect(Email.safeParse(text).error?.issues).toMatchObject([{ message: 'Enter an e-mail address' }]);
  },
);

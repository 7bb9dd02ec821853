import * as fc from 'fast-check';
import {
  gramsOfText,
  GRAMS_OF_TEXT,
  searchGrams,
  searchTexts,
  referralOrder,
  sortName,
  type ReferralSort,
} from './referral-search.ts';
import { expect, test } from 'vitest';

const referral = (FirstName: string, LastName = 'Sample', Phone = '2035550142') => ({
  Patient: { FirstName, LastName, Phone, DateOfBirth: '1948-03-12', Ssn: '', Mbi: '' },
  Address: {
    StreetAddress: '1 MAIN ST',
    Unit: '',
    City: 'HARTFORD',
    County: 'Hartford',
    State: 'CT' as const,
    ZipCode: '06103',
    InFile: true,
  },
  Source: { Kind: 'Hospital' as const, Organization: 'Saint Example', ContactName: 'Dana Desk', Phone: '' },
  Payers: [{ Name: 'Medicare', Plan: '', MemberId: '' }],
  Services: ['Hospice' as const],
  Clinical: { OrderingPractitioner: 'Orderdemo, Olive' },
  Owner: null,
});

test('a field has n-grams of two and three letters, each once, and none that spans two lines', () => {
  const { Place, Owner, Source } = searchGrams(searchTexts(referral('Al')));
  expect(Source).toContain('oli');
  expect(Place.slice(0, 7)).toEqual(['06', '61', '10', '03', '061', '610', '103']);
  expect(new Set(Place).size).toBe(Place.length);
  expect(Place.filter((gram) => !/^[a-z0-9]{2,3}$/.test(gram))).toEqual([]);
  expect(Place).not.toContain('3h');
  expect(Owner).toEqual([]);
});

test.each([
  ['', []],
  ['a', []],
  ['ab', ['ab', 'ab', 'ab']],
  ['abc', ['abc', 'abc', 'abc']],
  ['abcd', ['abc', 'bcd', 'bcd']],
  ['sample-77', ['sam', 'ple', '-77']],
  ['a\u{1F600}b', ['a\u{1F600}b', 'a\u{1F600}b', 'a\u{1F600}b']],
])('a search for "%s" looks for %j', (text, grams) => {
  expect(gramsOfText(text)).toEqual(grams);
});

test('a matching text contains every n-gram of the search', () => {
  const letters = fc.string({
    unit: fc.constantFrom('a', 'B', 'é', 'İ', ' ', '-', '\u{1F600}', '7'),
    minLength: 1,
  });
  fc.assert(
    fc.property(letters, letters, fc.nat(), fc.nat(), (first, last, from, length) => {
      const found = referral(first, last);
      const [line = ''] = searchTexts(found).Patient.split('\n');
      const all = Array.from(line);
      const at = from % all.length;
      const text = all.slice(at, at + 1 + (length % (all.length - at))).join('');
      const grams = gramsOfText(text);
      expect(grams).toHaveLength(Array.from(text).length > 1 ? GRAMS_OF_TEXT : 0);
      expect(searchGrams(searchTexts(found)).Patient).toEqual(expect.arrayContaining(grams));
    }),
    { seed: 1 },
  );
});

const named = (LastName: string, FirstName: string, day = '1') => ({
  Patient: { FirstName, LastName, DateOfBirth: '1948-03-12', Phone: '', Ssn: '', Mbi: '' },
  ReceivedAt: `2026-01-0${day}T10:00:00.000Z`,
  UpdatedAt: `2026-02-0${10 - Number(day)}T10:00:00.000Z`,
  Decision: { Kind: LastName === 'A' ? ('Accepted' as const) : ('Pending' as const) },
});

test('names sort regardless of case and accents', () => {
  const names = [named('Zed', 'A'), named('Ångström', 'B'), named('de Silva', 'C'), named('Angstrom', 'A')];
  const sorted = names.toSorted(referralOrder('PatientName')).map(sortName);
  expect(sorted).toEqual(['angstrom, a', 'angstrom, b', 'de silva, c', 'zed, a']);
});

test.each<[ReferralSort, string]>([
  ['ReceivedNewest', 'C B A'],
  ['ReceivedOldest', 'A B C'],
  ['UpdatedNewest', 'A B C'],
  ['PatientName', 'A B C'],
  ['PatientNameLast', 'C B A'],
  ['DueFirst', 'B C A'],
])('%s: %s', (sort, order) => {
  const referrals = [named('B', 'x', '2'), named('A', 'x', '1'), named('C', 'x', '3')];
  const sorted = referrals.toSorted(referralOrder(sort));
  expect(sorted.map(({ Patient }) => Patient.LastName).join(' ')).toBe(order);
});

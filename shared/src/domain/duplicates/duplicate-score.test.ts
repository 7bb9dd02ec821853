import { expect, test } from 'vitest';
import { blockingKeys } from './blocking-keys.ts';
import { duplicateScore, type Identity } from './duplicate-score.ts';
import { likeness, plainName, soundex } from './name-likeness.ts';
import { shareNickname } from './nicknames.ts';

const robert: Identity = {
  FirstName: 'Robert',
  LastName: 'Sample-Jones',
  DateOfBirth: '1948-03-12',
  Phone: '8605550102',
  ZipCode: '06103',
  Mbi: undefined,
  Ssn: undefined,
};

test.each<[string, Partial<Identity>, number | undefined, string]>([
  ['the same', {}, 83, 'Same date of birth'],
  [
    'a nickname and other marks',
    { FirstName: 'Bob', LastName: 'SAMPLE JONES' },
    83,
    'First names with a shared nickname',
  ],
  ['a slip in the last name', { LastName: 'Sampel-Jones' }, 76, 'Almost the same last name'],
  ['a slip in the first name', { FirstName: 'Robret' }, 77, 'Almost the same first name'],
  ['day and month swapped', { DateOfBirth: '1948-12-03' }, 71, 'Day and month of birth are swapped'],
  ['another year', { DateOfBirth: '1949-03-12' }, 59, 'The date of birth differs in one part'],
  ['moved, with another phone', { Phone: '2035550000', ZipCode: '06511' }, 65, 'Same last name'],
  ['a married name', { LastName: 'Quill', Phone: '' }, 41, 'Different last names'],
  ['a twin', { FirstName: 'Agnes' }, 53, 'Different first names'],
  ['a neighbour of that name', { DateOfBirth: '1971-07-30', Phone: '' }, undefined, ''],
])('%s: %s scores %s', (_, changes, score, reason) => {
  const found = duplicateScore(robert, { ...robert, ...changes });
  expect(found?.Score).toBe(score);
  expect(found?.Reasons ?? ['']).toContain(reason);
  expect(duplicateScore({ ...robert, ...changes }, robert)).toEqual(found);
});

const likelihood = (changes: Partial<Identity>) =>
  duplicateScore(robert, { ...robert, ...changes })?.Likelihood;

test('probable from 55, possible from 40', () => {
  expect(likelihood({ DateOfBirth: '1949-03-12' })).toBe('probable');
  expect(likelihood({ FirstName: 'Agnes' })).toBe('possible');
  expect(likelihood({ FirstName: 'Agnes', Phone: '', ZipCode: '' })).toBeUndefined();
});

test('numbers count only when both have them', () => {
  const withMbi = { ...robert, Mbi: 'a' };
  expect(duplicateScore(withMbi, robert)?.Score).toBe(83);
  expect(duplicateScore(withMbi, withMbi)?.Score).toBe(143);
  expect(duplicateScore(withMbi, { ...robert, Mbi: 'b' })?.Score).toBe(43);
  expect(duplicateScore({ ...robert, Ssn: 'a' }, { ...robert, Ssn: 'b' })?.Reasons.at(-1)).toBe(
    'Different social security numbers',
  );
});

test('two people with the same number are a possible duplicate, whatever else differs', () => {
  const other = { ...robert, FirstName: 'Agnes', LastName: 'Quill', DateOfBirth: '1971-07-30', Phone: '' };
  const elsewhere = { ...other, ZipCode: '06511' };
  expect(duplicateScore({ ...robert, Mbi: 'a' }, { ...elsewhere, Mbi: 'a' })).toEqual({
    Score: 10,
    Likelihood: 'possible',
    Reasons: [
      'Same Medicare number',
      'Different last names',
      'Different first names',
      'Different dates of birth',
    ],
    Conflict:
      'One of the two numbers is wrong: Sample-Jones, Robert, born 03/12/1948 and Quill, Agnes, born 07/30/1971 have the same Medicare number.',
  });
  // A new name or a wrong date alone makes no other person.
  for (const changed of [{ LastName: 'Quill' }, { DateOfBirth: '1971-07-30' }, { FirstName: 'Bob' }])
    expect(
      duplicateScore({ ...robert, Mbi: 'a' }, { ...robert, ...changed, Mbi: 'a' })?.Conflict,
    ).toBeUndefined();
  expect(duplicateScore({ ...robert, Ssn: 'a' }, { ...elsewhere, Ssn: 'a' })?.Likelihood).toBe('possible');
  expect(duplicateScore({ ...robert, Mbi: 'a' }, { ...elsewhere, Mbi: 'b' })).toBeUndefined();
});

test('records of one person with one slip still share a key, strangers do not', () => {
  const keys = Object.entries(blockingKeys(robert));
  const share = (changes: Partial<Identity>) => {
    const others = Object.entries(blockingKeys({ ...robert, ...changes }));
    return others.some(([name, key]) => keys.some(([ownName, own]) => name === ownName && key === own));
  };
  for (const slip of [
    { LastName: 'Sampel Jones' },
    { LastName: 'Other' },
    { FirstName: 'Bob', Phone: '', ZipCode: '' },
    { LastName: 'Quill', ZipCode: '06511' },
    { DateOfBirth: '1948-12-03', Phone: '' },
    { DateOfBirth: '1950-03-12' },
    { ZipCode: '06511', Phone: '' },
  ])
    expect([slip, share(slip)]).toEqual([slip, true]);
  expect(share({ LastName: 'Quill', Phone: '', ZipCode: '06511' })).toBe(false);
});

test('there are at most seven keys, and none from missing data', () => {
  expect(Object.keys(blockingKeys({ ...robert, Mbi: 'm', Ssn: 's' }))).toHaveLength(7);
  expect(blockingKeys(robert)).toEqual({
    nameAndBirth: 's514|1948-03-12',
    zipAndBirth: '06103|1948-03-12',
    phoneAndBirth: '8605550102|1948-03-12',
    nameAndSwappedBirth: 's514|1948|03-12',
    nameAndPhone: 's514|8605550102',
  });
  expect(Object.keys(blockingKeys({ ...robert, Phone: '', ZipCode: '' }))).toHaveLength(2);
  expect(blockingKeys({ ...robert, FirstName: '', LastName: '—', Phone: '', ZipCode: '' })).toEqual({});
});

test.each([
  ['robert', 'r163'],
  ['rupert', 'r163'],
  ['ashcraft', 'a261'],
  ['tymczak', 't522'],
  ['pfister', 'p236'],
  ['lee', 'l000'],
])('soundex of %s is %s', (name, code) => expect(soundex(name)).toBe(code));

// The examples of Winkler's own papers.
test.each([
  ['martha', 'marhta', 0.961],
  ['dwayne', 'duane', 0.84],
  ['dixon', 'dicksonx', 0.813],
  ['abc', 'xyz', 0],
  ['', 'xyz', 0],
  ['same', 'same', 1],
])('%s and %s are alike by %s', (a, b, alike) => expect(likeness(a, b)).toBeCloseTo(alike, 3));

test('names are normalized where people type them differently', () => {
  expect(plainName('Ó Briain-Núñez Jr. 3')).toBe('obriainnunezjr');
  expect(plainName('Zoë')).toBe('zoe');
});

test.each([
  ['bob', 'robert', true],
  ['bob', 'rob', true],
  ['sandy', 'sandra', true],
  ['sandy', 'alexander', true],
  ['ted', 'theodore', true],
  ['ted', 'edward', true],
  ['sandra', 'alexander', false],
  ['theodore', 'edward', false],
  ['zoe', 'zoe', true],
  ['zoe', 'robert', false],
])('%s and %s may be one first name: %s', (a, b, shared) => {
  expect(shareNickname(a, b)).toBe(shared);
  expect(shareNickname(b, a)).toBe(shared);
});

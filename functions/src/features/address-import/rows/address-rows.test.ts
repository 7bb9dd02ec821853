import { describe, expect, test } from 'vitest';
import { seeded } from '../../../testing/faults/run-size.ts';
import { normalizeText } from './address-text.ts';
import { newAddressRows } from './address-rows.ts';

const random = seeded('address rows');
type Row = readonly [zip: number, spelling: string, number: number | string];

const spellings = [
  'Main St',
  'MAIN ST',
  ' main  st ',
  'Elm St',
  'ELM ST',
  'Null Ave',
  'NULL',
  'null',
  '',
  ' ',
  "'",
  "'Quoted",
  'Unavailable',
  'Union St',
  '1st Ave',
  '~',
  'É',
] as const;

function spanOf(text: string) {
  const bytes = Buffer.from(`,${text},`);
  return { bytes, from: 1, to: bytes.length - 1 };
}

/** Each street of each ZIP code with its numbers, by the table of rows. */
function streetsOf(zips: number, rows: readonly Row[]) {
  const table = newAddressRows();
  for (const [zip, spelling, number] of rows) {
    const street = table.street(spanOf(spelling), zip);
    if (street >= 0) table.add(street, number);
  }
  const names = Array.from({ length: zips }, (_, zip) => zip);
  return [...table.streetsByZip(names)].map(({ zip, streets }) => ({ zip, streets: [...streets] }));
}

/** The same the plain way. */
function expectedOf(zips: number, rows: readonly Row[]) {
  return Array.from({ length: zips }, (_, zip) => {
    const own = rows
      .filter((row) => row[0] === zip)
      .map(([, spelling, number]) => ({ street: normalizeText(spelling), number }));
    const named = own.filter(({ street }) => street !== '');
    const byStreet = Map.groupBy(named, ({ street }) => street);
    const streets = [...byStreet]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([street, all]) => {
        const numbers = [...new Set(all.map(({ number }) => number))];
        const plain = numbers.filter((number) => typeof number === 'number').toSorted((a, b) => a - b);
        return { street, plain, others: new Set(numbers.filter((number) => typeof number === 'string')) };
      });
    return { zip, streets };
  });
}

const withSets = (found: ReturnType<typeof streetsOf>) =>
  found.map(({ zip, streets }) => ({
    zip,
    streets: streets.map(({ others, ...street }) => {
      expect(new Set(others).size).toBe(others.length);
      return { ...street, others: new Set(others) };
    }),
  }));

describe('the streets of each ZIP code with each number once, in order', () => {
  test.each([1, 20, 400, 5_000])('of %i rows in any order', (count) => {
    const rows = Array.from({ length: count }, (): Row => {
      const plain = random.between(1, random.pick([3, 40, 900]));
      return [random.between(0, 3), random.pick(spellings), random.chance(0.2) ? `${plain} 1/2` : plain];
    });
    // One ZIP code more than any row has.
    expect(withSets(streetsOf(5, rows))).toEqual(expectedOf(5, rows));
  });

  test('of more rows than a block holds, of which the same ones stand one after the other', () => {
    const rows = Array.from({ length: 140_000 }, (_, n): Row => [n % 2, 'Main St', 1 + (n >> 2)]);
    expect(withSets(streetsOf(2, rows))).toEqual(expectedOf(2, rows));
  });

  test('of numbers up to nine digits beside texts', () => {
    const rows: Row[] = [
      [0, 'Main St', 999_999_999],
      [0, 'Main St', '12A'],
      [0, 'Main St', 1],
      [0, 'Main St', '12A'],
      [0, 'Elm St', '12A'],
    ];
    expect(streetsOf(1, rows)).toEqual([
      {
        zip: 0,
        streets: [
          { street: 'ELM ST', plain: [], others: ['12A'] },
          { street: 'MAIN ST', plain: [1, 999_999_999], others: ['12A'] },
        ],
      },
    ]);
  });
});

test('a spelling that says nothing is no street, each time it comes', () => {
  const table = newAddressRows();
  const ids = (spelling: string) => [table.street(spanOf(spelling), 0), table.street(spanOf(spelling), 0)];
  for (const blank of ['NULL', 'null', '', ' ']) expect([blank, ids(blank)]).toEqual([blank, [-1, -1]]);
  for (const named of ['Null Ave', 'Union St', 'Main St', '1st Ave', 'É', "'Quoted"]) {
    const [first, again] = ids(named);
    expect([named, first === again, (first ?? -1) >= 0]).toEqual([named, true, true]);
  }
});

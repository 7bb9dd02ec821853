import { normalizeText } from '../parse/address-text.ts';
import { describe, expect, test } from 'vitest';
import { seeded } from '../../../testing/faults/run-size.ts';
import { plainAddressTable } from '../../../testing/imports/plain-address-table.ts';
import { withCommas } from '../../../testing/imports/read-addresses.ts';
import { mapColumns } from '../parse/column-mapping.ts';
import { newAddressTable, type AddressTable } from './address-table.ts';

const random = seeded('address table');
type Row = readonly [group: number, spelling: string, number: number | string, isUnit?: boolean];

const header = ['number', 'street', 'city', 'county', 'state', 'zip'];
const newTable = () =>
  newAddressTable(withCommas(mapColumns(header)), { state: 'CT', codeOf: (group) => `0600${group}` });

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

/** Returns the count, the units and the lines of each group. */
function streetsOf(table: AddressTable, groups: number, rows: readonly Row[]) {
  for (const [group, spelling, number, isUnit = false] of rows) {
    const street = table.street(plainStreet(spelling), group);
    if (street >= 0) table.addRow(group, { street, number, isUnit });
  }
  const closed = table.close(groups);
  const texts = () =>
    Array.from({ length: groups }, (_, group) => {
      const { n, units, s } = closed.addresses(group);
      return { n, units, s: s.toString() };
    });
  const once = texts();
  expect(texts()).toEqual(once);
  return once;
}

const compiled = (groups: number, rows: readonly Row[]) => streetsOf(newTable(), groups, rows);
const plainly = (groups: number, rows: readonly Row[]) => streetsOf(plainAddressTable(), groups, rows);

const plainStreet = (spelling: string) => ({ spelling, name: normalizeText(spelling), isUnit: false });

describe('the streets of each ZIP code with each number once, in order', () => {
  test.each([1, 20, 400, 5_000])('for %i rows in any order', (count) => {
    const rows = Array.from({ length: count }, (): Row => {
      const plain = random.between(1, random.pick([3, 40, 900]));
      const number = random.chance(0.2) ? `${plain} 1/2` : plain;
      return [random.between(0, 3), random.pick(spellings), number, random.chance(0.3)];
    });
    // One ZIP code more than any row has.
    expect(compiled(5, rows)).toEqual(plainly(5, rows));
  });

  test('for more rows than a block holds, with duplicates next to each other', () => {
    const rows = Array.from({ length: 140_000 }, (_, n): Row => [
      n % 2,
      'Main St',
      1 + (n >> 2),
      n % 3 === 0,
    ]);
    expect(compiled(2, rows)).toEqual(plainly(2, rows));
  });

  test('for numbers of every length beside texts', () => {
    const numbers = Array.from({ length: 9 }, (_, digits) => 10 ** (digits + 1) - 1);
    const powers = Array.from({ length: 6 }, (_, power) => 36 ** power);
    const edges = [32_766, 32_767, 32_768, 65_534, 65_535, 65_536];
    const all = [...numbers, ...powers, ...powers.map((number) => number + 35), ...edges, '12A', '9', '12A'];
    const rows = all.flatMap((number): Row[] => [
      [0, 'Main St', number],
      [0, 'Elm St', number],
      [0, 'Elm St', number, true],
    ]);
    expect(compiled(1, rows)).toEqual(plainly(1, rows));
  });

  test('for more streets than the hash table initially holds', () => {
    const rows = Array.from({ length: 60_000 }, (_, n): Row => {
      const name = `${'ABÉ '.repeat(random.between(0, 8))}${random.between(0, 9_000)} ST`;
      return [random.between(0, 2), name, 1 + (n % 7)];
    });
    expect(compiled(3, rows)).toEqual(plainly(3, rows));
  });

  test('for streets that differ only in one byte or in their length', () => {
    const long = 'A'.repeat(17);
    const names = [
      'A',
      'B',
      'AA',
      'AB',
      'BA',
      'AAAAAAA',
      'AAAAAAAA',
      'BAAAAAAA',
      'AAAAAAAB',
      'AAAAAAAAA',
      long,
    ];
    const changed = Array.from(long, (_, at) => `${long.slice(0, at)}B${long.slice(at + 1)}`);
    const rows = [...names, ...changed, ...names].map((name, n): Row => [0, name, n + 1]);
    expect(compiled(1, rows)).toEqual(plainly(1, rows));
  });

  test('for streets as long as a record allows', () => {
    const lengths = [65_535, 65_536, 65_537, 1, 65_530, 65_520, 65_536, 65_536, 65_536];
    const rows = lengths.map((length, n): Row => [0, String.fromCharCode(65 + n).repeat(length), n + 1]);
    expect(compiled(1, rows)).toEqual(plainly(1, rows));
  });

  test('for no rows', () => {
    expect(compiled(2, [])).toEqual(plainly(2, []));
  });
});

test('a blank spelling is never a street', () => {
  const table = newTable();
  const ids = (spelling: string) => [
    table.street(plainStreet(spelling), 0),
    table.street(plainStreet(spelling), 0),
  ];
  for (const blank of ['NULL', 'null', '', ' ']) expect([blank, ids(blank)]).toEqual([blank, [-1, -1]]);
  for (const named of ['Null Ave', 'Union St', 'Main St', '1st Ave', 'É', "'Quoted"]) {
    const [first, again] = ids(named);
    expect([named, first === again, (first ?? -1) >= 0]).toEqual([named, true, true]);
  }
});

describe('the cities and counties that the rows of a ZIP code name', () => {
  test('are counted as they are spelled', () => {
    const table = newTable();
    const places = [
      ['Avon', 'Hartford'],
      ['Avon', 'Hartford'],
      ['AVON', 'Hartford'],
      ['', ''],
      ['Avon', ''],
      ['', 'Avon'],
      ['A', 'vonHartford'],
      ['Avon', 'Hartford'],
      ['Été\nAvon', 'É'],
    ] as const;
    for (const [city, county] of places) table.countLocality(1, { city, county });
    table.countLocality(0, { city: 'Avon', county: 'Hartford' });
    const closed = table.close(3);
    expect(closed.localities(0)).toEqual([{ city: 'Avon', county: 'Hartford', rows: 1 }]);
    expect(closed.localities(1)).toEqual([
      { city: 'Avon', county: 'Hartford', rows: 3 },
      { city: 'AVON', county: 'Hartford', rows: 1 },
      { city: '', county: '', rows: 1 },
      { city: 'Avon', county: '', rows: 1 },
      { city: '', county: 'Avon', rows: 1 },
      { city: 'A', county: 'vonHartford', rows: 1 },
      { city: 'Été\nAvon', county: 'É', rows: 1 },
    ]);
    expect(closed.localities(2)).toEqual([]);
  });

  test('are at most 100,000 in an address file', () => {
    const table = newTable();
    for (let n = 0; n < 100_000; n++) table.countLocality(1, { city: `City ${n}`, county: '' });
    expect(() => table.countLocality(1, { city: 'One more', county: '' })).toThrow(
      'ZIP code 06001 alone has thousands of cities',
    );
  });
});

test('a block begins with the content of the one before, wherever its memory is', () => {
  const table = newTable();
  const held = (length: number) => {
    const block = table.lines.room(length);
    return [block.length >= length, block.toString('utf8', 0, 7)];
  };
  table.lines.room(100).write('1,A ST,', 0);
  for (let n = 0; n < 50_000; n++) table.street(plainStreet(`${n} ST`), 0);
  expect(held(100)).toEqual([true, '1,A ST,']);
  expect(held(1_000_000)).toEqual([true, '1,A ST,']);
  expect(held(50)).toEqual([true, '1,A ST,']);
});

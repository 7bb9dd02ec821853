import { expect, test } from 'vitest';
import { localityOf } from './zip-locality.ts';

/** A number of rows with this city and county. */
type Rows = readonly [count: number, city: string, county: string];

function localityFrom(all: readonly Rows[], countyNames = new Map<string, string>()) {
  const localities = all.map(([rows, city, county]) => ({ city, county, rows }));
  return localityOf('06001', localities, { state: 'CT', countyNames });
}

test('city and county are what most rows say, wherever they stand and however they are spelled', () => {
  const rows = [
    [2, 'Avon', 'Hartford'],
    [3, 'Canton', 'Litchfield'],
    [2, 'AVON', 'HARTFORD'],
  ] as const;
  expect(localityFrom(rows)).toMatchObject({ code: '06001', city: 'AVON', county: 'HARTFORD' });
  expect(localityFrom(rows.toReversed())).toEqual(localityFrom(rows));
});

test('empty cities and counties do not count, even in the first rows', () => {
  expect(localityFrom([[5, '', '']])).toEqual({ code: '06001', city: '', county: '' });
  expect(
    localityFrom([
      [5, '', ''],
      [1, 'Avon', ''],
      [1, '', 'Hartford'],
    ]),
  ).toEqual({ code: '06001', city: 'AVON', county: 'HARTFORD' });
});

test('city and county are a pair that rows hold', () => {
  expect(
    localityFrom([
      [40, 'Avon', 'Hartford'],
      [20, 'Avon', 'Tolland'],
      [35, 'Canton', 'Litchfield'],
      [35, 'Bethel', 'Litchfield'],
    ]),
  ).toMatchObject({ city: 'AVON', county: 'HARTFORD', counties: ['LITCHFIELD', 'TOLLAND'] });
  // The most frequent city has no county.
  expect(
    localityFrom([
      [9, 'Avon', ''],
      [5, 'Canton', 'Litchfield'],
    ]),
  ).toEqual({ code: '06001', city: 'CANTON', county: 'LITCHFIELD' });
});

test('a tie goes to the first name in the alphabet', () => {
  const rows = [
    [2, 'Canton', 'Tolland'],
    [2, 'Avon', 'Hartford'],
  ] as const;
  expect(localityFrom(rows)).toMatchObject({ city: 'AVON', county: 'HARTFORD', counties: ['TOLLAND'] });
});

test('all rows of the ZIP code count for that hundredth', () => {
  const rows = [
    [9000, 'Avon', 'Hartford'],
    [1000, 'Avon', 'Tolland'],
    [100, 'Avon', 'Windham'],
  ] as const;
  expect(localityFrom(rows).counties).toEqual(['TOLLAND']);
});

test('another county is one that it reaches into from a hundredth of the rows on', () => {
  const reaching = (rows: number) =>
    localityFrom([
      [198, 'Avon', 'Hartford'],
      [rows, 'Avon', 'Tolland'],
    ]);
  expect(reaching(1)).toEqual({ code: '06001', city: 'AVON', county: 'HARTFORD' });
  expect(reaching(2)).toMatchObject({ county: 'HARTFORD', counties: ['TOLLAND'] });
  expect(
    localityFrom([
      [90, 'Avon', 'Hartford'],
      [6, 'Avon', 'Tolland'],
      [4, 'Avon', 'Litchfield'],
    ]).counties,
  ).toEqual(['LITCHFIELD', 'TOLLAND']);
});

test('a county has the name that the rules of the state give it, by its spelling or by its own name', () => {
  const rows = [[1, 'Avon', '003']] as const;
  expect(localityFrom(rows).county).toBe('HARTFORD');
  expect(localityFrom(rows, new Map([['003', 'CAPITOL']])).county).toBe('CAPITOL');
  expect(localityFrom(rows, new Map([['HARTFORD', 'CAPITOL']])).county).toBe('CAPITOL');
});

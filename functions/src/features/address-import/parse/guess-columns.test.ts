import { expect, test } from 'vitest';
import { guessColumns } from './guess-columns.ts';

const guessOf = (values: readonly string[], name = 'x') =>
  guessColumns(
    [name],
    values.map((value) => [value]),
  )[0];
const times = (count: number, values: readonly string[]) =>
  Array.from({ length: count }, () => values).flat();

const streets = [
  'OAK ST',
  'N Main Street',
  '1st Ave',
  'Broadway',
  'Old Mill Rd',
  'Elm Lane',
  'Route 9 W',
  'Hill Dr',
];
const addresses = streets.map((street, at) => `${at + 3} ${street}`);

test.each<[string, readonly string[], { field: string; percent: number } | undefined]>([
  ['ZIP codes', times(5, ['06001', '06019-1234']), { field: 'zip', percent: 90 }],
  ['last lines', times(5, ['WESTBROOK ME 04092', 'Bath, ME 04530']), { field: 'zip', percent: 90 }],
  ['ZIP codes of no state that is imported', times(5, ['90210', '33101']), { field: 'number', percent: 90 }],
  ['codes and names of states', times(5, ['CT', 'Maine']), { field: 'state', percent: 90 }],
  ['towns', times(5, ['Avon', 'WEST HARTFORD']), { field: 'city', percent: 90 }],
  ['counties', times(5, ['Androscoggin County', 'YORK CNTY']), { field: 'county', percent: 90 }],
  ['numbers', times(5, ['12', '7A', '12 1/2', '3-5']), { field: 'number', percent: 95 }],
  ['streets, some without a type', times(2, streets), { field: 'street', percent: 94 }],
  ['addresses', times(2, addresses), { field: 'address', percent: 94 }],
  ['half numbers', times(5, ['12', 'later']), undefined],
  ['blanks and words for a blank', ['', 'NULL', ' ', 'N/A'], undefined],
  ['keys that rise by one', Array.from({ length: 20 }, (_, at) => String(10_001 + at)), undefined],
  ['years', times(5, ['1952', '2004']), undefined],
  ['places on the map', times(5, ['-72.8301', '41.8']), undefined],
  ['words that are no streets', times(5, ['RESIDENTIAL', 'VACANT LAND']), undefined],
])('a column of %s looks like it', (_kind, values, guess) => {
  expect(guessOf(values)).toEqual(guess);
});

test('a column of one value is a weak guess, and each odd value weakens a guess', () => {
  expect(guessOf(['06001'])).toEqual({ field: 'zip', percent: 50 });
  expect(guessOf([...times(9, ['06001']), 'later'])).toEqual({ field: 'zip', percent: 81 });
});

test("an owner's address is never a guess", () => {
  expect(guessOf(times(5, ['06001']), 'OWNER_ZIP')).toBeUndefined();
  expect(guessOf(times(5, ['06001']), 'mailing_zip')).toBeUndefined();
  expect(guessOf(times(5, ['06001']), 'plz')).toEqual({ field: 'zip', percent: 83 });
});

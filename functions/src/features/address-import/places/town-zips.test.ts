import { expect, test } from 'vitest';
import { isTown, zipsOfTown } from './town-zips.ts';

test.each([
  ['AVON', 'CT', ['06001']],
  [' West  Lebanon'.replace('  ', ' '), 'NH', ['03784']],
  ['RIVERTON', 'NJ', ['08076', '08077']],
  ['MT. LAUREL TOWNSHIP', 'NJ', ['08054']],
  ['SAINT ALBANS', 'VT', ['05478', '05479']],
  ['TOWN OF BETHEL', 'CT', ['06801']],
  ['AVON', 'RI', []],
  ['NOWHERE', 'CT', []],
  ['', 'CT', []],
])('%j in %s has the ZIP codes %j', (town, state, zips) => {
  expect(zipsOfTown(town, state)).toEqual(zips);
});

test('a town of any of our states is one, and a town elsewhere is none', () => {
  expect(['Avon', 'mount laurel', 'St. Albans'].map(isTown)).toEqual([true, true, true]);
  expect(['Springfield-on-Sea', 'CA', ''].map(isTown)).toEqual([false, false, false]);
});

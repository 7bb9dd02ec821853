import { expect, test } from 'vitest';
import { countiesOf, findPlaces } from './county-tree.ts';

const zips = [
  { code: '06604', city: 'BRIDGEPORT', county: 'Fairfield' },
  { code: '06106', city: 'HARTFORD', county: 'Hartford' },
  { code: '06103', city: 'HARTFORD', county: 'Hartford' },
  { code: '06390', city: 'FISHERS ISLAND', county: '' },
];
const codes = (counties: ReturnType<typeof countiesOf>) =>
  counties.map(({ county, zips: own }) => [county, own.map(({ code }) => code)]);

test('ZIP codes are sorted under their counties, those without a county last', () => {
  expect(codes(countiesOf(zips))).toEqual([
    ['Fairfield', ['06604']],
    ['Hartford', ['06103', '06106']],
    ['', ['06390']],
  ]);
});

const find = (text: string) => codes(findPlaces(countiesOf(zips), text));

test('a place is found by its ZIP code, its city or its county', () => {
  expect(find('06103')).toEqual([['Hartford', ['06103']]]);
  expect(find('061')).toEqual([['Hartford', ['06103', '06106']]]);
  expect(find('bridge')).toEqual([['Fairfield', ['06604']]]);
  expect(find('fairf')).toEqual([['Fairfield', ['06604']]]);
  expect(find('nowhere')).toEqual([]);
  expect(find(' ')).toHaveLength(3);
});

import { expect, test } from 'vitest';
import { streetSearch } from './street-search.ts';

const addresses = [
  '12 OAK ST',
  '14 MAIN ST',
  '140 MAIN ST',
  '7 MAIN ST',
  '18 ELM ST',
  '180 ELM ST',
  '18 N ELMWOOD AVE',
  '12 1/2 WASHINGTON AVE',
  '37-14 WASHINGTON AVE',
  '5 42ND ST',
  '214 SAINT JOHNS RD',
];
const search = streetSearch(addresses);
const found = (typed: string) => search(typed).map(({ address, rule }) => `${rule}: ${address}`);

test('what begins with the typed text comes before what contains it', () => {
  expect(found(' 14   ma')).toEqual(['begins: 14 MAIN ST', 'words: 140 MAIN ST']);
  expect(found('14')).toEqual([
    'begins: 14 MAIN ST',
    'begins: 140 MAIN ST',
    'contains: 37-14 WASHINGTON AVE',
    'contains: 214 SAINT JOHNS RD',
  ]);
  expect(found(' ')).toEqual([]);
  expect(found('12 oak st'), 'already chosen').toEqual([]);
});

test.each([
  ['elm 18', ['words: 18 ELM ST', 'words: 18 N ELMWOOD AVE', 'words: 180 ELM ST']],
  ['18 n elm st', ['words: 18 ELM ST', 'words: 180 ELM ST']],
  ['18 North Elm Street', ['words: 18 ELM ST', 'words: 180 ELM ST']],
  ['18 elm st apt 4', ['words: 18 ELM ST', 'words: 180 ELM ST']],
  ['18 elm st #4b', ['words: 18 ELM ST', 'words: 180 ELM ST']],
  ['12 1/2 washington avenue', ['words: 12 1/2 WASHINGTON AVE']],
  ['washington 37-14', ['words: 37-14 WASHINGTON AVE']],
  ['42nd st 5', ['words: 5 42ND ST']],
  ['214 st. johns road', ['words: 214 SAINT JOHNS RD']],
])('%s is found in another order, form or with a unit', (typed, expected) => {
  expect(found(typed)).toEqual(expected);
});

test.each([
  ['12 wahsington ave', ['spelling: 12 1/2 WASHINGTON AVE']],
  ['7 mian st', ['spelling: 7 MAIN ST']],
  ['elmwod', ['spelling: 18 N ELMWOOD AVE']],
])('%s is found although misspelled', (typed, expected) => {
  expect(found(typed)).toEqual(expected);
});

test('a street or number that is not there is not made up', () => {
  expect(found('18 pine st')).toEqual([]);
  expect(found('9 elm st')).toEqual([]);
  expect(found('n')).not.toContain('words: 18 ELM ST');
});

test('the largest ZIP code of New York is searched within the time of a key press', () => {
  const many = Array.from({ length: 37_258 }, (_, index) => `${index} ${1 + (index % 2_500)} BROADWAY AVE`);
  const searchMany = streetSearch(many);
  for (const [typed, first] of [
    ['7 8 broad', '7 8 BROADWAY AVE'],
    ['7 8 braodway', '7 8 BROADWAY AVE'],
    ['broadway 12345678', undefined],
  ] as const) {
    expect(searchMany(typed)[0]?.address).toBe(first);
    expect(Math.min(...Array.from({ length: 5 }, () => timeOf(() => searchMany(typed))))).toBeLessThan(50);
  }
});

function timeOf(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

import { expect, test } from 'vitest';
import { bestStreetMatches } from './address-data.ts';

const streets = ['12 OAK ST', '14 MAIN ST', '140 MAIN ST', '7 MAIN ST', '214 ELM ST'];

test('what begins with the typed text comes before what contains it', () => {
  expect(bestStreetMatches(streets, '14')).toEqual(['14 MAIN ST', '140 MAIN ST', '214 ELM ST']);
});

test('case and inner spaces do not matter', () => {
  expect(bestStreetMatches(streets, ' 14   ma')).toEqual(['14 MAIN ST']);
});

test('nothing typed, and the one already chosen, need no list', () => {
  expect(bestStreetMatches(streets, ' ')).toEqual([]);
  expect(bestStreetMatches(streets, '12 oak st')).toEqual([]);
});

test('the best fifty of the largest ZIP code of New York come within the time of a key press', () => {
  const many = Array.from({ length: 37_258 }, (_, index) => `${index} BROADWAY AVE`);
  const started = performance.now();
  const matches = bestStreetMatches(many, '7 broad');
  expect(matches).toHaveLength(50);
  expect(matches[0]).toBe('7 BROADWAY AVE');
  expect(performance.now() - started).toBeLessThan(50);
});

import { expect, test } from 'vitest';
import { idlenessAfter } from './idle-watch.ts';

test.each([
  [0, 'active'],
  [12 * 60_000 + 59_999, 'active'],
  [13 * 60_000, 'warning'],
  [15 * 60_000 - 1, 'warning'],
  [15 * 60_000, 'locked'],
  [9 * 3_600_000, 'locked'],
])('after %i ms: %s', (ms, kind) => {
  expect(idlenessAfter(ms, 15).kind).toBe(kind);
});

test('the last two minutes show a countdown', () => {
  expect(idlenessAfter(13 * 60_000, 15)).toEqual({ kind: 'warning', seconds: 120 });
  expect(idlenessAfter(15 * 60_000 - 1, 15)).toEqual({ kind: 'warning', seconds: 1 });
});

test('an agency can set another time', () => {
  expect(idlenessAfter(4 * 60_000, 5)).toEqual({ kind: 'warning', seconds: 60 });
  expect(idlenessAfter(5 * 60_000, 5)).toEqual({ kind: 'locked' });
  expect(idlenessAfter(27 * 60_000, 30)).toEqual({ kind: 'active' });
});

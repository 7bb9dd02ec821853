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
  expect(idlenessAfter(ms).kind).toBe(kind);
});

test('the last two minutes are counted down', () => {
  expect(idlenessAfter(13 * 60_000)).toEqual({ kind: 'warning', seconds: 120 });
  expect(idlenessAfter(15 * 60_000 - 1)).toEqual({ kind: 'warning', seconds: 1 });
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Hint } from '../records/use-read.ts';
import { gatherHints } from './gather-hints.ts';
import { retryDelay } from './realtime.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hint = (id: string): Hint => ({ topic: 'referral', id, heardAt: 0 });

test('the first hint is acted on at once, those that follow it together', () => {
  const acted: string[][] = [];
  const gathered = gatherHints<Hint>((hints) => void acted.push(hints.map(({ id }) => id)));
  for (const id of ['a', 'b', 'c']) gathered.add(hint(id));
  expect(acted).toEqual([['a']]);
  vi.advanceTimersByTime(500);
  expect(acted).toEqual([['a'], ['b', 'c']]);
  vi.advanceTimersByTime(5000);
  gathered.add(hint('d'));
  expect(acted.at(-1)).toEqual(['d']);
  gathered.add(hint('e'));
  gathered.stop();
  vi.advanceTimersByTime(5000);
  expect(acted.at(-1)).toEqual(['d']);
});

test('browsers that lost the same connection come back at different times, and seldom when it stays lost', () => {
  expect(retryDelay(0, 0)).toBe(250);
  expect(retryDelay(0, 1)).toBe(750);
  expect(retryDelay(20, 0.5)).toBe(15_000);
  expect(retryDelay(100, 0.5)).toBeGreaterThan(60_000);
});

import { expect, test } from 'vitest';
import { retryDelay } from './realtime.ts';

test('browsers that lost the same connection come back at different times, and seldom when it stays lost', () => {
  expect(retryDelay(0, 0)).toBe(250);
  expect(retryDelay(0, 1)).toBe(750);
  expect(retryDelay(20, 0.5)).toBe(15_000);
  expect(retryDelay(100, 0.5)).toBeGreaterThan(60_000);
});

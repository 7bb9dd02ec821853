import { expect, test } from 'vitest';
import { nextRun } from './next-run.ts';

const after = new Date('2026-11-26T23:58:30.500Z');

test.each([
  ['0 17 * * * *', '2026-11-27T00:17:00.000Z'],
  ['0 */5 * * * *', '2026-11-27T00:00:00.000Z'],
  ['0 9/10 * * * *', '2026-11-26T23:59:00.000Z'],
  ['*/15 * * * * *', '2026-11-26T23:58:45.000Z'],
  ['0 5,35 2 * * *', '2026-11-27T02:05:00.000Z'],
  ['0 0 0 1 1 *', undefined],
])('%s is next due at %s', (schedule, at) => {
  expect(nextRun(schedule, after)?.toISOString()).toBe(at);
});

import { expect, test } from 'vitest';
import { parseNcrontab } from './ncrontab.ts';

// 2026-01-01 is a Thursday.
test.each([
  ['0 */5 * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:05:00Z'],
  ['*/10 * * * * *', '2026-01-01T00:00:09.5Z', '2026-01-01T00:00:10Z'],
  ['0 0 3 * * *', '2026-01-01T03:00:00Z', '2026-01-02T03:00:00Z'],
  ['30 59 23 31 12 *', '2026-01-01T00:00:00Z', '2026-12-31T23:59:30Z'],
  ['0 30 9-17/4 * * Mon-Fri', '2026-01-02T17:30:00Z', '2026-01-05T09:30:00Z'],
  ['0 0 0 13 * 5', '2026-01-01T00:00:00Z', '2026-02-13T00:00:00Z'],
  ['0 0 0 29 feb *', '2026-01-01T00:00:00Z', '2028-02-29T00:00:00Z'],
  ['0 0 12 1,15 * *', '2026-01-01T12:00:00Z', '2026-01-15T12:00:00Z'],
  ['0 50/5 * * * *', '2026-01-01T00:00:00Z', '2026-01-01T00:50:00Z'],
  ['15 4 * * *', '2026-01-01T00:00:00Z', '2026-01-01T04:15:00Z'],
])('%s after %s is %s', (expression, after, next) => {
  expect(parseNcrontab(expression).next(new Date(after))).toEqual(new Date(next));
});

test.each([
  '* * * *',
  '60 * * * * *',
  '0 0 24 * * *',
  '0 0 0 0 * *',
  '0 0 0 * 13 *',
  '0 0 0 * * 7',
  '0 5-1 * * * *',
])('%s is refused', (expression) => {
  expect(() => parseNcrontab(expression)).toThrow('NCRONTAB');
});

test('a day that never comes is refused when asked for', () => {
  expect(() => parseNcrontab('0 0 0 30 2 *').next(new Date())).toThrow('never comes');
});

import { expect, test } from 'vitest';
import { dayAfter, startOfDay } from './day-in-zone.ts';

test.each([
  ['2026-01-15', '2026-01-15T05:00:00.000Z'],
  ['2026-07-15', '2026-07-15T04:00:00.000Z'],
  // The clock changes later on these days.
  ['2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['2026-11-01', '2026-11-01T04:00:00.000Z'],
])('%s begins in New York at %s', (day, at) => {
  expect(startOfDay(day, 'America/New_York')).toBe(at);
});

test('the day after, also over the end of a month and a leap day', () => {
  expect(['2026-12-31', '2024-02-28', '2026-11-01'].map(dayAfter)).toEqual([
    '2027-01-01',
    '2024-02-29',
    '2026-11-02',
  ]);
});

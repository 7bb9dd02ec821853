import { expect, test } from 'vitest';
import { startOfDay } from './business-domain.ts';

test.each([
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['Pacific/Guam', '2026-01-01', '2025-12-31T14:00:00.000Z'],
])('in %s the day %s begins at %s', (timeZone, day, start) => {
  expect(startOfDay(day, timeZone).toISOString()).toBe(start);
});

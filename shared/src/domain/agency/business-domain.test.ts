import { expect, test } from 'vitest';
import { minuteIn, momentIn, startOfDay } from './business-domain.ts';

test.each([
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z'],
  ['America/New_York', '2026-03-09', '2026-03-09T04:00:00.000Z'],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z'],
  ['America/New_York', '2026-11-02', '2026-11-02T05:00:00.000Z'],
  ['Pacific/Guam', '2026-01-01', '2025-12-31T14:00:00.000Z'],
])('in %s the day %s begins at %s', (timeZone, day, start) => {
  expect(startOfDay(day, timeZone).toISOString()).toBe(start);
});

test.each([
  ['America/New_York', '2026-11-20T08:12', '2026-11-20T13:12:00.000Z'],
  ['America/Los_Angeles', '2026-07-01T23:30', '2026-07-02T06:30:00.000Z'],
  ['America/Phoenix', '2026-07-01T09:00', '2026-07-01T16:00:00.000Z'],
  // The hour before the clocks go forward, the one that is left out, and the one after it.
  ['America/New_York', '2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
  ['America/New_York', '2026-03-08T02:30', '2026-03-08T07:30:00.000Z'],
  ['America/New_York', '2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
  // The hour that comes twice, and the one after it.
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T05:30:00.000Z'],
  ['America/New_York', '2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
])('in %s the clocks show %s at %s', (timeZone, minute, at) => {
  expect(momentIn(minute, timeZone).toISOString()).toBe(at);
});

test('around both changes of the clock, each quarter of an hour is read back, but for an hour that comes twice', () => {
  const zone = 'America/Chicago';
  const other: string[] = [];
  for (const day of ['2026-03-08', '2026-11-01'])
    for (let quarter = 0; quarter < 192; quarter += 1) {
      const at = new Date(Date.parse(`${day}T00:00Z`) + quarter * 900_000);
      const minute = minuteIn(zone, at).replace(' ', 'T');
      if (momentIn(minute, zone).getTime() !== at.getTime()) other.push(minute);
    }
  expect(other).toEqual(['00', '15', '30', '45'].map((past) => `2026-11-01T01:${past}`));
});

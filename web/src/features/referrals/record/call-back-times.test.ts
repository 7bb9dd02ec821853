import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAgencyZone } from '../../../text/agency-time.ts';
import { callBackTimes } from './call-back-times.ts';

beforeAll(() => setAgencyZone('America/New_York'));
afterAll(() => setAgencyZone(undefined));

const timesAt = (now: string) => callBackTimes(Date.parse(now)).map(({ at }) => at.slice(0, 16));

test.each([
  [
    'in the morning: 2 PM',
    '2026-11-29T15:12:20Z',
    ['2026-11-29T16:13', '2026-11-29T19:00', '2026-11-30T14:00'],
  ],
  [
    'in the afternoon: the next full hours',
    '2026-11-29T20:45:00Z',
    ['2026-11-29T21:45', '2026-11-29T22:00', '2026-11-29T23:00', '2026-11-30T14:00'],
  ],
  [
    'shortly before 2 PM: 3 PM',
    '2026-11-29T18:50:00Z',
    ['2026-11-29T19:50', '2026-11-29T20:00', '2026-11-30T14:00'],
  ],
  ['late in the evening: none today', '2026-11-30T04:10:00Z', ['2026-11-30T05:10', '2026-11-30T14:00']],
  [
    'before the clocks change',
    '2026-10-31T20:00:00Z',
    ['2026-10-31T21:00', '2026-10-31T22:00', '2026-10-31T23:00', '2026-11-01T14:00'],
  ],
])('%s', (_when, now, times) => {
  expect(timesAt(now)).toEqual(times);
});

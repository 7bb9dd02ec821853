import { isQuietHour } from './reverify.ts';
import { expect, test } from 'vitest';

test.each([
  ['a Wednesday in winter, a second before seven', '2026-01-14T11:59:59Z', true],
  ['at seven', '2026-01-14T12:00:00Z', false],
  ['a second before seven in the evening', '2026-01-14T23:59:59Z', false],
  ['at seven in the evening', '2026-01-15T00:00:00Z', true],
  ['at midnight', '2026-01-14T05:00:00Z', true],
  ['a Wednesday in summer, a second before seven', '2026-07-15T10:59:59Z', true],
  ['at seven in summer', '2026-07-15T11:00:00Z', false],
  ['at seven in the evening in summer', '2026-07-15T23:00:00Z', true],
  ['Friday at noon', '2026-01-16T17:00:00Z', false],
  ['Saturday at noon', '2026-01-17T17:00:00Z', true],
  ['Sunday at noon', '2026-01-18T17:00:00Z', true],
  ['Sunday night, Monday in Greenwich', '2026-01-19T03:00:00Z', true],
  ['Monday at seven', '2026-01-19T12:00:00Z', false],
  ['the Sunday on which the clock goes forward', '2026-03-08T16:00:00Z', true],
  ['the Monday after it, at seven', '2026-03-09T11:00:00Z', false],
  ['the Friday before it, an hour earlier in New York', '2026-03-06T11:30:00Z', true],
  ['the Monday after the clock went back, at seven', '2026-11-02T12:00:00Z', false],
  ['half an hour before that', '2026-11-02T11:30:00Z', true],
])('%s: %s', (_what, at, isQuiet) => {
  expect(isQuietHour(new Date(at))).toBe(isQuiet);
});

import { expect, test } from 'vitest';
import { formatAge, formatBytes, formatDateTime, formatDay, yearsSince } from './format.ts';

const now = Date.parse('2026-03-20T12:00:00Z');

test.each([
  ['2026-03-20T11:59:30Z', 'just now'],
  ['2026-03-20T11:48:00Z', '12 min'],
  ['2026-03-20T07:00:00Z', '5 hr'],
  ['2026-03-19T05:00:00Z', '31 hr'],
  ['2026-03-17T12:00:00Z', '3 d'],
])('%s is %s old', (iso, age) => {
  expect(formatAge(iso, now)).toBe(age);
});

test('a date without a time is the same day everywhere, and looks like one with a time', () => {
  expect(formatDay('1948-03-01')).toBe('03/01/1948');
  expect(formatDateTime('1948-03-01T13:54:00')).toBe('03/01/1948, 1:54 PM');
});

test.each([
  ['1948-03-20', 78],
  ['1948-03-21', 77],
  ['1948-12-01', 77],
])('born %s makes %i years', (born, years) => {
  expect(yearsSince(born, new Date(2026, 2, 20))).toBe(years);
});

test.each([
  [35, '35 B'],
  [20 * 1024 * 1024, '20 MB'],
  [1_600_000, '1.5 MB'],
  [10 * 1024 ** 3, '10 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

import { describe, expect, test } from 'vitest';
import { addMonths, compact, covers, dayOf, endsBefore, isDay, showPeriod, startsAfter } from './calendar.ts';

test.each(['1800-01-01', '2024-02-29', '2000-02-29', '2025-01-31', '2025-04-30', '2025-12-31'])(
  '%s is a day',
  (day) => {
    expect(isDay(day)).toBe(true);
    expect(dayOf(compact(day))).toBe(day);
  },
);

test.each([
  '1799-12-31',
  '2023-02-29',
  '1900-02-29',
  '2025-02-30',
  '2025-04-31',
  '2025-01-32',
  '2025-13-01',
  '2025-00-10',
  '2025-01-00',
])('%s is no day', (day) => {
  expect(isDay(day)).toBe(false);
  expect(dayOf(compact(day))).toBeUndefined();
});

test.each(['', '2025-1-1', 'x2025-01-01', '2025-01-01x', '20250101', '2025-01-0a'])(
  '"%s" is not written as a day',
  (text) => expect(isDay(text)).toBe(false),
);

test.each(['', '2025-01-01', '2025010', '202501011', 'x20250101', '2025010x'])(
  'a payer\'s "%s" is not written as a day',
  (text) => expect(dayOf(text)).toBeUndefined(),
);

describe('a period from 2025-02-01 to 2025-02-28', () => {
  const period = { from: '2025-02-01', to: '2025-02-28' };
  test.each([
    { day: '2025-01-31', covered: false, after: true, before: false },
    { day: '2025-02-01', covered: true, after: false, before: false },
    { day: '2025-02-28', covered: true, after: false, before: false },
    { day: '2025-03-01', covered: false, after: false, before: true },
  ])('on $day: covered $covered, still to start $after, ended $before', ({ day, covered, after, before }) => {
    expect(covers(period, day)).toBe(covered);
    expect(startsAfter(period, day)).toBe(after);
    expect(endsBefore(period, day)).toBe(before);
  });
});

test('a period without an end covers every day from its start, one without a start every day until its end', () => {
  expect(covers({ from: '2025-02-01' }, '2099-01-01')).toBe(true);
  expect(endsBefore({ from: '2025-02-01' }, '2099-01-01')).toBe(false);
  expect(covers({ to: '2025-02-01' }, '1950-01-01')).toBe(true);
  expect(startsAfter({ to: '2025-02-01' }, '1950-01-01')).toBe(false);
});

test.each([
  ['2025-01-15', 1, '2025-02-15'],
  ['2025-01-31', 1, '2025-02-28'],
  ['2024-01-31', 1, '2024-02-29'],
  ['2025-11-30', 3, '2026-02-28'],
  ['2025-03-31', -1, '2025-02-28'],
  ['2025-01-10', -1, '2024-12-10'],
])('%s and %i months is %s', (day, months, sum) => expect(addMonths(day, months)).toBe(sum));

test('a period is shown with the dates that the payer gave', () => {
  expect(showPeriod({ from: '2025-05-11', to: '2025-08-08' })).toBe(' from 05/11/2025 to 08/08/2025');
  expect(showPeriod({ from: '2025-05-11' })).toBe(' from 05/11/2025');
  expect(showPeriod({ to: '2025-08-08' })).toBe(' to 08/08/2025');
  expect(showPeriod(undefined)).toBe(' (Medicare gave no dates for it)');
});

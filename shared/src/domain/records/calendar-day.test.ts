import { expect, test } from 'vitest';
import { addDays, daysBetween } from './calendar-day.ts';

test('days are added and counted across months, leap days and changes to summer time', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  expect(addDays('2025-03-01', -1)).toBe('2025-02-28');
  expect(daysBetween('2025-03-01', '2025-04-01')).toBe(31);
  expect(daysBetween('2025-04-01', '2025-03-01')).toBe(-31);
});

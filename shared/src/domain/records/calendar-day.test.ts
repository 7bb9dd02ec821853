import { expect, test } from 'vitest';
import { addDays, dayOfText, dayTrouble, daysBetween, textOfDay } from './calendar-day.ts';

test('days are added and counted across months, leap days and changes to summer time', () => {
  expect(addDays('2024-02-28', 2)).toBe('2024-03-01');
  expect(addDays('2025-03-01', -1)).toBe('2025-02-28');
  expect(daysBetween('2025-03-01', '2025-04-01')).toBe(31);
  expect(daysBetween('2025-04-01', '2025-03-01')).toBe(-31);
});

const today = new Date('2026-11-22T12:00:00Z');

test.each([
  ['3-4-52', '1952-03-04'],
  ['03/04/1952', '1952-03-04'],
  ['3.4.1952', '1952-03-04'],
  ['03041952', '1952-03-04'],
  ['030452', '1952-03-04'],
  ['1952-03-04', '1952-03-04'],
  [' 3 4 52 ', '1952-03-04'],
  ['1-2-26', '2026-01-02'],
  ['1-2-27', '1927-01-02'],
  ['2-29-48', '1948-02-29'],
  ['2-29-49', undefined],
  ['13-1-50', undefined],
  ['3-4-5', undefined],
  ['3-4', undefined],
  ['', undefined],
])('“%s” is the day %s', (text, day) => {
  expect(dayOfText(text, today)).toBe(day);
});

test('a day is shown in US format, and other text stays as it was typed', () => {
  expect([textOfDay('1952-03-04'), textOfDay('3-4')]).toEqual(['03/04/1952', '3-4']);
});

test.each([
  ['2/30/49', 'There is no February 30'],
  ['2-29-49', 'There is no February 29 in 49'],
  ['13-1-50', 'There is no month 13'],
  ['06312026', 'There is no June 31'],
  ['next week', 'Enter a date, as 01/31/2026'],
])('“%s” is no day: %s', (text, trouble) => {
  expect(dayTrouble(text)).toBe(trouble);
});

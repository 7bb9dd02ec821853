import { expect, test } from 'vitest';
import { minuteOfText, nearDayOfText, textOfMinute } from './typed-time.ts';

const today = new Date('2026-11-22T12:00:00Z');

test.each([
  ['t', '2026-11-22'],
  ['Today', '2026-11-22'],
  ['+3', '2026-11-25'],
  ['t+10', '2026-12-02'],
  ['-22', '2026-10-31'],
  ['12/1', '2026-12-01'],
  ['1/5', '2027-01-05'],
  ['6/30', '2026-06-30'],
  ['2/29', undefined],
  ['1-5-27', '2027-01-05'],
  ['3-4-52', '1952-03-04'],
  ['+', undefined],
  ['tomorrow', undefined],
  ['', undefined],
])('near today, “%s” is the day %s', (text, day) => {
  expect(nearDayOfText(text, today)).toBe(day);
});

test.each([
  ['9:05', '2026-11-20T09:05'],
  ['9:05 pm', '2026-11-20T21:05'],
  ['12 am', '2026-11-20T00:00'],
  ['11/22/2026 9:05 AM', '2026-11-22T09:05'],
  ['11-22-26, 14:30', '2026-11-22T14:30'],
  ['2026-11-22T09:05', '2026-11-22T09:05'],
  ['25:00', undefined],
  ['9', undefined],
  ['yesterday 9:00', undefined],
])('“%s” is the minute %s', (text, minute) => {
  expect(minuteOfText(text, '2026-11-20T08:00')).toBe(minute);
});

test('a minute is shown in US format, and other text stays as it was typed', () => {
  expect([textOfMinute('2026-11-22T00:05'), textOfMinute('2026-11-22T13:30'), textOfMinute('noon')]).toEqual([
    '11/22/2026 12:05 AM',
    '11/22/2026 1:30 PM',
    'noon',
  ]);
});

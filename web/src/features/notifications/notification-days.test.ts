import type { UserNotification } from '@handoff/shared/domain/access/notification';
import { expect, test } from 'vitest';
import { byDayAndRecord, dayName } from './notification-days.ts';

const at = (Id: string, SubjectId: string, day: number, hour: number): UserNotification => ({
  Id,
  UserId: 'u',
  Kind: 'note',
  SubjectId,
  Text: '',
  CreatedAt: new Date(2026, 10, day, hour).toISOString(),
  ReadAt: null,
});

test('a record’s notifications of one day are grouped, the record with the latest first', () => {
  const days = byDayAndRecord([
    at('n1', 'anna', 21, 15),
    at('n2', 'bert', 21, 14),
    at('n3', 'anna', 21, 9),
    at('n4', 'anna', 20, 23),
  ]);
  expect(days.map(({ day, items }) => [day, items.map(({ notification }) => notification.Id)])).toEqual([
    ['2026-11-21', ['n1', 'n3', 'n2']],
    ['2026-11-20', ['n4']],
  ]);
  expect(days[0]?.items.map(({ isFirstOfRecord }) => isFirstOfRecord)).toEqual([true, false, true]);
});

test('a day is shown as people say it', () => {
  const now = new Date(2026, 10, 21, 8);
  expect(['2026-11-21', '2026-11-20', '2026-11-19'].map((day) => dayName(day, now))).toEqual([
    'Today',
    'Yesterday',
    'Thursday, November 19',
  ]);
});

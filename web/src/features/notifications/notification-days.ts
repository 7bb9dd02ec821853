import type { UserNotification } from '@handoff/shared/domain/access/notification';

interface Day {
  /** 2026-11-21 in the browser's time zone. */
  day: string;
  items: { notification: UserNotification; isFirstOfRecord: boolean }[];
}

/**
 * Newest day first. Within a day the notifications of one record are grouped, and the record with the latest comes
 * first.
 */
export function byDayAndRecord(notifications: readonly UserNotification[]): Day[] {
  const days = Map.groupBy(notifications, ({ CreatedAt }) => localDay(new Date(CreatedAt)));
  return [...days].map(([day, ofDay]) => ({
    day,
    items: [...Map.groupBy(ofDay, ({ SubjectId }) => SubjectId).values()].flatMap((ofRecord) =>
      ofRecord.map((notification, index) => ({ notification, isFirstOfRecord: index === 0 })),
    ),
  }));
}

/** "Today", "Yesterday", "Thursday, November 19". */
export function dayName(day: string, now: Date): string {
  if (day === localDay(now)) return 'Today';
  if (day === localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return 'Yesterday';
  const noon = new Date(`${day}T12:00:00`);
  return Number.isNaN(noon.getTime()) ? 'Without a date' : longDay.format(noon);
}

const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });

const localDay = (at: Date) =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')).join('-');

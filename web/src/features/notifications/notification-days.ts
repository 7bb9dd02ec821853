import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { agencyDay } from '../../text/agency-time.ts';
import type { UserNotification } from '@handoff/shared/domain/access/notification';

interface Day {
  /** 2026-11-21, by the agency's clock. */
  day: string;
  items: { notification: UserNotification; isFirstOfRecord: boolean }[];
}

/**
 * Newest day first. Within a day the notifications of one record are grouped, and the record with the latest comes
 * first.
 */
export function byDayAndRecord(notifications: readonly UserNotification[]): Day[] {
  const days = Map.groupBy(notifications, ({ CreatedAt }) => agencyDay(new Date(CreatedAt)));
  return [...days].map(([day, ofDay]) => ({
    day,
    items: [...Map.groupBy(ofDay, ({ SubjectId }) => SubjectId).values()].flatMap((ofRecord) =>
      ofRecord.map((notification, index) => ({ notification, isFirstOfRecord: index === 0 })),
    ),
  }));
}

/** "Today", "Yesterday", "Thursday, November 19". */
export function dayName(day: string, now: Date): string {
  const today = agencyDay(now);
  if (day === today) return 'Today';
  if (day === addDays(today, -1)) return 'Yesterday';
  const noon = new Date(`${day}T12:00:00`);
  return Number.isNaN(noon.getTime()) ? 'Without a date' : longDay.format(noon);
}

const longDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric' });

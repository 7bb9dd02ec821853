import { agencyDay } from '../../text/agency-time.ts';
import { addDays, dayOf, dayOfText, textOfDay } from '@handoff/shared/domain/records/calendar-day';

/**
 * Turns a day near today into 2026-11-27: as `dayOfText` does, or "t" for today, "+3" and "-3" in days from today, and
 * "12/1" in the year that is nearest. A two-digit year may be ahead.
 */
export function nearDayOfText(text: string, now: Date = new Date()): string | undefined {
  const typed = text.trim().toLowerCase();
  const today = agencyDay(now);
  const [, ahead] = /^(?:t|today)?\s*([+-]\d{1,3})?$/.exec(typed) ?? [];
  if (ahead !== undefined) return addDays(today, Number(ahead));
  if (typed === 't' || typed === 'today') return today;
  const [, month, day] = /^(\d{1,2})[\s./-]+(\d{1,2})$/.exec(typed) ?? [];
  if (month === undefined) return dayOfText(text, new Date(now.getFullYear() + 20, 0));
  const distance = (each: string) => Math.abs(Date.parse(each) - Date.parse(today));
  return [-1, 0, 1]
    .map((years) => dayOf(now.getFullYear() + years, Number(month), Number(day)))
    .filter((each) => each !== undefined)
    .toSorted((one, other) => distance(one) - distance(other))[0];
}

const MAX_TYPED = 40;

/** Turns a day and time, or a time on the day of `base`, into 2026-11-22T09:05; undefined when it is neither. */
export function minuteOfText(text: string, base: string): string | undefined {
  const typed = text.trim().slice(0, MAX_TYPED);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed)) return typed;
  const [, day = '', clock = ''] = /^(?:(.*?)[\s,]+)?(\d{1,2}(?::\d\d|\s*[ap]m?$).*)$/i.exec(typed) ?? [];
  const on = day === '' ? base.slice(0, 10) : dayOfText(day);
  const time = timeOfText(clock);
  return on !== undefined && time !== undefined ? `${on}T${time}` : undefined;
}

/** Turns 9:05 pm into 21:05. */
function timeOfText(text: string): string | undefined {
  const [, hours, minutes = '00', half = ''] = /^(\d{1,2})(?::([0-5]\d))?\s*(?:([ap])m?)?$/i.exec(text) ?? [];
  const hour = hours === undefined ? undefined : hourOf(Number(hours), half.toLowerCase());
  return hour === undefined ? undefined : `${two(hour)}:${minutes}`;
}

/** Returns 11/22/2026 9:05 AM, or the typed text when it is no time. */
export function textOfMinute(minute: string): string {
  const [, day = '', hours = '', minutes = ''] = /^(.{10})T(\d\d):(\d\d)$/.exec(minute) ?? [];
  if (day === '') return minute;
  return `${textOfDay(day)} ${Number(hours) % 12 || 12}:${minutes} ${Number(hours) < 12 ? 'AM' : 'PM'}`;
}

/** True for the stored form of a day, 1952-03-04. */
export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

function hourOf(hours: number, half: string): number | undefined {
  if (half === '') return hours < 24 ? hours : undefined;
  if (hours < 1 || hours > 12) return undefined;
  return (hours % 12) + (half === 'p' ? 12 : 0);
}

const two = (n: number) => String(n).padStart(2, '0');

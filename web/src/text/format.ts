const locale = 'en-US';
const dateTime = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: 'numeric',
  minute: '2-digit',
});
const dayOnly = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: 'UTC',
});
const shortDay = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric' });
const clockTime = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
const wholeNumber = new Intl.NumberFormat(locale);
const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** 09/14/1948, 1:54 AM. */
export const formatDateTime = (iso: string) => dateTime.format(new Date(iso));
/** 09/14/1948, for dates without a time, which have no time zone. An unknown day is an empty text. */
export const formatDay = (isoDate: string) =>
  isoDate === '' ? '' : dayOnly.format(new Date(`${isoDate}T00:00:00Z`));
export const formatClock = (at: Date) => clockTime.format(at);
/** A time today; other days come with their date. */
export const formatMoment = (at: Date) =>
  at.toDateString() === new Date().toDateString() ? formatClock(at) : formatDateTime(at.toISOString());
export const formatCount = (count: number) => wholeNumber.format(count);
/** "1 entry", "1,204 entries". */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "40 min", "5 hr", "3 d". */
export function formatSpan(ms: number): string {
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} hr`;
  return `${Math.floor(ms / DAY)} d`;
}

/** "just now", "12 min", "5 hr", "3 d", then the day. */
export function formatAge(iso: string, now: number): string {
  const ms = now - Date.parse(iso);
  if (ms < MINUTE) return 'just now';
  if (ms < 60 * DAY) return formatSpan(ms);
  return shortDay.format(new Date(iso));
}

export function yearsSince(isoDate: string, now = new Date()): number {
  const born = new Date(`${isoDate}T00:00:00Z`);
  const hadBirthday =
    now.getMonth() > born.getUTCMonth() ||
    (now.getMonth() === born.getUTCMonth() && now.getDate() >= born.getUTCDate());
  return now.getFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1);
}

/** The age in years; empty without a date of birth. */
export const ageOf = (isoDate: string) => (isoDate === '' ? '' : String(yearsSince(isoDate)));

/** Imported files have place names in capitals only: NEW HAVEN becomes New Haven. */
export function placeName(name: string): string {
  if (name !== name.toUpperCase()) return name;
  return name.toLowerCase().replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

export function formatBytes(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  if (bytes < MB) return `${Math.round(bytes / KB)} kB`;
  if (bytes < GB) return `${oneDecimal.format(bytes / MB)} MB`;
  return `${oneDecimal.format(bytes / GB)} GB`;
}

const KB = 1024;
const MB = 1024 * KB;
const GB = 1024 * MB;

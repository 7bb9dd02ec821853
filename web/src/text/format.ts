import { agencyDay, agencyZone, isElsewhere } from './agency-time.ts';

const locale = 'en-US';
const dayOnly = new Intl.DateTimeFormat(locale, {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  timeZone: 'UTC',
});
const shortDayOnly = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const wholeNumber = new Intl.NumberFormat(locale);
const oneDecimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });

/** 09/14/1948, 1:54 AM. Like every function here, it returns a text that is no time unchanged. */
export const formatDateTime = (iso: string) => formatInZone('dateTime', iso);
/** 09/14/1948, for dates without a time, which have no time zone. An unknown day is an empty text. */
export const formatDay = (isoDate: string) => formatIfTime(dayOnly, `${isoDate}T00:00:00Z`, isoDate);
/** Mar 1, for a day in a chart. */
export const formatShortDay = (isoDate: string) =>
  formatIfTime(shortDayOnly, `${isoDate}T00:00:00Z`, isoDate);
export const formatClock = (iso: string) => formatInZone('clock', iso);
/** A time today; other days come with their date. */
export const formatMoment = (iso: string) =>
  agencyDay(new Date(iso)) === agencyDay(new Date()) ? formatClock(iso) : formatDateTime(iso);

const shapes = {
  dateTime: { year: 'numeric', month: '2-digit', day: '2-digit', hour: 'numeric', minute: '2-digit' },
  clock: { hour: 'numeric', minute: '2-digit' },
  shortDay: { month: 'short', day: 'numeric' },
} as const;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Formats a time by the agency's clock, which it names where this computer's differs: "8:12 AM ET". */
function formatInZone(shape: keyof typeof shapes, iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return iso;
  const timeZone = agencyZone();
  const isNamed = shape !== 'shortDay' && isElsewhere(at);
  const name = `${shape} ${timeZone} ${isNamed}`;
  const format =
    formats.get(name) ??
    new Intl.DateTimeFormat(locale, {
      ...shapes[shape],
      timeZone,
      ...(isNamed && { timeZoneName: 'shortGeneric' }),
    });
  formats.set(name, format);
  return format.format(at);
}

/** A format throws for anything else than a time, and one stored value must not take a page down. */
function formatIfTime(format: Intl.DateTimeFormat, iso: string, otherwise = iso): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? otherwise : format.format(at);
}

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
  if (Number.isNaN(ms)) return iso;
  if (ms < MINUTE) return 'just now';
  if (ms < 60 * DAY) return formatSpan(ms);
  return formatInZone('shortDay', iso);
}

export function yearsSince(isoDate: string, now = new Date()): number {
  const born = new Date(`${isoDate}T00:00:00Z`);
  const hadBirthday =
    now.getMonth() > born.getUTCMonth() ||
    (now.getMonth() === born.getUTCMonth() && now.getDate() >= born.getUTCDate());
  return now.getFullYear() - born.getUTCFullYear() - (hadBirthday ? 0 : 1);
}

/** The age in years; empty without a date of birth. */
export function ageOf(isoDate: string): string {
  const years = yearsSince(isoDate);
  return Number.isNaN(years) ? '' : String(years);
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

import { dayText } from '@handoff/shared/domain/records/calendar-day';

const daysOfMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** A range of days, both inclusive, as `yyyy-mm-dd`; a missing end is open. */
export interface Period {
  from?: string;
  to?: string;
}

/** Converts `20250610` to `2025-06-10`; undefined when no such day exists. */
export function dayOf(ccyymmdd: string): string | undefined {
  if (ccyymmdd.length !== 8 || !/^\d{8}$/.test(ccyymmdd)) return undefined;
  const number = Number(ccyymmdd);
  const [month, date] = [Math.floor(number / 100) % 100, number % 100];
  if (!isDate(Math.floor(number / 10_000), month, date)) return undefined;
  return `${ccyymmdd.slice(0, 4)}-${ccyymmdd.slice(4, 6)}-${ccyymmdd.slice(6)}`;
}

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  return isDate(Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8)));
}

function isDate(year: number, month: number, date: number): boolean {
  const last = month === 2 && !isLeapYear(year) ? 28 : (daysOfMonth[month - 1] ?? 0);
  return year >= 1800 && date >= 1 && date <= last;
}

const isLeapYear = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** Converts `2025-06-10` to `20250610`. */
export const compact = (day: string): string => day.replaceAll('-', '');

export function covers(period: Period, day: string): boolean {
  return startsBy(period, day) && (period.to === undefined || period.to >= day);
}

const startsBy = (period: Period, day: string) => period.from === undefined || period.from <= day;

export const startsAfter = (period: Period, day: string): boolean => !startsBy(period, day);

export const endsBefore = (period: Period, day: string): boolean =>
  period.to !== undefined && period.to < day;

/** Returns the same day of another month, or that month's last day. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month + months, 0));
  return new Date(
    Date.UTC(
      lastOfMonth.getUTCFullYear(),
      lastOfMonth.getUTCMonth(),
      Math.min(date, lastOfMonth.getUTCDate()),
    ),
  )
    .toISOString()
    .slice(0, 10);
}

/** Formats a period as ` from 05/11/2025 to 08/08/2025`; says so when the payer gave no dates. */
export function showPeriod(period: Period | undefined): string {
  if (!period) return ' (Medicare gave no dates for it)';
  const from = period.from ? ` from ${dayText(period.from)}` : '';
  return `${from}${period.to ? ` to ${dayText(period.to)}` : ''}`;
}

const DAY_MS = 86_400_000;

/** Days are written `yyyy-mm-dd`, so that they compare as texts. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Formats a day as `06/10/2025`, for a sentence. */
export const dayText = (day: string): string => `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}`;

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** Turns a day as people type it (3-4-52, 03/04/1952, 03041952) into 1952-03-04; undefined when it is no day. */
export function dayOfText(text: string, latest: Date = new Date()): string | undefined {
  const typed = text.trim();
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed) ?? [];
  if (isoYear !== undefined) return dayOf(Number(isoYear), Number(isoMonth), Number(isoDay));
  const parts = typedParts(typed);
  if (!parts) return undefined;
  const { month, day, year } = parts;
  return dayOf(
    year.length === 4 ? Number(year) : latestYear(Number(year), latest),
    Number(month),
    Number(day),
  );
}

function typedParts(typed: string): { month: string; day: string; year: string } | undefined {
  const parts =
    /^(\d{1,2})[\s./-]+(\d{1,2})[\s./-]+(\d{4}|\d{2})$/.exec(typed) ??
    /^(\d\d)(\d\d)(\d{4}|\d{2})$/.exec(typed);
  if (!parts) return undefined;
  const [, month = '', day = '', year = ''] = parts;
  return { month, day, year };
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Says why a typed text is no day, as "There is no February 30". */
export function dayTrouble(text: string): string {
  const { month, day, year } = typedParts(text.trim()) ?? {};
  const name = months[Number(month) - 1];
  if (name !== undefined) return `There is no ${name} ${Number(day)}${day === '29' ? ` in ${year}` : ''}`;
  return month === undefined ? 'Enter a date, as 01/31/2026' : `There is no month ${Number(month)}`;
}

/** Returns 03/04/1952, or the typed text when it is no day. */
export function textOfDay(day: string): string {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? [];
  return year === undefined ? day : `${month}/${date}/${year}`;
}

/** Two-digit years never mean the future. */
function latestYear(lastTwo: number, latest: Date): number {
  const year = latest.getFullYear();
  const inThisCentury = year - (year % 100) + lastTwo;
  return inThisCentury > year ? inThisCentury - 100 : inThisCentury;
}

/** Undefined for a day that no calendar has. */
export function dayOf(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = year > 999 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

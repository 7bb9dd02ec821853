interface Schedule {
  next(after: Date): Date;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const fieldRanges = {
  second: { low: 0, high: 59 },
  minute: { low: 0, high: 59 },
  hour: { low: 0, high: 23 },
  day: { low: 1, high: 31 },
  month: { low: 1, high: 12, words: months },
  weekday: { low: 0, high: 6, words: weekdays },
};
type FieldName = keyof typeof fieldRanges;
interface FieldRange {
  low: number;
  high: number;
  words?: string[];
}

const dayMs = 24 * 60 * 60 * 1000;

/** Reads `{second} {minute} {hour} {day} {month} {weekday}` (or five fields without seconds), in UTC as in Azure. */
export function parseNcrontab(expression: string): Schedule {
  const written = expression.trim().split(/\s+/);
  const [second = '', minute = '', hour = '', day = '', month = '', weekday = ''] =
    written.length === 5 ? ['0', ...written] : written;
  if (written.length < 5 || written.length > 6) {
    throw new Error(`"${expression}" is no NCRONTAB expression of five or six fields.`);
  }
  const fields = {
    day: parseField(day, 'day'),
    month: parseField(month, 'month'),
    weekday: parseField(weekday, 'weekday'),
  };
  const seconds = parseField(second, 'second');
  const minutes = parseField(minute, 'minute');
  const minutesOfDay = parseField(hour, 'hour').flatMap((one) => minutes.map((other) => one * 60 + other));

  // Day and weekday must both match, unlike in Unix cron.
  function isOnDay(midnight: Date) {
    return (
      fields.day.includes(midnight.getUTCDate()) &&
      fields.month.includes(midnight.getUTCMonth() + 1) &&
      fields.weekday.includes(midnight.getUTCDay())
    );
  }

  function firstInDay(midnight: number, earliest: number) {
    for (const minuteOfDay of minutesOfDay) {
      const startsAt = midnight + minuteOfDay * 60_000;
      if (startsAt + 59_000 < earliest) continue;
      const found = seconds.map((one) => startsAt + one * 1000).find((at) => at >= earliest);
      if (found !== undefined) return new Date(found);
    }
    return undefined;
  }

  return {
    next(after) {
      const earliest = Math.floor(after.getTime() / 1000) * 1000 + 1000;
      const firstMidnight = Math.floor(earliest / dayMs) * dayMs;
      // 29 February comes at least once in eight years (1900, 2100).
      for (let midnight = firstMidnight; midnight < earliest + 8 * 366 * dayMs; midnight += dayMs) {
        const found = isOnDay(new Date(midnight)) ? firstInDay(midnight, earliest) : undefined;
        if (found) return found;
      }
      throw new Error(`"${expression}" never comes.`);
    },
  };
}

function parseField(text: string, name: FieldName): number[] {
  const values = text.split(',').flatMap((part) => parsePart(part, name));
  return [...new Set(values)].toSorted((one, other) => one - other);
}

function parsePart(part: string, name: FieldName): number[] {
  const range: FieldRange = fieldRanges[name];
  const [, first = '', last, step = '1'] = /^(\*|[a-z\d]+)(?:-([a-z\d]+))?(?:\/(\d+))?$/i.exec(part) ?? [];
  // `5/10` is open ended, `5` is one value.
  const end = last ?? (part.includes('/') ? String(range.high) : first);
  const [from, to] =
    first === '*' ? [range.low, range.high] : [parseValue(first, range), parseValue(end, range)];
  const by = Number(step);
  const isInRange = from >= range.low && from <= to && to <= range.high;
  if (!isInRange || by < 1) throw new Error(`"${part}" is no NCRONTAB ${name}.`);
  return Array.from({ length: Math.floor((to - from) / by) + 1 }, (_, index) => from + index * by);
}

function parseValue(text: string, { words, low }: FieldRange): number {
  const word = words?.indexOf(text.toLowerCase().slice(0, 3)) ?? -1;
  if (word >= 0) return word + low;
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { formatClock } from '../../../text/format.ts';
import { agencyMinute, timeOfMinute } from '../../../text/agency-time.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** A full hour that is nearer is what "in 1 hour" is for. */
const LEAST_MS = 30 * MINUTE_MS;
const DAY_HOURS = 24;
const AFTERNOON = 14;
const MORNING = 9;
const MOST_HOURS = 2;

export interface CallBackTime {
  name: string;
  at: string;
}

/** The times that one choice sets, by the agency's clock: soon, this afternoon or the next full hours, tomorrow. */
export function callBackTimes(now: number): CallBackTime[] {
  const soon = new Date(Math.ceil((now + HOUR_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
  const [today = '', clock = ''] = agencyMinute(new Date(now)).split('T');
  const later = Array.from({ length: DAY_HOURS }, (_, hour) => hour)
    .filter((hour) => hour >= AFTERNOON && hour > Number(clock.slice(0, 2)))
    .flatMap((hour) => atHour(today, hour))
    .filter((at) => Date.parse(at) >= now + LEAST_MS && at !== soon)
    .slice(0, Number(clock.slice(0, 2)) < AFTERNOON ? 1 : MOST_HOURS);
  return [
    { name: `In 1 hour, ${formatClock(soon)}`, at: soon },
    ...later.map((at) => ({ name: `Today, ${formatClock(at)}`, at })),
    ...atHour(addDays(today, 1), MORNING).map((at) => ({ name: `Tomorrow, ${formatClock(at)}`, at })),
  ];
}

function atHour(day: string, hour: number): string[] {
  const time = timeOfMinute(`${day}T${String(hour).padStart(2, '0')}:00`);
  return time ? [time.toISOString()] : [];
}

import { HOUR_MS } from '../../../core/time.ts';
const ZONE = 'America/New_York';
const FIRST_BUSY_HOUR = 7;
const FIRST_QUIET_HOUR = 19;
const weekend = new Set(['Sat', 'Sun']);

/** CMS asks for inquiries that are not urgent outside 7:00 to 19:00 Eastern, Monday to Friday (October 30, 2015). */
export function isQuietHour(at: Date): boolean {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: ZONE,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  const parts = clock.formatToParts(at);
  const part = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  const hour = Number(part('hour'));
  return weekend.has(part('weekday')) || hour < FIRST_BUSY_HOUR || hour >= FIRST_QUIET_HOUR;
}

/** Returns the moment when the calendar day begins there, in the format of records. */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // No zone is more than 14 hours from UTC; US clocks never change at midnight.
  for (let hours = -14; hours <= 14; hours += 1) {
    const at = new Date(midnight + hours * HOUR_MS);
    if (hourIn(timeZone, at) === `${day} 00`) return at.toISOString();
  }
  return new Date(midnight).toISOString();
}

/** `2026-11-20 00`; `sv-SE` writes dates as records do. */
function hourIn(timeZone: string, at: Date): string {
  const parts = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat('sv-SE', parts).format(at).slice(0, 13);
}

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

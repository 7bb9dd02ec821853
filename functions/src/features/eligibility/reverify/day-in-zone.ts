const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The moment at which the calendar day begins there, as records keep times. */
export function startOfDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // No zone is further than 14 hours from Greenwich; changes of the clock are never at midnight in the US.
  for (let hours = -14; hours <= 14; hours += 1) {
    const at = new Date(midnight + hours * HOUR_MS);
    if (hourIn(timeZone, at) === `${day} 00`) return at.toISOString();
  }
  return new Date(midnight).toISOString();
}

export const dayAfter = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);

/** `2026-11-20 00`; `sv-SE` writes dates as records do. */
function hourIn(timeZone: string, at: Date): string {
  const parts = { dateStyle: 'short', timeStyle: 'short', timeZone } as const;
  return new Intl.DateTimeFormat('sv-SE', parts).format(at).slice(0, 13);
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

export const addMs = (at: Date, ms: number) => new Date(at.getTime() + ms);

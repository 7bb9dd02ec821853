import { throttled } from './failure.ts';

/** A bucket that refills evenly; a request may overdraw it and the next ones wait, as on the service. */
export function createThrottle(options: { ruPerSecond: number | undefined; now: () => number }) {
  const { ruPerSecond, now } = options;
  let available = ruPerSecond ?? 0;
  let refilledAt = now();

  function refill(limit: number): void {
    const at = now();
    available = Math.min(limit, available + ((at - refilledAt) / 1000) * limit);
    refilledAt = at;
  }

  return {
    admit(): void {
      if (ruPerSecond === undefined) return;
      refill(ruPerSecond);
      if (available <= 0) throw throttled(Math.max(1, Math.ceil((-available / ruPerSecond) * 1000)));
    },
    spend(charge: number): void {
      available -= charge;
    },
  };
}

export type Throttle = ReturnType<typeof createThrottle>;

import { throttled } from '../failure.ts';

/** Size in KB → RU. Source: learn.microsoft.com/azure/cosmos-db/understand-request-unit-consumption */
const sizes = [1, 4, 16, 32, 64, 128, 512, 1024, 2048];
const reads = [1, 1.14, 1.67, 2.19, 4.76, 9.95, 40.95, 145.9, 291.8];
const writes = [4.95, 6.67, 9.52, 11.23, 22.67, 48.19, 184.57, 625, 1250];

export function readCharge(bytes: number): number {
  return interpolate(bytes, reads);
}

/** Index terms cost 0.2 RU each, according to the same page. */
const perTerm = 0.2;

/** The charge of a creation; a deletion costs the same. */
export function createCharge(bytes: number, terms: number): number {
  return round(interpolate(bytes, writes) + perTerm * terms);
}

/** The charge for the old and the new item, also with an upsert and a patch, and for the changed terms only. */
export function replaceCharge(bytes: number, changedTerms: number): number {
  return round(2 * interpolate(bytes, writes) + perTerm * changedTerms);
}

/**
 * A query costs a base, its index lookups, and the documents that it loads, matching or not; the weights are assumed.
 * It is also assumed that the service intersects several lookups without loading other rows.
 */
export function queryCharge(of: { lookups: number; documents: number; bytes: number }): number {
  return round(2.3 + of.lookups * 0.05 + of.documents * 0.03 + (of.bytes / 1024) * 0.1);
}

export function round(charge: number): number {
  return Math.round(charge * 100) / 100;
}

function interpolate(bytes: number, charges: readonly number[]): number {
  const size = bytes / 1024;
  const next = Math.max(
    1,
    sizes.findIndex((step) => size <= step),
  );
  const [fromSize = 0, toSize = 1] = sizes.slice(next - 1, next + 1);
  const [from = 0, to = 0] = charges.slice(next - 1, next + 1);
  if (size <= fromSize) return from;
  return round(from + ((size - fromSize) / (toSize - fromSize)) * (to - from));
}

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

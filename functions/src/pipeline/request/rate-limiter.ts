import type { Clock } from '../../platform/ports.ts';
import { AppError } from './app-error.ts';
import type { Limits, Rate } from './limits.ts';

/** Throws `too_many_requests` when this person has to wait. */
export type RateLimiter = (who: string) => void;

export interface RateLimiters {
  calls: RateLimiter;
  /** By where they come from: who they are is not known. */
  strangers: RateLimiter;
  reveals: RateLimiter;
  exports: RateLimiter;
}

export function createRateLimiters(clock: Clock, limits: Limits): RateLimiters {
  return {
    calls: createRateLimiter(clock, limits.calls),
    strangers: createRateLimiter(clock, limits.strangers),
    reveals: createRateLimiter(clock, limits.reveals),
    exports: createRateLimiter(clock, limits.exports),
  };
}

interface Bucket {
  left: number;
  at: number;
}

/** So many people are remembered before those who have rested long enough are forgotten. */
const MAX_BUCKETS = 10_000;

/** A bucket for each person, in the memory of this instance: best effort, against a client gone wild. */
export function createRateLimiter(clock: Clock, { burst, perMinute }: Rate): RateLimiter {
  const buckets = new Map<string, Bucket>();
  const perMs = perMinute / 60_000;
  const now = () => clock.now().getTime();
  const filled = ({ left, at }: Bucket) => Math.min(burst, left + Math.max(0, now() - at) * perMs);

  return (who) => {
    const left = filled(buckets.get(who) ?? { left: burst, at: now() });
    if (left < 1)
      throw new AppError('too_many_requests', 'Too many requests. Please wait a moment.', {
        retryAfterSeconds: Math.ceil((1 - left) / perMs / 1000),
      });
    if (buckets.size >= MAX_BUCKETS && !buckets.has(who)) forgetRested();
    buckets.set(who, { left: left - 1, at: now() });
  };

  function forgetRested(): void {
    for (const [who, bucket] of buckets) if (filled(bucket) >= burst) buckets.delete(who);
  }
}

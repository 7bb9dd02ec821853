import type { CheckLimits } from '../core/context.ts';
import type { Limited } from '@handoff/shared/contract/endpoint';

export interface Rate {
  burst: number;
  perMinute: number;
}

export interface Limits extends Record<Limited, Rate> {
  calls: Rate;
  writes: Rate;
  /** Limits requests without a valid sign-in, per address. */
  anonymous: Rate;
  /** Limits calls with the secret of a sender's link, per address. */
  senders: Rate;
  reveals: Rate;
  /** Limits exports of the audit trail. */
  exports: Rate;
  /** Limits searches for restricted patients by name and birth date, which could be guessed. */
  emergencySearches: Rate;
  /** Limits entered patient numbers: each is compared with those of others and could be a guess. */
  numbers: Rate;
  uploads: { perUserAndDay: number; bytesPerAgencyAndDay: number };
  checks: CheckLimits;
}

/** Returns the limits per person and per agency. These are first values, to be adjusted to what agencies need. */
export function limitsFor({ callsPerMinute }: { callsPerMinute: number }): Limits {
  return {
    // A burst of one person stays below the requests that the host can hold, so others are still answered.
    calls: { burst: Math.floor(callsPerMinute / 2), perMinute: callsPerMinute },
    writes: { burst: Math.floor(callsPerMinute / 5), perMinute: callsPerMinute },
    anonymous: { burst: 60, perMinute: 60 },
    senders: { burst: 60, perMinute: 60 },
    reveals: { burst: 60, perMinute: 1 },
    exports: { burst: 20, perMinute: 20 / 60 },
    emergencySearches: { burst: 10, perMinute: 20 / 60 },
    numbers: { burst: 60, perMinute: 1 },
    uploads: { perUserAndDay: 200, bytesPerAgencyAndDay: 2 * 1024 ** 3 },
    checks: { perUserAndHour: 60, perAgencyAndDay: 500, scheduledPerAgencyAndDay: 250 },
  };
}

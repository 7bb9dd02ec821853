import type { Limited } from '@handoff/shared/contract/endpoint';

export interface Rate {
  /** So many at once. */
  burst: number;
  /** So many in the long run. */
  perMinute: number;
}

export interface Limits extends Record<Limited, Rate> {
  calls: Rate;
  /** The part of the calls that may change something. */
  writes: Rate;
  /** Of requests without a good sign-in, from one address. */
  anonymous: Rate;
  /** Of the numbers of patients. */
  reveals: Rate;
  /** Of the audit trail as a file. */
  exports: Rate;
  /** Of restricted patients by name and birth date, which could be guessed. */
  emergencySearches: Rate;
  /** Limits entered patient numbers: each is compared with those of others and could be a guess. */
  numbers: Rate;
  uploads: { perUserAndDay: number; bytesPerAgencyAndDay: number };
  /** Of eligibility, each of which is paid. */
  checks: {
    perUserAndHour: number;
    perAgencyAndDay: number;
    /** The timer leaves the rest of the day to people. */
    scheduledPerAgencyAndDay: number;
  };
}

/** What one person, or one agency, may do; start values, to be set by what agencies turn out to need. */
export function limitsFor({ callsPerMinute }: { callsPerMinute: number }): Limits {
  return {
    // One person at once stays below the requests that the host holds: others are still answered.
    calls: { burst: Math.floor(callsPerMinute / 2), perMinute: callsPerMinute },
    writes: { burst: Math.floor(callsPerMinute / 5), perMinute: callsPerMinute },
    anonymous: { burst: 60, perMinute: 60 },
    reveals: { burst: 60, perMinute: 1 },
    exports: { burst: 20, perMinute: 20 / 60 },
    emergencySearches: { burst: 10, perMinute: 20 / 60 },
    numbers: { burst: 60, perMinute: 1 },
    uploads: { perUserAndDay: 200, bytesPerAgencyAndDay: 2 * 1024 ** 3 },
    checks: { perUserAndHour: 60, perAgencyAndDay: 500, scheduledPerAgencyAndDay: 250 },
  };
}

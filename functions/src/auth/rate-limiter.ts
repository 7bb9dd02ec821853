import { isMbi, plainNumber, Ssn } from '@handoff/shared/domain/person/identifiers';
import * as z from 'zod';
import type { Limited } from '@handoff/shared/contract/endpoint';
import { type Clock, type Platform, type FieldKeys, FieldKeysNotConfigured } from '../platform/ports.ts';
import { commitWithRetry, triesOf, unavailable } from '../writes/commit.ts';
import { AppError } from '../core/app-error.ts';
import type { Limits, Rate } from './limits.ts';
import { rateRecord } from '../records/kinds/server-records.ts';

/** Takes one, or one for each thing that was not counted already; returns those counted now. */
type StoredLimiter = (oid: string, things?: readonly string[]) => Promise<readonly string[]>;

/** Each throws `too_many_requests` when the person has to wait. */
export interface RateLimiters extends Record<Limited, StoredLimiter> {
  calls(oid: string): void;
  writes(oid: string): void;
  /** Counts by address, because the person is unknown. */
  anonymous(address: string): void;
  /** Counts by address before any secret is looked up, so that guessing ends. */
  senders(address: string): void;
}

export function createRateLimiters(platform: Platform, limits: Limits): RateLimiters {
  return {
    calls: limiterInMemory(platform.clock, limits.calls),
    writes: limiterInMemory(platform.clock, limits.writes),
    anonymous: limiterInMemory(platform.clock, limits.anonymous),
    senders: limiterInMemory(platform.clock, limits.senders),
    reveals: limiterInStore(platform, { name: 'reveals', rate: limits.reveals }),
    exports: limiterInStore(platform, { name: 'exports', rate: limits.exports }),
    emergencySearches: limiterInStore(platform, { name: 'searches', rate: limits.emergencySearches }),
    numbers: limiterInStore(platform, { name: 'numbers', rate: limits.numbers }),
  };
}

const Bucket = z.object({ left: z.number(), at: z.number(), counted: z.array(z.string()).default([]) });
type Bucket = z.infer<typeof Bucket>;

function filled(
  { left, at }: Pick<Bucket, 'left' | 'at'>,
  { rate, now }: { rate: Rate; now: number },
): number {
  return Math.min(rate.burst, left + (Math.max(0, now - at) * rate.perMinute) / 60_000);
}

function takeFrom(
  bucket: Pick<Bucket, 'left' | 'at'> | undefined,
  { rate, now, count = 1 }: { rate: Rate; now: number; count?: number },
): Pick<Bucket, 'left' | 'at'> {
  const left = bucket ? filled(bucket, { rate, now }) : rate.burst;
  if (left >= count) return { left: left - count, at: now };
  throw new AppError('too_many_requests', 'Too many requests. Please wait a moment.', {
    retryAfterSeconds: Math.ceil(((count - left) * 60) / rate.perMinute),
  });
}

/** Above this number of people, those who have rested long enough are forgotten. */
const MAX_BUCKETS = 10_000;

/** Keeps a bucket for each person in the memory of this instance: best effort, against a runaway client. */
function limiterInMemory(clock: Clock, rate: Rate): (who: string) => void {
  const buckets = new Map<string, Pick<Bucket, 'left' | 'at'>>();

  return (who) => {
    const now = clock.now().getTime();
    const taken = takeFrom(buckets.get(who), { rate, now });
    if (buckets.size >= MAX_BUCKETS && !buckets.has(who)) forgetRested(now);
    buckets.set(who, taken);
  };

  function forgetRested(now: number): void {
    for (const [who, bucket] of buckets) if (filled(bucket, { rate, now }) >= rate.burst) buckets.delete(who);
  }
}

/** Longest wait before another try: of all concurrent calls one is counted in each round. */
const MAX_WAIT_MS = 20;

/** How many of the newest counted things are stored, so that a repeat is not counted twice. */
const MAX_COUNTED = 100;

/** Stores a bucket with each person's own records: exact across all instances and after a restart. */
function limiterInStore(platform: Platform, { name, rate }: { name: string; rate: Rate }): StoredLimiter {
  const id = `rate|${name}`;
  // A full bucket need not be stored.
  const ttl = Math.ceil((rate.burst * 60) / rate.perMinute) + 60;

  return async (oid, things) => {
    if (things?.length === 0) return [];
    const partition = platform.store.app(`u:${oid}`);
    for (const _ of triesOf(platform)) {
      const stored = await partition.read(id);
      const bucket = stored && Bucket.parse(stored);
      const { added, counted } = addedTo(bucket?.counted, things);
      if (things && added.length === 0) return added;
      const now = platform.clock.now().getTime();
      const taken = takeFrom(bucket, { rate, now, count: things ? added.length : 1 });
      const document = { id, type: rateRecord.type, ttl, ...taken, ...(things && { counted }) };
      const { outcome } = await commitWithRetry(platform, partition, [
        stored ? { op: 'replace', document, ifMatch: stored._etag } : { op: 'create', document },
      ]);
      if (outcome === 'applied') return added;
      await platform.clock.sleep(platform.random.fraction() * MAX_WAIT_MS);
    }
    throw unavailable();
  };
}

/** Returns the things that were not counted before, and all that are stored afterwards. */
function addedTo(before: readonly string[] = [], things: readonly string[] = []) {
  const added = things.filter((thing) => !before.includes(thing));
  return { added, counted: [...before, ...added].slice(-MAX_COUNTED) };
}

const Entered = z.object({
  Patient: z.object({ Ssn: z.string().default(''), Mbi: z.string().default('') }),
});

/** Returns keyed hashes of the full numbers in a body; none without keys, because nothing is compared then. */
export async function numbersIn(fieldKeys: FieldKeys, body: unknown, domainId: string): Promise<string[]> {
  const { data } = Entered.safeParse(body);
  if (!data) return [];
  const { Ssn: ssn, Mbi: mbi } = data.Patient;
  const whole = [
    ...(Ssn.safeParse(ssn).success ? [Ssn.parse(ssn)] : []),
    ...(isMbi(plainNumber(mbi)) ? [plainNumber(mbi)] : []),
  ];
  try {
    const hashes = await Promise.all(
      whole.map((number) => fieldKeys.blindIndexes(number, { domainId, field: 'entered' })),
    );
    return hashes.flatMap(([newest]) => newest ?? []);
  } catch (error) {
    if (error instanceof FieldKeysNotConfigured) return [];
    throw error;
  }
}

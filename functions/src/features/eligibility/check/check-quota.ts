import { DAY_MS, HOUR_MS } from '../../../core/time.ts';
import type { CheckLimits, WriteContext } from '../../../core/context.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { quotaKind } from '../../../records/kinds/agency-records.ts';
import { keptSeconds } from '../../../records/retention.ts';

interface Counter {
  id: string;
  most: number;
  periodMs: number;
  message: string;
}

/** The timer checks on its own schedule, or row by row for a person who started a batch. */
export type Asker = 'person' | 'batch' | 'schedule';

const ofAgency = (at: string) => `quota-checks-${at.slice(0, 10)}`;

export async function checksLeft(
  { find, now }: { find: Reader; now: Date },
  most: CheckLimits,
): Promise<number> {
  const counted = await find.get(quotaKind, ofAgency(now.toISOString()));
  return Math.max(0, most.perAgencyAndDay - (counted?.Count ?? 0));
}

/** Runs in the batch that records the inquiry: none is sent uncounted, and none is sent when refused. */
export async function countCheck(
  context: WriteContext,
  { most, by }: { most: CheckLimits; by: Asker },
): Promise<void> {
  const at = context.now.toISOString();
  if (by === 'person')
    await count(context, {
      id: `quota-checks-${at.slice(0, 13)}-${context.caller.claims.oid}`,
      most: most.perUserAndHour,
      periodMs: HOUR_MS,
      message: `You have reached the limit of ${most.perUserAndHour} eligibility checks an hour. Try again later.`,
    });
  const ofDay = by === 'schedule' ? most.scheduledPerAgencyAndDay : most.perAgencyAndDay;
  await count(context, {
    id: ofAgency(at),
    most: ofDay,
    periodMs: DAY_MS,
    message: `Your agency has reached its limit of ${ofDay} eligibility checks a day. Try again tomorrow.`,
  });
}

async function count({ work, now }: WriteContext, counter: Counter): Promise<void> {
  const { id: Id, most, periodMs, message } = counter;
  const before = await work.get(quotaKind, Id);
  const Count = (before?.Count ?? 0) + 1;
  if (Count > most)
    throw new AppError('too_many_requests', message, {
      retryAfterSeconds: Math.ceil((periodMs - (now.getTime() % periodMs)) / 1000),
    });
  const after = { Id, Count, Bytes: 0, ttl: keptSeconds.quota };
  await work.put(quotaKind, after);
}

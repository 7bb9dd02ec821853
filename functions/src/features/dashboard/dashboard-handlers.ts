import { BusinessDomain, dayIn, startOfDay } from '@handoff/shared/domain/agency/business-domain';
import { type DayBounds, figuresOf } from '@handoff/shared/domain/referral/figures';
import type { ApiHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { businessDomainKind } from '../../records/kinds/user-records.ts';
import { flat, openReferrals, receivedReferrals } from './dashboard-queries.ts';

const clockOf = BusinessDomain.pick({ TimeZone: true, ResponseHours: true });
const ROWS_AT_ONCE = 1000;

const figures: ApiHandlers['dashboard']['figures'] = async ({ query }, { find, system, caller, now }) => {
  const domain = await system.get(businessDomainKind, caller.businessDomainId);
  const { TimeZone, ResponseHours } = clockOf.parse(domain ?? {});
  const days = lastDays(query.Days, { timeZone: TimeZone, now });
  const [first] = days;
  const start = first?.From ?? now.toISOString();
  const before = lastDays(query.Days * 2, { timeZone: TimeZone, now })[0]?.From ?? start;
  const [lists, received, waiting] = await Promise.all([
    find.get(listsKind, 'lists'),
    listAll(find, receivedReferrals(before), ROWS_AT_ONCE),
    listAll(find, openReferrals, ROWS_AT_ONCE),
  ]);
  const closed = new Set(
    lists?.SettingsReferralStatusesInfo.flatMap(({ Id, Terminal }) => (Terminal ? [Id] : [])),
  );
  return figuresOf({
    received: received.map(flat).filter(({ ReceivedAt }) => ReceivedAt >= start),
    previous: received.map(flat).filter(({ ReceivedAt }) => ReceivedAt < start),
    open: waiting.map(flat).filter(({ StatusId }) => !closed.has(StatusId)),
    days,
    responseHours: ResponseHours,
    now,
  });
};

/** Returns the days, oldest first and today last. */
function lastDays(count: number, { timeZone, now }: { timeZone: string; now: Date }): DayBounds[] {
  const today = Date.parse(`${dayIn(timeZone, now)}T00:00:00Z`);
  const dayAt = (daysAgo: number) => new Date(today - daysAgo * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, index) => {
    const daysAgo = count - 1 - index;
    return {
      Day: dayAt(daysAgo),
      From: startOfDay(dayAt(daysAgo), timeZone).toISOString(),
      Before: startOfDay(dayAt(daysAgo - 1), timeZone).toISOString(),
    };
  });
}

export const dashboardHandlers: ApiHandlers['dashboard'] = { figures };

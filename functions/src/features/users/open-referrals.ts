import { closedStatusIds } from '@handoff/shared/domain/agency/list-settings';
import { Person } from '@handoff/shared/domain/access/user';
import * as z from 'zod';
import { inRounds } from '../../writes/job-context.ts';
import { noneOf, select } from '../../records/select.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { domains } from '../../records/kinds/user-records.ts';

/** Nothing of a patient is read. */
const ownersExcept = (closed: readonly string[]) =>
  select(
    referralKind,
    { where: { StatusId: noneOf(closed) } },
    z.object({ Id: z.string(), Owner: Person.nullable() }),
  );
const ROWS_AT_ONCE = 1000;

/** Reads each agency once, whatever the number of its people: a count for each person would be a query each. */
export const openReferralsIn =
  (openReferralsOf: OpenReferralsOf): ApiHandlers['users']['openReferrals'] =>
  async (_input, { find }) => {
    const agencies = await listAll(find, domains);
    const open = agencies.filter(({ Archived }) => !Archived);
    return { OpenReferralsInfo: (await inRounds(open, ({ Id }) => openReferralsOf(Id))).flat() };
  };

export type OpenReferralsOf = (domainId: string) => ReturnType<typeof openReferralsOwned>;

export async function openReferralsOwned(BusinessDomainId: string, find: Reader) {
  const lists = await find.get(listsKind, 'lists');
  const closed = closedStatusIds(lists?.SettingsReferralStatusesInfo);
  const open = await listAll(find, ownersExcept(closed), ROWS_AT_ONCE);
  const counts = new Map<string | null, number>();
  for (const { Owner } of open) counts.set(Owner?.Id ?? null, (counts.get(Owner?.Id ?? null) ?? 0) + 1);
  return [...counts].map(([UserId, OpenReferrals]) => ({ BusinessDomainId, UserId, OpenReferrals }));
}

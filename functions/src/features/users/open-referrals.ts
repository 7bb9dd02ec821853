import { closedStatusIds } from '@handoff/shared/domain/agency/list-settings';
import { Person } from '@handoff/shared/domain/access/user';
import * as z from 'zod';
import { inRounds } from '../../core/in-rounds.ts';
import { readAs } from '../../core/record-kind.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { businessDomainKind, domains } from '../../records/kinds/user-records.ts';

/** `@closed`: the statuses that end the work. Nothing of a patient is read. */
const ownersOfOpen =
  "SELECT c.id, c.type, c._etag, c.Id, c.Owner FROM c WHERE c.type = 'referral'" +
  ' AND NOT ARRAY_CONTAINS(@closed, c.StatusId) AND c.DeletedAt = null';
const ownedKind = readAs(referralKind, z.object({ Id: z.string(), Owner: Person.nullable() }));
const ROWS_AT_ONCE = 1000;

/** Reads each agency once, whatever the number of its people: a count for each person would be a query each. */
export const openReferralsIn =
  (agency: (domainId: string) => Reader): ApiHandlers['users']['openReferrals'] =>
  async (_input, { find }) => {
    const agencies = await listAll(find, businessDomainKind, { sql: domains, parameters: {} });
    const open = agencies.filter(({ Archived }) => !Archived);
    return { OpenReferralsInfo: (await inRounds(open, ({ Id }) => countedIn(Id, agency(Id)))).flat() };
  };

async function countedIn(BusinessDomainId: string, find: Reader) {
  const lists = await find.get(listsKind, 'lists');
  const closed = closedStatusIds(lists?.SettingsReferralStatusesInfo);
  const open = await listAll(find, ownedKind, {
    sql: ownersOfOpen,
    parameters: { closed },
    pageSize: ROWS_AT_ONCE,
  });
  const counts = new Map<string | null, number>();
  for (const { Owner } of open) counts.set(Owner?.Id ?? null, (counts.get(Owner?.Id ?? null) ?? 0) + 1);
  return [...counts].map(([UserId, OpenReferrals]) => ({ BusinessDomainId, UserId, OpenReferrals }));
}

import type { ReadContext } from '../../core/context.ts';
import { mayDo } from '@handoff/shared/domain/access/role';
import { standardViews, type ReferralView } from '@handoff/shared/domain/referral/referral-filters';
import { searchText } from '@handoff/shared/domain/referral/referral-search';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { viewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import type * as z from 'zod';
import { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { fitsOfRows, type CheckPorts, type ReferralHandlers } from './checks/referral-checks.ts';
import { type Asking, countedInView, type Listed, listedReferrals } from './referral-queries.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { listedTo } from '../../records/kinds/audit-records.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { begunReferrals, businessDomainKind } from '../../records/kinds/user-records.ts';
import { addMs, HOUR_MS, MINUTE_MS } from '../../core/time.ts';

type Calls = ReferralHandlers;

export const listReferrals: Calls['list'] = async ({ query }, context) => {
  const [listed, counts] = await Promise.all([
    page({ ...query, Fits: query.Fits === 'true' }, context),
    query.Counts === 'true' ? countsOfViews(context) : {},
  ]);
  return { ...listed, ...counts };
};

export const searchReferrals: Calls['search'] = ({ body }, context) => page(body, context);

const WORKING_DAY_MS = 12 * 3_600_000;
const MAX_ENTRIES = 200;

/** An open list reads its rows again. A row that the person was shown today is not logged again; any other is. */
export const referralRows: Calls['rows'] = async ({ query }, context) => {
  const { find, viewed, caller, now } = context;
  const since = addMs(now, -WORKING_DAY_MS);
  const [found, listed] = await Promise.all([
    Promise.all(query.Ids.map((id) => find.get(referralKind, id))),
    find.list(listedTo({ oid: caller.claims.oid, action: 'referrals.listed', since, ids: query.Ids }), {
      pageSize: MAX_ENTRIES,
    }),
  ]);
  const rows = found.filter((referral) => referral !== undefined);
  const known = new Set(listed.items.flatMap(({ shown }) => shown ?? []));
  viewed(
    'Rows of referrals',
    rows.map(({ Id }) => Id).filter((id) => !known.has(id)),
  );
  return withFits(rows, query.Fits === 'true', context);
};

async function withFits(rows: Referral[], isWanted: boolean, context: ReadContext & CheckPorts) {
  return { ReferralInfo: rows, ...(isWanted && { ReferralFits: await fitsOfRows(context, rows) }) };
}

interface Wanted extends Listed {
  PageSize?: number | undefined;
  Fits?: boolean | undefined;
  Continuation?: string | undefined;
}

type Reads = Pick<ReadContext, 'caller' | 'find'>;

/** The statuses are read once, and only for views that use them. */
async function asking(
  { caller, find }: Reads,
  views: readonly z.output<typeof ReferralView>[],
): Promise<Asking> {
  const asked = { me: caller.person.Id, statuses: noStatuses, lateSince: '' };
  if (views.every((view) => withoutStatuses.includes(view))) return asked;
  const lists = await find.get(listsKind, 'lists');
  const statuses = viewStatuses({
    statuses: lists?.SettingsReferralStatusesInfo ?? [],
    eligibilityStatuses: lists?.SettingsEligibilityStatusesInfo ?? [],
  });
  return { ...asked, statuses };
}

const noStatuses = { first: '', closed: [], review: [] };
const withoutStatuses: readonly string[] = ['All', 'Mine', 'Unassigned', 'Pending'];

/** The list of all referrals grows without end, so it is not counted. */
const countedViews = standardViews.filter((view) => view !== 'All');

export const referralCounts: Calls['counts'] = (_input, context) => countsOfViews(context);

async function countsOfViews(context: Reads) {
  const asked = await asking(context, countedViews);
  const { find, caller } = context;
  const [any, DraftCount, ...ReferralCounts] = await Promise.all([
    find.list(listedReferrals({}, asked), { pageSize: 1 }),
    mayDo(caller.roles, 'referrals.edit') ? find.count(begunReferrals) : undefined,
    ...countedViews.map(async (View) => ({
      View,
      Count: await find.count(countedInView(View, asked)),
    })),
  ]);
  return { ReferralCounts, ...(DraftCount !== undefined && { DraftCount }), IsEmpty: any.items.length === 0 };
}

async function page(wanted: Wanted, context: ReadContext & CheckPorts) {
  const { items, Continuation } = await referralsAt(wanted, context);
  context.viewed(
    searchText(wanted.Text ?? '') === '' ? 'List of referrals' : 'Search for referrals',
    items.map(({ Id }) => Id),
  );
  return { ...(await withFits(items, wanted.Fits === true, context)), Continuation };
}

export async function referralsAt(
  { PageSize = 50, Continuation: continuation, ...wanted }: Wanted,
  context: Pick<ReadContext, 'caller' | 'find' | 'system' | 'now'>,
) {
  const { View = 'All', Late } = wanted;
  const asked = await asking(context, Late ? [View, 'Waiting'] : [View]);
  const lateSince = Late ? await lateReceipt(context) : '';
  return context.find.list(listedReferrals(wanted, { ...asked, lateSince }), {
    pageSize: PageSize,
    continuation,
  });
}

/** Rounded to the minute, so that the next page usually continues the same query. */
async function lateReceipt({
  caller,
  system,
  now,
}: Pick<ReadContext, 'caller' | 'system' | 'now'>): Promise<string> {
  const domain = await system.get(businessDomainKind, caller.businessDomainId);
  const { ResponseHours } = BusinessDomain.pick({ ResponseHours: true }).parse(domain ?? {});
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return new Date(minute - ResponseHours * HOUR_MS).toISOString();
}

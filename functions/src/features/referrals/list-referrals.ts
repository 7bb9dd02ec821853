import type { ReadContext } from '../../core/context.ts';
import type { ReferralFilters, ReferralView } from '@handoff/shared/domain/referral/referral-filters';
import {
  gramsOfText,
  ReferralSearchField,
  type ReferralSort,
  searchText,
} from '@handoff/shared/domain/referral/referral-search';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { viewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import type * as z from 'zod';
import type { ApiHandlers } from '../../http/handlers.ts';
import { fitsOfRows } from './checks/referral-checks.ts';
import { listedReferrals, type ReferralFilter } from './referral-queries.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { auditTrailKind, listedTo } from '../../records/kinds/audit-records.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';

type Calls = ApiHandlers['referrals'];

export const listReferrals: Calls['list'] = ({ query }, context) =>
  page({ ...query, Fits: query.Fits === 'true' }, context);

export const searchReferrals: Calls['search'] = ({ body }, context) => page(body, context);

const WORKING_DAY_MS = 12 * 3_600_000;
const MAX_ENTRIES = 200;

/**
 * An open list reads its rows again when others change them. Someone who was shown a row today is not logged again for
 * it; any other row is.
 */
export const referralRows: Calls['rows'] = async ({ query }, context) => {
  const { find, viewed, caller, now } = context;
  const since = new Date(now.getTime() - WORKING_DAY_MS);
  const [found, listed] = await Promise.all([
    Promise.all(query.Ids.map((id) => find.get(referralKind, id))),
    find.list(auditTrailKind, {
      ...listedTo({ oid: caller.claims.oid, action: 'referrals.listed', since, ids: query.Ids }),
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

async function withFits(rows: Referral[], isWanted: boolean, context: ReadContext) {
  return { ReferralInfo: rows, ...(isWanted && { ReferralFits: await fitsOfRows(context, rows) }) };
}

interface Wanted extends z.output<typeof ReferralFilters> {
  Text?: string | undefined;
  Fields?: readonly ReferralSearchField[] | undefined;
  Sort?: ReferralSort | undefined;
  PageSize?: number | undefined;
  Fits?: boolean | undefined;
  Continuation?: string | undefined;
}

/** Returns the parameters of the view's own condition. */
async function viewParameters(
  view: z.output<typeof ReferralView>,
  { caller, find }: Pick<ReadContext, 'caller' | 'find'>,
): Promise<Record<string, string | readonly string[]>> {
  if (view === 'Mine') return { me: caller.person.Id };
  if (view !== 'New' && view !== 'Waiting' && view !== 'NeedsReview') return {};
  const lists = await find.get(listsKind, 'lists');
  const { first, closed, review } = viewStatuses({
    statuses: lists?.SettingsReferralStatusesInfo ?? [],
    eligibilityStatuses: lists?.SettingsEligibilityStatusesInfo ?? [],
  });
  if (view === 'New') return { first };
  return view === 'Waiting' ? { closed } : { closed, review };
}

async function page(wanted: Wanted, context: ReadContext) {
  const { items, Continuation } = await referralsAt(wanted, context);
  context.viewed(
    searchText(wanted.Text ?? '') === '' ? 'List of referrals' : 'Search for referrals',
    items.map(({ Id }) => Id),
  );
  return { ...(await withFits(items, wanted.Fits === true, context)), Continuation };
}

export async function referralsAt(wanted: Wanted, { caller, find }: Pick<ReadContext, 'caller' | 'find'>) {
  const { View: view = 'All', Text = '', Fields = ReferralSearchField.options } = wanted;
  const text = searchText(Text);
  const grams = gramsOfText(text);
  const chosen: [ReferralFilter, string | { Name: string } | undefined][] = [
    ['status', wanted.StatusId],
    ['decision', wanted.Decision],
    ['owner', wanted.OwnerId],
    ['source', wanted.SourceKind],
    ['zip', wanted.ZipCode],
    ['reason', wanted.Reason],
    ['organization', wanted.Organization],
    ['payer', wanted.Payer === undefined ? undefined : { Name: wanted.Payer }],
    ['county', wanted.County],
    ['state', wanted.State],
    ['from', wanted.ReceivedFrom],
    ['before', wanted.ReceivedBefore],
  ];
  const by = chosen.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return find.list(referralKind, {
    sql: listedReferrals({
      view,
      sort: wanted.Sort ?? 'ReceivedNewest',
      by: by.map(([name]) => name),
      textIn: text === '' ? [] : Fields,
      byGrams: grams.length > 0,
    }),
    parameters: {
      ...Object.fromEntries(by),
      ...(await viewParameters(view, { caller, find })),
      ...(text !== '' && { text }),
      ...Object.fromEntries(grams.map((gram, n) => [`gram${n}`, gram])),
    },
    pageSize: wanted.PageSize ?? 50,
    continuation: wanted.Continuation,
  });
}

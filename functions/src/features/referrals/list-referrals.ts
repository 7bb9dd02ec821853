import type { ReadContext } from '../../core/context.ts';
import {
  MAX_VALUES,
  standardViews,
  type ReferralFilters,
  type ReferralView,
} from '@handoff/shared/domain/referral/referral-filters';
import {
  gramsOfText,
  ReferralSearchField,
  type ReferralSort,
  searchText,
} from '@handoff/shared/domain/referral/referral-search';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { viewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import type * as z from 'zod';
import { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import type { ApiHandlers } from '../../http/handlers.ts';
import { fitsOfRows } from './checks/referral-checks.ts';
import { countOfView, listedReferrals, type ReferralFilter } from './referral-queries.ts';
import { listsKind } from '../../records/kinds/agency-records.ts';
import { auditTrailKind, listedTo } from '../../records/kinds/audit-records.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { businessDomainKind } from '../../records/kinds/user-records.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/time.ts';
import type { QueryParameter } from '../../platform/ports.ts';

type Calls = ApiHandlers['referrals'];

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

type Reads = Pick<ReadContext, 'caller' | 'find'>;

type View = z.output<typeof ReferralView>;

/** Returns the parameters of each view's own condition; the statuses are read once, and only for views that use them. */
async function viewParameters(
  views: readonly View[],
  { caller, find }: Reads,
): Promise<(view: View) => Record<string, QueryParameter>> {
  const lists = views.every((view) => withoutStatuses.includes(view))
    ? undefined
    : await find.get(listsKind, 'lists');
  const { first, closed, review } = viewStatuses({
    statuses: lists?.SettingsReferralStatusesInfo ?? [],
    eligibilityStatuses: lists?.SettingsEligibilityStatusesInfo ?? [],
  });
  return (view) => {
    if (view === 'Mine') return { me: caller.person.Id };
    if (withoutStatuses.includes(view)) return {};
    if (view === 'New') return { first };
    return view === 'NeedsReview' ? { closed, review } : { closed };
  };
}

const withoutStatuses: readonly View[] = ['All', 'Mine', 'Unassigned', 'Pending'];

/** The list of all referrals grows without end, so it is not counted. */
const countedViews = standardViews.filter((view) => view !== 'All');
const anyReferral = listedReferrals({ view: 'All' });

export const referralCounts: Calls['counts'] = (_input, context) => countsOfViews(context);

async function countsOfViews(context: Reads) {
  const parametersOf = await viewParameters(countedViews, context);
  const [any, ...ReferralCounts] = await Promise.all([
    context.find.list(referralKind, { sql: anyReferral, parameters: {}, pageSize: 1 }),
    ...countedViews.map(async (View) => ({
      View,
      Count: await context.find.count({ sql: countOfView(View), parameters: parametersOf(View) }),
    })),
  ]);
  return { ReferralCounts, IsEmpty: any.items.length === 0 };
}

async function page(wanted: Wanted, context: ReadContext) {
  const { items, Continuation } = await referralsAt(wanted, context);
  context.viewed(
    searchText(wanted.Text ?? '') === '' ? 'List of referrals' : 'Search for referrals',
    items.map(({ Id }) => Id),
  );
  return { ...(await withFits(items, wanted.Fits === true, context)), Continuation };
}

export async function referralsAt(
  wanted: Wanted,
  context: Pick<ReadContext, 'caller' | 'find' | 'system' | 'now'>,
) {
  const { View: view = 'All', Text = '', Fields = ReferralSearchField.options } = wanted;
  const text = searchText(Text);
  const grams = gramsOfText(text);
  const chosen = [
    ...oneOrSeveral(['status', 'statuses'], wanted.StatusId),
    ...oneOrSeveral(['owner', 'owners'], wanted.OwnerId),
    ...numbered(['payer', 'payers'], wanted.Payer, (Name) => ({ Name })),
    ...numbered(['service', 'services'], wanted.Service, (id) => id),
    ...one('eligibility', wanted.EligibilityStatusId),
    ...one('decision', wanted.Decision),
    ...one('source', wanted.SourceKind),
    ...one('zip', wanted.ZipCode),
    ...one('reason', wanted.Reason),
    ...one('organization', wanted.Organization),
    ...one('late', wanted.Late && (await lateSince(context))),
    ...one('county', wanted.County),
    ...one('state', wanted.State),
    ...one('from', wanted.ReceivedFrom),
    ...one('before', wanted.ReceivedBefore),
    ...one('startBy', wanted.StartBy),
  ];
  const parametersOf = await viewParameters(wanted.Late ? [view, 'Waiting'] : [view], context);
  return context.find.list(referralKind, {
    sql: listedReferrals({
      view,
      sort: wanted.Sort ?? 'ReceivedNewest',
      by: chosen.map(({ name }) => name),
      textIn: text === '' ? [] : Fields,
      byGrams: grams.length > 0,
    }),
    parameters: {
      ...Object.fromEntries(chosen.flatMap(({ parameters }) => Object.entries(parameters))),
      ...parametersOf(view),
      ...(wanted.Late && parametersOf('Waiting')),
      ...(text !== '' && { text }),
      ...Object.fromEntries(grams.map((gram, n) => [`gram${n}`, gram])),
    },
    pageSize: wanted.PageSize ?? 50,
    continuation: wanted.Continuation,
  });
}

interface Chosen {
  name: ReferralFilter;
  parameters: Record<string, QueryParameter>;
}

function one(name: ReferralFilter, value: QueryParameter | undefined): Chosen[] {
  return value === undefined ? [] : [{ name, parameters: { [name]: value } }];
}

type Names = readonly [one: ReferralFilter, several: ReferralFilter];

const oneOrSeveral = ([name, several]: Names, value: string | string[] | undefined): Chosen[] =>
  Array.isArray(value) ? one(several, value) : one(name, value);

/** A few values repeat the last one, so that the query has one form. */
function numbered(
  [name, several]: Names,
  value: string | string[] | undefined,
  asParameter: (value: string) => QueryParameter,
): Chosen[] {
  if (!Array.isArray(value)) return one(name, value === undefined ? undefined : asParameter(value));
  const parameters = Array.from({ length: MAX_VALUES }, (_, n) => [
    `${several}${n}`,
    asParameter(value[n] ?? value.at(-1) ?? ''),
  ]);
  return [{ name: several, parameters: Object.fromEntries(parameters) }];
}

/** Rounded to the minute, so that the next page usually continues the same query. */
async function lateSince({
  caller,
  system,
  now,
}: Pick<ReadContext, 'caller' | 'system' | 'now'>): Promise<string> {
  const domain = await system.get(businessDomainKind, caller.businessDomainId);
  const { ResponseHours } = BusinessDomain.pick({ ResponseHours: true }).parse(domain ?? {});
  const minute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return new Date(minute - ResponseHours * HOUR_MS).toISOString();
}

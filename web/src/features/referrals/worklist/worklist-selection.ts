import * as z from 'zod';
import { ReferralFilters, ReferralView } from '@handoff/shared/domain/referral/referral-filters';
import { StateCode } from '@handoff/shared/domain/address/us-state';
import { Decision, type ReferralRow, sourceKinds } from '@handoff/shared/domain/referral/referral';
import type { SavedView } from '@handoff/shared/domain/referral/saved-view';
import type { ViewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import { ReferralSort, searchTexts } from '@handoff/shared/domain/referral/referral-search';
import { containsText } from '@handoff/shared/domain/records/search';

const Id = z.string().max(80);

const placeName = z.coerce.string().max(120).optional().catch(undefined);

/** The parts of a selection that can be shared in an address. Invalid values are dropped. */
export const WorklistAddress = z.object({
  view: ReferralView.optional().catch(undefined),
  status: Id.optional().catch(undefined),
  decision: Decision.shape.Kind.optional().catch(undefined),
  owner: Id.optional().catch(undefined),
  source: z.enum(sourceKinds).optional().catch(undefined),
  // The router parses five digits in an address as a number.
  zip: z.coerce
    .string()
    .regex(/^\d{5}$/)
    .optional()
    .catch(undefined),
  reason: Id.optional().catch(undefined),
  // A name may consist of digits too.
  organization: placeName,
  payer: placeName,
  county: placeName,
  state: StateCode.optional().catch(undefined),
  from: z.iso.datetime().optional().catch(undefined),
  before: z.iso.datetime().optional().catch(undefined),
  sort: ReferralSort.optional().catch(undefined),
  /** A saved view. Alone it shows its saved filters; other parameters replace them. */
  saved: Id.optional().catch(undefined),
});
export type WorklistAddress = z.infer<typeof WorklistAddress>;

/** Filters that narrow the list of a view. */
export type Filters = Omit<WorklistAddress, 'view' | 'sort' | 'saved'>;

/** The complete description of a worklist. */
export interface Selection extends Filters {
  view: ReferralView;
  sort: ReferralSort;
  /** The person whose referrals "Mine" lists. */
  me: string;
  /** The search text; empty without a search. */
  text: string;
  /** The saved view that this selection began as. */
  saved?: string | undefined;
}

/** The selection as a query of the API. */
export function queryOf({ view, sort, ...wanted }: Pick<Selection, 'view' | 'sort'> & Filters) {
  return { View: view, Sort: sort, ...filtersOf(wanted) };
}

function filtersOf(wanted: Filters): z.input<typeof ReferralFilters> {
  const named = {
    StatusId: wanted.status,
    Decision: wanted.decision,
    OwnerId: wanted.owner,
    SourceKind: wanted.source,
    ZipCode: wanted.zip,
    Reason: wanted.reason,
    Organization: wanted.organization,
    Payer: wanted.payer,
    County: wanted.county,
    State: wanted.state,
    ReceivedFrom: wanted.from,
    ReceivedBefore: wanted.before,
  };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
}

/** Whether a referral from a live message belongs to the list, decided like the server would. */
export function isInSelection(
  referral: ReferralRow,
  wanted: Omit<Selection, 'sort'>,
  lists: ViewStatuses,
): boolean {
  const { view, me, text, payer, from, before } = wanted;
  const filters = [
    [wanted.status, referral.StatusId],
    [wanted.decision, referral.Decision.Kind],
    [wanted.owner, referral.Owner?.Id],
    [wanted.source, referral.Source.Kind],
    [wanted.zip, referral.Address.ZipCode],
    [wanted.reason, referral.Decision.Reason],
    [wanted.organization, referral.Source.Organization],
    [wanted.county, referral.Address.County],
    [wanted.state, referral.Address.State],
  ];
  if (filters.some(([filter, value]) => filter !== undefined && filter !== value)) return false;
  if (payer !== undefined && !referral.Payers.some(({ Name }) => Name === payer)) return false;
  if (!isBetween(referral.ReceivedAt, { from, before })) return false;
  // Rows have no phone numbers or contacts, so a match on those appears only with the next read.
  const searched = {
    ...referral,
    Patient: { ...referral.Patient, Phone: '' },
    Source: { ...referral.Source, ContactName: '' },
  };
  if (!containsText(Object.values(searchTexts(searched)), text)) return false;
  return isOfView[view](referral, { me, lists });
}

interface Viewing {
  me: string;
  lists: ViewStatuses;
}

const isOfView: Record<ReferralView, (referral: ReferralRow, viewing: Viewing) => boolean> = {
  All: () => true,
  Mine: ({ Owner }, { me }) => Owner?.Id === me,
  Unassigned: ({ Owner }) => Owner === null,
  Pending: ({ Decision: { Kind } }) => Kind === 'Pending',
  New: ({ StatusId }, { lists }) => StatusId === lists.first,
  Waiting: ({ Decision: { Kind }, StatusId }, { lists }) =>
    Kind === 'Pending' && !lists.closed.includes(StatusId),
  NeedsReview: ({ EligibilityStatusId = '', StatusId }, { lists }) =>
    lists.review.includes(EligibilityStatusId) && !lists.closed.includes(StatusId),
};

const isBetween = (time: string, { from, before }: Pick<Filters, 'from' | 'before'>) =>
  (from === undefined || from <= time) && (before === undefined || time < before);

/** Leaves defaults out of the address. */
export function addressOf({ view, sort, ...shown }: WorklistAddress): WorklistAddress {
  const filters = WorklistAddress.omit({ view: true, sort: true }).parse(shown);
  return {
    ...filters,
    // Beside a saved view, a view in the address means that the saved filters were changed.
    view: view === 'All' && filters.saved === undefined ? undefined : view,
    sort: sort === 'ReceivedNewest' ? undefined : sort,
  };
}

/** The filters of a saved view as search parameters. */
function addressOfView({ Filters: of, Sort }: Pick<SavedView, 'Filters' | 'Sort'>): WorklistAddress {
  return {
    view: of.View ?? 'All',
    status: of.StatusId,
    decision: of.Decision,
    owner: of.OwnerId,
    source: of.SourceKind,
    zip: of.ZipCode,
    reason: of.Reason,
    organization: of.Organization,
    payer: of.Payer,
    county: of.County,
    state: of.State,
    from: of.ReceivedFrom,
    before: of.ReceivedBefore,
    sort: Sort,
  };
}

/** Resolves a saved view; undefined when it is unknown or not loaded yet. */
export function shownAt(
  address: WorklistAddress,
  savedViews: readonly SavedView[],
): WorklistAddress | undefined {
  // The business domain is in every address and is not a filter.
  const { saved, ...others } = WorklistAddress.parse(address);
  if (saved === undefined || Object.values(others).some((value) => value !== undefined)) return address;
  const view = savedViews.find(({ Id: id }) => id === saved);
  return view && { ...addressOfView(view), saved };
}

/** A selection as a view saves it: without the search. */
export function savedQueryOf(selection: Selection): Pick<SavedView, 'Filters' | 'Sort'> {
  const { Sort, ...wanted } = queryOf(selection);
  return { Filters: ReferralFilters.parse(wanted), Sort };
}

export const isAsSaved = (selection: Selection, view: Pick<SavedView, 'Filters' | 'Sort'>): boolean =>
  textOf(savedQueryOf(selection)) === textOf(view);

/** Equal for selections that show the same list. */
function textOf({ Filters: of, Sort }: Pick<SavedView, 'Filters' | 'Sort'>): string {
  const set = Object.entries({ View: 'All', ...of }).filter(([, value]) => value !== undefined);
  return JSON.stringify([Sort, set.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

export const hasFilters = (selection: Filters) => Object.keys(filtersOf(selection)).length > 0;

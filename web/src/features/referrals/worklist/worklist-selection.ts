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

/** What stands in the address and can be shared; what is not understood there is left out. */
export const WorklistAddress = z.object({
  view: ReferralView.optional().catch(undefined),
  status: Id.optional().catch(undefined),
  decision: Decision.shape.Kind.optional().catch(undefined),
  owner: Id.optional().catch(undefined),
  source: z.enum(sourceKinds).optional().catch(undefined),
  // The router takes five digits in an address for a number.
  zip: z.coerce
    .string()
    .regex(/^\d{5}$/)
    .optional()
    .catch(undefined),
  reason: Id.optional().catch(undefined),
  // Names may be all digits, too.
  organization: placeName,
  payer: placeName,
  county: placeName,
  state: StateCode.optional().catch(undefined),
  from: z.iso.datetime().optional().catch(undefined),
  before: z.iso.datetime().optional().catch(undefined),
  sort: ReferralSort.optional().catch(undefined),
  /** A saved view: alone it shows what was saved, with others beside it those are shown. */
  saved: Id.optional().catch(undefined),
});
export type WorklistAddress = z.infer<typeof WorklistAddress>;

/** Each narrows the list of the view. */
export type Filters = Omit<WorklistAddress, 'view' | 'sort' | 'saved'>;

/** What the worklist shows. */
export interface Selection extends Filters {
  view: ReferralView;
  sort: ReferralSort;
  /** The person whose list "Mine" is. */
  me: string;
  /** What is searched for; empty: nothing. */
  text: string;
  /** Id of the saved view it began as. */
  saved?: string | undefined;
}

/** As the server is asked for it. */
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

/** Whether the server would have listed it, for referrals that arrive by a live message. */
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
  // A row lacks phones and contacts: one that only these match is found when the list is read again.
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

/** What of it stands in the address, where what everyone sees first is left out. */
export function addressOf({ view, sort, ...shown }: WorklistAddress): WorklistAddress {
  const filters = WorklistAddress.omit({ view: true, sort: true }).parse(shown);
  return {
    ...filters,
    // Beside a saved view it says that this is not shown as it was saved.
    view: view === 'All' && filters.saved === undefined ? undefined : view,
    sort: sort === 'ReceivedNewest' ? undefined : sort,
  };
}

/** What a saved view shows, in the words of an address. */
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

/** What an address shows; `undefined`: a saved view that is not known, or not yet. */
export function shownAt(
  address: WorklistAddress,
  savedViews: readonly SavedView[],
): WorklistAddress | undefined {
  // The agency stands in every address, and is no filter.
  const { saved, ...others } = WorklistAddress.parse(address);
  if (saved === undefined || Object.values(others).some((value) => value !== undefined)) return address;
  const view = savedViews.find(({ Id: id }) => id === saved);
  return view && { ...addressOfView(view), saved };
}

/** As a view is saved: without what is searched for. */
export function savedQueryOf(selection: Selection): Pick<SavedView, 'Filters' | 'Sort'> {
  const { Sort, ...wanted } = queryOf(selection);
  return { Filters: ReferralFilters.parse(wanted), Sort };
}

export const isAsSaved = (selection: Selection, view: Pick<SavedView, 'Filters' | 'Sort'>): boolean =>
  textOf(savedQueryOf(selection)) === textOf(view);

/** Equal when both show the same. */
function textOf({ Filters: of, Sort }: Pick<SavedView, 'Filters' | 'Sort'>): string {
  const set = Object.entries({ View: 'All', ...of }).filter(([, value]) => value !== undefined);
  return JSON.stringify([Sort, set.toSorted(([one], [other]) => (one < other ? -1 : 1))]);
}

export const hasFilters = (selection: Filters) => Object.keys(filtersOf(selection)).length > 0;

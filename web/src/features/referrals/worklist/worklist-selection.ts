import * as z from 'zod';
import {
  filteredField,
  MAX_VALUES,
  type ReferralFilter,
  ReferralFilters,
  ReferralView,
} from '@handoff/shared/domain/referral/referral-filters';
import { valueAt } from '../../../data/records/merge.ts';
import { StateCode } from '@handoff/shared/domain/address/us-state';
import { Decision, type ReferralRow } from '@handoff/shared/domain/referral/referral';
import { Channel, channels, sourceKinds } from '@handoff/shared/domain/referral/referral-fields';
import type { SavedView } from '@handoff/shared/domain/referral/saved-view';
import type { ViewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import { ReferralSort, searchTexts } from '@handoff/shared/domain/referral/referral-search';
import { answerDueAt } from '@handoff/shared/domain/referral/ageing';
import { containsText } from '@handoff/shared/domain/records/text';

const Id = z.string().max(80);

interface WorklistFilter {
  /** Its name in the API. */
  filter: ReferralFilter;
  /** On the chip that removes it. */
  label?: string;
  /** Its choice in the panel; `any` is the text for none. */
  choice?: { any: string; options: readonly string[] };
}

/** The registry of the worklist's filters. */
const worklistFilters = z.registry<WorklistFilter>();

/** One value, or several of which one must match. */
const several = () =>
  z
    .union([Id, z.array(Id).min(1).max(MAX_VALUES)])
    .optional()
    .catch(undefined);
const oneId = () => Id.optional().catch(undefined);
const placeName = () => z.coerce.string().max(120).optional().catch(undefined);
const moment = () => z.iso.datetime().optional().catch(undefined);
// The router parses digits in an address as a number.
const zipCode = z.coerce
  .string()
  .regex(/^\d{5}$/)
  .optional()
  .catch(undefined);
const payerNames = z
  .union([z.array(z.string().max(120)).min(1).max(MAX_VALUES), z.coerce.string().max(120)])
  .optional()
  .catch(undefined);

/** The parts of a selection that can be shared in an address. Invalid values are dropped. */
// oxfmt-ignore
export const WorklistAddress = z.object({
  view: ReferralView.optional().catch(undefined),
  status: several().register(worklistFilters, { filter: 'StatusId', label: 'Status' }),
  eligibility: oneId().register(worklistFilters, { filter: 'EligibilityStatusId', label: 'Eligibility' }),
  decision: Decision.shape.Kind.optional().catch(undefined).register(worklistFilters, { filter: 'Decision', label: 'Decision', choice: { any: 'Any decision', options: Decision.shape.Kind.options } }),
  owner: several().register(worklistFilters, { filter: 'OwnerId', label: 'Owner' }),
  source: z.enum(sourceKinds).optional().catch(undefined).register(worklistFilters, { filter: 'SourceKind', label: 'Source', choice: { any: 'Any source', options: sourceKinds } }),
  channel: Channel.optional().catch(undefined).register(worklistFilters, { filter: 'Channel', label: 'Came by', choice: { any: 'Any way', options: channels } }),
  payer: payerNames.register(worklistFilters, { filter: 'Payer', label: 'Payer' }),
  service: several().register(worklistFilters, { filter: 'Service', label: 'Service' }),
  zip: zipCode.register(worklistFilters, { filter: 'ZipCode', label: 'ZIP' }),
  reason: oneId().register(worklistFilters, { filter: 'Reason', label: 'Reason' }),
  organization: placeName().register(worklistFilters, { filter: 'Organization', label: 'Referred by' }),
  county: placeName().register(worklistFilters, { filter: 'County', label: 'County' }),
  state: StateCode.optional().catch(undefined).register(worklistFilters, { filter: 'State', label: 'State' }),
  start: z.iso.date().optional().catch(undefined).register(worklistFilters, { filter: 'StartBy', label: 'Start by' }),
  late: z.literal(true).optional().catch(undefined).register(worklistFilters, { filter: 'Late' }),
  from: moment().register(worklistFilters, { filter: 'ReceivedFrom' }),
  before: moment().register(worklistFilters, { filter: 'ReceivedBefore' }),
  changed: moment().register(worklistFilters, { filter: 'ChangedSince', label: 'Changed since' }),
  sort: ReferralSort.optional().catch(undefined),
  /** A saved view. Alone it shows its saved filters; other parameters replace them. */
  saved: oneId(),
});
export type WorklistAddress = z.infer<typeof WorklistAddress>;

/** Filters that narrow the list of a view. */
export type Filters = Omit<WorklistAddress, 'view' | 'sort' | 'saved'>;

const FilterName = WorklistAddress.omit({ view: true, sort: true, saved: true }).keyof();
export type FilterName = z.infer<typeof FilterName>;

/** The filters, in the order of the chips. */
export const filters = FilterName.options.flatMap((name) => {
  const filter = worklistFilters.get(WorklistAddress.shape[name]);
  return filter ? [{ name, ...filter }] : [];
});

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
  return Object.fromEntries(
    filters.flatMap(({ name, filter }) => {
      const value = wanted[name];
      return value === undefined ? [] : [[filter, value === true ? 'true' : value]];
    }),
  );
}

/** Whether a referral from a live message belongs to the list, decided like the server would. */
export function isInSelection(referral: ReferralRow, wanted: Omit<Selection, 'sort'>, lists: Lists): boolean {
  const { view, me, text, payer, service, from, before, changed } = wanted;
  const isEqual = filters.every(({ name, filter }) => {
    const field = filteredField(filter);
    return field === undefined || isWanted(wanted[name], [valueAt(referral, field)]);
  });
  if (!isEqual) return false;
  const payers = referral.Payers.map(({ Name }) => Name);
  if (!isWanted(payer, payers) || !isWanted(service, referral.Services)) return false;
  if (wanted.late === true && !isLate(referral, lists)) return false;
  if (changed !== undefined && (referral.UpdatedAt < changed || referral.UpdatedBy.Id === me)) return false;
  if (!isBetween(referral.ReceivedAt, { from, before }) || !startsBy(referral, wanted)) return false;
  // Rows have no phone numbers or contacts, so a match on those appears only with the next read.
  if (!containsText(Object.values(searchTexts(referral)), text)) return false;
  return isOfView[view](referral, { me, lists });
}

/** Whether one of the values is wanted. */
function isWanted(filter: Filters[FilterName], values: readonly unknown[]) {
  return filter === undefined || [filter].flat().some((wanted) => values.includes(wanted));
}

function isLate(referral: ReferralRow, lists: Lists): boolean {
  const clock = { receivedAt: referral.ReceivedAt, responseHours: lists.responseHours };
  return isOfView.Waiting(referral, { me: '', lists }) && answerDueAt(clock) < Date.now();
}

interface Lists extends ViewStatuses {
  /** The hours within which the agency wants to answer. */
  responseHours: number;
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
  // Rows have no street, so a referral that lacks only that appears with the next read.
  NeedsInformation: ({ Patient, Address, StatusId }, { lists }) =>
    [Patient.FirstName, Patient.DateOfBirth, Address.ZipCode, Address.City].includes('') &&
    !lists.closed.includes(StatusId),
};

const isBetween = (time: string, { from, before }: Pick<Filters, 'from' | 'before'>) =>
  (from === undefined || from <= time) && (before === undefined || time < before);

const startsBy = ({ Clinical: { RequestedStart } }: ReferralRow, { start }: Filters) =>
  start === undefined || (RequestedStart !== '' && RequestedStart <= start);

/** The list of an address without parameters: open work, in the order in which it must be answered. */
export const standard = { view: 'Waiting', sort: 'DueFirst' } as const;

/** Leaves defaults out of the address. */
export function addressOf({ view, sort, ...shown }: WorklistAddress): WorklistAddress {
  const others = WorklistAddress.omit({ view: true, sort: true }).parse(shown);
  return {
    ...others,
    // Beside a saved view, a view in the address means that the saved filters were changed.
    view: view === standard.view && others.saved === undefined ? undefined : view,
    sort: sort === standard.sort ? undefined : sort,
  };
}

/** The filters of a saved view as search parameters. */
const addressOfView = ({ Filters: of, Sort }: Pick<SavedView, 'Filters' | 'Sort'>): WorklistAddress =>
  WorklistAddress.parse({
    ...Object.fromEntries(filters.map(({ name, filter }) => [name, of[filter]])),
    late: of.Late && true,
    view: of.View ?? 'All',
    sort: Sort,
  });

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

/** The days of receipt are one filter. */
export const filterCount = ({ before, ...others }: Filters) =>
  Object.keys(filtersOf(others.from === undefined ? { ...others, before } : others)).length;

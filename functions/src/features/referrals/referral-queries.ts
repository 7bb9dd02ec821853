import {
  filteredField,
  ReferralFilter,
  type ReferralFilters,
  ReferralView,
} from '@handoff/shared/domain/referral/referral-filters';
import type { BlockingKeys } from '@handoff/shared/domain/duplicates/blocking-keys';
import { Referral } from '@handoff/shared/domain/referral/referral';
import {
  gramsOfText,
  ReferralSearchField,
  type ReferralSort,
  searchText,
} from '@handoff/shared/domain/referral/referral-search';
import type { ViewStatuses } from '@handoff/shared/domain/referral/worklist-views';
import * as z from 'zod';
import type { Selection } from '../../core/unit-of-work.ts';
import { keyedStopKind } from '../../records/kinds/readmission-records.ts';
import {
  documentKind,
  keyedReferralKind,
  KeyedReferral,
  noteKind,
  referralKind,
  sealedReferralKind,
} from '../../records/kinds/referral-records.ts';
import {
  above,
  atLeast,
  atMost,
  below,
  containing,
  excludingPart,
  including,
  includingPart,
  isMissing,
  noneOf,
  not,
  oneOf,
  type Queried,
  select,
  type Where,
} from '../../records/select.ts';

type View = z.infer<typeof ReferralView>;
type Conditions = Where<Queried<Referral>>;

export interface Asking {
  me: string;
  /** From the agency's lists; views without a status do not use them. */
  statuses: ViewStatuses;
  /** Referrals received before are late. */
  lateSince: string;
}

function conditionsOfView(view: View, { me, statuses: { first, closed, review } }: Asking): Conditions[] {
  switch (view) {
    case 'All':
      return [];
    case 'Mine':
      return [{ Owner: { Id: me } }];
    case 'Unassigned':
      return [{ Owner: null }];
    case 'Pending':
      return [{ Decision: { Kind: 'Pending' } }];
    case 'New':
      return [{ StatusId: first }];
    case 'Waiting':
      return [{ Decision: { Kind: 'Pending' }, StatusId: noneOf(closed) }];
    case 'NeedsReview':
      return [{ EligibilityStatusId: oneOf(review), StatusId: noneOf(closed) }];
    case 'NeedsInformation':
      return [{ OR: needed, StatusId: noneOf(closed) }];
  }
}

const needed: Conditions[] = [
  { Patient: { FirstName: '' } },
  { Patient: { DateOfBirth: '' } },
  { Address: { ZipCode: '' } },
  { Address: { City: '' } },
  { Address: { StreetAddress: '' } },
];

export interface Listed extends z.output<typeof ReferralFilters> {
  Sort?: ReferralSort | undefined;
  /** One of the fields must contain it. */
  Text?: string | undefined;
  Fields?: readonly ReferralSearchField[] | undefined;
}

type Rule = (value: string, asking: Asking) => Conditions[];

/** The filters that are more than a field with one of the values. Of several values, one must match. */
const rules: Partial<Record<ReferralFilter, Rule>> = {
  View: (view, asking) => conditionsOfView(ReferralView.parse(view), asking),
  Payer: (Name) => [{ Payers: includingPart({ Name }) }],
  Service: (id) => [{ Services: including(id) }],
  Late: (_, asking) => [...conditionsOfView('Waiting', asking), { ReceivedAt: below(asking.lateSince) }],
  ReceivedFrom: (time) => [{ ReceivedAt: atLeast(time) }],
  ReceivedBefore: (time) => [{ ReceivedAt: below(time) }],
  ChangedSince: (time, { me }) => [{ UpdatedAt: atLeast(time), UpdatedBy: { Id: not(me) } }],
  StartBy: (day) => [{ Clinical: { RequestedStart: [above(''), atMost(day)] } }],
};

/** In a fixed order, so that the same filters are always the same query. */
const conditionsOf = (wanted: Listed, asking: Asking): Conditions[] => [
  ...ReferralFilter.options.flatMap((filter) => {
    const value = wanted[filter];
    return value === undefined ? [] : conditionsOfFilter(filter, value, asking);
  }),
  ...textIn(wanted),
];

function conditionsOfFilter(filter: ReferralFilter, value: string | string[], asking: Asking): Conditions[] {
  const field = filteredField(filter);
  if (field !== undefined) return [fieldEquals(field, Array.isArray(value) ? oneOf(value) : value)];
  const rule = rules[filter] ?? (() => []);
  return Array.isArray(value) ? [{ OR: value.flatMap((each) => rule(each, asking)) }] : rule(value, asking);
}

/** `Source.Kind` is the condition `{ Source: { Kind: value } }`. */
const fieldEquals = (field: string, value: unknown): Conditions =>
  z
    .custom<Conditions>()
    .parse(field.split('.').reduceRight((condition, name) => ({ [name]: condition }), value));

/** The index finds the few referrals that have the n-grams; the other condition checks the text itself. */
function textIn({ Text = '', Fields = ReferralSearchField.options }: Listed): Conditions[] {
  const text = searchText(Text);
  if (text === '') return [];
  const grams = gramsOfText(text).map((gram) => including(gram));
  const fields = ReferralSearchField.options.filter((field) => Fields.includes(field));
  return [
    {
      OR: fields.map((field) => ({
        SearchGrams: { [field]: grams },
        SearchTexts: { [field]: containing(text) },
      })),
    },
  ];
}

/** Leaves out the fields for searching, which are longer than the referral. */
export function listedReferrals(wanted: Listed, asking: Asking): Selection<Referral> {
  const conditions = conditionsOf(wanted, asking);
  const order = orderOf(wanted.Sort ?? 'ReceivedNewest', conditions);
  return select(referralKind, { where: { AND: conditions }, order }, Referral);
}

export const countedInView = (view: View, asking: Asking) =>
  select(referralKind, { where: { AND: conditionsOfView(view, asking) } });

/** Equal fields, such as the type, come first: then their index serves the query, and backwards the other order. */
function orderOf(sort: ReferralSort, conditions: readonly Conditions[]) {
  const isStatus = conditions.some(({ StatusId }) => typeof StatusId === 'string');
  const isDecision = conditions.some(({ Decision: of }) => of !== undefined && 'Kind' in of);
  const held = isStatus ? 'StatusId' : isDecision ? 'Decision.Kind' : undefined;
  switch (sort) {
    case 'DueFirst':
      // "Pending" is the last kind of decision by name, and the index of decisions is read backwards.
      return ['type DESC', 'Decision.Kind DESC', 'ReceivedAt ASC'] as const;
    case 'ReceivedNewest':
      return ['type ASC', ...(held ? [`${held} ASC` as const] : []), 'ReceivedAt DESC'] as const;
    case 'ReceivedOldest':
      return ['type DESC', ...(held ? [`${held} DESC` as const] : []), 'ReceivedAt ASC'] as const;
    case 'PatientName':
      return ['type ASC', 'SortName ASC'] as const;
    case 'PatientNameLast':
      return ['type DESC', 'SortName DESC'] as const;
    case 'UpdatedNewest':
      return ['type ASC', 'UpdatedAt DESC'] as const;
  }
}

/** Keyed hashes, each with its own key. */
const sharesAKey = (keys: BlockingKeys) => ({
  OR: Object.entries(keys).map(([name, hash]) => ({ DuplicateKeys: { [name]: hash } })),
});

export const referralsSharingAKey = (keys: BlockingKeys) =>
  select(keyedReferralKind, { where: sharesAKey(keys) }, KeyedReferral);

export const stopsSharingAKey = (keys: BlockingKeys) => select(keyedStopKind, { where: sharesAKey(keys) });

export const laterReferrals = (EarlierReferralId: string) =>
  select(referralKind, { where: { EarlierReferralId }, order: ['type ASC', 'ReceivedAt DESC'] }, Referral);

/** Transferred and not yet arrived; one that was restricted since waits until the restriction is lifted. */
export const referralsOnTheirWay = select(sealedReferralKind, {
  where: { Transfer: { At: above(''), ReferralId: isMissing }, Restriction: { Since: isMissing } },
});

export const openReferralsInZips = (State: Referral['Address']['State'], zips: readonly string[]) =>
  select(
    referralKind,
    {
      where: { Decision: { Kind: 'Pending' }, Address: { State, ZipCode: oneOf(zips) } },
      order: ['type ASC', 'ReceivedAt DESC'],
    },
    Referral,
  );

const ofReferral = { Id: z.string(), ReferralId: z.string() };

/** Documents of all rows of a page at once, except blocked ones. */
export const documentsOfReferrals = (referrals: readonly string[]) =>
  select(
    documentKind,
    {
      where: {
        ReferralId: oneOf(referrals),
        OR: [{ Scan: isMissing }, { Scan: { State: not('blocked') } }],
      },
    },
    z.object({ ...ofReferral, DocumentTypeId: z.string() }),
  );

export const notesUnreadBy = (me: string, referrals: readonly string[]) =>
  select(
    noteKind,
    {
      where: {
        ReferralId: oneOf(referrals),
        CreatedBy: { Id: not(me) },
        ReadBy: excludingPart({ Id: me }),
      },
    },
    z.object(ofReferral),
  );

import { MAX_VALUES, type ReferralView } from '@handoff/shared/domain/referral/referral-filters';
import { blockingKeyNames } from '@handoff/shared/domain/duplicates/blocking-keys';
import { Referral } from '@handoff/shared/domain/referral/referral';
import {
  GRAMS_OF_TEXT,
  ReferralSearchField,
  type ReferralSort,
} from '@handoff/shared/domain/referral/referral-search';
import type * as z from 'zod';

type View = z.infer<typeof ReferralView>;

const ofView: Record<View, string> = {
  All: '',
  /** `@me`: the caller. */
  Mine: ' AND c.Owner.Id = @me',
  Unassigned: ' AND c.Owner = null',
  Pending: " AND c.Decision.Kind = 'Pending'",
  /** `@first`, `@closed`, `@review`: ids from the agency's lists. */
  New: ' AND c.StatusId = @first',
  Waiting: " AND c.Decision.Kind = 'Pending' AND NOT ARRAY_CONTAINS(@closed, c.StatusId)",
  NeedsReview:
    ' AND ARRAY_CONTAINS(@review, c.EligibilityStatusId) AND NOT ARRAY_CONTAINS(@closed, c.StatusId)',
  NeedsInformation:
    " AND (c.Patient.FirstName = '' OR c.Patient.DateOfBirth = '' OR c.Address.ZipCode = '' OR c.Address.City = ''" +
    " OR c.Address.StreetAddress = '') AND NOT ARRAY_CONTAINS(@closed, c.StatusId)",
};

/** One of several values in an array of the record, each under its number. */
const oneOfSeveral = (condition: (parameter: string) => string) =>
  ` AND (${Array.from({ length: MAX_VALUES }, (_, n) => condition(String(n))).join(' OR ')})`;

/** Each has a parameter of its name, or numbered ones where the record has several values, too. */
const filters = {
  status: ' AND c.StatusId = @status',
  statuses: ' AND ARRAY_CONTAINS(@statuses, c.StatusId)',
  eligibility: ' AND c.EligibilityStatusId = @eligibility',
  decision: ' AND c.Decision.Kind = @decision',
  owner: ' AND c.Owner.Id = @owner',
  owners: ' AND ARRAY_CONTAINS(@owners, c.Owner.Id)',
  source: ' AND c.Source.Kind = @source',
  zip: ' AND c.Address.ZipCode = @zip',
  reason: ' AND c.Decision.Reason = @reason',
  organization: ' AND c.Source.Organization = @organization',
  payer: ' AND ARRAY_CONTAINS(c.Payers, @payer, true)',
  payers: oneOfSeveral((n) => `ARRAY_CONTAINS(c.Payers, @payers${n}, true)`),
  service: ' AND ARRAY_CONTAINS(c.Services, @service)',
  services: oneOfSeveral((n) => `ARRAY_CONTAINS(c.Services, @services${n})`),
  /** `@closed`: as for a view. */
  late: `${ofView.Waiting} AND c.ReceivedAt < @late`,
  county: ' AND c.Address.County = @county',
  state: ' AND c.Address.State = @state',
  from: ' AND c.ReceivedAt >= @from',
  before: ' AND c.ReceivedAt < @before',
  startBy: " AND c.Clinical.RequestedStart > '' AND c.Clinical.RequestedStart <= @startBy",
};
export type ReferralFilter = keyof typeof filters;
/** A fixed order, so that the same filters are always the same query. */
const filterNames = [
  'status',
  'statuses',
  'eligibility',
  'decision',
  'owner',
  'owners',
  'source',
  'zip',
  'reason',
  'organization',
  'payer',
  'payers',
  'service',
  'services',
  'late',
  'county',
  'state',
  'from',
  'before',
  'startBy',
] as const satisfies ReferralFilter[];

/**
 * Orders by the equal fields first, such as the type: then the index of just the referrals with that status or decision
 * serves the query, and the opposite direction reads it backwards.
 */
function orderOf(sort: ReferralSort, where: string): string {
  const [held] = ['c.StatusId', 'c.Decision.Kind'].filter((path) => where.includes(`${path} = `));
  const same = (direction: 'ASC' | 'DESC') => (held === undefined ? '' : ` ${held} ${direction},`);
  switch (sort) {
    case 'DueFirst':
      // "Pending" is the last kind of decision by name, and the index of decisions is read backwards.
      return 'c.type DESC, c.Decision.Kind DESC, c.ReceivedAt ASC';
    case 'ReceivedNewest':
      return `c.type ASC,${same('ASC')} c.ReceivedAt DESC`;
    case 'ReceivedOldest':
      return `c.type DESC,${same('DESC')} c.ReceivedAt ASC`;
    case 'PatientName':
      return 'c.type ASC, c.SortName ASC';
    case 'PatientNameLast':
      return 'c.type DESC, c.SortName DESC';
    case 'UpdatedNewest':
      return 'c.type ASC, c.UpdatedAt DESC';
  }
}

interface ReferralQuery {
  view: View;
  sort?: ReferralSort;
  by?: readonly ReferralFilter[];
  /** Fields of which one must contain `@text`; both are in lower case. */
  textIn?: readonly ReferralSearchField[];
  /** Whether the n-grams of the text, `@gram0` …, narrow the search by an index. */
  byGrams?: boolean;
}

/** The query texts are a closed set: the same filters in another order are the same query. */
export function listedReferrals(wanted: ReferralQuery): string {
  const { view, sort = 'ReceivedNewest', by = [], textIn = [], byGrams = false } = wanted;
  const chosen = filterNames.filter((name) => by.includes(name)).map((name) => filters[name]);
  const contains = ReferralSearchField.options
    .filter((field) => textIn.includes(field))
    .map((field) => `${byGrams ? gramsIn(field) : ''}CONTAINS(c.SearchTexts.${field}, @text)`)
    .map((condition) => `(${condition})`);
  const text = contains.length === 0 ? '' : ` AND (${contains.join(' OR ')})`;
  const where = `${inView(view)}${chosen.join('')}${text}`;
  return `SELECT ${listed} FROM c WHERE ${where} ORDER BY ${orderOf(sort, where)}`;
}

const inView = (view: View) => `c.type = 'referral' AND c.DeletedAt = null${ofView[view]}`;

/** Takes the parameters of the view. */
export const countOfView = (view: View): string => `SELECT VALUE COUNT(1) FROM c WHERE ${inView(view)}`;

/** Leaves out the fields for searching, which are longer than the referral. */
const listed = ['id', 'type', '_etag', ...Object.keys(Referral.shape)]
  .map((field) => `c.${field}`)
  .join(', ');

/** The index finds the few referrals that have the n-grams; the last condition checks the text itself. */
const gramsIn = (field: ReferralSearchField) =>
  Array.from(
    { length: GRAMS_OF_TEXT },
    (_, n) => `ARRAY_CONTAINS(c.SearchGrams.${field}, @gram${n}) AND `,
  ).join('');

/** `@mbi`, `@ssn`, `@name` …: keyed hashes, each with its own key; an empty one matches nothing. */
const sharesAKey = `(${blockingKeyNames.map((name) => `c.DuplicateKeys.${name} = @${name}`).join(' OR ')})`;

export const referralsSharingAKey = `SELECT ${listed}, c.DuplicateKeys FROM c WHERE c.type = 'referral' AND c.DeletedAt = null AND ${sharesAKey}`;

/** Finds entries of the do-not-readmit list in the same way. */
export const stopsSharingAKey = `SELECT * FROM c WHERE c.type = 'readmission-stop' AND c.DeletedAt = null AND ${sharesAKey}`;

/** `@referral`: later referrals of a patient who came back. */
export const laterReferrals =
  `SELECT ${listed} FROM c WHERE c.type = 'referral' AND c.DeletedAt = null AND c.EarlierReferralId = @referral` +
  ' ORDER BY c.type ASC, c.ReceivedAt DESC';

/**
 * Referrals that were transferred to another agency of ours and have not arrived; one that was restricted since then
 * waits until the restriction is lifted.
 */
export const referralsOnTheirWay =
  "SELECT * FROM c WHERE c.type = 'referral' AND c.DeletedAt = null AND IS_DEFINED(c.Transfer.At)" +
  ' AND NOT IS_DEFINED(c.Transfer.ReferralId) AND NOT IS_DEFINED(c.Restriction.Since)';

/** `@state`, `@zips`: open referrals of patients who live there. */
export const openReferralsInZips =
  `SELECT ${listed} FROM c WHERE c.type = 'referral' AND c.DeletedAt = null AND c.Decision.Kind = 'Pending'` +
  ' AND c.Address.State = @state AND ARRAY_CONTAINS(@zips, c.Address.ZipCode) ORDER BY c.type ASC, c.ReceivedAt DESC';

/** `@referrals`: documents of all rows of a page at once, except blocked ones. */
export const documentsOfReferrals =
  'SELECT c.id, c.type, c._etag, c.Id, c.ReferralId, c.DocumentTypeId FROM c' +
  " WHERE c.type = 'document' AND c.DeletedAt = null AND ARRAY_CONTAINS(@referrals, c.ReferralId)" +
  " AND (NOT IS_DEFINED(c.Scan) OR c.Scan.State != 'blocked')";

/** `@referrals`, `@me`, `@reader`: the last two are the same person, `@reader` in the form of `ReadBy`. */
export const notesUnreadBy =
  'SELECT c.id, c.type, c._etag, c.Id, c.ReferralId FROM c' +
  " WHERE c.type = 'note' AND c.DeletedAt = null AND ARRAY_CONTAINS(@referrals, c.ReferralId)" +
  ' AND c.CreatedBy.Id != @me AND NOT ARRAY_CONTAINS(c.ReadBy, @reader, true)';

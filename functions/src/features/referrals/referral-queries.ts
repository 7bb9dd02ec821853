import type { ReferralView } from '@handoff/shared/domain/referral/referral-filters';
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
  /** `@first`, `@closed`, `@review`: as the agency's lists have them. */
  New: ' AND c.StatusId = @first',
  Waiting: " AND c.Decision.Kind = 'Pending' AND NOT ARRAY_CONTAINS(@closed, c.StatusId)",
  NeedsReview:
    ' AND ARRAY_CONTAINS(@review, c.EligibilityStatusId) AND NOT ARRAY_CONTAINS(@closed, c.StatusId)',
};

/** Each with a parameter of its name. */
const filters = {
  status: ' AND c.StatusId = @status',
  decision: ' AND c.Decision.Kind = @decision',
  owner: ' AND c.Owner.Id = @owner',
  source: ' AND c.Source.Kind = @source',
  zip: ' AND c.Address.ZipCode = @zip',
  reason: ' AND c.Decision.Reason = @reason',
  organization: ' AND c.Source.Organization = @organization',
  payer: ' AND ARRAY_CONTAINS(c.Payers, @payer, true)',
  county: ' AND c.Address.County = @county',
  state: ' AND c.Address.State = @state',
  from: ' AND c.ReceivedAt >= @from',
  before: ' AND c.ReceivedAt < @before',
};
export type ReferralFilter = keyof typeof filters;
/** In this order, whatever order they were chosen in. */
const filterNames = [
  'status',
  'decision',
  'owner',
  'source',
  'zip',
  'reason',
  'organization',
  'payer',
  'county',
  'state',
  'from',
  'before',
] as const satisfies ReferralFilter[];

/**
 * What is always the same, such as the type, stands before it: with the status or the decision there is an index of
 * just those referrals, and the other way round it is read backwards.
 */
function orderOf(sort: ReferralSort, where: string): string {
  const [held] = ['c.StatusId', 'c.Decision.Kind'].filter((path) => where.includes(`${path} = `));
  const same = (direction: 'ASC' | 'DESC') => (held === undefined ? '' : ` ${held} ${direction},`);
  switch (sort) {
    case 'ReceivedNewest':
      return `c.type ASC,${same('ASC')} c.ReceivedAt DESC`;
    case 'ReceivedOldest':
      return `c.type DESC,${same('DESC')} c.ReceivedAt ASC`;
    case 'PatientName':
      return 'c.type ASC, c.SortName ASC';
    case 'UpdatedNewest':
      return 'c.type ASC, c.UpdatedAt DESC';
  }
}

interface ReferralQuery {
  view: View;
  sort?: ReferralSort;
  by?: readonly ReferralFilter[];
  /** Fields of which one contains `@text`, which is in lower case as they are. */
  textIn?: readonly ReferralSearchField[];
  /** With `@gram0` … of the text, by which an index finds it. */
  byGrams?: boolean;
}

/** A closed set of texts: the same choice in another order is the same query. */
export function listedReferrals(wanted: ReferralQuery): string {
  const { view, sort = 'ReceivedNewest', by = [], textIn = [], byGrams = false } = wanted;
  const chosen = filterNames.filter((name) => by.includes(name)).map((name) => filters[name]);
  const contains = ReferralSearchField.options
    .filter((field) => textIn.includes(field))
    .map((field) => `${byGrams ? gramsIn(field) : ''}CONTAINS(c.SearchTexts.${field}, @text)`)
    .map((condition) => `(${condition})`);
  const text = contains.length === 0 ? '' : ` AND (${contains.join(' OR ')})`;
  const where = `c.type = 'referral' AND c.DeletedAt = null${ofView[view]}${chosen.join('')}${text}`;
  return `SELECT ${listed} FROM c WHERE ${where} ORDER BY ${orderOf(sort, where)}`;
}

/** What is kept beside a referral to find it by is longer than the referral. */
const listed = ['id', 'type', '_etag', ...Object.keys(Referral.shape)]
  .map((field) => `c.${field}`)
  .join(', ');

/** The index finds the few that have them; whether the text is there is for the last condition to say. */
const gramsIn = (field: ReferralSearchField) =>
  Array.from(
    { length: GRAMS_OF_TEXT },
    (_, n) => `ARRAY_CONTAINS(c.SearchGrams.${field}, @gram${n}) AND `,
  ).join('');

/** `@mbi`, `@ssn`, `@name` …: keyed hashes, each of its own key; an empty one finds nothing. */
const sharesAKey = `(${blockingKeyNames.map((name) => `c.DuplicateKeys.${name} = @${name}`).join(' OR ')})`;

export const referralsSharingAKey = `SELECT ${listed}, c.DuplicateKeys FROM c WHERE c.type = 'referral' AND c.DeletedAt = null AND ${sharesAKey}`;

/** Likewise of the do-not-readmit list. */
export const stopsSharingAKey = `SELECT * FROM c WHERE c.type = 'readmission-stop' AND c.DeletedAt = null AND ${sharesAKey}`;

/** `@referral`: of the same patient, who came back after it. */
export const laterReferrals =
  `SELECT ${listed} FROM c WHERE c.type = 'referral' AND c.DeletedAt = null AND c.EarlierReferralId = @referral` +
  ' ORDER BY c.type ASC, c.ReceivedAt DESC';

/** Transferred to another agency of ours that does not have them yet; one restricted since waits until that is lifted. */
export const referralsOnTheirWay =
  "SELECT * FROM c WHERE c.type = 'referral' AND c.DeletedAt = null AND IS_DEFINED(c.Transfer.At)" +
  ' AND NOT IS_DEFINED(c.Transfer.ReferralId) AND NOT IS_DEFINED(c.Restriction.Since)';

/** `@referral` */
export const documentsOfReferral =
  "SELECT * FROM c WHERE c.type = 'document' AND c.DeletedAt = null AND c.ReferralId = @referral" +
  ' ORDER BY c.type ASC, c.ReferralId ASC, c.UploadedAt DESC';

/** `@state`, `@zips`: open referrals of patients who live there. */
export const openReferralsInZips =
  `SELECT ${listed} FROM c WHERE c.type = 'referral' AND c.DeletedAt = null AND c.Decision.Kind = 'Pending'` +
  ' AND c.Address.State = @state AND ARRAY_CONTAINS(@zips, c.Address.ZipCode) ORDER BY c.type ASC, c.ReceivedAt DESC';

/** `@referrals`: of all rows of a page at once, as far as someone may read them some day. */
export const documentsOfReferrals =
  'SELECT c.id, c.type, c._etag, c.Id, c.ReferralId, c.DocumentTypeId FROM c' +
  " WHERE c.type = 'document' AND c.DeletedAt = null AND ARRAY_CONTAINS(@referrals, c.ReferralId)" +
  " AND (NOT IS_DEFINED(c.Scan) OR c.Scan.State != 'blocked')";

/** `@referrals`, `@me`, `@reader`: the same person, as a reader is listed. */
export const notesUnreadBy =
  'SELECT c.id, c.type, c._etag, c.Id, c.ReferralId FROM c' +
  " WHERE c.type = 'note' AND c.DeletedAt = null AND ARRAY_CONTAINS(@referrals, c.ReferralId)" +
  ' AND c.CreatedBy.Id != @me AND NOT ARRAY_CONTAINS(c.ReadBy, @reader, true)';

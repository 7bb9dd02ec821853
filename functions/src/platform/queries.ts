import type { ReferralView } from '@handoff/shared/contract/referrals';
import { blockingKeyNames } from '@handoff/shared/domain/duplicates/blocking-keys';
import { Referral } from '@handoff/shared/domain/referral/referral';
import { GRAMS_OF_TEXT, ReferralSearchField } from '@handoff/shared/domain/referral/referral-search';
import type { ReferralSort } from '@handoff/shared/domain/referral/referral-sort';
import type * as z from 'zod';

// Every SQL text of the product. Sorts name the filtered properties first and so match a composite index of
// containers.ts, which then serves the first page without sorting.

type View = z.infer<typeof ReferralView>;

const ofView: Record<View, string> = {
  All: '',
  /** `@me`: the caller. */
  Mine: ' AND c.Owner.Id = @me',
  Unassigned: ' AND c.Owner = null',
  Pending: " AND c.Decision.Kind = 'Pending'",
};

/** Each with a parameter of its name. */
const filters = {
  status: ' AND c.StatusId = @status',
  decision: ' AND c.Decision.Kind = @decision',
  owner: ' AND c.Owner.Id = @owner',
  source: ' AND c.Source.Kind = @source',
  zip: ' AND c.Address.ZipCode = @zip',
};
export type ReferralFilter = keyof typeof filters;
const filterNames = ['status', 'decision', 'owner', 'source', 'zip'] as const satisfies ReferralFilter[];

/** The type is always the same: naming it the other way round has the index of the newest read backwards. */
const orders: Record<ReferralSort, string> = {
  ReceivedNewest: 'c.type ASC, c.ReceivedAt DESC',
  ReceivedOldest: 'c.type DESC, c.ReceivedAt ASC',
  PatientName: 'c.type ASC, c.SortName ASC',
  UpdatedNewest: 'c.type ASC, c.UpdatedAt DESC',
};

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
  return `SELECT ${listed} FROM c WHERE ${where} ORDER BY ${orders[sort]}`;
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

/** `@mbi`, `@ssn`, `@name` …: keyed hashes, each of its own key; an empty one finds nothing. Only referrals have them. */
export const referralsSharingAKey =
  `SELECT ${listed}, c.DuplicateKeys FROM c WHERE c.DeletedAt = null AND ` +
  `(${blockingKeyNames.map((name) => `c.DuplicateKeys.${name} = @${name}`).join(' OR ')})`;

/** `@referral` */
export const notesOfReferral =
  "SELECT * FROM c WHERE c.type = 'note' AND c.DeletedAt = null AND c.ReferralId = @referral" +
  ' ORDER BY c.type ASC, c.ReferralId ASC, c.CreatedAt DESC';

/** `@referral` */
export const documentsOfReferral =
  "SELECT * FROM c WHERE c.type = 'document' AND c.DeletedAt = null AND c.ReferralId = @referral" +
  ' ORDER BY c.type ASC, c.ReferralId ASC, c.UploadedAt DESC';

/** `@subject`: the id of the record. Asks for `subject` and `seq` beside the sealed `entry`. */
export const activityOfSubject =
  "SELECT * FROM c WHERE c.type = 'audit' AND c.subject = @subject ORDER BY c.type ASC, c.subject ASC, c.seq DESC";

/** Each names the parameter of its own name. */
const trailFilters = {
  subject: ' AND c.subject = @subject',
  oid: ' AND c.oid = @oid',
  action: ' AND c.action = @action',
  from: ' AND c.at >= @from',
  to: ' AND c.at < @to',
};

/** Changes and views, newest first; filtered by what is given. */
export function auditTrail(given: Partial<Record<keyof typeof trailFilters, string>>): string {
  const chosen = Object.entries(trailFilters).map(([name, filter]) =>
    Object.hasOwn(given, name) ? filter : '',
  );
  return `SELECT * FROM c WHERE c.type IN ('audit', 'audit-view')${chosen.join('')} ORDER BY c.at DESC`;
}

/** `@from`: the links of the chain from this number on. */
export const auditChainFrom = "SELECT * FROM c WHERE c.type = 'audit' AND c.seq >= @from ORDER BY c.seq ASC";

/** `@user` */
export const notificationsOfUser =
  "SELECT * FROM c WHERE c.type = 'notification' AND c.UserId = @user" +
  ' ORDER BY c.type ASC, c.UserId ASC, c.CreatedAt DESC';

/** `@user`, `@until`: up to then all are read. */
export const unreadNotificationsOfUser =
  "SELECT VALUE COUNT(1) FROM c WHERE c.type = 'notification' AND c.UserId = @user" +
  ' AND c.ReadAt = null AND c.CreatedAt > @until';

/** Partition `sys`, `@domain`: one of the user's `DomainIds`, kept beside `RolesWithinAgencies`. */
export const usersOfDomain = "SELECT * FROM c WHERE c.type = 'user' AND ARRAY_CONTAINS(c.DomainIds, @domain)";

/** Partition `sys`. */
export const usersByName = "SELECT * FROM c WHERE c.type = 'user' ORDER BY c.type ASC, c.FullName ASC";

/** Partition `sys`: those who can let others in. */
export const activeAdministrators =
  "SELECT * FROM c WHERE c.type = 'user' AND c.SystemRole = 'Administrator' AND c.Active = true" +
  ' AND c.ServerAuthenticated = 1';

/** Partition `sys`. */
export const domains = "SELECT * FROM c WHERE c.type = 'domain'";

/** A partition of container `addresses`. */
export const importsOfState = "SELECT * FROM c WHERE c.type = 'import' ORDER BY c.CreatedAt DESC";

/** `@now`. The one query across partitions: no sort, no TOP, no token, or the service would refuse it. */
export const dueOutbox = "SELECT * FROM c WHERE c.type = 'outbox' AND c.dueAt <= @now";

/** `@type`: a page of the agency's directory. */
export const recordsByName =
  'SELECT * FROM c WHERE c.type = @type AND c.DeletedAt = null ORDER BY c.type ASC, c.Name ASC';

const checks = (filter: string) =>
  "SELECT * FROM c WHERE c.type = 'medicare-check' AND ARRAY_CONTAINS(@categories, c.Category)" +
  ` AND ARRAY_CONTAINS(@verdicts, c.Verdict) AND c.CheckedAt >= @from AND c.CheckedAt < @before${filter}` +
  ' ORDER BY c.type ASC, c.CheckedAt DESC';
const ofReferral = ' AND c.ReferralId = @referral';
const ofPerson = ' AND c.MbiHash = @hash';

/** Past checks, newest first: `@categories`, `@verdicts`, `@from`, `@before`, and what the name says. */
export const checksByTime = {
  all: checks(''),
  ofReferral: checks(ofReferral),
  ofPerson: checks(ofPerson),
  ofBoth: checks(ofReferral + ofPerson),
};

/** `@before`, `@now`: referrals whose last check is so old, and that nothing keeps from the next. */
export const dueReverifications =
  "SELECT * FROM c WHERE c.type = 'reverification' AND c.CheckedAt <= @before AND c.NotBefore <= @now";

/** `@before`: exchanges with a payer whose texts have been kept long enough. */
export const exchangesBefore =
  "SELECT * FROM c WHERE c.type = 'exchange' AND c.KeptAt < @before AND c.DeletedAt = null";

/** What refers to something, to be counted and to be moved to something else. */
export interface Uses {
  count: string;
  list: string;
}

const uses = (filter: string): Uses => ({
  count: `SELECT VALUE COUNT(1) FROM c WHERE ${filter} AND c.DeletedAt = null`,
  list: `SELECT * FROM c WHERE ${filter} AND c.DeletedAt = null`,
});
const openReferral = "c.type = 'referral' AND c.Decision.Kind = 'Pending'";

/** `@name` */
export const openReferralsFrom = uses(`${openReferral} AND c.Source.Organization = @name`);
/** `@payer`: `{ Name }` */
export const openReferralsPaidBy = uses(`${openReferral} AND ARRAY_CONTAINS(c.Payers, @payer, true)`);
/** `@id` */
export const partnersOfPayer = uses("c.type = 'partner' AND ARRAY_CONTAINS(c.ContractedPayerIds, @id)");
/** `@id` */
export const partnersOfArea = uses("c.type = 'partner' AND ARRAY_CONTAINS(c.ServiceAreaIds, @id)");
/** `@id` */
export const insurancesOfPayer = uses("c.type = 'insurance' AND c.ContractedPayerId = @id");
/** `@id` */
export const referralsWithStatus = uses("c.type = 'referral' AND c.StatusId = @id");
/** `@id` */
export const referralsWithEligibility = uses("c.type = 'referral' AND c.EligibilityStatusId = @id");
/** `@id` */
export const documentsOfDocumentType = uses("c.type = 'document' AND c.DocumentTypeId = @id");

/** `@type`: all records of a kind in a partition, for kinds an agency has few of. */
export const recordsOfType = 'SELECT * FROM c WHERE c.type = @type AND c.DeletedAt = null';

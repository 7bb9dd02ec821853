import type { ReferralView } from '@handoff/shared/contract/referrals';
import type * as z from 'zod';

// Every SQL text of the product. Sorts name the filtered properties first and so match a composite index of
// containers.ts, which then serves the first page without sorting.

type View = z.infer<typeof ReferralView>;

const referrals = (filter: string) =>
  `SELECT * FROM c WHERE c.type = 'referral' AND c.DeletedAt = null${filter} ORDER BY c.type ASC, c.ReceivedAt DESC`;

const ofView = {
  All: '',
  /** `@owner`: the caller. */
  Mine: ' AND c.Owner.Id = @owner',
  Unassigned: ' AND c.Owner = null',
  Pending: " AND c.Decision.Kind = 'Pending'",
} as const satisfies Record<View, string>;

export const referralsByReceived = {
  All: referrals(ofView.All),
  Mine: referrals(ofView.Mine),
  Unassigned: referrals(ofView.Unassigned),
  Pending: referrals(ofView.Pending),
} as const satisfies Record<View, string>;

const ofStatus = ' AND c.StatusId = @status';

/** The same with `@status`. */
export const referralsOfStatus = {
  All: referrals(ofView.All + ofStatus),
  Mine: referrals(ofView.Mine + ofStatus),
  Unassigned: referrals(ofView.Unassigned + ofStatus),
  Pending: referrals(ofView.Pending + ofStatus),
} as const satisfies Record<View, string>;

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
  const filters = Object.entries(trailFilters).map(([name, filter]) =>
    Object.hasOwn(given, name) ? filter : '',
  );
  return `SELECT * FROM c WHERE c.type IN ('audit', 'audit-view')${filters.join('')} ORDER BY c.at DESC`;
}

/** `@from`: the links of the chain from this number on. */
export const auditChainFrom = "SELECT * FROM c WHERE c.type = 'audit' AND c.seq >= @from ORDER BY c.seq ASC";

/** `@user` */
export const notificationsOfUser =
  "SELECT * FROM c WHERE c.type = 'notification' AND c.UserId = @user" +
  ' ORDER BY c.type ASC, c.UserId ASC, c.CreatedAt DESC';

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
export const documentsOfDocumentType = uses("c.type = 'document' AND c.DocumentTypeId = @id");

/** `@type`: all records of a kind in a partition, for kinds an agency has few of. */
export const recordsOfType = 'SELECT * FROM c WHERE c.type = @type AND c.DeletedAt = null';

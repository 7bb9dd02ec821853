import type { ReadContext, WriteContext } from '../../../core/context.ts';
import {
  Confirmation,
  inReviewOrder,
  isInactive,
  isReviewDue,
  reviewDueAt,
  type ReviewedAccess,
} from '@handoff/shared/domain/access/access-review';
import { effectiveRights, type AgencyRole } from '@handoff/shared/domain/access/role';
import { AppError, notFound, invalidField } from '../../../core/app-error.ts';
import { csvFile, csvOf, type CsvColumn } from '../../../core/csv-export.ts';
import type { ApiHandlers } from '../../../http/handlers.ts';
import { announceChange, current } from '../../../writes/edit.ts';
import { listAll } from '../../../records/reader.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { trailEntries } from '../../../records/kinds/audit-records.ts';
import { select } from '../../../records/select.ts';
import {
  oidOf,
  userKind,
  type StoredUser,
  confirmationKind,
  usersOf,
} from '../../../records/kinds/user-records.ts';
import { changeUsers, editableUsers, withRoles } from '../change-users.ts';
import { rolesGiven, type RoleGiven } from './role-given.ts';

type Calls = ApiHandlers['users'];

const confirmationId = (userId: string) => `access-confirmation-${oidOf(userId)}`;

interface Reviewing {
  system: Reader;
  find: Reader;
  /** The trail; for a judgment of today, what has not left the agency's partition is enough. */
  entries: Pick<Reader, 'list'>;
  domainId: string;
  now: Date;
}

const reviewing = ({ system, find, trail, caller, now }: ReadContext): Reviewing => ({
  system,
  find,
  entries: trail(),
  domainId: caller.businessDomainId,
  now,
});

export async function wholeReview(context: Reviewing): Promise<ReviewedAccess[]> {
  const { system, domainId } = context;
  const users = await listAll(system, usersOf(domainId));
  return (await reviewOf(users, context)).toSorted(inReviewOrder);
}

const confirmAccess: Calls['confirmAccess'] = async ({ body }, context) => {
  const { work, caller, now, system } = context;
  refuseOwn(body.People, caller.person.Id, 'confirms');
  if (new Set(body.People.map(({ Id }) => Id)).size < body.People.length)
    throw invalidField('People', 'Name each person once', 'A person is listed twice.');
  const users = await Promise.all(
    body.People.map(async ({ Id }) => memberOf(await system.get(userKind, Id), caller.businessDomainId)),
  );
  const domainId = caller.businessDomainId;
  const reviewed = await reviewOf(users, { system, find: work, entries: work, domainId, now });
  const isAsSeen = ({ Id, Etag }: ReviewedAccess) =>
    body.People.some((seen) => seen.Id === Id && seen.Etag === Etag);
  const confirmed: ReviewedAccess[] = [];
  for (const access of reviewed.filter(isAsSeen)) {
    const { RoleWithinAgency, SystemRole } = access;
    const confirmation = { RoleWithinAgency, SystemRole, At: now.toISOString(), By: caller.person };
    // One after another, because the audit entries form a chain.
    // oxlint-disable-next-line no-await-in-loop
    await stageConfirmation(context, access.Id, confirmation);
    confirmed.push(withDue({ ...access, Confirmed: confirmation }, now));
  }
  if (confirmed.length > 0) announceChange(context, { topic: 'user', id: caller.businessDomainId });
  return {
    AccessReviewInfo: confirmed,
    ChangedAccessInfo: reviewed.filter((access) => !isAsSeen(access)),
  };
};

async function stageConfirmation(
  { work }: WriteContext,
  userId: string,
  confirmation: Confirmation,
): Promise<void> {
  const Id = confirmationId(userId);
  const before = await work.get(confirmationKind, Id);
  if (before) work.replace(confirmationKind, before, { Id, ...confirmation });
  else work.create(confirmationKind, { Id, ...confirmation });
  const { RoleWithinAgency, SystemRole } = confirmation;
  work.audit({
    action: 'access.confirmed',
    subject: userId,
    changes: [
      { field: 'RoleWithinAgency', old: null, new: RoleWithinAgency },
      { field: 'SystemRole', old: null, new: SystemRole },
    ],
  });
}

const removeAccess: Calls['removeAccess'] = async ({ body }, context) => {
  const agency = context.caller.businessDomainId;
  refuseOwn([body], context.caller.person.Id, 'removes');
  if (agency === '')
    throw new AppError('invalid_request', 'BusinessDomainId is missing: name the agency', {
      fields: { BusinessDomainId: 'Name the agency' },
    });
  const before = await current(context, editableUsers, { asked: { Id: body.Id } });
  const { FullName, RolesWithinAgencies } = memberOf(before, agency);
  if (body.Etag !== undefined && body.Etag !== before.Etag)
    throw new AppError('conflict', `The access of ${FullName} has changed since you looked. Look again.`);
  const others = RolesWithinAgencies.filter(({ BusinessDomainId }) => BusinessDomainId !== agency);
  await changeUsers(context, 'user.agency-role', [{ before, after: withRoles(before, others) }]);
  return { RemovedAccessInfo: [{ Id: body.Id, FullName }] };
};

function refuseOwn(people: readonly { Id: string }[], caller: string, verb: 'confirms' | 'removes'): void {
  if (!people.some(({ Id }) => Id === caller)) return;
  throw new AppError(
    'forbidden',
    `No one ${verb} their own access. Ask another manager or an administrator.`,
  );
}

/** Someone of another agency is answered like an unknown person. */
function memberOf(user: StoredUser | undefined, agency: string): StoredUser {
  if (user && roleHere(user, agency) !== undefined) return user;
  throw notFound('This person');
}

function roleHere({ Active, ServerAuthenticated, RolesWithinAgencies }: StoredUser, agency: string) {
  const hasAccess = Active && ServerAuthenticated === 1;
  const role = RolesWithinAgencies.find(({ BusinessDomainId }) => BusinessDomainId === agency);
  return hasAccess ? role?.RoleWithinAgency : undefined;
}

async function reviewOf(
  users: readonly StoredUser[],
  { system, find, entries, domainId, now }: Reviewing,
): Promise<ReviewedAccess[]> {
  const [known, given] = await Promise.all([
    listAll(find, select(confirmationKind)),
    rolesGiven(system, { agency: domainId, users }),
  ]);
  const confirmed = new Map(known.map(({ Id, ...confirmation }) => [Id, confirmation]));
  return Promise.all(
    users.flatMap((user) => {
      const role = roleHere(user, domainId);
      if (role === undefined) return [];
      const Confirmed = confirmed.get(confirmationId(user.Id)) ?? null;
      const RoleGiven = given.get(user.Id) ?? null;
      return [reviewOfOne(user, { role, Confirmed, RoleGiven, entries, now })];
    }),
  );
}

interface Known {
  role: AgencyRole;
  Confirmed: Confirmation | null;
  RoleGiven: RoleGiven | null;
  entries: Reviewing['entries'];
  now: Date;
}

async function reviewOfOne(user: StoredUser, known: Known): Promise<ReviewedAccess> {
  const { role: RoleWithinAgency, Confirmed, RoleGiven, entries, now } = known;
  const { Id, Etag, FullName, Email, SystemRole, LastSignInAt = null } = user;
  const isApplication = RoleWithinAgency === 'Integration';
  const access = {
    Id,
    Etag,
    FullName,
    Email,
    RoleWithinAgency,
    SystemRole,
    Rights: effectiveRights({ SystemRole, RoleWithinAgency }).map(({ Permission }) => Permission),
    LastSignInAt,
    LastActivityAt: isApplication ? await lastActivity(entries, Id) : null,
    RoleGiven,
    Confirmed,
  };
  return withDue(access, now);
}

function withDue(access: Omit<ReviewedAccess, 'DueAt' | 'IsDue' | 'IsInactive'>, now: Date): ReviewedAccess {
  const DueAt = reviewDueAt(access);
  return { ...access, DueAt, IsDue: isReviewDue(DueAt, now), IsInactive: isInactive(access, now) };
}

async function lastActivity(entries: Reviewing['entries'], userId: string): Promise<string | null> {
  const last = await entries.list(trailEntries({ oid: oidOf(userId) }), { pageSize: 1 });
  return last.items[0]?.at ?? null;
}

export const accessReviewHandlers: Pick<
  ApiHandlers['users'],
  'accessReview' | 'confirmAccess' | 'removeAccess' | 'accessReviewFile'
> = {
  accessReview: async (_input, context) => ({ AccessReviewInfo: await wholeReview(reviewing(context)) }),
  confirmAccess,
  removeAccess,
  accessReviewFile: async (_input, context) => {
    const reviewed = await wholeReview(reviewing(context));
    context.viewed(
      'Access review as CSV',
      reviewed.map(({ Id }) => Id),
    );
    return csvFile('access-review', reviewCsv(reviewed), context.now);
  },
};

const columns: readonly CsvColumn<ReviewedAccess>[] = [
  ['Person', ({ FullName }) => FullName],
  ['E-mail', ({ Email }) => Email],
  ['Role within the agency', ({ RoleWithinAgency }) => RoleWithinAgency],
  ['System role', ({ SystemRole }) => SystemRole],
  ['Rights', ({ Rights }) => Rights.join(' ')],
  ['Last sign-in (UTC)', ({ LastSignInAt }) => LastSignInAt],
  ['Last activity (UTC)', ({ LastActivityAt }) => LastActivityAt],
  ['Inactive', ({ IsInactive }) => (IsInactive ? 'yes' : 'no')],
  ['Role given (UTC)', ({ RoleGiven }) => RoleGiven?.At],
  ['Role given by', ({ RoleGiven }) => RoleGiven?.By],
  ['Last confirmed (UTC)', ({ Confirmed }) => Confirmed?.At],
  ['Confirmed by', ({ Confirmed }) => Confirmed?.By.FullName],
  ['Confirmed as', ({ Confirmed }) => Confirmed?.RoleWithinAgency],
  ['Review due (UTC)', ({ DueAt }) => DueAt],
  ['Due now', ({ IsDue }) => (IsDue ? 'yes' : 'no')],
  ['Person id', ({ Id }) => Id],
];

/** Lists everyone with all their rights by name, because the file is evidence that the review took place. */
const reviewCsv = (reviewed: readonly ReviewedAccess[]): string => csvOf(columns, reviewed);

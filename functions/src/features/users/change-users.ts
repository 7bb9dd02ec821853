import type { AuditAction } from '@handoff/shared/domain/records/audit-actions';
import type { WriteContext } from '../../core/context.ts';
import { ADMINISTRATORS_GROUP } from '@handoff/shared/contract/realtime';
import { User } from '@handoff/shared/domain/access/user';
import { AppError } from '../../core/app-error.ts';
import type { Loaded } from '../../core/unit-of-work.ts';
import { select } from '../../records/select.ts';
import { listAll } from '../../records/reader.ts';
import { saveEdit, type Editable } from '../../writes/edit.ts';
import { businessDomainKind, oidOf, userKind, type StoredUser } from '../../records/kinds/user-records.ts';
import { effectiveRights, type AgencyRole, type SystemRole } from '@handoff/shared/domain/access/role';

/** Partition `sys`: administrators who can give access to others. */
const activeAdministrators = select(userKind, {
  where: { SystemRole: 'Administrator', Active: true, ServerAuthenticated: 1 },
});

export interface UserEdit {
  before: Loaded<StoredUser>;
  after: StoredUser;
}

/** Stages edits of users, each with its history, after the rules for all of them; returns the users after the edits. */
export async function changeUsers(
  context: WriteContext,
  action: AuditAction,
  edits: UserEdit[],
): Promise<StoredUser[]> {
  for (const edit of edits) refuseOwnRise(edit, context);
  await keepAnAdministrator(edits, context);
  return Promise.all(
    edits.map(({ before, after: wanted }) =>
      saveEdit(context, editableUsers, {
        action,
        before,
        wanted,
        store: (after) => context.work.replace(userKind, before, after),
      }),
    ),
  );
}

const isCutOff = (before: StoredUser, after: StoredUser): boolean =>
  (before.Active && !after.Active) ||
  before.SignedOutAt !== after.SignedOutAt ||
  escalatesPrivileges(after, before);

/**
 * The person's own screens read their rights again, and administrators' screens the list of people. Someone who lost
 * rights or was signed out is also disconnected from live messages, in the same batch.
 */
export function announceUser(
  { work, caller }: WriteContext,
  { Id }: StoredUser,
  { isCutOff: cutsOff = false } = {},
): void {
  const message = { topic: 'user', id: Id, by: caller.person.Id } as const;
  work.notify({ group: ADMINISTRATORS_GROUP }, message);
  if (cutsOff) work.disconnect(oidOf(Id), message);
  else work.notify({ user: oidOf(Id) }, message);
}

function refuseOwnRise({ before, after }: UserEdit, { caller }: WriteContext): void {
  if (after.Id !== caller.person.Id || !escalatesPrivileges(before, after)) return;
  throw new AppError('forbidden', 'You cannot change your own access. Ask another administrator.');
}

/** Two administrators may remove each other: the audit head lets one batch through, and the other runs again. */
async function keepAnAdministrator(edits: UserEdit[], { work }: WriteContext): Promise<void> {
  if (!edits.some(({ before, after }) => isAdministrator(before) && !isAdministrator(after))) return;
  const now = await listAll(work, activeAdministrators);
  const others = now.filter(({ Id }) => !edits.some(({ after }) => after.Id === Id));
  if (others.length > 0 || edits.some(({ after }) => isAdministrator(after))) return;
  throw new AppError('conflict', 'Handoff needs an administrator. Make someone else an administrator first.');
}

const isAdministrator = ({ SystemRole, Active, ServerAuthenticated }: StoredUser) =>
  SystemRole === 'Administrator' && Active && ServerAuthenticated === 1;

/** Stores the ids of the agencies beside the roles in them, for queries. */
export function withRoles(user: StoredUser, roles: StoredUser['RolesWithinAgencies']): StoredUser {
  return { ...user, RolesWithinAgencies: roles, DomainIds: roles.map((role) => role.BusinessDomainId) };
}

export async function checkAgencies({ work }: WriteContext, ids: string[], field: string): Promise<void> {
  const found = await Promise.all(ids.map((id) => work.get(businessDomainKind, id)));
  if (found.some((agency) => !agency || agency.Archived))
    throw new AppError('invalid_request', 'One of these agencies does not exist or is archived.', {
      fields: { [field]: 'Choose another agency' },
    });
}

export const publicUser = (user: StoredUser): User => User.parse(user);

export const editableUsers: Editable<StoredUser> = {
  kind: userKind,
  what: 'this user',
  shown: publicUser,
  audited: publicUser,
  announce: (context, { before, after }) =>
    announceUser(context, after, { isCutOff: isCutOff(before, after) }),
};

interface Holder {
  SystemRole: SystemRole;
  RolesWithinAgencies: { BusinessDomainId: string; RoleWithinAgency: AgencyRole }[];
}

/** Whether new roles allow anything, in any agency, that the old ones did not. */
export function escalatesPrivileges(before: Holder, after: Holder): boolean {
  const agencies = after.RolesWithinAgencies.map((role) => role.BusinessDomainId);
  return [undefined, ...agencies].some((agency) => {
    const had = rightsIn(before, agency);
    return rightsIn(after, agency).some((permission) => !had.includes(permission));
  });
}

function rightsIn({ SystemRole, RolesWithinAgencies }: Holder, agency: string | undefined) {
  const role = RolesWithinAgencies.find(({ BusinessDomainId }) => BusinessDomainId === agency);
  return effectiveRights({ SystemRole, RoleWithinAgency: role?.RoleWithinAgency }).map(
    (right) => right.Permission,
  );
}

import type { WriteContext } from '../../core/context.ts';
import { splitName } from '@handoff/shared/domain/person/contact';
import { AppError } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import { isMissing, select } from '../../records/select.ts';
import { current } from '../../writes/edit.ts';
import { domains, userId, userKind, type StoredUser } from '../../records/kinds/user-records.ts';
import { expectNoMore } from './expected-users.ts';
import {
  changeUsers,
  checkAgencies,
  editableUsers,
  publicUser,
  announceUser,
  withRoles,
} from './change-users.ts';
import type { Loaded } from '../../core/unit-of-work.ts';

type Calls = ApiHandlers['users'];

const USERS_PAGE_SIZE = 1000;

/** Partition `sys`: people who have access or wait for it; optionally also those who lost it. */
const allUsers = select(userKind, { order: ['type ASC', 'FullName ASC'] });
const users = select(userKind, {
  where: { OR: [{ Active: true }, { ServerAuthenticated: 0, RefusedAt: isMissing }] },
  order: ['type ASC', 'FullName ASC'],
});

export const listUsers: Calls['list'] = async ({ query }, { find }) => {
  const [page, agencies] = await Promise.all([
    find.list(query.IncludeDeleted === 'true' ? allUsers : users, {
      pageSize: USERS_PAGE_SIZE,
      continuation: query.Continuation,
    }),
    listAll(find, domains),
  ]);
  return {
    UserInfo: page.items,
    BusinessDomainInfo: agencies.filter(({ Archived }) => !Archived),
    Continuation: page.Continuation,
  };
};

export const createUser: Calls['create'] = async ({ body }, context) => {
  const { work, caller } = context;
  const known = await work.get(userKind, userId(body.LocalAccountId));
  if (known?.Active && known.ServerAuthenticated === 1)
    throw new AppError('conflict', `${known.FullName} has access already.`, { current: publicUser(known) });
  await checkAgencies(context, agenciesOf(body), 'RolesWithinAgencies');

  const { RolesWithinAgencies, FirstName, LastName, ...fields } = body;
  const names = splitName(body.FullName);
  const user: StoredUser = withRoles(
    {
      ...fields,
      FirstName: FirstName ?? names.FirstName,
      LastName: LastName ?? names.LastName,
      Id: userId(body.LocalAccountId),
      Etag: work.etag,
      TenantId: known?.TenantId ?? caller.claims.tid,
      ...signInsOf(known),
      ...accessBy(body, known?.WaitingSince ?? context.now.toISOString()),
      RolesWithinAgencies: [],
      DomainIds: [],
    },
    RolesWithinAgencies,
  );
  await expectNoMore(context, body.Email);
  if (known)
    return { UserInfo: await changeUsers(context, 'user.admitted', [{ before: known, after: user }]) };
  work.create(userKind, user);
  work.audit({ action: 'user.created', subject: user.Id });
  announceUser(context, user);
  return { UserInfo: [user] };
};

export const updateUser: Calls['update'] = async ({ body }, context) => {
  const { Id: _id, Etag: _etag, ...patch } = body;
  const before = await current(context, editableUsers, { asked: body });

  const { FullName = before.FullName, Email = before.Email, SystemRole = before.SystemRole } = patch;
  const edited: StoredUser = {
    ...before,
    Email,
    SystemRole,
    FullName,
    ...namesAfter(before, patch),
    ...(patch.Active === false && { Active: false }),
    ...(patch.Active === true && accessGranted),
  };
  const after = withRoles(edited, patch.RolesWithinAgencies ?? before.RolesWithinAgencies);
  // Applies to stored roles, too: one of the agencies may be archived by now.
  if (patch.RolesWithinAgencies || patch.Active)
    await checkAgencies(context, agenciesOf(after), 'RolesWithinAgencies');
  return { UserInfo: await changeUsers(context, 'user.updated', [{ before, after }]) };
};

export const deactivateUser: Calls['remove'] = async ({ body }, context) => {
  const before = await current(context, editableUsers, { asked: body, patch: () => ({}) });
  if (before.ServerAuthenticated === 0) return refuse(before, context);
  const after = { ...before, Active: false };
  return { UserInfo: await changeUsers(context, 'user.deactivated', [{ before, after }]) };
};

/** Takes someone off the list of waiting people; their user record shows them the refusal. */
async function refuse(before: Loaded<StoredUser>, context: WriteContext) {
  const after = { ...before, RefusedAt: before.RefusedAt ?? context.now.toISOString() };
  return { UserInfo: await changeUsers(context, 'user.refused', [{ before, after }]) };
}

/** Ended sessions stay ended when access is given again. */
const signInsOf = (known: StoredUser | undefined) => ({
  LastSignInAt: known?.LastSignInAt,
  SignedOutAt: known?.SignedOutAt,
  Sessions: known?.Sessions ?? [],
  SessionEndedAt: known?.SessionEndedAt,
});

/** Someone without a role waits for one. */
function accessBy(
  { SystemRole, RolesWithinAgencies }: Pick<StoredUser, 'SystemRole' | 'RolesWithinAgencies'>,
  since: string,
) {
  if (SystemRole === 'Administrator' || RolesWithinAgencies.length > 0) return accessGranted;
  return { Active: false, ServerAuthenticated: 0, WaitingSince: since } as const;
}

const accessGranted = {
  Active: true,
  ServerAuthenticated: 1,
  WaitingSince: undefined,
  RefusedAt: undefined,
} as const;

type Names = Partial<Record<'FullName' | 'FirstName' | 'LastName', string | undefined>>;

/** A new full name is split again, unless its parts are given as well. */
function namesAfter(before: StoredUser, { FullName = before.FullName, FirstName, LastName }: Names) {
  const names = FullName === before.FullName ? before : splitName(FullName);
  return {
    FirstName: changed(FirstName, before.FirstName) ?? names.FirstName,
    LastName: changed(LastName, before.LastName) ?? names.LastName,
  };
}

const changed = (given: string | undefined, old: string) => (given === old ? undefined : given);

const agenciesOf = ({
  RolesWithinAgencies = [],
}: {
  RolesWithinAgencies?: StoredUser['RolesWithinAgencies'] | undefined;
}) => RolesWithinAgencies.map((role) => role.BusinessDomainId);

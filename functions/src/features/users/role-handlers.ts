import type { WriteContext } from '../../core/context.ts';
import { AppError, invalidField } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { current } from '../../writes/edit.ts';
import type { StoredUser } from '../../records/kinds/user-records.ts';
import { changeUsers, checkAgencies, editableUsers, withRoles, type UserEdit } from './change-users.ts';

type Calls = ApiHandlers['settings'];

const updateUsersSystemRoles: Calls['updateUsersSystemRoles'] = async ({ body }, context) => {
  const edits = await editsOf(context, body.Users, (before, { SystemRole }) => ({ ...before, SystemRole }));
  return { UserInfo: await changeUsers(context, 'user.system-role', edits) };
};

const updateUsersRolesWithinAgencies: Calls['updateUsersRolesWithinAgencies'] = async ({ body }, context) => {
  const named = body.BusinessDomainId ?? context.caller.businessDomainId;
  if (named !== '') await checkAgencies(context, [named], 'BusinessDomainId');
  const edits = await editsOf(context, body.Users, (before, { RoleWithinAgency }) => {
    const { RolesWithinAgencies: roles } = before;
    const BusinessDomainId = named === '' ? onlyAgencyOf(before) : named;
    const isHere = (role: { BusinessDomainId: string }) => role.BusinessDomainId === BusinessDomainId;
    if (RoleWithinAgency === null)
      return withRoles(
        before,
        roles.filter((role) => !isHere(role)),
      );
    // Replaces the role at its index, because people work in their first agency until they choose one.
    const here = { BusinessDomainId, RoleWithinAgency };
    const known = roles.some(isHere);
    return withRoles(before, known ? roles.map((role) => (isHere(role) ? here : role)) : [...roles, here]);
  });
  return { UserInfo: await changeUsers(context, 'user.agency-role', edits) };
};

/** The specification lists these two calls under settings. */
export const roleHandlers = { updateUsersSystemRoles, updateUsersRolesWithinAgencies };

function onlyAgencyOf({ FullName, DomainIds }: StoredUser): string {
  const [only, another] = DomainIds;
  if (only !== undefined && another === undefined) return only;
  throw new AppError('invalid_request', `BusinessDomainId is missing: name the agency of ${FullName}`, {
    fields: { BusinessDomainId: 'Name the agency' },
  });
}

interface Wanted {
  Id: string;
  Etag?: string | undefined;
}

async function editsOf<W extends Wanted>(
  context: WriteContext,
  wanted: W[],
  edited: (before: StoredUser, wanted: W) => StoredUser,
): Promise<UserEdit[]> {
  if (new Set(wanted.map(({ Id }) => Id)).size < wanted.length)
    throw invalidField('Users', 'Name each person once', 'A person is listed twice.');
  const byName = { ...editableUsers, nameOf: ({ FullName }: StoredUser) => FullName };
  return Promise.all(
    wanted.map(async (one) => {
      const patch = (user: StoredUser) => {
        const { SystemRole, RolesWithinAgencies } = edited(user, one);
        return { SystemRole, RolesWithinAgencies };
      };
      const before = await current(context, byName, { asked: one, patch });
      return { before, after: edited(before, one) };
    }),
  );
}

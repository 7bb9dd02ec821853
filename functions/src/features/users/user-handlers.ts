import type { Api } from '@handoff/shared/contract/api';
import { effectiveRights } from '@handoff/shared/domain/role';
import { AppError } from '../../http/app-error.ts';
import type { Handlers, ReadHandler } from '../../http/handlers.ts';
import { notificationsOfUser } from '../../platform/queries.ts';
import { notificationKind } from '../../platform/record-kinds.ts';
import { businessDomains, switchBusinessDomain } from './business-domains.ts';
import { checkUser } from './check-user.ts';
import { createUser, deactivateUser, listUsers, updateUser } from './manage-users.ts';

type Calls = Api['users'];

export function userHandlers(settings: {
  firstAdministratorOid: string | undefined;
}): Handlers<Api>['users'] {
  return {
    check: checkUser(settings),
    securityInfo,
    businessDomains,
    switchBusinessDomain,
    notifications,
    list: listUsers,
    create: createUser,
    update: updateUser,
    remove: deactivateUser,
  };
}

const securityInfo: ReadHandler<Calls['securityInfo']> = async (_input, { caller }) => ({
  UserId: caller.person.Id,
  FullName: caller.person.FullName,
  SystemRole: caller.roles.SystemRole,
  RoleWithinAgency: caller.roles.RoleWithinAgency ?? null,
  Rights: effectiveRights(caller.roles),
});

/** Everybody reads their own only; another person's id is as unknown as one that does not exist. */
const notifications: ReadHandler<Calls['notifications']> = async ({ query }, { caller, find }) => {
  if (query.id !== caller.person.Id) throw new AppError('not_found', 'These notifications were not found.');
  const page = await find.list(notificationKind, {
    sql: notificationsOfUser,
    parameters: { user: query.id },
    continuation: query.Continuation,
  });
  return { UserNotificationsInfo: page.items, Continuation: page.Continuation };
};

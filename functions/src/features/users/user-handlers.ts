import { effectiveRights } from '@handoff/shared/domain/access/role';
import type { ApiHandlers } from '../../http/handlers.ts';
import { accessReviewHandlers } from './access-review/access-review.ts';
import { businessDomains, domainsOf, switchBusinessDomain } from './business-domains.ts';
import { checkUser } from './check-user.ts';
import { addExpected, expected, removeExpected, waiting } from './expected-users.ts';
import { createUser, deactivateUser, listUsers, updateUser } from './manage-users.ts';
import { notificationHandlers } from './notification-handlers.ts';
import { applyImport, exportFile, previewImport } from './people-file.ts';
import { openReferralsIn, type OpenReferralsOf } from './open-referrals.ts';
import { handOverWork, openWork } from './open-work.ts';
import { listSessions, signOutUser } from './sessions.ts';

type Calls = ApiHandlers['users'];

interface UserPorts {
  firstAdministratorOid: string | undefined;
  openReferralsOf: OpenReferralsOf;
}

export function userHandlers(ports: UserPorts): ApiHandlers['users'] {
  return {
    check: checkUser(ports),
    securityInfo,
    businessDomains,
    switchBusinessDomain,
    ...notificationHandlers,
    ...accessReviewHandlers,
    waiting,
    expected,
    addExpected,
    removeExpected,
    openWork,
    openReferrals: openReferralsIn(ports.openReferralsOf),
    handOverWork,
    exportFile,
    previewImport,
    applyImport,
    list: listUsers,
    create: createUser,
    update: updateUser,
    remove: deactivateUser,
    sessions: listSessions,
    signOut: signOutUser,
  };
}

const securityInfo: Calls['securityInfo'] = async (_input, { caller, system }) => ({
  ...(await domainsOf(system, caller, caller.businessDomainId)),
  UserId: caller.person.Id,
  SessionId: caller.claims.sessionId ?? null,
  FullName: caller.person.FullName,
  SystemRole: caller.roles.SystemRole,
  RoleWithinAgency: caller.roles.RoleWithinAgency ?? null,
  Rights: effectiveRights(caller.roles),
});

import {
  ADDRESSES_GROUP,
  ADMINISTRATORS_GROUP,
  CONNECTION_RENEWED_SECONDS,
  domainGroup,
  presenceGroup,
} from '@handoff/shared/contract/realtime';
import { mayDo } from '@handoff/shared/domain/access/role';
import { PRESENCE_ALONE_SECONDS } from '@handoff/shared/domain/referral/presence';
import { AppError } from '../../core/app-error.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { userId, userKind, type StoredUser } from '../../records/kinds/user-records.ts';
import type { AreaHandlers } from '../../http/handlers.ts';
import type { Caller, ReadPorts } from '../../core/context.ts';

export const realtimeHandlers: AreaHandlers<'realtime', Live> = {
  negotiate: async (_input, { caller, live, system }) => {
    const { oid } = caller.claims;
    try {
      await Promise.all(groupsOf(caller).map((group) => live.joinGroup(oid, group, CONNECTION_SECONDS)));
      // A change that ended the membership may have disconnected the person before they joined.
      const user = await system.get(userKind, userId(oid));
      if (user && !isAllowed(user, caller)) await live.disconnect(oid);
      return await live.connection(oid);
    } catch (cause) {
      throw notLive(cause);
    }
  },

  presence: async ({ body }, { caller, find, live }) => {
    if (!(await find.get(referralKind, body.ReferralId))) return { IsShown: false };
    const { oid } = caller.claims;
    const group = presenceGroup(caller.businessDomainId, body.ReferralId);
    try {
      // Joins the group first, so that no reply is missed; someone who goes silent leaves it automatically.
      if (body.State !== 'left') await live.joinGroup(oid, group, MEMBERSHIP_SECONDS);
      await live.sendPresence(group, { ...body, Person: caller.person });
      if (body.State === 'left') await live.leaveGroup(oid, group);
    } catch (cause) {
      throw notLive(cause);
    }
    return { IsShown: true };
  },
};

type Live = Pick<ReadPorts, 'live'>;
const MEMBERSHIP_SECONDS = 2 * PRESENCE_ALONE_SECONDS;
const CONNECTION_SECONDS = 2 * CONNECTION_RENEWED_SECONDS;

const notLive = (cause: unknown) =>
  new AppError('unavailable', 'Live messages are not available right now.', { retryAfterSeconds: 5, cause });

/**
 * The groups of the current agency and of the widest right. A switch of the agency leaves its group, and the loss of a
 * right disconnects, both in the same write; a connection is renewed before its memberships end.
 */
function groupsOf({ businessDomainId, roles }: Caller): string[] {
  const ofAgency = businessDomainId ? [domainGroup(businessDomainId)] : [];
  if (mayDo(roles, 'imports.manage')) return [...ofAgency, ADMINISTRATORS_GROUP];
  return mayDo(roles, 'addresses.read') ? [...ofAgency, ADDRESSES_GROUP] : ofAgency;
}

const isAllowed = (user: StoredUser, { businessDomainId, roles }: Caller): boolean =>
  user.Active &&
  user.SystemRole === roles.SystemRole &&
  (!businessDomainId ||
    user.RolesWithinAgencies.some(
      (role) =>
        role.BusinessDomainId === businessDomainId && role.RoleWithinAgency === roles.RoleWithinAgency,
    ));

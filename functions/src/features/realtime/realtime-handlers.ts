import {
  ADDRESSES_GROUP,
  ADMINISTRATORS_GROUP,
  domainGroup,
  presenceGroup,
} from '@handoff/shared/contract/realtime';
import { mayDo } from '@handoff/shared/domain/access/role';
import { PRESENCE_ALONE_SECONDS } from '@handoff/shared/domain/referral/presence';
import { AppError } from '../../core/app-error.ts';
import { listAll } from '../../records/reader.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { domains } from '../../records/kinds/user-records.ts';
import type { AreaHandlers } from '../../http/handlers.ts';
import type { ReadContext, ReadPorts } from '../../core/context.ts';

export const realtimeHandlers: AreaHandlers<'realtime', Live> = {
  negotiate: async (_input, context) => {
    // The live service keeps memberships by itself, including those in an agency from which the person was removed.
    const agencies = await listAll(context.system, domains);
    const allIds = agencies.map((agency) => agency.Id);
    try {
      await joinOwnGroups(context, allIds);
      return await context.live.connection(context.caller.claims.oid);
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

const notLive = (cause: unknown) =>
  new AppError('unavailable', 'Live messages are not available right now.', { retryAfterSeconds: 5, cause });

/** Groups follow the person's record at each connection: hints of an agency that was left must not arrive. */
async function joinOwnGroups(
  { caller, live }: Pick<ReadContext, 'caller'> & Live,
  allIds: string[],
): Promise<void> {
  const { oid } = caller.claims;
  const others = allIds.filter((id) => id !== caller.businessDomainId);
  await Promise.all([
    caller.businessDomainId && live.joinGroup(oid, domainGroup(caller.businessDomainId)),
    ...others.map((id) => live.leaveGroup(oid, domainGroup(id))),
    mayDo(caller.roles, 'addresses.read')
      ? live.joinGroup(oid, ADDRESSES_GROUP)
      : live.leaveGroup(oid, ADDRESSES_GROUP),
    mayDo(caller.roles, 'imports.manage')
      ? live.joinGroup(oid, ADMINISTRATORS_GROUP)
      : live.leaveGroup(oid, ADMINISTRATORS_GROUP),
  ]);
}

import type { Api } from '@handoff/shared/contract/api';
import { ADMINISTRATORS_GROUP, domainGroup } from '@handoff/shared/contract/realtime';
import { mayDo } from '@handoff/shared/domain/access/role';
import { AppError } from '../../pipeline/request/app-error.ts';
import type { ExemptContext, Handlers } from '../../pipeline/request/handlers.ts';
import { listAll } from '../../pipeline/unit-of-work/reader.ts';
import { domains, businessDomainKind } from '../../records/user-records.ts';

export const realtimeHandlers: Handlers<Api>['realtime'] = {
  negotiate: async (_input, context) => {
    // The live service keeps memberships by itself: also those of an agency the person was removed from.
    const agencies = await listAll(context.system, businessDomainKind, { sql: domains, parameters: {} });
    const allIds = agencies.map((agency) => agency.Id);
    try {
      await joinOwnGroups(context, allIds);
      return await context.live.connection(context.caller.claims.oid);
    } catch (cause) {
      throw new AppError('unavailable', 'Live messages are not available right now.', {
        retryAfterSeconds: 5,
        cause,
      });
    }
  },
};

/** Groups follow the person's record at each connection: hints of an agency that was left must not arrive. */
async function joinOwnGroups({ caller, live }: ExemptContext, allIds: string[]): Promise<void> {
  const { oid } = caller.claims;
  const others = allIds.filter((id) => id !== caller.businessDomainId);
  await Promise.all([
    caller.businessDomainId && live.joinGroup(oid, domainGroup(caller.businessDomainId)),
    ...others.map((id) => live.leaveGroup(oid, domainGroup(id))),
    mayDo(caller.roles, 'imports.manage')
      ? live.joinGroup(oid, ADMINISTRATORS_GROUP)
      : live.leaveGroup(oid, ADMINISTRATORS_GROUP),
  ]);
}

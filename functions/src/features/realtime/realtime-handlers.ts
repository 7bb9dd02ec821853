import type { Api } from '@handoff/shared/contract/api';
import { ADMINISTRATORS_GROUP, domainGroup } from '@handoff/shared/contract/realtime';
import { mayDo } from '@handoff/shared/domain/role';
import type { Handlers } from '../../http/handlers.ts';
import type { Realtime } from '../../platform/ports.ts';
import { userId, userKind } from '../../platform/record-kinds.ts';

/** Groups follow the person's record at each connection: hints of an agency that was left must not arrive. */
export function realtimeHandlers(realtime: Realtime): Handlers<Api>['realtime'] {
  return {
    negotiate: async (_input, { caller, system }) => {
      const { oid } = caller.claims;
      const user = await system.get(userKind, userId(oid));
      const others = (user?.DomainIds ?? []).filter((id) => id !== caller.businessDomainId);
      await Promise.all([
        caller.businessDomainId && realtime.joinGroup(oid, domainGroup(caller.businessDomainId)),
        ...others.map((id) => realtime.leaveGroup(oid, domainGroup(id))),
        mayDo(caller.roles, 'imports.manage')
          ? realtime.joinGroup(oid, ADMINISTRATORS_GROUP)
          : realtime.leaveGroup(oid, ADMINISTRATORS_GROUP),
      ]);
      return realtime.connection(oid);
    },
  };
}

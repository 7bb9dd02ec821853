import type { Connection } from './connections.ts';
import type { SignalRContext } from './signalr-context.ts';

export type Recipients = {
  hub: string;
  user?: string;
  group?: string;
  connection?: string;
  excluded?: string[];
};

/** The open connections an address of the REST API stands for. */
export function findRecipients(context: SignalRContext, wanted: Recipients): Connection[] {
  return context.connections.open(wanted.hub).filter((one) => {
    if (wanted.excluded?.includes(one.id)) return false;
    if (wanted.user !== undefined && one.user !== wanted.user) return false;
    if (wanted.connection !== undefined && one.id !== wanted.connection) return false;
    return wanted.group === undefined || isInGroup(context, one, wanted.group);
  });
}

function isInGroup(context: SignalRContext, connection: Connection, group: string): boolean {
  const { hub, user } = connection;
  return connection.groups.has(group) || (user !== undefined && context.userGroups.has({ hub, user, group }));
}

import type { Connection, Connections } from './clients/connections.ts';

export interface SignalRContext {
  accessKey: string;
  webOrigins: readonly string[];
  /** Every address of the service; token audiences contain one of them. */
  endpoints: readonly string[];
  connections: Connections;
  userGroups: UserGroups;
}

export interface Recipients {
  hub: string;
  user?: string;
  group?: string;
  connection?: string;
  excluded?: string[];
}

/** Finds the open connections for an address of the REST API. */
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

// https://learn.microsoft.com/azure/azure-signalr/signalr-reference-data-plane-rest-api: at most a year without ttl.
const longestSeconds = 365 * 24 * 60 * 60;

export type UserGroups = ReturnType<typeof createUserGroups>;

/** Groups that belong to a user, not to a connection: they also apply to later connections. */
export function createUserGroups(now: () => number) {
  const expiryOfGroup = new Map<string, Map<string, number>>();
  const groupsOf = (hub: string, user: string) => expiryOfGroup.get(`${hub}/${user}`);

  return {
    add(member: { hub: string; user: string; group: string }, ttlSeconds = longestSeconds): void {
      const groups = groupsOf(member.hub, member.user) ?? new Map<string, number>();
      groups.set(member.group, now() + ttlSeconds * 1000);
      expiryOfGroup.set(`${member.hub}/${member.user}`, groups);
    },
    has({ hub, user, group }: { hub: string; user: string; group: string }): boolean {
      return (groupsOf(hub, user)?.get(group) ?? 0) > now();
    },
    remove({ hub, user, group }: { hub: string; user: string; group: string }): void {
      groupsOf(hub, user)?.delete(group);
    },
    removeAll(hub: string, user: string): void {
      expiryOfGroup.delete(`${hub}/${user}`);
    },
  };
}

// https://learn.microsoft.com/azure/azure-signalr/signalr-reference-data-plane-rest-api: at most a year without ttl.
const longestSeconds = 365 * 24 * 60 * 60;

export type UserGroups = ReturnType<typeof createUserGroups>;

/** Groups that belong to a user, not to a connection: they also hold for connections that come later. */
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

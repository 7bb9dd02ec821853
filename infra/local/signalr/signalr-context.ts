import type { Connections } from './connections.ts';
import type { UserGroups } from './user-groups.ts';

export type SignalRContext = {
  accessKey: string;
  webOrigins: readonly string[];
  /** The service under each name it answers to; token audiences contain one of them. */
  endpoints: readonly string[];
  connections: Connections;
  userGroups: UserGroups;
};

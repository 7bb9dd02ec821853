import * as z from 'zod';
import type { CloseReason } from './clients/hub-protocol.ts';
import { findRecipients, type SignalRContext } from './recipients.ts';

export type RestCall = {
  hub: string;
  /** The `{…}` of the address, by name. */
  names: Record<string, string>;
  query: URLSearchParams;
  body: string;
};

type Operation = (context: SignalRContext, call: RestCall) => number;

const Payload = z.object({ target: z.string(), arguments: z.array(z.unknown()).default([]) });
const Ttl = z.coerce.number().int().nonnegative().optional();

/** https://learn.microsoft.com/azure/azure-signalr/swagger/signalr-data-plane-rest-v20220601, below `/api/hubs/{hub}/`. */
export const restOperations: Record<string, Operation> = {
  'POST :send': send,
  'POST users/{user}/:send': send,
  'POST groups/{group}/:send': send,
  'POST connections/{connection}/:send': send,

  'POST :closeConnections': closeConnections,
  'POST users/{user}/:closeConnections': closeConnections,
  'POST groups/{group}/:closeConnections': closeConnections,
  'DELETE connections/{connection}': (context, call) => (closeConnections(context, call), 200),

  'HEAD users/{user}': exists,
  'HEAD groups/{group}': exists,
  'HEAD connections/{connection}': exists,

  'PUT groups/{group}/connections/{connection}': (context, call) =>
    changeGroups(context, call, (groups, group) => groups.add(group)),
  'DELETE groups/{group}/connections/{connection}': (context, call) =>
    changeGroups(context, call, (groups, group) => groups.delete(group)),
  'DELETE connections/{connection}/groups': (context, call) =>
    changeGroups(context, call, (groups) => groups.clear()),

  'PUT users/{user}/groups/{group}': (context, call) => {
    const ttl = Ttl.safeParse(call.query.get('ttl') ?? undefined);
    if (!ttl.success) return 400;
    context.userGroups.add(membership(call), ttl.data);
    return 200;
  },
  'HEAD users/{user}/groups/{group}': (context, call) =>
    context.userGroups.has(membership(call)) ? 200 : 404,
  'DELETE users/{user}/groups/{group}': (context, call) => {
    const member = membership(call);
    context.userGroups.remove(member);
    for (const one of findRecipients(context, { hub: call.hub, user: member.user }))
      one.groups.delete(member.group);
    return 200;
  },
  'DELETE users/{user}/groups': (context, call) => {
    const { user } = membership(call);
    context.userGroups.removeAll(call.hub, user);
    for (const one of findRecipients(context, { hub: call.hub, user })) one.groups.clear();
    return 200;
  },
};

function send(context: SignalRContext, call: RestCall): number {
  const payload = Payload.safeParse(parseJson(call.body));
  if (!payload.success) return 400;
  context.connections.send(recipients(context, call), payload.data);
  return 202;
}

function closeConnections(context: SignalRContext, call: RestCall): number {
  const reason = call.query.get('reason');
  const close: CloseReason = reason === null ? { allowReconnect: true } : { error: reason };
  for (const one of recipients(context, call)) context.connections.close(one, close);
  return 204;
}

function exists(context: SignalRContext, call: RestCall): number {
  return recipients(context, call).length > 0 ? 200 : 404;
}

function changeGroups(
  context: SignalRContext,
  call: RestCall,
  change: (groups: Set<string>, group: string) => void,
): number {
  const { connection = '', group = '' } = call.names;
  const [found] = findRecipients(context, { hub: call.hub, connection });
  if (found === undefined) return 404;
  change(found.groups, group);
  return 200;
}

function recipients(context: SignalRContext, call: RestCall) {
  return findRecipients(context, { hub: call.hub, ...call.names, excluded: call.query.getAll('excluded') });
}

function membership(call: RestCall): { hub: string; user: string; group: string } {
  const { user = '', group = '' } = call.names;
  return { hub: call.hub, user, group };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

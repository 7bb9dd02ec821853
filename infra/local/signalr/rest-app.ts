import { Hono, type Context } from 'hono';
import * as z from 'zod';
import { limitBody } from '../listen-on-loopback.ts';
import type { CloseReason } from './clients/hub-protocol.ts';
import { findRecipients, type SignalRContext } from './recipients.ts';
import { bearerOf, verifyToken } from './tokens.ts';

const Payload = z.object({ target: z.string(), arguments: z.array(z.unknown()).default([]) });
const Ttl = z.coerce.number().int().nonnegative().optional();

/**
 * Serves the REST API for servers; no answer has a body. Source:
 * https://learn.microsoft.com/azure/azure-signalr/swagger/signalr-data-plane-rest-v20220601
 */
export function restApp(context: SignalRContext): Hono {
  const app = new Hono();
  app.get('/health', (c) => c.body(null, 200));

  const hubs = new Hono();
  hubs.use(async (c, next) => {
    const refusal = await refusalOf(context, c);
    if (refusal !== undefined) return c.body(null, refusal);
    return next();
  });
  hubs.use(limitBody(1024 * 1024));
  // Everyone on the hub, a user, a group, one connection.
  for (const receivers of ['', '/users/:user', '/groups/:group', '/connections/:connection'])
    hubs.post(`${receivers}/:call{:send}`, async (c) => {
      const payload = Payload.safeParse(parseJson(await c.req.text()));
      if (!payload.success) return c.body(null, 400);
      context.connections.send(recipients(context, c), payload.data);
      return c.body(null, 202);
    });
  for (const receivers of ['', '/users/:user', '/groups/:group'])
    hubs.post(`${receivers}/:call{:closeConnections}`, (c) => {
      closeConnections(context, c);
      return c.body(null, 204);
    });
  hubs.delete('/connections/:connection', (c) => {
    closeConnections(context, c);
    return c.body(null, 200);
  });
  for (const receivers of ['/users/:user', '/groups/:group', '/connections/:connection'])
    onHead(hubs, receivers, (c) => recipients(context, c).length > 0);

  hubs.put('/groups/:group/connections/:connection', (c) =>
    changeGroups(context, c, (groups, group) => groups.add(group)),
  );
  hubs.delete('/groups/:group/connections/:connection', (c) =>
    changeGroups(context, c, (groups, group) => groups.delete(group)),
  );
  hubs.delete('/connections/:connection/groups', (c) => changeGroups(context, c, (groups) => groups.clear()));
  hubs.put('/users/:user/groups/:group', (c) => {
    const ttl = Ttl.safeParse(c.req.query('ttl'));
    if (!ttl.success) return c.body(null, 400);
    context.userGroups.add(membership(c), ttl.data);
    return c.body(null, 200);
  });
  onHead(hubs, '/users/:user/groups/:group', (c) => context.userGroups.has(membership(c)));
  hubs.delete('/users/:user/groups/:group', (c) => {
    const { hub, user, group } = membership(c);
    context.userGroups.remove({ hub, user, group });
    for (const one of findRecipients(context, { hub, user })) one.groups.delete(group);
    return c.body(null, 200);
  });
  hubs.delete('/users/:user/groups', (c) => {
    const { hub, user } = membership(c);
    context.userGroups.removeAll(hub, user);
    for (const one of findRecipients(context, { hub, user })) one.groups.clear();
    return c.body(null, 200);
  });
  return app.route('/hubs/:hub{[A-Za-z]\\w*}', hubs);
}

async function refusalOf(context: SignalRContext, c: Context): Promise<400 | 401 | undefined> {
  const { pathname } = new URL(c.req.url);
  if (!isWellEncoded(pathname)) return 400;
  // The audience is the address as sent, escapes included.
  const audiences = context.endpoints.map((endpoint) => endpoint + pathname.replace(/\/$/, ''));
  const token = bearerOf(c.req.header('authorization'));
  const { accessKey } = context;
  if ((await verifyToken(token, { accessKey, audiences })) === undefined) return 401;
  return c.req.query('api-version') ? undefined : 400;
}

/** Hono answers a HEAD by the handler of GET, which the service does not have. */
function onHead(app: Hono, path: string, exists: (c: Context) => boolean): void {
  app.get(path, (c) => c.body(null, c.req.method === 'HEAD' && exists(c) ? 200 : 404));
}

function closeConnections(context: SignalRContext, c: Context): void {
  const reason = c.req.query('reason');
  const close: CloseReason = reason === undefined ? { allowReconnect: true } : { error: reason };
  for (const one of recipients(context, c)) context.connections.close(one, close);
}

function changeGroups(
  context: SignalRContext,
  c: Context,
  change: (groups: Set<string>, group: string) => void,
): Response {
  const { hub, group } = membership(c);
  const [found] = findRecipients(context, { hub, connection: c.req.param('connection') ?? '' });
  if (found === undefined) return c.body(null, 404);
  change(found.groups, group);
  return c.body(null, 200);
}

function recipients(context: SignalRContext, c: Context) {
  const { hub: _, call: _call, ...names } = c.req.param();
  return findRecipients(context, {
    ...names,
    hub: membership(c).hub,
    excluded: c.req.queries('excluded') ?? [],
  });
}

function membership(c: Context): { hub: string; user: string; group: string } {
  const { hub = '', user = '', group = '' } = c.req.param();
  return { hub: hub.toLowerCase(), user, group };
}

function isWellEncoded(pathname: string): boolean {
  try {
    decodeURIComponent(pathname);
    return true;
  } catch {
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import { Hono, type Context } from 'hono';
import { cors } from 'hono/cors';
import { createMiddleware } from 'hono/factory';
import { limitBody } from '../../listen-on-loopback.ts';
import type { SignalRContext } from '../recipients.ts';
import { identifyClient, type Client } from '../tokens.ts';
import type { Connection } from './connections.ts';
import { answerPoll, openEventStream } from './http-transports.ts';

interface ClientEnv {
  Variables: { client: Client; connection: Connection };
}

// Clients send handshakes and pings only.
const frameLimit = limitBody(32 * 1024);

/** Serves browsers over HTTP: negotiation, event streams, polls and posted messages. */
export function clientApp(context: SignalRContext): Hono<ClientEnv> {
  const { connections } = context;
  const identified = createMiddleware<ClientEnv>(async (c, next) => {
    const client = await identifyClient(context, c.req.header('authorization'), new URL(c.req.url));
    if (client === undefined) return c.body(null, 401);
    c.set('client', client);
    return next();
  });
  const connected = createMiddleware<ClientEnv>(async (c, next) => {
    const { hub, user } = c.get('client');
    const connection = connections.find(c.req.query('id'), hub, user);
    if (connection === undefined) return c.body(null, 404);
    c.set('connection', connection);
    return next();
  });

  const app = new Hono<ClientEnv>();
  // The client sends withCredentials by default, for sticky sessions.
  app.use(
    cors({ origin: [...context.webOrigins], credentials: true, allowMethods: ['GET', 'POST', 'DELETE'] }),
  );
  app.post('/negotiate', identified, (c) => negotiate(context, c));
  app.get('/', identified, connected, (c) => {
    const connection = c.get('connection');
    if (!c.req.header('accept')?.includes('text/event-stream')) return answerPoll(c, connections, connection);
    return connection.transport ? c.body(null, 409) : openEventStream(c, connections, connection);
  });
  app.post('/', identified, connected, frameLimit, async (c) => {
    connections.receive(c.get('connection'), await c.req.text());
    return c.body(null, 200);
  });
  app.delete('/', identified, connected, (c) => {
    connections.close(c.get('connection'));
    connections.drop(c.get('connection'));
    return c.body(null, 202);
  });
  return app;
}

function negotiate({ connections }: SignalRContext, c: Context<ClientEnv>): Response {
  const { hub, user } = c.get('client');
  const { id, token } = connections.negotiate(hub, user);
  c.header('Cache-Control', 'no-store');
  return c.json({
    negotiateVersion: 1,
    connectionId: id,
    connectionToken: token,
    // Text only: a client that wants MessagePack finds no transport.
    availableTransports: ['WebSockets', 'ServerSentEvents', 'LongPolling'].map((transport) => ({
      transport,
      transferFormats: ['Text'],
    })),
  });
}

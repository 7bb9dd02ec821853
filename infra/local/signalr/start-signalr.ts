import { createServer } from 'node:http';
import { Hono } from 'hono';
import { closeServer, listenOnLoopback, serveApp } from '../listen-on-loopback.ts';
import { acceptWebSockets } from './clients/accept-web-sockets.ts';
import { clientApp } from './clients/client-app.ts';
import { createConnections } from './clients/connections.ts';
import { createUserGroups, type SignalRContext } from './recipients.ts';
import { restApp } from './rest-app.ts';

const silenceMilliseconds = 30_000;

export interface SignalROptions {
  port: number;
  accessKey: string;
  webOrigins: readonly string[];
  pingMilliseconds?: number;
  /** Milliseconds since 1970; the expiry of tokens always follows the real clock. */
  now?: () => number;
}

/** Starts a stand-in for Azure SignalR in serverless mode: the JSON hub protocol for clients, REST for the API. */
export async function startSignalR(options: SignalROptions) {
  const now = options.now ?? Date.now;
  const server = createServer();
  const port = await listenOnLoopback(server, options.port, 'SignalR emulator');
  const context: SignalRContext = {
    accessKey: options.accessKey,
    webOrigins: options.webOrigins,
    endpoints: [`http://localhost:${port}`, `http://127.0.0.1:${port}`],
    connections: createConnections(now),
    userGroups: createUserGroups(now),
  };
  serveApp(server, signalRApp(context));
  const sockets = acceptWebSockets(server, context);
  const timers = keepAlive(context, options);
  return {
    url: `http://localhost:${port}`,
    connectionString: `Endpoint=http://localhost;Port=${port};AccessKey=${options.accessKey};Version=1.0;`,
    close: async (): Promise<void> => {
      for (const timer of timers) clearInterval(timer);
      context.connections.closeAll({ allowReconnect: true });
      for (const socket of sockets.clients) socket.terminate();
      await closeServer(server);
    },
  };
}

function signalRApp(context: SignalRContext): Hono {
  // `/client` and `/client/` are the same.
  const app = new Hono({ strict: false });
  app.route('/client', clientApp(context));
  app.route('/api', restApp(context));
  app.onError((error, c) => {
    // A client that disconnected during its request is no failure.
    if (!c.req.raw.signal.aborted) console.error('SignalR emulator:', error);
    return c.body(null, 500);
  });
  return app;
}

function keepAlive({ connections }: SignalRContext, options: SignalROptions): NodeJS.Timeout[] {
  const ping = options.pingMilliseconds ?? 15_000;
  return [
    setInterval(() => connections.ping(), ping),
    setInterval(() => connections.closeSilent(silenceMilliseconds), Math.min(1000, ping)),
  ];
}

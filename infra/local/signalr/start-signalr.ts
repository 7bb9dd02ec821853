import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, listenOnLoopback } from '../listen-on-loopback.ts';
import { acceptWebSockets } from './clients/accept-web-sockets.ts';
import { answerClient } from './clients/answer-client.ts';
import { answerRest } from './answer-rest.ts';
import { createConnections } from './clients/connections.ts';
import { type SignalRContext, createUserGroups } from './recipients.ts';

const silenceMilliseconds = 30_000;

export type SignalROptions = {
  port: number;
  accessKey: string;
  webOrigins: readonly string[];
  pingMilliseconds?: number;
  /** Milliseconds since 1970; the expiry of tokens always follows the real clock. */
  now?: () => number;
};

/** A stand-in for Azure SignalR in serverless mode: the JSON hub protocol for clients, REST for the API. */
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
  server.on('request', (request, response) => void answer(context, request, response));
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

function keepAlive({ connections }: SignalRContext, options: SignalROptions): NodeJS.Timeout[] {
  const ping = options.pingMilliseconds ?? 15_000;
  return [
    setInterval(() => connections.ping(), ping),
    setInterval(() => connections.closeSilent(silenceMilliseconds), Math.min(1000, ping)),
  ];
}

async function answer(
  context: SignalRContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (['/client', '/client/', '/client/negotiate'].includes(url.pathname)) {
      await answerClient(context, { request, url }, response);
    } else {
      const isKnown = url.pathname === '/api/health' || url.pathname.startsWith('/api/hubs/');
      response.writeHead(isKnown ? await answerRest(context, request, url) : 404).end();
    }
  } catch (error) {
    // A client that went away in the middle of its request is no failure.
    if (request.destroyed && !request.complete) return;
    const isBadAddress = error instanceof URIError;
    if (!isBadAddress) console.error('SignalR emulator:', error);
    if (!response.headersSent) response.writeHead(isBadAddress ? 400 : 500).end();
  }
}

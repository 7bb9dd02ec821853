import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Connection } from './connections.ts';
import { openEventStream, answerPoll } from './http-transports.ts';
import { identifyClient, type Client } from '../tokens.ts';
import { readBody } from '../read-body.ts';
import type { SignalRContext } from '../recipients.ts';

// Clients send handshakes and pings only.
const frameLimit = 32 * 1024;

/** What browsers ask over HTTP: negotiation, event streams, polls and the messages they post. */
export async function answerClient(
  context: SignalRContext,
  { request, url }: { request: IncomingMessage; url: URL },
  response: ServerResponse,
): Promise<void> {
  setCorsHeaders(context, request, response);
  if (request.method === 'OPTIONS') return end(response, 204);
  const client = await identifyClient(context, request, url);
  if (client === undefined) return end(response, 401);
  if (url.pathname === '/client/negotiate') {
    return request.method === 'POST' ? negotiate(context, client, response) : end(response, 405);
  }
  const connection = context.connections.find(url.searchParams.get('id'), client.hub, client.user);
  if (connection === undefined) return end(response, 404);
  return continueConnection(context, { request, connection }, response);
}

async function continueConnection(
  { connections }: SignalRContext,
  { request, connection }: { request: IncomingMessage; connection: Connection },
  response: ServerResponse,
): Promise<void> {
  switch (request.method ?? '') {
    case 'GET': {
      if (!request.headers.accept?.includes('text/event-stream'))
        return answerPoll(connections, connection, response);
      return connection.transport ? end(response, 409) : openEventStream(connections, connection, response);
    }
    case 'POST': {
      const text = await readBody(request, frameLimit);
      if (text === undefined) return end(response, 413);
      connections.receive(connection, text);
      return end(response, 200);
    }
    case 'DELETE':
      connections.close(connection);
      connections.drop(connection);
      return end(response, 202);
    default:
      return end(response, 405);
  }
}

function negotiate(context: SignalRContext, client: Client, response: ServerResponse): void {
  const { id, token } = context.connections.negotiate(client.hub, client.user);
  response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(
    JSON.stringify({
      negotiateVersion: 1,
      connectionId: id,
      connectionToken: token,
      // Text only: a client that wants MessagePack finds no transport.
      availableTransports: ['WebSockets', 'ServerSentEvents', 'LongPolling'].map((transport) => ({
        transport,
        transferFormats: ['Text'],
      })),
    }),
  );
}

function setCorsHeaders(context: SignalRContext, request: IncomingMessage, response: ServerResponse): void {
  const { origin } = request.headers;
  response.setHeader('Vary', 'Origin');
  if (origin === undefined || !context.webOrigins.includes(origin)) return;
  response.setHeader('Access-Control-Allow-Origin', origin);
  // The client sends withCredentials by default, for sticky sessions.
  response.setHeader('Access-Control-Allow-Credentials', 'true');
  response.setHeader('Access-Control-Allow-Methods', 'GET, POST, DELETE');
  response.setHeader('Access-Control-Allow-Headers', request.headers['access-control-request-headers'] ?? '');
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end();
}

import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { Connection, Connections } from './connections.ts';
import { identifyClient } from '../tokens.ts';
import type { SignalRContext } from '../recipients.ts';

const frameLimit = 32 * 1024;

export function acceptWebSockets(server: Server, context: SignalRContext): WebSocketServer {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: frameLimit });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    admit(context, request)
      .then((connection) => {
        if (typeof connection === 'number') return refuse(socket, connection);
        sockets.handleUpgrade(request, socket, head, (webSocket) =>
          serve(context.connections, connection, webSocket),
        );
      })
      .catch(() => socket.destroy());
  });
  return sockets;
}

async function admit(context: SignalRContext, request: IncomingMessage): Promise<Connection | number> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  if (url.pathname !== '/client/' && url.pathname !== '/client') return 404;
  const { origin } = request.headers;
  // WebSockets have no CORS: without this check any page could use a token that it obtained.
  if (origin !== undefined && !context.webOrigins.includes(origin)) return 403;
  const client = await identifyClient(context, request.headers.authorization, url);
  if (client === undefined) return 401;
  const connection = context.connections.find(
    url.searchParams.get('id') ?? undefined,
    client.hub,
    client.user,
  );
  if (connection === undefined) return 404;
  return connection.transport === undefined ? connection : 409;
}

function serve(connections: Connections, connection: Connection, webSocket: WebSocket): void {
  connection.transport = {
    isPolled: false,
    write: (frame) => webSocket.send(frame),
    end: () => webSocket.close(),
  };
  webSocket.on('message', (data, isBinary) => {
    // Binary is MessagePack; an empty text is no frame either and ends the connection.
    connections.receive(connection, isBinary || !Buffer.isBuffer(data) ? '' : data.toString('utf8'));
  });
  webSocket.on('close', () => connections.drop(connection));
  webSocket.on('error', () => webSocket.terminate());
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

import type { ServerResponse } from 'node:http';
import type { Connection, Connections } from './connections.ts';

export function openEventStream(
  connections: Connections,
  connection: Connection,
  response: ServerResponse,
): void {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
  response.flushHeaders();
  connection.transport = {
    isPolled: false,
    // A frame is JSON on one line, so it is one data line.
    write: (frame) => void (response.writableEnded || response.write(`data: ${frame}\r\n\r\n`)),
    end: () => response.end(),
  };
  response.once('close', () => connections.drop(connection));
}

import type { ServerResponse } from 'node:http';
import type { Connection, Connections, Transport } from './connections.ts';

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

// The client gives a poll up after 100 seconds.
const pollMilliseconds = 90_000;

type LongPolling = Transport & { answerNext: (response: ServerResponse, onDrained: () => void) => void };
const transports = new WeakMap<Connection, LongPolling>();

export function answerPoll(connections: Connections, connection: Connection, response: ServerResponse): void {
  connections.receive(connection);
  const transport = transports.get(connection);
  if (transport === undefined) {
    const started = createLongPolling(connection);
    transports.set(connection, started);
    connection.transport = started;
    // The client waits for the first poll to come back empty before it sends its handshake.
    finish(response, 200, '');
    return;
  }
  transport.answerNext(response, () => connections.drop(connection));
}

function createLongPolling(connection: Connection): LongPolling {
  let queue = '';
  let waiting: ServerResponse | undefined;

  function answer(status: 200 | 204): void {
    if (waiting === undefined) return;
    finish(waiting, status, queue);
    queue = '';
    waiting = undefined;
  }

  return {
    isPolled: true,
    hasWaitingPoll: () => waiting !== undefined,
    write(frame) {
      queue += frame;
      answer(200);
    },
    end() {
      answer(204);
    },
    answerNext(response, onDrained) {
      answer(200);
      waiting = response;
      if (queue !== '') {
        answer(200);
      } else if (connection.state === 'closed') {
        answer(204);
        onDrained();
      } else {
        const timeout = setTimeout(() => waiting === response && answer(200), pollMilliseconds);
        response.once('close', () => {
          clearTimeout(timeout);
          if (waiting === response) waiting = undefined;
        });
      }
    },
  };
}

function finish(response: ServerResponse, status: 200 | 204, body: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' });
  response.end(status === 204 ? undefined : body);
}

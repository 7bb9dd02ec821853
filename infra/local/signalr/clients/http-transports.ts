import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import type { Connection, Connections, Transport } from './connections.ts';

export function openEventStream(c: Context, connections: Connections, connection: Connection): Response {
  c.header('Content-Type', 'text/event-stream');
  c.header('Cache-Control', 'no-store');
  return stream(c, async (events) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    connection.transport = {
      isPolled: false,
      // A frame is JSON on one line, so it is one data line.
      write: (frame) => void events.write(`data: ${frame}\r\n\r\n`),
      end,
    };
    events.onAbort(end);
    await ended;
    connections.drop(connection);
  });
}

// The client abandons a poll after 100 seconds.
const pollMilliseconds = 90_000;

type LongPolling = Transport & {
  /** Returns the frames since the last poll, or the next ones; undefined when no more will come. */
  next: (signal: AbortSignal) => Promise<string | undefined>;
};
const transports = new WeakMap<Connection, LongPolling>();

export async function answerPoll(
  c: Context,
  connections: Connections,
  connection: Connection,
): Promise<Response> {
  connections.receive(connection);
  c.header('Cache-Control', 'no-store');
  const transport = transports.get(connection);
  if (transport === undefined) {
    const started = createLongPolling(connection);
    transports.set(connection, started);
    connection.transport = started;
    // The client waits for the first poll to come back empty before it sends its handshake.
    return c.text('');
  }
  const frames = await transport.next(c.req.raw.signal);
  if (frames !== undefined) return c.text(frames);
  connections.drop(connection);
  return c.body(null, 204);
}

function createLongPolling(connection: Connection): LongPolling {
  let queue = '';
  let waiting: ((frames: string | undefined) => void) | undefined;

  function answer(frames: string | undefined): void {
    const poll = waiting;
    if (poll === undefined) return;
    [waiting, queue] = [undefined, ''];
    poll(frames);
  }

  return {
    isPolled: true,
    hasWaitingPoll: () => waiting !== undefined,
    write(frame) {
      queue += frame;
      answer(queue);
    },
    end() {
      answer(undefined);
    },
    async next(signal) {
      answer(queue);
      const frames = queue;
      queue = '';
      if (frames !== '') return frames;
      if (connection.state === 'closed') return undefined;
      const { promise, resolve } = Promise.withResolvers<string | undefined>();
      waiting = resolve;
      const timeout = setTimeout(() => waiting === resolve && answer(''), pollMilliseconds);
      signal.addEventListener('abort', () => waiting === resolve && answer(''));
      return promise.finally(() => clearTimeout(timeout));
    },
  };
}

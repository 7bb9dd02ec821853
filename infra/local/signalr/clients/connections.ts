import { randomBytes, randomUUID } from 'node:crypto';
import {
  closeFrame,
  handshakeAnswer,
  handshakeRefusal,
  invocationFrame,
  pingFrame,
  readFrames,
  type ClientFrame,
  type CloseReason,
} from './hub-protocol.ts';

export type Transport = { write: (frame: string) => void; end: () => void } & (
  | { isPolled: false }
  /** A waiting poll counts as a sign of life; the last frames are fetched after the end. */
  | { isPolled: true; hasWaitingPoll: () => boolean }
);

export interface Connection {
  id: string;
  /** Known to the client alone; the id is known to everyone who may send to it. */
  token: string;
  hub: string;
  user: string | undefined;
  groups: Set<string>;
  transport: Transport | undefined;
  state: 'new' | 'open' | 'closed';
  lastReceivedAt: number;
}

export type Connections = ReturnType<typeof createConnections>;

export function createConnections(now: () => number) {
  const byToken = new Map<string, Connection>();

  function drop(connection: Connection): void {
    byToken.delete(connection.token);
    connection.state = 'closed';
  }

  function close(connection: Connection, reason?: CloseReason): void {
    const { transport, state } = connection;
    if (state === 'open' && reason !== undefined) transport?.write(closeFrame(reason));
    connection.state = 'closed';
    if (transport === undefined || !transport.isPolled) drop(connection);
    if (state !== 'closed') transport?.end();
  }

  function handleFrame(connection: Connection, frame: ClientFrame): void {
    if (frame === 'handshake') {
      connection.state = 'open';
      connection.transport?.write(handshakeAnswer);
    } else if (frame === 'close') {
      close(connection);
    } else if (frame === 'refused') {
      if (connection.state === 'new') connection.transport?.write(handshakeRefusal);
      close(connection, { error: 'This hub is serverless: it takes no calls from clients.' });
    }
  }

  return {
    close,
    drop,

    negotiate(hub: string, user: string | undefined): Connection {
      const connection: Connection = {
        id: randomUUID(),
        token: randomBytes(24).toString('base64url'),
        hub,
        user,
        groups: new Set(),
        transport: undefined,
        state: 'new',
        lastReceivedAt: now(),
      };
      byToken.set(connection.token, connection);
      return connection;
    },

    /** Only on its own hub and for its own user, so that another user's token does not continue it. */
    find(token: string | undefined, hub: string, user: string | undefined): Connection | undefined {
      const connection = byToken.get(token ?? '');
      return connection?.hub === hub && connection.user === user ? connection : undefined;
    },

    open(hub: string): Connection[] {
      return [...byToken.values()].filter((one) => one.hub === hub && one.state === 'open');
    },

    receive(connection: Connection, text?: string): void {
      connection.lastReceivedAt = now();
      if (text === undefined) return;
      for (const frame of readFrames(text, connection.state === 'new')) {
        if (connection.state !== 'closed') handleFrame(connection, frame);
      }
    },

    send(receivers: readonly Connection[], message: { target: string; arguments: unknown[] }): void {
      const frame = invocationFrame(message);
      for (const receiver of receivers) receiver.transport?.write(frame);
    },

    ping(): void {
      for (const { state, transport } of byToken.values()) {
        if (state === 'open' && transport?.isPolled === false) transport.write(pingFrame);
      }
    },

    closeSilent(silenceMilliseconds: number): void {
      for (const one of byToken.values()) {
        if (one.transport?.isPolled && one.transport.hasWaitingPoll()) one.lastReceivedAt = now();
        if (now() - one.lastReceivedAt <= silenceMilliseconds) continue;
        close(one, { error: 'Nothing was heard for too long.' });
        drop(one);
      }
    },

    closeAll(reason: CloseReason): void {
      for (const one of byToken.values()) close(one, reason);
    },
  };
}

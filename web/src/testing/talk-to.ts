import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterEach } from 'vitest';
import { closeServer, listenOnLoopback } from '@handoff/local/listen-on-loopback';
import type { AccessTokens } from '../data/send/access-tokens.ts';
import { createApiClient } from '../data/send/client.ts';

export interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** `after`: the answer is held back until then. */
export type Reply =
  | { status: number; body?: unknown; headers?: Record<string, string>; after?: Promise<unknown> }
  | 'hang up';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A server that answers the given replies one after the other, and the last one for ever. */
export async function talkTo(replies: Reply[], tokens: Partial<AccessTokens> = {}) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      const reply = replies.length > 1 ? replies.shift() : replies[0];
      if (reply === undefined || reply === 'hang up') return void request.socket.destroy();
      const answer = () => {
        response.writeHead(reply.status, reply.headers);
        response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
      };
      void (reply.after ?? Promise.resolve()).then(answer);
    });
  });
  const port = await listenOnLoopback(server, 0, 'API');
  closers.push(() => closeServer(server));
  const signedOut: string[] = [];
  const pauses: number[] = [];
  let domainChanges = 0;
  const client = createApiClient({
    base: `http://127.0.0.1:${port}/api`,
    session: {
      token: async (options) => (options?.forceRefresh ? 'fresh' : 'stale'),
      ...tokens,
    },
    onSignedOut: (reason) => signedOut.push(reason),
    onDomainChanged: () => (domainChanges += 1),
    onAccessLost: () => {},
    pause: async (ms) => void pauses.push(ms),
  });
  return { client, seen, signedOut, pauses, domainChanges: () => domainChanges };
}

import { createServer, type IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
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

/** The reply to a call, by its request or in order; the last one is repeated. */
export type Answer = Reply | ((request: Seen) => Reply) | Reply[];
/** Answers by path, such as `/settings/get`; a test may change them. */
export type Answers = Record<string, Answer>;

/** Returns a successful reply. */
export const ok = (body: unknown, after?: Promise<unknown>): Reply => ({
  status: 200,
  body,
  ...(after && { after }),
});

/** A server that answers the calls of some paths by name, and the others by the given replies in order. */
export async function talkTo(replies: Reply[], tokens: Partial<AccessTokens> = {}, answers: Answers = {}) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      const call = { method, url, headers, body: Buffer.concat(chunks).toString() };
      const own = answers[pathOf(call)];
      if (own === undefined) seen.push(call);
      const reply = replyTo(call, own ?? replies);
      if (reply === undefined || reply === 'hang up') return void request.socket.destroy();
      const answer = () => {
        response.writeHead(reply.status, reply.headers);
        response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
      };
      void (reply.after ?? Promise.resolve()).then(answer);
    });
  });
  const port = await listenOnLoopback(server, 0, 'API');
  onTestFinished(() => closeServer(server));
  const signedOut: string[] = [];
  const pauses: number[] = [];
  let domainChanges = 0;
  const origin = `http://127.0.0.1:${port}`;
  const client = createApiClient({
    base: `${origin}/api`,
    session: {
      token: async (options) => (options?.forceRefresh ? 'fresh' : 'stale'),
      ...tokens,
    },
    onSignedOut: (reason) => signedOut.push(reason),
    onDomainChanged: () => (domainChanges += 1),
    onAccessLost: () => {},
    pause: async (ms) => void pauses.push(ms),
  });
  return { client, origin, seen, signedOut, pauses, domainChanges: () => domainChanges };
}

/** Two requests are one intent when these are equal. */
export const intentOf = ({ headers, body }: Seen): string =>
  JSON.stringify([headers['idempotency-key'], body]);

const pathOf = ({ url = '' }: Seen): string => new URL(url, 'http://handoff').pathname.replace(/^\/api/, '');

function replyTo(call: Seen, answer: Answer): Reply | undefined {
  if (typeof answer === 'function') return answer(call);
  if (!Array.isArray(answer)) return answer;
  return answer.length > 1 ? answer.shift() : answer[0];
}

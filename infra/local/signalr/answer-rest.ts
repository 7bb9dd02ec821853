import type { IncomingMessage } from 'node:http';
import { readBody } from './read-body.ts';
import { restOperations } from './rest-operations.ts';
import type { SignalRContext } from './recipients.ts';
import { bearerOf, verifyToken } from './tokens.ts';

const bodyLimit = 1024 * 1024;

/** What servers ask: the status, since no answer of ours has a body. */
export async function answerRest(
  context: SignalRContext,
  request: IncomingMessage,
  url: URL,
): Promise<number> {
  if (url.pathname === '/api/health') return 200;
  // The audience is the address as sent, escapes included.
  const audiences = context.endpoints.map((endpoint) => endpoint + url.pathname.replace(/\/$/, ''));
  const token = bearerOf(request.headers.authorization);
  if ((await verifyToken(token, { accessKey: context.accessKey, audiences })) === undefined) return 401;
  if (!url.searchParams.get('api-version')) return 400;
  const body = await readBody(request, bodyLimit);
  if (body === undefined) return 413;
  const address = readAddress(request.method ?? '', url.pathname);
  if (address === undefined) return 404;
  const { operation, hub, names } = address;
  return operation(context, { hub, names, query: url.searchParams, body });
}

function readAddress(method: string, path: string) {
  const match = /^\/api\/hubs\/([A-Za-z]\w*)\/(.+?)\/?$/.exec(path);
  const [, hub, rest] = match ?? [];
  if (hub === undefined || rest === undefined) return undefined;
  for (const [pattern, operation] of Object.entries(restOperations)) {
    const names = matchNames(pattern, `${method} ${rest}`);
    if (names !== undefined) return { operation, hub: hub.toLowerCase(), names };
  }
  return undefined;
}

function matchNames(pattern: string, address: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = address.split('/');
  if (wanted.length !== given.length) return undefined;
  const names: Record<string, string> = {};
  for (const [index, word] of wanted.entries()) {
    const part = given[index] ?? '';
    const name = /\{(\w+)\}$/.exec(word)?.[1];
    if (name === undefined ? word !== part : part === '' || part.startsWith(':')) return undefined;
    if (name !== undefined) names[name] = decodeURIComponent(part);
  }
  return names;
}

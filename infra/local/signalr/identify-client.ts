import type { IncomingMessage } from 'node:http';
import type { SignalRContext } from './signalr-context.ts';
import { bearerOf, verifyToken } from './verify-token.ts';

export type Client = { hub: string; user: string | undefined };

/** Who asks under `/client`: browsers cannot set headers on WebSockets and event streams, so the query counts too. */
export async function identifyClient(
  context: SignalRContext,
  request: IncomingMessage,
  url: URL,
): Promise<Client | undefined> {
  const hub = url.searchParams.get('hub') ?? '';
  if (!/^[a-z]\w*$/.test(hub)) return undefined;
  const token = bearerOf(request.headers.authorization) ?? url.searchParams.get('access_token') ?? undefined;
  const audiences = context.endpoints.map((endpoint) => `${endpoint}/client/?hub=${hub}`);
  const claims = await verifyToken(token, { accessKey: context.accessKey, audiences });
  const user = claims?.['nameid'];
  return claims && { hub, user: typeof user === 'string' ? user : undefined };
}

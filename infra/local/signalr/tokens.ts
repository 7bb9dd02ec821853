import { jwtVerify, type JWTPayload } from 'jose';
import type { SignalRContext } from './recipients.ts';

export interface Client {
  hub: string;
  user: string | undefined;
}

/**
 * Identifies the caller under `/client`: browsers cannot set headers on WebSockets and event streams, so the query
 * counts too.
 */
export async function identifyClient(
  context: SignalRContext,
  authorization: string | undefined,
  url: URL,
): Promise<Client | undefined> {
  const hub = url.searchParams.get('hub') ?? '';
  if (!/^[a-z]\w*$/.test(hub)) return undefined;
  const token = bearerOf(authorization) ?? url.searchParams.get('access_token') ?? undefined;
  const audiences = context.endpoints.map((endpoint) => `${endpoint}/client/?hub=${hub}`);
  const claims = await verifyToken(token, { accessKey: context.accessKey, audiences });
  const user = claims?.['nameid'];
  return claims && { hub, user: typeof user === 'string' ? user : undefined };
}

/** Returns the claims of an unexpired token, signed with the access key for one of the audiences; otherwise nothing. */
export async function verifyToken(
  token: string | undefined,
  { accessKey, audiences }: { accessKey: string; audiences: string[] },
): Promise<JWTPayload | undefined> {
  if (token === undefined) return undefined;
  try {
    const verified = await jwtVerify(token, new TextEncoder().encode(accessKey), {
      algorithms: ['HS256'],
      audience: audiences,
      requiredClaims: ['exp'],
    });
    return verified.payload;
  } catch {
    return undefined;
  }
}

export function bearerOf(authorization: string | undefined): string | undefined {
  return authorization?.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : undefined;
}

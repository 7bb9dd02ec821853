import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Person } from '../identity-options.ts';
import { digest } from '../../secrets.ts';
import type { SigningKey } from './signing-key.ts';

export interface Signer {
  key: SigningKey;
  issuer: string;
  tenantId: string;
  clientId: string;
  /** Seconds since 1970. */
  at: number;
}

export interface AccessTokenContent {
  person: Person;
  sid: string;
  /** When they proved who they are, in seconds since 1970; a renewed token keeps it. */
  signedInAt: number;
  audience: string;
  scp: string;
  lifetimeSeconds: number;
  /** Overrides the usual claims; `undefined` leaves a claim out. */
  claims?: Record<string, unknown>;
}

export function signAccessToken(signer: Signer, content: AccessTokenContent): Promise<string> {
  return sign(signer.key, {
    ...personClaims(signer, content.person, content.audience),
    scp: content.scp,
    azp: signer.clientId,
    azpacr: '0',
    roles: [],
    sid: content.sid,
    auth_time: content.signedInAt,
    ...validity(signer.at, content.lifetimeSeconds),
    ...content.claims,
  });
}

export function signIdToken(
  signer: Signer,
  content: { person: Person; sid: string; nonce: string | undefined },
): Promise<string> {
  return sign(signer.key, {
    ...personClaims(signer, content.person, signer.clientId),
    sid: content.sid,
    nonce: content.nonce,
    ...validity(signer.at, 3600),
  });
}

function personClaims(signer: Signer, person: Person, audience: string) {
  return {
    iss: signer.issuer,
    aud: audience,
    oid: person.oid,
    // Pairwise as in Entra: each audience gets another value, so no one can use it as a person's key.
    sub: digest(`${person.oid} ${audience}`),
    tid: signer.tenantId,
    name: person.name,
    preferred_username: person.email,
    ver: '2.0',
    // RS256 is deterministic: without it two tokens of one second are the same string.
    uti: randomUUID(),
  };
}

function validity(at: number, lifetimeSeconds: number) {
  return { iat: at, nbf: at, exp: at + lifetimeSeconds };
}

function sign(key: SigningKey, claims: Record<string, unknown>): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.kid })
    .sign(key.privateKey);
}

const openIdScopes = new Set(['openid', 'profile', 'email', 'offline_access']);
const apiScope = 'api.read';

/** Entra's audience when no scope names an API: a token for Microsoft Graph, useless to ours. */
const graphAudience = '00000003-0000-0000-c000-000000000000';

export interface Scopes {
  /** The requested scopes: MSAL looks up cached tokens by the scopes in the answer. */
  granted: string;
  audience: string;
  scp: string;
}

export function readScopes(scope: string, apiClientId: string): Scopes | undefined {
  const words = scope.split(' ').filter((word) => word !== '');
  const apiWords = words.filter((word) => !openIdScopes.has(word));
  const known = [`api://${apiClientId}/${apiScope}`, `${apiClientId}/${apiScope}`];
  if (words.length === 0 || apiWords.some((word) => !known.includes(word))) return undefined;
  const granted = words.filter((word) => word !== 'offline_access').join(' ');
  return apiWords.length > 0
    ? { granted, audience: apiClientId, scp: apiScope }
    : { granted, audience: graphAudience, scp: granted };
}

/** MSAL builds homeAccountId from it: `<oid>.<tid>`, as with Entra. */
export function clientInfo(oid: string, tenantId: string): string {
  return Buffer.from(JSON.stringify({ uid: oid, utid: tenantId })).toString('base64url');
}

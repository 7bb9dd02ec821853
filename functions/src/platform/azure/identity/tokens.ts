import {
  createLocalJWKSet,
  createRemoteJWKSet,
  errors,
  jwksCache,
  jwtVerify,
  type JWTHeaderParameters,
  type FlattenedJWSInput,
  type JWKSCacheInput,
} from 'jose';
import * as z from 'zod';
import type { Tokens, TokenVerdict } from '../../ports.ts';
import { createCheckedTokens } from './verified-token-cache.ts';

interface TokenRules {
  issuer: string;
  audience: string;
  jwksUri: string;
  tenantId: string;
  scope: string;
  /** The applications that may request a token on a person's behalf. */
  clientIds: readonly string[];
}

/** The app role, in the API's registration, that service principals are assigned. */
const INTEGRATION_ROLE = 'Integration';
const MAX_TOKEN_CHARACTERS = 8 * 1024;
const CLOCK_TOLERANCE_SECONDS = 60;

export function createTokens(rules: TokenRules): Tokens {
  const fetched: JWKSCacheInput = {};
  const keyFor = signingKeys(() =>
    createRemoteJWKSet(new URL(rules.jwksUri), { timeoutDuration: 2_000, [jwksCache]: fetched }),
  );
  const Claims = claimsOf(rules);
  const checked = createCheckedTokens();
  return {
    async verify(authorization) {
      const token = bearerToken(authorization);
      if (token === undefined) return { outcome: 'invalid' };
      // Read before anything is awaited, because keys that arrive meanwhile have not judged this token.
      const keys = fetched['uat'];
      const known = checked.find(token, keys);
      if (known) return known;
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keyFor, {
          issuer: rules.issuer,
          audience: rules.audience,
          algorithms: ['RS256'],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          requiredClaims: ['exp', 'oid', 'tid'],
        });
        const claims = Claims.safeParse({ kid: protectedHeader.kid, ...payload });
        if (!claims.success) return { outcome: 'invalid' };
        const isApplication = claims.data.idtyp === 'app';
        const verdict = isApplication ? verdictOnApplication(claims.data) : verdictOn(claims.data, rules);
        const endsAt = ((payload.exp ?? 0) + CLOCK_TOLERANCE_SECONDS) * 1000;
        if (verdict.outcome === 'valid') checked.keep(token, { verdict, endsAt, keys });
        return verdict;
      } catch (error) {
        if (error instanceof KeysUnavailable) return { outcome: 'keys-unavailable' };
        if (error instanceof errors.JOSEError) return { outcome: 'invalid' };
        throw error;
      }
    },
  };
}

function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || authorization.length > MAX_TOKEN_CHARACTERS) return undefined;
  return /^bearer +([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization)?.[1];
}

/** Checks what jose does not: it accepts an audience among several, and knows no claims of Entra. */
const claimsOf = ({ audience, tenantId }: TokenRules) =>
  z.object({
    kid: z.string().min(1),
    aud: z.literal(audience),
    tid: z.literal(tenantId),
    ver: z.literal('2.0'),
    azp: z.guid(),
    /** Optional with Entra as well; `app` for an application that acts for itself. */
    idtyp: z.string().optional(),
    /** App roles of the API's registration, assigned by the tenant's administrator. */
    roles: z.array(z.string()).default([]),
    /** A UUID with Entra; bounded, because record ids are made from it. */
    oid: z.string().min(1).max(80),
    scp: z.string().default(''),
    name: z.string().default(''),
    preferred_username: z.string().optional(),
    email: z.string().optional(),
    /** Optional with Entra, which issues it when the API's registration asks for it. */
    auth_time: z.coerce.number().int().optional(),
    iat: z.number().default(0),
    /** Optional with Entra as well. */
    sid: z.string().min(1).max(80).optional(),
  });

type Claims = z.infer<ReturnType<typeof claimsOf>>;

/** Any application may pass: its role assignment admits it here, and its own record in Handoff decides the rest. */
function verdictOnApplication({ oid, tid, azp, scp, roles, iat }: Claims): TokenVerdict {
  if (scp !== '') return { outcome: 'invalid' };
  if (!roles.includes(INTEGRATION_ROLE)) return { outcome: 'scope-missing' };
  const claims = { oid, tid, name: `Application ${azp}`, email: '', signedInAt: iat };
  return { outcome: 'valid', claims: { ...claims, isApplication: true } };
}

/** `scp` comes last: an authentic token without the scope must not send the client into a refresh loop. */
function verdictOn(claims: Claims, { scope, clientIds }: TokenRules): TokenVerdict {
  const { azp, oid, tid, scp, name, preferred_username, email, auth_time, iat, sid } = claims;
  if (!clientIds.includes(azp)) return { outcome: 'invalid' };
  if (!scp.split(' ').includes(scope)) return { outcome: 'scope-missing' };
  // A token renewed without a sign-in has a new `iat`, so without `auth_time` a sign-out ends only older tokens.
  const signedInAt = auth_time ?? iat;
  return {
    outcome: 'valid',
    claims: {
      oid,
      tid,
      name,
      email: preferred_username ?? email ?? '',
      signedInAt,
      sessionId: sid ?? `signed-in-${signedInAt}`,
    },
  };
}

class KeysUnavailable extends Error {}

/**
 * jose fetches its keys again after ten minutes and fails when no one answers, although it has the old ones. Here
 * they stay valid through such an outage; a token signed with a newer key cannot be judged until it ends.
 */
function signingKeys(open: () => ReturnType<typeof createRemoteJWKSet>) {
  let opened: ReturnType<typeof open> | undefined;
  return async (header: JWTHeaderParameters, token: FlattenedJWSInput) => {
    // Opened with the first token, because it loads all of Node's fetch, which should not delay a start.
    const remote = (opened ??= open());
    try {
      return await remote(header, token);
    } catch (error) {
      if (isAboutTheToken(error)) throw error;
      const lastKnown = createLocalJWKSet(remote.jwks() ?? { keys: [] });
      return lastKnown(header, token).catch(() => {
        throw new KeysUnavailable('No signing keys', { cause: error });
      });
    }
  };
}

/** Any other error is a fetch that failed, timed out or returned something that is no key set. */
function isAboutTheToken(error: unknown): boolean {
  return (
    error instanceof errors.JWKSNoMatchingKey ||
    error instanceof errors.JWKSMultipleMatchingKeys ||
    error instanceof errors.JOSENotSupported
  );
}

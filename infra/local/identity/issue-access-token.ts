import { randomUUID } from 'node:crypto';
import type { Person } from './identity-options.ts';
import { signAccessToken } from './tokens/sign-tokens.ts';
import { openSigningKey } from './tokens/signing-key.ts';

/**
 * Issues an access token without a browser, signed with the key of a server that uses the same data folder, or of the
 * in-memory servers of this process.
 */
export async function issueAccessToken(options: {
  dataFolder?: string;
  issuer: string;
  tenantId: string;
  clientId: string;
  apiClientId: string;
  person: Person;
  lifetimeSeconds?: number;
  /** Overrides the usual claims; `undefined` leaves a claim out. */
  claims?: Record<string, unknown>;
}): Promise<string> {
  const { issuer, tenantId, clientId } = options;
  const key = await openSigningKey(options.dataFolder);
  const at = Math.floor(Date.now() / 1000);
  return signAccessToken(
    { key, issuer, tenantId, clientId, at },
    {
      person: options.person,
      sid: randomUUID(),
      signedInAt: at,
      audience: options.apiClientId,
      scp: 'api.read',
      lifetimeSeconds: options.lifetimeSeconds ?? 3600,
      ...(options.claims && { claims: options.claims }),
    },
  );
}

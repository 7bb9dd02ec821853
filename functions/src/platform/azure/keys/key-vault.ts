import * as z from 'zod';
import { type KeyVault, AccessRefused, StoreUnavailable } from '../../ports.ts';
import { IdentityUnavailable, type Credential } from '../identity/managed-identity.ts';

const API_VERSION = '7.4';
const ALGORITHM = 'RSA-OAEP-256';
const SCOPE = 'https://vault.azure.net/.default';
const VAULT_TIMEOUT_MS = 5_000;
const RETRY_AFTER_MS = 5_000;

interface KeyVaultOptions {
  /** Includes the version that wraps. */
  keyId: string;
  credential: Credential;
}

const Answer = z.object({ value: z.string().min(1) });

/** Throws `StoreUnavailable` when the vault or the identity cannot be reached, `AccessRefused` when the vault refuses. */
export function createKeyVault({ keyId, credential }: KeyVaultOptions): KeyVault {
  const everyVersion = keyId.slice(0, keyId.lastIndexOf('/') + 1);
  return {
    async wrap(key) {
      const answer = await ask(credential, `${keyId}/wrapkey`, key.toString('base64url'));
      return { kid: keyId, value: answer.value };
    },
    async unwrap({ kid, value }) {
      // The address comes from a file, and a token must not follow it to another host or key.
      if (!kid.startsWith(everyVersion) || !/^[0-9a-f]+$/.test(kid.slice(everyVersion.length)))
        throw new Error('A wrapped key names a key that is not the vault’s');
      return Buffer.from((await ask(credential, `${kid}/unwrapkey`, value)).value, 'base64url');
    },
  };
}

async function ask(credential: Credential, url: string, value: string): Promise<z.infer<typeof Answer>> {
  const response = await reached(async () => {
    const { token } = await credential.getToken(SCOPE);
    return fetch(`${url}?api-version=${API_VERSION}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ alg: ALGORITHM, value }),
      redirect: 'error',
      signal: AbortSignal.timeout(VAULT_TIMEOUT_MS),
    });
  });
  if (response.ok) return Answer.parse(await reached(() => response.json()));
  await response.body?.cancel();
  if (response.status === 401 || response.status === 403) throw new AccessRefused('vault');
  if (response.status === 429 || response.status >= 500)
    throw new StoreUnavailable('The vault did not answer', {
      dependency: 'vault',
      retryAfterMs: RETRY_AFTER_MS,
    });
  throw new Error(`The vault answered ${response.status}`);
}

async function reached<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (cause) {
    const dependency = cause instanceof IdentityUnavailable ? 'identity' : 'vault';
    throw new StoreUnavailable(`The ${dependency} was not reached`, {
      dependency,
      retryAfterMs: RETRY_AFTER_MS,
      cause,
    });
  }
}

import * as z from 'zod';
import { FieldKeysNotConfigured, StoreUnavailable } from '../../ports.ts';
import { FieldSecrets } from './field-keys.ts';

const KEY_VAULT_API = '7.4';
const IDENTITY_API = '2019-08-01';
const VAULT = 'https://vault.azure.net';
const TIMEOUT_MS = 5_000;
const RETRY_MS = 5_000;

// The vault speaks base64url, the tools around it often base64.
const wrapped = z
  .string()
  .regex(/^[\w+/-]{300,}={0,2}$/)
  .transform((text) => Buffer.from(text, 'base64').toString('base64url'));
const Version = z.string().regex(/^v\d+$/);

/** The keys for patient numbers as a setting holds them: each encrypted under the vault's key, RSA-OAEP-256. */
export const WrappedSecrets = z
  .strictObject({ current: Version, data: z.record(Version, wrapped), index: wrapped })
  .refine(({ current, data }) => Object.hasOwn(data, current), 'the current data key is missing');
export type WrappedSecrets = z.infer<typeof WrappedSecrets>;

interface Wrapping {
  secrets: WrappedSecrets;
  /** `https://<vault>.vault.azure.net/keys/<name>/<version>` */
  keyId: string;
  /** Where Azure hands out tokens to this app; `clientId` names one of several identities. */
  identity: { endpoint: string; header: string; clientId?: string | undefined };
}

const Token = z.object({ access_token: z.string().min(1) });
const Unwrapped = z.object({ value: z.string() });

/**
 * Unwraps the keys with the key that never leaves the vault. Throws `StoreUnavailable` when the vault or the identity
 * cannot be reached, `FieldKeysNotConfigured` when they refuse.
 */
export async function unwrapFieldSecrets({ secrets, keyId, identity }: Wrapping): Promise<FieldSecrets> {
  const { access_token: token } = Token.parse(
    await answerOf(identityUrl(identity), { 'X-IDENTITY-HEADER': identity.header }),
  );
  const unwrap = async (value: string): Promise<string> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ alg: 'RSA-OAEP-256', value });
    const answer = await answerOf(`${keyId}/unwrapkey?api-version=${KEY_VAULT_API}`, headers, body);
    return Buffer.from(Unwrapped.parse(answer).value, 'base64url').toString('hex');
  };
  const data = Object.entries(secrets.data).map(
    async ([version, value]) => [version, await unwrap(value)] as const,
  );
  const [index, keys] = await Promise.all([unwrap(secrets.index), Promise.all(data)]);
  return FieldSecrets.parse({ current: secrets.current, data: Object.fromEntries(keys), index });
}

/** Source: learn.microsoft.com/azure/app-service/overview-managed-identity, "REST endpoint reference". */
function identityUrl({ endpoint, clientId }: Wrapping['identity']): string {
  const url = new URL(endpoint);
  url.searchParams.set('api-version', IDENTITY_API);
  url.searchParams.set('resource', VAULT);
  if (clientId) url.searchParams.set('client_id', clientId);
  return url.href;
}

async function answerOf(url: string, headers: Record<string, string>, body?: string): Promise<unknown> {
  const response = await reached(
    fetch(url, {
      headers,
      ...(body !== undefined && { method: 'POST', body }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
  if (response.ok) return reached(response.json());
  await response.body?.cancel();
  if (response.status === 429 || response.status >= 500)
    throw new StoreUnavailable(`The vault answered ${response.status}`, { retryAfterMs: RETRY_MS });
  throw new FieldKeysNotConfigured();
}

async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new StoreUnavailable('The vault was not reached', { retryAfterMs: RETRY_MS, cause });
  }
}

import path from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey } from 'jose';
import * as z from 'zod';
import { readPrivateJson, writePrivateJson } from '../../secrets.ts';

const PrivateRsaJwk = z.object({
  kty: z.literal('RSA'),
  n: z.string(),
  e: z.string(),
  d: z.string(),
  p: z.string(),
  q: z.string(),
  dp: z.string(),
  dq: z.string(),
  qi: z.string(),
});
type PrivateRsaJwk = z.infer<typeof PrivateRsaJwk>;

export interface SigningKey {
  kid: string;
  privateKey: CryptoKey | Uint8Array;
  publicJwk: { kty: 'RSA'; n: string; e: string; kid: string; use: 'sig'; alg: 'RS256' };
}

let keyOfProcess: Promise<SigningKey> | undefined;

/** Returns the key of the folder, made on first use; without a folder the key of this process. */
export function openSigningKey(dataFolder: string | undefined): Promise<SigningKey> {
  if (dataFolder !== undefined) return openStoredKey(dataFolder);
  // Making one takes a third of a second, too much for every server a test starts.
  keyOfProcess ??= newPrivateJwk().then(asSigningKey);
  return keyOfProcess;
}

async function openStoredKey(dataFolder: string): Promise<SigningKey> {
  const file = path.join(dataFolder, 'signing-key.json');
  const stored = readPrivateJson(file, PrivateRsaJwk);
  if (stored !== undefined) return asSigningKey(stored);
  const created = await newPrivateJwk();
  writePrivateJson(file, created);
  return asSigningKey(created);
}

async function newPrivateJwk(): Promise<PrivateRsaJwk> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return PrivateRsaJwk.parse(await exportJWK(privateKey));
}

async function asSigningKey(jwk: PrivateRsaJwk): Promise<SigningKey> {
  const { kty, n, e } = jwk;
  const kid = await calculateJwkThumbprint({ kty, n, e });
  return {
    kid,
    privateKey: await importJWK(jwk, 'RS256'),
    publicJwk: { kty, n, e, kid, use: 'sig', alg: 'RS256' },
  };
}

import { constants, generateKeyPairSync, privateDecrypt, publicEncrypt } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { expect, onTestFinished, test } from 'vitest';
import { FieldKeysNotConfigured, StoreUnavailable } from '../../ports.ts';
import { makeFieldSecrets } from './field-keys.ts';
import { unwrapFieldSecrets, WrappedSecrets } from './key-vault.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
const oaep = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
const wrap = (hex: string) =>
  publicEncrypt({ key: publicKey, ...oaep }, Buffer.from(hex, 'hex')).toString('base64url');

const plain = makeFieldSecrets();
const older = makeFieldSecrets();
const two = { ...plain, current: 'v2', data: { v1: older.data['v1'] ?? '', v2: plain.data['v1'] ?? '' } };
const secrets = WrappedSecrets.parse({
  current: 'v2',
  data: { v1: wrap(two.data.v1), v2: wrap(two.data.v2) },
  // As the tools print it.
  index: Buffer.from(wrap(plain.index), 'base64url').toString('base64'),
});
const Wanted = z.object({ alg: z.literal('RSA-OAEP-256'), value: z.string() });

/** A vault and the identity before it, on one port; `status` is what the vault answers. */
async function vault({ status = 200 } = {}) {
  const seen: string[] = [];
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const { url = '', headers } = request;
    seen.push(url);
    if (url.startsWith('/token')) {
      const isOurs = headers['x-identity-header'] === 'secret of the instance';
      return response.writeHead(isOurs ? 200 : 401).end(JSON.stringify({ access_token: 'a-token' }));
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { value } = Wanted.parse(JSON.parse(Buffer.concat(chunks).toString()));
    const isAllowed = headers.authorization === 'Bearer a-token' && status === 200;
    const key = privateDecrypt({ key: privateKey, ...oaep }, Buffer.from(value, 'base64url'));
    return response
      .writeHead(isAllowed ? 200 : Math.max(status, 401))
      .end(JSON.stringify({ kid: 'kek', value: isAllowed ? key.toString('base64url') : '' }));
  }
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const identity = { endpoint: `${base}/token`, header: 'secret of the instance' };
  return { seen, keyId: `${base}/keys/field-kek/1`, identity };
}

test('every version of the keys is unwrapped by the vault, with the token of the app', async () => {
  const { seen, ...at } = await vault();
  const identity = { ...at.identity, clientId: '00000000-0000-4000-8000-000000000001' };
  expect(await unwrapFieldSecrets({ secrets, keyId: at.keyId, identity })).toEqual(two);
  expect(seen.toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => '/keys/field-kek/1/unwrapkey?api-version=7.4'),
    '/token?api-version=2019-08-01&resource=https%3A%2F%2Fvault.azure.net&client_id=00000000-0000-4000-8000-000000000001',
  ]);
});

test('a vault that refuses is a matter of set-up, one that is down or gone is for later', async () => {
  const outcome = async (status: number) => {
    const { keyId, identity } = await vault({ status });
    return unwrapFieldSecrets({ secrets, keyId, identity });
  };
  await expect(outcome(403)).rejects.toThrow(FieldKeysNotConfigured);
  await expect(outcome(429)).rejects.toThrow(StoreUnavailable);
  await expect(outcome(503)).rejects.toThrow(StoreUnavailable);
  const { keyId, identity } = await vault();
  const stranger = { ...identity, header: 'another' };
  await expect(unwrapFieldSecrets({ secrets, keyId, identity: stranger })).rejects.toThrow(
    FieldKeysNotConfigured,
  );
  const gone = { ...identity, endpoint: 'http://127.0.0.1:9/token' };
  await expect(unwrapFieldSecrets({ secrets, keyId, identity: gone })).rejects.toThrow(StoreUnavailable);
});

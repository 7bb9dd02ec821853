import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createKeyVaultStub } from '@handoff/local/keyless/key-vault';
import { AccessRefused, StoreUnavailable, type BlobStore } from '../../ports.ts';
import { IdentityUnavailable, type Credential } from '../identity/managed-identity.ts';
import type { KeyVault } from '../../ports.ts';
import { createKeyVault } from './key-vault.ts';
import { openWrappedSecrets } from './wrapped-secrets.ts';

const credential: Credential = {
  getToken: async (scopes) => ({ token: `for ${scopes.toString()}`, expiresOnTimestamp: Infinity }),
};

async function vault({ status = 200, version = 'aa11' } = {}) {
  const isOurs = 'Bearer for https://vault.azure.net/.default';
  const { seen, listener } = createKeyVaultStub((authorization) => (authorization === isOurs ? status : 401));
  const server = createServer(listener);
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  const keys = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys/field-keys`;
  return { seen, keys, vault: createKeyVault({ keyId: `${keys}/${version}`, credential }) };
}

/** Stores blobs in memory; `before` runs ahead of each write and may end it. */
function memory(before: () => void = () => {}) {
  const files = new Map<string, Uint8Array>();
  const blobs: Pick<BlobStore, 'names' | 'read' | 'putIfAbsent'> = {
    names: async (container, prefix) =>
      [...files.keys()]
        .filter((name) => name.startsWith(`${container}/${prefix}`))
        .map((name) => name.slice(container.length + 1)),
    async read(container, name) {
      const bytes = files.get(`${container}/${name}`);
      return bytes && { bytes, type: 'application/json' };
    },
    async putIfAbsent(container, name, { bytes }) {
      before();
      if (files.has(`${container}/${name}`)) return 'exists';
      files.set(`${container}/${name}`, bytes);
      return 'created';
    },
  };
  return { blobs, files };
}

test("a key is wrapped by the vault's and unwrapped, even after a rotation of the vault's", async () => {
  const { keys, vault: first } = await vault();
  const key = randomBytes(32);
  const wrapped = await first.wrap(key);
  expect(wrapped.kid).toBe(`${keys}/aa11`);
  expect(Buffer.from(wrapped.value, 'base64url').includes(key)).toBe(false);
  const rotated = createKeyVault({ keyId: `${keys}/bb22`, credential });
  expect(await rotated.unwrap(wrapped)).toEqual(key);
});

test('a token is never sent to another host or key from a stored address', async () => {
  const { keys, seen, vault: one } = await vault();
  for (const kid of ['https://elsewhere.example/keys/field-keys/aa11', `${keys}-2/aa11`, `${keys}/../x/aa11`])
    await expect(one.unwrap({ kid, value: 'any' })).rejects.toThrow('not the vault’s');
  expect(seen).toEqual([]);
});

const outcome = async (status: number) => (await vault({ status })).vault.wrap(randomBytes(32));

test("a vault's refusal is reported, and an unreachable vault is tried again later", async () => {
  await expect(outcome(401)).rejects.toThrow(AccessRefused);
  await expect(outcome(403)).rejects.toMatchObject({ name: 'AccessRefused', dependency: 'vault' });
  await expect(outcome(429)).rejects.toThrow(StoreUnavailable);
  await expect(outcome(503)).rejects.toMatchObject({ name: 'StoreUnavailable', dependency: 'vault' });
  const gone = createKeyVault({ keyId: 'http://127.0.0.1:9/keys/field-keys/aa11', credential });
  await expect(gone.wrap(randomBytes(32))).rejects.toMatchObject({ dependency: 'vault' });
});

test('without a token nothing is sent to the vault', async () => {
  const { keys, seen } = await vault();
  const noToken = { getToken: async () => Promise.reject(new IdentityUnavailable()) };
  const one = createKeyVault({ keyId: `${keys}/aa11`, credential: noToken });
  await expect(one.wrap(randomBytes(32))).rejects.toMatchObject({
    name: 'StoreUnavailable',
    dependency: 'identity',
  });
  expect(seen).toEqual([]);
});

test('the keys for patient numbers are created at the first use and stay', async () => {
  const { vault: one } = await vault();
  const { blobs, files } = memory();
  const first = await openWrappedSecrets({ blobs, vault: one, current: 1, currentIndex: 1 });
  expect(first.current).toBe('v1');
  expect(first.data['v1']).not.toBe(first.index['v1']);
  const stored = [...files.values()].map((bytes) => Buffer.from(bytes).toString()).join();
  for (const key of [first.index['v1'] ?? '', first.data['v1'] ?? ''])
    expect(stored).not.toMatch(new RegExp(`${key}|${Buffer.from(key, 'hex').toString('base64url')}`));
  expect(await openWrappedSecrets({ blobs, vault: one, current: 1, currentIndex: 1 })).toEqual(first);
});

test('one of five concurrent processes creates the keys, and all use them', async () => {
  const { vault: one } = await vault();
  const { blobs, files } = memory();
  const opened = await Promise.all(
    Array.from({ length: 5 }, () => openWrappedSecrets({ blobs, vault: one, current: 1, currentIndex: 1 })),
  );
  expect(new Set(opened.map((secrets) => JSON.stringify(secrets))).size).toBe(1);
  expect([...files.keys()]).toEqual(['field-keys/v1.json']);
});

test('a process that ends at any step leaves no partial key: the next one creates or finds a complete one', async () => {
  const { vault: one } = await vault();
  let calls = 0;
  const dyingAt = (step: number): KeyVault => {
    const tick = () => {
      calls += 1;
      if (calls === step) throw new Error('killed');
    };
    return {
      wrap: async (key) => (tick(), one.wrap(key)),
      unwrap: async (wrapped) => (tick(), one.unwrap(wrapped)),
    };
  };
  for (const step of [1, 2, 3, 4]) {
    calls = 0;
    const { blobs, files } = memory();
    await expect(
      openWrappedSecrets({ blobs, vault: dyingAt(step), current: 1, currentIndex: 1 }),
    ).rejects.toThrow('killed');
    const left = JSON.stringify([...files]);
    const next = await openWrappedSecrets({ blobs, vault: one, current: 1, currentIndex: 1 });
    expect(await openWrappedSecrets({ blobs, vault: one, current: 1, currentIndex: 1 })).toEqual(next);
    // The key that was stored before the end is the one in use.
    expect(JSON.stringify([...files])).toContain(left.slice(1, -1));
  }
  const { blobs } = memory(() => {
    throw new Error('killed before the write');
  });
  await expect(openWrappedSecrets({ blobs, vault: one, current: 1, currentIndex: 1 })).rejects.toThrow(
    'killed before',
  );
});

test('a raised version creates one new data key; the old one and the index stay', async () => {
  const { vault: one } = await vault();
  const { blobs } = memory();
  const first = await openWrappedSecrets({ blobs, vault: one, current: 1, currentIndex: 1 });
  const second = await openWrappedSecrets({ blobs, vault: one, current: 2, currentIndex: 1 });
  expect(second).toEqual({
    current: 'v2',
    data: { ...first.data, v2: expect.stringMatching(/^[0-9a-f]{64}$/) },
    currentIndex: 'v1',
    index: first.index,
  });
  // Set back, it seals with the first key again and still opens values of the second.
  expect(await openWrappedSecrets({ blobs, vault: one, current: 1, currentIndex: 1 })).toEqual({
    ...second,
    current: 'v1',
  });
});

test('a raised index version creates one new index key; the first stays with the first data key', async () => {
  const { vault: one } = await vault();
  const { blobs, files } = memory();
  const first = await openWrappedSecrets({ blobs, vault: one, current: 1, currentIndex: 1 });
  const second = await openWrappedSecrets({ blobs, vault: one, current: 1, currentIndex: 2 });
  expect(second).toEqual({
    ...first,
    currentIndex: 'v2',
    index: { ...first.index, v2: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(await openWrappedSecrets({ blobs, vault: one, current: 1, currentIndex: 2 })).toEqual(second);
  expect([...files.keys()]).toEqual(['field-keys/v1.json', 'field-keys/index-v2.json']);
});

test('a removed key is never recreated: it is an error while in use, and not missed once retired', async () => {
  const { vault: one } = await vault();
  const { blobs, files } = memory();
  const both = await openWrappedSecrets({ blobs, vault: one, current: 2, currentIndex: 2 });
  const [file, bytes] = ['field-keys/v1.json', files.get('field-keys/v1.json') ?? new Uint8Array()];
  files.delete(file);
  const open = (current: number, currentIndex: number) =>
    openWrappedSecrets({ blobs, vault: one, current, currentIndex });
  await expect(open(1, 2)).rejects.toThrow('The key v1.json is missing');
  await expect(open(2, 1)).rejects.toThrow('The key v1.json is missing');
  expect(files.has(file)).toBe(false);
  expect(await open(2, 2)).toMatchObject({ data: { v2: both.data['v2'] }, index: { v2: both.index['v2'] } });
  files.set(file, bytes);
  expect(await open(2, 2)).toEqual(both);
});

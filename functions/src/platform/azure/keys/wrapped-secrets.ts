import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { BlobStore } from '../../ports.ts';
import { FieldSecrets } from './field-keys.ts';
import type { KeyVault, WrappedKey } from './key-vault.ts';

const KEY_BYTES = 32;

interface Opening {
  blobs: Pick<BlobStore, 'read' | 'putIfAbsent'>;
  vault: KeyVault;
  /** The version of the data key for what is sealed from now on. */
  current: number;
}

const wrapped = z.strictObject({ kid: z.url(), value: z.string().min(1) });
/** The blob `v<n>.json`: a data key, and in the first the index key too. Written once, never changed. */
const KeyFile = z.strictObject({ data: wrapped, index: wrapped.optional() });

/**
 * The keys for patient numbers, each wrapped by the vault's. What is missing up to the current version is made here, at
 * the first use: of several processes that make one at the same time the first to store it wins, and all take that one.
 */
export async function openWrappedSecrets({ blobs, vault, current }: Opening): Promise<FieldSecrets> {
  const data: FieldSecrets['data'] = {};
  let index: string | undefined;
  for (let version = 1; ; version += 1) {
    const file = (await read(version)) ?? (version <= current ? await make(version) : undefined);
    if (!file) break;
    data[`v${version}`] = await unwrapped(file.data);
    index ??= file.index && (await unwrapped(file.index));
  }
  return FieldSecrets.parse({ current: `v${current}`, data, index });

  async function read(version: number) {
    const blob = await blobs.read('field-keys', nameOf(version));
    return blob && KeyFile.parse(JSON.parse(Buffer.from(blob.bytes).toString()));
  }

  async function make(version: number) {
    const file: z.infer<typeof KeyFile> = { data: await vault.wrap(randomBytes(KEY_BYTES)) };
    if (version === 1) file.index = await vault.wrap(randomBytes(KEY_BYTES));
    const bytes = Buffer.from(JSON.stringify(file));
    await blobs.putIfAbsent('field-keys', nameOf(version), { bytes, type: 'application/json' });
    return read(version);
  }

  async function unwrapped(key: WrappedKey) {
    return (await vault.unwrap(key)).toString('hex');
  }
}

const nameOf = (version: number) => `v${version}.json`;

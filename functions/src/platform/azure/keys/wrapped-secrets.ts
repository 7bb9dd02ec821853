import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { BlobStore } from '../../ports.ts';
import { FieldSecrets } from './field-keys.ts';
import type { KeyVault, WrappedKey } from '../../ports.ts';

const KEY_BYTES = 32;

interface Opening {
  blobs: Pick<BlobStore, 'names' | 'read' | 'putIfAbsent'>;
  vault: KeyVault;
  /** The version of the data key for values that are sealed from now on. */
  current: number;
  /** The same for the index key. */
  currentIndex: number;
}

const wrapped = z.strictObject({ kid: z.url(), value: z.string().min(1) });
/**
 * The blobs `v<n>.json` hold one data key each, the first one also the first index key; `index-v<n>.json` hold the
 * later index keys. They are written once and never changed; an unused one may be removed.
 */
const KeyFile = z.strictObject({ data: wrapped.optional(), index: wrapped.optional() });

/**
 * Opens the keys for patient numbers, each wrapped by the vault's. A version newer than all existing ones is made
 * here at the first use: if several processes make one at the same time, the first to store it wins, and all use that
 * one. An earlier version is never made again, because values sealed with it would not open any more.
 */
export async function openWrappedSecrets({
  blobs,
  vault,
  current,
  currentIndex,
}: Opening): Promise<FieldSecrets> {
  await makeNewer('', current);
  await makeNewer('index-', currentIndex);
  const data: Record<string, string> = {};
  const index: Record<string, string> = {};
  for (const version of await stored('')) {
    const file = await read(`v${version}.json`);
    if (file?.data) data[`v${version}`] = await unwrapped(file.data);
    if (file?.index) index['v1'] = await unwrapped(file.index);
  }
  for (const version of await stored('index-')) {
    const file = await read(`index-v${version}.json`);
    if (file?.index) index[`v${version}`] = await unwrapped(file.index);
  }
  if (data[`v${current}`] === undefined) throw missing(`v${current}.json`);
  if (index[`v${currentIndex}`] === undefined)
    throw missing(currentIndex === 1 ? 'v1.json' : `index-v${currentIndex}.json`);
  return FieldSecrets.parse({ current: `v${current}`, data, currentIndex: `v${currentIndex}`, index });

  async function stored(prefix: '' | 'index-'): Promise<number[]> {
    const name = new RegExp(`^${prefix}v(\\d+)\\.json$`);
    const names = await blobs.names('field-keys', prefix);
    return names.flatMap((file) => Number(name.exec(file)?.[1] ?? [])).toSorted((a, b) => a - b);
  }

  async function makeNewer(prefix: '' | 'index-', wanted: number) {
    // The first index key is stored with the first data key.
    const newest = (await stored(prefix)).at(-1) ?? (prefix === '' ? 0 : 1);
    for (let version = newest + 1; version <= wanted; version += 1) {
      const key = await vault.wrap(randomBytes(KEY_BYTES));
      const file: z.infer<typeof KeyFile> = prefix === '' ? { data: key } : { index: key };
      if (prefix === '' && version === 1) file.index = await vault.wrap(randomBytes(KEY_BYTES));
      const bytes = Buffer.from(JSON.stringify(file));
      await blobs.putIfAbsent('field-keys', `${prefix}v${version}.json`, { bytes, type: 'application/json' });
    }
  }

  async function read(name: string) {
    const blob = await blobs.read('field-keys', name);
    return blob && KeyFile.parse(JSON.parse(Buffer.from(blob.bytes).toString()));
  }

  async function unwrapped(key: WrappedKey) {
    return (await vault.unwrap(key)).toString('hex');
  }
}

const missing = (name: string) =>
  new Error(
    `The key ${name} is missing in the container field-keys, and in use: restore it from the deleted blobs`,
  );

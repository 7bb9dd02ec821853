import { startAzurite } from '@handoff/local/azurite';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { IdentityUnavailable } from './identity/managed-identity.ts';
import { StoreUnavailable, type BlobStore } from '../ports.ts';
import { createBlobStore, ensureBlobContainers } from './blobs.ts';

let blobs: BlobStore;
let stop: () => Promise<void>;

beforeAll(async () => {
  const azurite = await startAzurite();
  stop = async () => azurite.close();
  await ensureBlobContainers(azurite);
  await ensureBlobContainers(azurite);
  blobs = createBlobStore(azurite);
});
afterAll(async () => stop());

const bytes = (text: string) => new TextEncoder().encode(text);

test('a document is written once, and a second write under its name changes nothing', async () => {
  const name = 'd1/written-once.pdf';
  const first = { bytes: bytes('first'), type: 'application/pdf' };
  expect(await blobs.putIfAbsent('documents', name, first)).toBe('created');
  expect(await blobs.putIfAbsent('documents', name, { bytes: bytes('second'), type: 'image/png' })).toBe(
    'exists',
  );
  const found = await blobs.read('documents', name);
  expect(Buffer.from(found?.bytes ?? []).toString()).toBe('first');
  expect(found?.type).toBe('application/pdf');
});

test('one of ten concurrent writers of a name wins, and its content stays', async () => {
  const writers = Array.from({ length: 10 }, (_, index) => `writer ${index}`);
  const outcomes = await Promise.all(
    writers.map(async (text) =>
      blobs.putIfAbsent('documents', 'd1/race', { bytes: bytes(text), type: 'text/plain' }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'created')).toHaveLength(1);
  const found = await blobs.read('documents', 'd1/race');
  expect(Buffer.from(found?.bytes ?? []).toString()).toBe(writers[outcomes.indexOf('created')]);
});

async function* thenBroken(...chunks: Buffer[]) {
  yield* chunks;
  throw new Error('the source went away');
}

test('a stream longer than the buffered blocks is stored and read back', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'a,b,c\n');
  const chunks = Array.from({ length: 13 * 16 }, () => chunk);
  const name = 'ct-1/streets.csv';
  await blobs.putStream('state-files', name, { stream: Readable.from(chunks), type: 'text/csv' });
  const opened = await blobs.open('state-files', name);
  expect(opened).toMatchObject({ size: chunk.length * chunks.length, type: 'text/csv' });
  expect((await buffer(opened?.stream ?? Readable.from([]))).equals(Buffer.concat(chunks))).toBe(true);
});

test('a failed stream rejects and leaves the existing content', async () => {
  const put = async (stream: Readable) =>
    blobs.putStream('import-reports', 'report', { stream, type: 'text/csv' });
  await put(Readable.from([Buffer.from('whole')]));
  const broken = put(Readable.from(thenBroken(Buffer.from('half'))));
  await expect(broken).rejects.toThrow('the source went away');
  const found = await blobs.read('import-reports', 'report');
  expect(Buffer.from(found?.bytes ?? []).toString()).toBe('whole');
});

test('a missing blob reads as undefined, and removing it again is no error', async () => {
  const name = 'd1/gone';
  expect(await blobs.open('documents', name)).toBeUndefined();
  expect(await blobs.read('documents', name)).toBeUndefined();
  await blobs.putIfAbsent('documents', name, { bytes: bytes('x'), type: 'text/plain' });
  expect(await blobs.exists('documents', name)).toBe(true);
  await blobs.remove('documents', name);
  await blobs.remove('documents', name);
  expect(await blobs.exists('documents', name)).toBe(false);
});

test('storage that does not answer is an outage to retry later, not a bug', async () => {
  const stopped = await startAzurite();
  const gone = createBlobStore(stopped);
  await stopped.close();
  await expect(gone.read('documents', 'd1/any.pdf')).rejects.toBeInstanceOf(StoreUnavailable);
  const content = { bytes: bytes('x'), type: 'application/pdf' };
  const stream = Readable.from([Buffer.from('x')]);
  const asked = [
    gone.putIfAbsent('documents', 'd1/any.pdf', content),
    gone.putStream('documents', 'd1/any.pdf', { stream, type: 'application/pdf' }),
    gone.exists('documents', 'd1/any.pdf'),
    gone.remove('documents', 'd1/any.pdf'),
  ];
  for (const { reason } of await rejections(asked)) expect(reason).toBeInstanceOf(StoreUnavailable);
});

test('without a token nothing is sent to the storage: an outage to retry later', async () => {
  const credential = {
    getToken: async () => {
      throw new IdentityUnavailable();
    },
  };
  const store = createBlobStore({ endpoint: 'https://127.0.0.1:1', credential });
  await expect(store.read('documents', 'd1/any.pdf')).rejects.toBeInstanceOf(StoreUnavailable);
});

async function rejections(asked: Promise<unknown>[]): Promise<PromiseRejectedResult[]> {
  const outcomes = await Promise.allSettled(asked);
  const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(rejected).toHaveLength(asked.length);
  return rejected;
}

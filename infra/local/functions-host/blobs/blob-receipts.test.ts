import { expect, test } from 'vitest';
import { enqueueOnce } from './blob-receipts.ts';
import { openHostStorage } from '../storage.ts';
import { openStorage } from '../testing/fixture.ts';

const version = { functionId: 'Host.Functions.importFile', etag: '0x1', container: 'files', name: 'a/b.csv' };

async function prepare() {
  const { connectionString } = await openStorage();
  return openHostStorage({ AzureWebJobsStorage: connectionString }, 'local');
}

test('one of several readers of a new version enqueues it, and others may ask again meanwhile', async () => {
  const storage = await prepare();
  const enqueued: string[] = [];
  const whileEnqueuing: boolean[] = [];
  await enqueueOnce(storage, version, async () => {
    whileEnqueuing.push(await enqueueOnce(storage, version, async () => void enqueued.push('meanwhile')));
    enqueued.push('first');
  });
  expect(whileEnqueuing).toEqual([false]);
  const later = () => enqueueOnce(storage, version, async () => void enqueued.push('later'));
  expect(await Promise.all([later(), later(), later()])).toEqual([true, true, true]);
  expect(enqueued).toEqual(['first']);
});

test('concurrent readers enqueue a version once', async () => {
  const storage = await prepare();
  for (const etag of ['0x1', '0x2', '0x3', '0x4', '0x5']) {
    const enqueued: string[] = [];
    const enqueue = () => enqueueOnce(storage, { ...version, etag }, async () => void enqueued.push(etag));
    await Promise.all(Array.from({ length: 10 }, enqueue));
    expect(enqueued).toEqual([etag]);
  }
});

test('a failed enqueue is tried again', async () => {
  const storage = await prepare();
  const failing = enqueueOnce(storage, version, () => Promise.reject(new Error('queue is down')));
  await expect(failing).rejects.toThrow('queue is down');
  const enqueued: string[] = [];
  expect(await enqueueOnce(storage, version, async () => void enqueued.push('again'))).toBe(true);
  expect(enqueued).toEqual(['again']);
});

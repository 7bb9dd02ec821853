import { expect, test, vi } from 'vitest';
import { openJournal, openStorage, startHost } from './testing/fixture.ts';

async function prepare() {
  const [storage, journal] = await Promise.all([openStorage(), openJournal()]);
  const settings = {
    AzureWebJobsStorage: storage.connectionString,
    JOURNAL: journal.path,
    QUEUE_NAME: 'unused-queue',
  };
  return { storage, journal, start: () => startHost({ settings }) };
}

function message(FunctionId: string, BlobName: string, ETag: string) {
  return JSON.stringify({ FunctionId, ContainerName: 'state-files', BlobName, ETag });
}

test('each version of a matching blob runs once, also across a restart', async () => {
  const { storage, journal, start } = await prepare();
  const first = await start();
  await storage.writeFile('state-files', 'i1/ignored.txt', 'no csv');
  await storage.writeFile('state-files', 'i1/CT.csv', 'version 1');
  const firstRun = [{ importId: 'i1', fileName: 'CT', text: 'version 1' }, { ended: 'CT' }];
  await vi.waitFor(async () => expect(await journal.read()).toEqual(firstRun), 5000);
  await first.close();

  await storage.writeFile('state-files', 'i2/NY.csv', 'while away');
  await start();
  const secondRun = [{ importId: 'i2', fileName: 'NY', text: 'while away' }, { ended: 'NY' }];
  await vi.waitFor(async () => expect(await journal.read()).toEqual([...firstRun, ...secondRun]), 5000);

  await storage.writeFile('state-files', 'i1/CT.csv', 'version 2');
  const thirdRun = [{ importId: 'i1', fileName: 'CT', text: 'version 2' }, { ended: 'CT' }];
  await vi.waitFor(
    async () => expect(await journal.read()).toEqual([...firstRun, ...secondRun, ...thirdRun]),
    5000,
  );
});

test('a file that fails five times is given up, with its name in the poison queue', async () => {
  const { storage, journal, start } = await prepare();
  await start();
  await storage.writeFile('state-files', 'i1/CT.csv', 'bad');
  await vi.waitFor(async () => {
    const [given = '{}'] = await storage.peek('webjobs-blobtrigger-poison');
    expect(JSON.parse(given)).toMatchObject({ ContainerName: 'state-files', BlobName: 'i1/CT.csv' });
  }, 8000);
  const run = { importId: 'i1', fileName: 'CT', text: 'bad' };
  expect(await journal.read()).toEqual([run, run, run, run, run]);
});

test('a message for a deleted, a rewritten or an unknown thing is dropped', async () => {
  const { storage, journal, start } = await prepare();
  const queue = 'azure-webjobs-blobtrigger-local';
  await storage.writeFile('state-files', 'i1/CT.csv', 'current');
  await storage.send(queue, message('Host.Functions.importFile', 'i1/deleted.csv', '"0x1"'));
  await storage.send(queue, message('Host.Functions.importFile', 'i1/CT.csv', '"0x1"'));
  await storage.send(queue, message('Host.Functions.removed', 'i1/CT.csv', '"0x1"'));
  await start();
  await vi.waitFor(async () => {
    expect(await journal.read()).toEqual([
      { importId: 'i1', fileName: 'CT', text: 'current' },
      { ended: 'CT' },
    ]);
    expect(await storage.peek(queue)).toEqual([]);
  }, 5000);
  expect(await storage.peek('webjobs-blobtrigger-poison')).toEqual([]);
});

test('a bare container name means all of it, and without sdkBinding the content comes', async () => {
  const { storage, journal, start } = await prepare();
  await storage.writeFile('whole-files', 'deep/er/any.bin', '12345');
  await start();
  await vi.waitFor(
    async () => expect(await journal.read()).toEqual([{ whole: 5, from: 'whole-files/deep/er/any.bin' }]),
    5000,
  );
});

test('two hosts on one storage run a file once', async () => {
  const { storage, journal, start } = await prepare();
  await start();
  await start();
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) await storage.writeFile('whole-files', name, name);
  await vi.waitFor(async () => expect(await journal.read()).toHaveLength(4), 5000);
  const receipts = storage.blobs.getContainerClient('azure-webjobs-hosts').listBlobsFlat({
    prefix: 'blobreceipts/local/Host.Functions.importWhole/',
    includeMetadata: true,
  });
  const completed: unknown[] = [];
  for await (const receipt of receipts) completed.push(receipt.metadata?.['completed']);
  expect(completed).toEqual(['True', 'True', 'True', 'True']);
  expect(await journal.read()).toHaveLength(4);
});

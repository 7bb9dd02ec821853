import { expect, test, vi } from 'vitest';
import { openJournal, openStorage, startHost } from '../testing/fixture.ts';

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

test('each version of a matching blob runs once, even across a restart', async () => {
  const { storage, journal, start } = await prepare();
  const first = await start();
  await storage.writeFile('state-files', 'i1/ignored.txt', 'no csv');
  await storage.writeFile('state-files', 'i1/CT.csv', 'version 1');
  const firstRun = [{ importId: 'i1', fileName: 'CT', text: 'version 1' }, { ended: 'CT' }];
  await expect.poll(() => journal.read()).toEqual(firstRun);
  await first.close();
  expect((await storage.listBlobs('azure-webjobs-hosts')).filter((name) => name.endsWith('.txt'))).toEqual(
    [],
  );

  await storage.writeFile('state-files', 'i2/NY.csv', 'while away');
  await start();
  const secondRun = [{ importId: 'i2', fileName: 'NY', text: 'while away' }, { ended: 'NY' }];
  await expect.poll(() => journal.read()).toEqual([...firstRun, ...secondRun]);

  await storage.writeFile('state-files', 'i1/CT.csv', 'version 2');
  const thirdRun = [{ importId: 'i1', fileName: 'CT', text: 'version 2' }, { ended: 'CT' }];
  await expect.poll(() => journal.read()).toEqual([...firstRun, ...secondRun, ...thirdRun]);
});

test('a file that fails five times is given up, with its name in the poison queue', async () => {
  const { storage, journal, start } = await prepare();
  await start();
  await storage.writeFile('state-files', 'i1/CT.csv', 'bad');
  await vi.waitFor(async () => {
    const [given = '{}'] = await storage.peek('webjobs-blobtrigger-poison');
    expect(JSON.parse(given)).toMatchObject({ ContainerName: 'state-files', BlobName: 'i1/CT.csv' });
  }, 10_000);
  const run = { importId: 'i1', fileName: 'CT', text: 'bad' };
  expect(await journal.read()).toEqual([run, run, run, run, run]);
});

test('a message for a deleted, rewritten or unknown blob is dropped', async () => {
  const { storage, journal, start } = await prepare();
  await start();
  await storage.writeFile('state-files', 'i1/CT.csv', 'current');
  const run = [{ importId: 'i1', fileName: 'CT', text: 'current' }, { ended: 'CT' }];
  await expect.poll(() => journal.read()).toEqual(run);
  const queue = 'azure-webjobs-blobtrigger-local';
  await storage.send(queue, message('Host.Functions.importFile', 'i1/deleted.csv', '"0x1"'));
  await storage.send(queue, message('Host.Functions.importFile', 'i1/CT.csv', '"0x1"'));
  await storage.send(queue, message('Host.Functions.removed', 'i1/CT.csv', '"0x1"'));
  await expect.poll(() => storage.count(queue)).toBe(0);
  expect(await journal.read()).toEqual(run);
  expect(await storage.peek('webjobs-blobtrigger-poison')).toEqual([]);
});

test('a bare container name means all of its blobs, and without sdkBinding the content is passed', async () => {
  const { storage, journal, start } = await prepare();
  await storage.writeFile('whole-files', 'deep/er/any.bin', '12345');
  await start();
  await expect.poll(() => journal.read()).toEqual([{ whole: 5, from: 'whole-files/deep/er/any.bin' }]);
});

test('events come through a webhook, which has a key', async () => {
  const { storage, journal, start } = await prepare();
  const { url, keys } = await start();
  const webhook = `${url}/runtime/webhooks/blobs`;
  const post = (query: string, type: string, events: unknown) =>
    fetch(`${webhook}?${query}`, {
      method: 'POST',
      headers: { 'aeg-event-type': type },
      body: JSON.stringify(events),
    });
  const query = `functionName=Host.Functions.importWhole&code=${keys.blobs_extension}`;
  const handshake = [{ data: { validationCode: 'prove it' } }];
  expect(await (await post(query, 'SubscriptionValidation', handshake)).json()).toEqual({
    validationResponse: 'prove it',
  });
  const other = [{ eventType: 'Microsoft.Storage.BlobDeleted', subject: '', data: { eTag: '1' } }];
  const statuses = [
    (await fetch(webhook)).status,
    (await post('functionName=Host.Functions.importWhole&code=wrong', 'Notification', [])).status,
    (await post(`functionName=Host.Functions.none&code=${keys.blobs_extension}`, 'Notification', [])).status,
    (await fetch(`${webhook}?${query}`, { method: 'POST' })).status,
    (await post(query, 'Notification', other)).status,
  ];
  expect(statuses).toEqual([401, 401, 404, 400, 202]);
  expect([await journal.read(), await storage.count('azure-webjobs-blobtrigger-local')]).toEqual([[], 0]);
});

test('two hosts on one storage run a file once', async () => {
  const { storage, journal, start } = await prepare();
  await start();
  await start();
  const names = ['a', 'b', 'c', 'd'];
  for (const name of names) await storage.writeFile('whole-files', name, name);
  const runs = names.map((name) => ({ whole: 1, from: `whole-files/${name}` }));
  await vi.waitFor(async () => {
    expect(await journal.read()).toEqual(expect.arrayContaining(runs));
    expect(await storage.count('azure-webjobs-blobtrigger-local')).toBe(0);
  }, 10_000);
  expect(await journal.read()).toHaveLength(4);
});

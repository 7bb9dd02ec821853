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

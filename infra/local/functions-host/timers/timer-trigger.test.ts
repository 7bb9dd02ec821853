import { expect, test } from 'vitest';
import { bundleSource, openJournal, openStorage, startHost } from '../testing/fixture.ts';

async function prepare() {
  const [storage, journal] = await Promise.all([openStorage(), openJournal()]);
  const settings = {
    AzureWebJobsStorage: storage.connectionString,
    JOURNAL: journal.path,
    QUEUE_NAME: 'unused-queue',
  };
  const hosts = storage.blobs.getContainerClient('azure-webjobs-hosts');
  const status = hosts.getBlockBlobClient('timers/local/Host.Functions.nightly/status');
  return {
    journal,
    settings,
    start: () => startHost({ settings }),
    readStatus: async (): Promise<unknown> => {
      return JSON.parse(String(await status.downloadToBuffer()));
    },
    writeStatus: async (value: Record<string, string>) => {
      await hosts.createIfNotExists();
      const text = JSON.stringify(value);
      await status.upload(text, Buffer.byteLength(text));
    },
  };
}

const nextNewYear = `${new Date().getUTCFullYear() + 1}-01-01T03:00:00.000Z`;

test('the first start only records when the timer is due next', async () => {
  const { journal, readStatus, start } = await prepare();
  await start();
  expect(await readStatus()).toMatchObject({ Next: nextNewYear });
  expect(await journal.read()).toEqual([]);
});

test('a missed run comes once at the start, past due, and its failure changes nothing', async () => {
  const { journal, readStatus, writeStatus, start } = await prepare();
  const last = '2024-01-01T03:00:00.000Z';
  await writeStatus({ Last: last, Next: '2025-01-01T03:00:00.000Z', LastUpdated: last });
  const host = await start();
  await expect.poll(() => readStatus()).toMatchObject({ Next: nextNewYear });
  await host.close();
  await start();
  expect(await journal.read()).toEqual([{ nightly: true, last }]);
});

test('a timer runs on its schedule', async () => {
  const { journal, settings } = await prepare();
  const entry = await bundleSource(`
    import { app } from '@azure/functions';
    import { appendFileSync } from 'node:fs';
    const journal = process.env.JOURNAL ?? '';
    app.timer('tick', {
      schedule: '* * * * * *',
      handler: (timer) => appendFileSync(journal, JSON.stringify({ pastDue: timer.isPastDue }) + '\\n'),
    });`);
  await startHost({ entry, settings });
  const tick = { pastDue: false };
  await expect.poll(async () => (await journal.read()).slice(0, 2)).toEqual([tick, tick]);
});

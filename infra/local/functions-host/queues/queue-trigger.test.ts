import { expect, test, vi } from 'vitest';
import { openJournal, openStorage, startHost, writeHostJson } from '../testing/fixture.ts';

async function startFixture(extensions: Record<string, unknown> = {}) {
  const [storage, journal, hostJson] = await Promise.all([
    openStorage(),
    openJournal(),
    writeHostJson(extensions),
  ]);
  const settings = {
    AzureWebJobsStorage: storage.connectionString,
    JOURNAL: journal.path,
    QUEUE_NAME: 'work-items',
  };
  const host = await startHost({ settings, hostJson });
  return { storage, journal, host };
}

test('a message runs once and is deleted; JSON is parsed, and a setting may name the queue', async () => {
  const { storage, journal } = await startFixture();
  await storage.send('work-items', '{"id":1}');
  await vi.waitFor(async () => {
    expect(await journal.read()).toEqual([{ work: { id: 1 }, dequeueCount: 1 }]);
    expect(await storage.count('work-items')).toBe(0);
  }, 10_000);
});

test('a message that fails five times goes to the poison queue, and the others continue', async () => {
  const { storage, journal } = await startFixture();
  await storage.send('work-items', 'bad');
  await storage.send('work-items', 'good');
  await expect.poll(() => storage.peek('work-items-poison')).toEqual(['bad']);
  const tries = [1, 2, 3, 4, 5].map((dequeueCount) => ({ work: 'bad', dequeueCount }));
  const entries = await journal.read();
  expect(entries).toEqual(expect.arrayContaining([...tries, { work: 'good', dequeueCount: 1 }]));
  expect(entries).toHaveLength(6);
  expect(await storage.count('work-items')).toBe(0);
});

test('host.json sets how often a message is tried', async () => {
  const { storage, journal } = await startFixture({ queues: { maxDequeueCount: 2 } });
  await storage.send('work-items', 'bad');
  await expect.poll(() => storage.peek('work-items-poison')).toEqual(['bad']);
  expect(await journal.read()).toHaveLength(2);
});

test('a message that is not base64 never reaches the handler', async () => {
  const { storage, journal } = await startFixture();
  const queue = storage.queues.getQueueClient('work-items');
  await queue.createIfNotExists();
  await queue.sendMessage('plain text');
  const poison = storage.queues.getQueueClient('work-items-poison');
  await vi.waitFor(async () => {
    const { peekedMessageItems } = await poison.peekMessages();
    expect(peekedMessageItems.map((item) => item.messageText)).toEqual(['plain text']);
  }, 10_000);
  expect(await journal.read()).toEqual([]);
});

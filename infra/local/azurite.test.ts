import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobServiceClient } from '@azure/storage-blob';
import { QueueServiceClient } from '@azure/storage-queue';
import { expect, onTestFinished, test } from 'vitest';
import { startAzurite } from './azurite.ts';

async function writeFile(connectionString: string, text: string) {
  const container = BlobServiceClient.fromConnectionString(connectionString).getContainerClient('files');
  await container.createIfNotExists();
  await container.getBlockBlobClient('one.txt').upload(text, Buffer.byteLength(text));
}

async function readFile(connectionString: string) {
  const container = BlobServiceClient.fromConnectionString(connectionString).getContainerClient('files');
  return (await container.getBlobClient('one.txt').downloadToBuffer()).toString();
}

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'azurite-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test('two in-memory instances keep their own blobs and queues', async () => {
  const [first, second] = await Promise.all([startAzurite(), startAzurite()]);
  onTestFinished(() => first.close());
  onTestFinished(() => second.close());
  await writeFile(first.connectionString, 'first');
  await writeFile(second.connectionString, 'second');
  expect(await readFile(first.connectionString)).toBe('first');
  const queue = QueueServiceClient.fromConnectionString(first.connectionString).getQueueClient('work');
  await queue.create();
  await queue.sendMessage('hello');
  const { receivedMessageItems } = await queue.receiveMessages();
  expect(receivedMessageItems.map((message) => message.messageText)).toEqual(['hello']);
});

test('a folder keeps the data across a restart', async () => {
  const location = await temporaryFolder();
  const before = await startAzurite({ location });
  await writeFile(before.connectionString, 'kept');
  await before.close();
  const after = await startAzurite({ location });
  onTestFinished(() => after.close());
  expect(await readFile(after.connectionString)).toBe('kept');
});

test('a taken port is an error', async () => {
  const first = await startAzurite();
  onTestFinished(() => first.close());
  const blobPort = Number(new URL(first.blobUrl).port);
  await expect(startAzurite({ blobPort })).rejects.toMatchObject({ cause: { code: 'EADDRINUSE' } });
});

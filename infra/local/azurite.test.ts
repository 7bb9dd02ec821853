import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobServiceClient } from '@azure/storage-blob';
import { QueueServiceClient } from '@azure/storage-queue';
import { expect, onTestFinished, test } from 'vitest';
import { azuriteCommand, startAzurite } from './azurite.ts';

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

test('as a process of its own it writes everything down on SIGTERM, and the in-process form reads it', async () => {
  const location = await temporaryFolder();
  const [blobPort, queuePort, tablePort] = await Promise.all([freePort(), freePort(), freePort()]);
  const { args, connectionString } = azuriteCommand({ location, blobPort, queuePort, tablePort });
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await new Promise<void>((ready) => {
    child.stdout.on('data', (chunk) => {
      if (String(chunk).includes('Table service is successfully listening')) ready();
    });
  });
  await writeFile(connectionString, 'flushed');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
  const after = await startAzurite({ location });
  onTestFinished(() => after.close());
  expect(await readFile(after.connectionString)).toBe('flushed');
});

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

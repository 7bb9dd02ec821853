import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BlobServiceClient } from '@azure/storage-blob';
import { QueueServiceClient } from '@azure/storage-queue';
import { build, type BuildOptions } from 'esbuild';
import { afterAll, onTestFinished } from 'vitest';
import { startAzurite } from '../../azurite.ts';
import { start, type HostOptions } from '../host.ts';
import type { LogEntry } from '../log.ts';

const bundles = await mkdtemp(join(tmpdir(), 'functions-app-'));
afterAll(() => rm(bundles, { recursive: true, force: true }));

const fixtureApp = { entryPoints: [join(import.meta.dirname, 'fixture-app.ts')] };

let fixture: Promise<string> | undefined;

/** Bundles the fixture once per test file. */
export function bundleFixture() {
  fixture ??= bundle(fixtureApp, 'fixture.cjs');
  return fixture;
}

/** Bundles a separate app of one or two lines. */
export function bundleSource(contents: string) {
  return bundle(
    { stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' } },
    `${randomUUID()}.cjs`,
  );
}

/** Bundles like the product. */
async function bundle(input: BuildOptions, name: string) {
  const entry = join(bundles, name);
  await build({
    ...input,
    outfile: entry,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    keepNames: true,
    external: ['@azure/functions-core'],
    logLevel: 'warning',
  });
  return entry;
}

export async function writeHostJson(extensions: Record<string, unknown> = {}) {
  const path = join(await temporaryFolder(), 'host.json');
  await writeFile(path, JSON.stringify({ version: '2.0', extensions }));
  return path;
}

export async function openStorage() {
  const azurite = await startAzurite();
  onTestFinished(() => azurite.close());
  const blobs = BlobServiceClient.fromConnectionString(azurite.connectionString);
  const queues = QueueServiceClient.fromConnectionString(azurite.connectionString);
  return {
    connectionString: azurite.connectionString,
    blobs,
    queues,
    async writeFile(container: string, name: string, text: string) {
      const client = blobs.getContainerClient(container);
      await client.createIfNotExists();
      await client.getBlockBlobClient(name).upload(text, Buffer.byteLength(text));
    },
    async listBlobs(container: string) {
      const names: string[] = [];
      for await (const blob of blobs.getContainerClient(container).listBlobsFlat()) names.push(blob.name);
      return names;
    },
    async send(queueName: string, text: string) {
      const queue = queues.getQueueClient(queueName);
      await queue.createIfNotExists();
      await queue.sendMessage(Buffer.from(text).toString('base64'));
    },
    /** Includes invisible messages. */
    async count(queueName: string) {
      return (await queues.getQueueClient(queueName).getProperties()).approximateMessagesCount;
    },
    async peek(queueName: string) {
      const queue = queues.getQueueClient(queueName);
      if (!(await queue.exists())) return [];
      const { peekedMessageItems } = await queue.peekMessages({ numberOfMessages: 32 });
      return peekedMessageItems.map((item) => Buffer.from(item.messageText, 'base64').toString());
    },
  };
}

export async function openJournal() {
  const path = join(await temporaryFolder(), 'journal.jsonl');
  await writeFile(path, '');
  return {
    path,
    async read(): Promise<unknown[]> {
      const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => line !== '');
      const entries = lines.map((line): unknown => JSON.parse(line));
      return entries.filter((entry) => !JSON.stringify(entry).startsWith('{"app"'));
    },
    text: () => readFile(path, 'utf8'),
  };
}

/** Starts the host in this process and closes it with the test; `logs` has the messages of the host and the app. */
export async function startHost(options: Partial<HostOptions> & Pick<HostOptions, 'settings'>) {
  const logs: LogEntry[] = [];
  const host = await start({
    entry: options.entry ?? (await bundleFixture()),
    hostJson: await writeHostJson(),
    port: 0,
    blobDelaySeconds: 0,
    blobPollMs: 50,
    graceMs: 200,
    log: (entry) => void logs.push(entry),
    ...options,
  });
  onTestFinished(() => host.close());
  return { ...host, logs };
}

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'functions-host-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

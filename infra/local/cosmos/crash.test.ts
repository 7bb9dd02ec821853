import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CosmosClient, type Container, type OperationInput } from '@azure/cosmos';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { startCosmos } from './start.ts';

const batchSize = 20;

// A killed process loses nothing that it acknowledged and no batch in part.
test('SIGKILL during batches loses no acknowledged batch and leaves none partly written', async () => {
  const file = temporaryFile();
  const acknowledged = await writeUntilKilled(file, 30);
  expect(acknowledged.length).toBeGreaterThanOrEqual(30);

  const endpoint = await startCosmos({ port: 0, file });
  const client = new CosmosClient({ endpoint: endpoint.url, key: endpoint.key });
  onTestFinished(async () => {
    client.dispose();
    await endpoint.close();
  });
  const container = client.database('db').container('app');
  const sizes = new Map<string, number>();
  const query = container.items.query<string>('SELECT VALUE c.batch FROM c', {
    partitionKey: 'a',
    maxItemCount: -1,
  });
  for (const batch of (await query.fetchAll()).resources) sizes.set(batch, (sizes.get(batch) ?? 0) + 1);
  expect(acknowledged.filter((batch) => !sizes.has(batch))).toEqual([]);
  expect([...sizes].filter(([, size]) => size !== batchSize)).toEqual([]);
  // The sequence went on with the file: an etag never comes twice.
  const { etag } = await container.items.create({ id: 'later', pk: 'a' });
  const last = await container.item(`${acknowledged.at(-1)}-0`, 'a').read();
  expect(etag > (last.etag ?? '')).toBe(true);
});

async function writeUntilKilled(file: string, batches: number): Promise<string[]> {
  const child = fork(new URL('./crash-writer.ts', import.meta.url), [file], { execPath: process.execPath });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const exited = once(child, 'exit');
  const [message]: unknown[] = await once(child, 'message');
  const { url, key } = z.object({ url: z.string(), key: z.string() }).parse(message);
  const client = new CosmosClient({ endpoint: url, key });
  onTestFinished(() => client.dispose());
  const { database } = await client.databases.create({ id: 'db' });
  const { container } = await database.containers.create({ id: 'app', partitionKey: '/pk' });

  const acknowledged: string[] = [];
  await Promise.all(
    Array.from({ length: 4 }, async (_, writer) => {
      for (let n = 0; !child.killed; n += 1) {
        const batch = `${writer}-${n}`;
        if (await isWritten(container, batch)) acknowledged.push(batch);
        // Kills it while the other writers have a batch under way.
        if (acknowledged.length >= batches) child.kill('SIGKILL');
      }
    }),
  );
  // Until then the process holds the lock of its file.
  await exited;
  return acknowledged;
}

async function isWritten(container: Container, batch: string): Promise<boolean> {
  const operations = Array.from({ length: batchSize }, (_, n): OperationInput => {
    return { operationType: 'Create', resourceBody: { id: `${batch}-${n}`, pk: 'a', batch } };
  });
  try {
    return (await container.items.batch(operations, 'a')).code === 200;
  } catch {
    return false;
  }
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cosmos-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data.sqlite');
}

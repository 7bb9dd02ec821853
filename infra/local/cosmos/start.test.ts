import { DatabaseSync } from 'node:sqlite';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConsistencyLevel, CosmosClient } from '@azure/cosmos';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { openLocalEndpoint } from './local-endpoint.ts';
import { startCosmos } from './start.ts';

test('stored data survives a restart, with definitions and expiry', async () => {
  const file = temporaryFile();
  const first = await startCosmos({ port: 0, file });
  await withClient(first, async (client) => {
    const { database } = await client.databases.create({ id: 'db' });
    const { container } = await database.containers.create({
      id: 'app',
      partitionKey: '/pk',
      defaultTtl: -1,
    });
    await container.items.create({ id: 'kept', pk: 'a', n: 1 });
    await container.items.create({ id: 'short', pk: 'a', ttl: 60 });
  });
  await first.close();

  const second = await startCosmos({ port: 0, file, now: () => Date.now() + 61_000 });
  onTestFinished(() => second.close());
  await withClient(second, async (client) => {
    const container = client.database('db').container('app');
    expect((await container.read()).resource).toMatchObject({ defaultTtl: -1 });
    expect((await container.item('kept', 'a').read()).resource).toMatchObject({ n: 1 });
    expect((await container.item('short', 'a').read()).statusCode).toBe(404);
  });
});

test('a second endpoint on the same file or port is refused', async () => {
  const file = temporaryFile();
  const first = await startCosmos({ port: 0, file });
  onTestFinished(() => first.close());
  await expect(startCosmos({ port: 0, file })).rejects.toThrow('locked');
  // Debugging reads it meanwhile.
  const reader = new DatabaseSync(file, { readOnly: true });
  expect(reader.prepare('SELECT COUNT(*) AS count FROM resources').get()).toEqual({ count: 0 });
  reader.close();
  await expect(startCosmos({ port: Number(new URL(first.url).port) })).rejects.toThrow('is taken');
});

// Tests of the product move the clock by days to let records expire; the SDK signs with the real time.
test('the clock can be moved by days', async () => {
  let days = 0;
  const { container } = await openLocalEndpoint({
    now: () => Date.now() + days * 86_400_000,
    definition: { defaultTtl: -1 },
  });
  await container.items.create({ id: 'record', pk: 'a', ttl: 86_400 });
  expect((await container.item('record', 'a').read()).statusCode).toBe(200);
  days = 2;
  expect((await container.item('record', 'a').read()).statusCode).toBe(404);
});

// Source: @azure/cosmos 4.10 ClientContext.js, applySessionToken: only with this option does the SDK send the token it
// keeps; and session/sessionContainer.js: a container's _rid has to decode to 8 bytes.
test('the SDK sends back the session token that it got, even from a 409', async () => {
  const { container } = await openLocalEndpoint({
    clientOptions: { consistencyLevel: ConsistencyLevel.Session },
  });
  const sessions: unknown[] = [];
  const listen = (message: unknown) =>
    sessions.push(sent.parse(message).request.getHeader('x-ms-session-token'));
  subscribe('http.client.request.start', listen);
  onTestFinished(() => {
    unsubscribe('http.client.request.start', listen);
  });
  await container.items.create({ id: 'one', pk: 'a' });
  await expect(container.items.create({ id: 'one', pk: 'a' })).rejects.toMatchObject({ code: 409 });
  await container.item('one', 'a').read();
  expect(sessions.at(-1)).toMatch(/^0:-1#\d+$/);
});

const sent = z.object({ request: z.instanceof(ClientRequest) });

async function withClient(at: { url: string; key: string }, work: (client: CosmosClient) => Promise<void>) {
  const client = new CosmosClient({ endpoint: at.url, key: at.key });
  try {
    await work(client);
  } finally {
    client.dispose();
  }
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cosmos-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'data.sqlite');
}

/** @module-tag long */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureBlobContainers } from '@handoff/functions/platform/azure/blobs';
import { crossPartitionQueries, ensureContainers } from '@handoff/functions/platform/containers';
import { expect, onTestFinished, test } from 'vitest';
import { startAzurite } from '../azurite.ts';
import { evergreen } from '../demo-people.ts';
import { startCosmos } from '../cosmos/start.ts';
import { openLocalKeys, writeFieldSecrets } from '../local-keys.ts';
import { rememberRunning } from '../platform/running-platform.ts';
import { readPorts } from '../platform/ports.ts';
import { seedStore } from '../seed/seed-store.ts';
import { addKeys, removeKeys, renewAll, showKeys } from './rotation.ts';

test('a new version takes over all values, and only then the former one is reported free and removed', async () => {
  const folder = await filledFolder();
  expect(await said(showKeys, folder)).toEqual([
    expect.stringMatching(/^Data key v1, the newest: [1-9]\d* values$/),
    expect.stringMatching(/^Index key v1, the newest: [1-9]\d* values$/),
  ]);
  expect(await said(removeKeys, folder)).toEqual(['Every version is in use: nothing was removed.']);
  expect(await said(addKeys, folder)).toEqual([
    'Data key v2 and index key v2 are there and seal from now on.',
    'Data key v1: 0 values',
    expect.stringMatching(/^Data key v2, the newest: [1-9]\d* values$/),
    'Index key v1: 0 values',
    expect.stringMatching(/^Index key v2, the newest: [1-9]\d* values$/),
    'Data key v1 is no longer used and can be removed: npx node infra/local/keys/run.ts remove',
    'Index key v1 is no longer used and can be removed: npx node infra/local/keys/run.ts remove',
  ]);
  expect(await said(removeKeys, folder)).toEqual(['Removed data key v1.', 'Removed index key v1.']);
  const { fieldSecrets } = openLocalKeys(folder);
  expect([Object.keys(fieldSecrets.data), Object.keys(fieldSecrets.index)]).toEqual([['v2'], ['v2']]);

  const { current, data, currentIndex, index } = fieldSecrets;
  const other = { v3: data['v2']?.replaceAll(/[0-9]/g, 'a') ?? '' };
  writeFieldSecrets(folder, { current: 'v3', data: other, currentIndex, index });
  expect(await said(renewAll, folder)).toContainEqual(
    expect.stringMatching(/^Data key v2 IS MISSING, and [1-9]\d* values need it: put it back$/),
  );
  writeFieldSecrets(folder, { current, data, currentIndex, index });
  expect(await said(showKeys, folder)).toContainEqual(
    expect.stringMatching(/^Data key v2, the newest: [1-9]/),
  );
  // It fills a whole demo installation first.
}, 60_000);

test('nothing changes while Handoff runs, or without data', async () => {
  const folder = newFolder();
  const keys = openLocalKeys(folder);
  await expect(said(showKeys, folder)).rejects.toThrow('There is no data');
  const cosmos = await startCosmos({ port: 0 });
  onTestFinished(() => cosmos.close());
  rememberRunning(folder, { url: 'http://localhost', cosmosUrl: cosmos.url, ports: readPorts({}) });
  for (const command of [addKeys, renewAll, removeKeys, showKeys])
    await expect(said(command, folder)).rejects.toThrow('Handoff is running');
  expect(openLocalKeys(folder)).toEqual(keys);
});

async function said(command: typeof showKeys, folder: string): Promise<string[]> {
  const lines: string[] = [];
  await command(folder, (line) => lines.push(line));
  return lines;
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'rotation-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One agency of the demo data, in the state that `npm start` leaves. */
async function filledFolder(): Promise<string> {
  const folder = newFolder();
  for (const part of ['cosmos', 'azurite']) mkdirSync(path.join(folder, part));
  const { continuationKey, fieldSecrets } = openLocalKeys(folder);
  const file = path.join(folder, 'cosmos', 'cosmos.sqlite');
  const server = await startCosmos({ port: 0, file, crossPartitionQueries });
  const azurite = await startAzurite({ location: path.join(folder, 'azurite') });
  const cosmos = { endpoint: server.url, key: server.key, database: 'handoff' };
  const storage = { connectionString: azurite.connectionString };
  await Promise.all([ensureContainers(cosmos), ensureBlobContainers(storage)]);
  await seedStore({ cosmos, storage, continuationKey, fieldSecrets, say: () => {}, agencies: [evergreen] });
  await Promise.all([server.close(), azurite.close()]);
  return folder;
}

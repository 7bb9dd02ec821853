import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { failNext, type Faults } from '@handoff/local/cosmos/faults';
import { startCosmos } from '@handoff/local/cosmos/start';
import type { Platform } from '../../../platform/ports.ts';
import { dueOutbox } from '../../../platform/containers.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { furnish } from '../../../testing/examples/agencies.ts';
import { freshImportStory } from '../../../testing/imports/import-story.ts';
import { openTestStore } from '../../../testing/test-store.ts';
import { stateFile } from '../../../testing/imports/state-file.ts';

const LEASE_MS = 61_000;
const csv = (...rows: string[]) => ['number,street,city,zip', ...rows].join('\n');
const street = (count: number, name = 'OAK ST') =>
  Array.from({ length: count }, (_, index) => `${index + 1},${name},Avon,06001`);

/** A checkpoint at which workers stop until they may go on. */
function gate(name: string) {
  const { promise, resolve: open } = Promise.withResolvers<void>();
  let arrived = 0;
  return {
    open,
    arrived: () => arrived,
    checkpoint: async (at: string) => {
      if (at !== name) return;
      arrived += 1;
      await promise;
    },
  };
}

test('the same blob delivered twice is imported once', async () => {
  const scanning = gate('import/recognised');
  const story = await freshImportStory({ checkpoint: scanning.checkpoint });
  const importId = await story.upload({ content: csv(...street(10)) });
  const first = story.run(importId);
  await vi.waitFor(() => expect(scanning.arrived()).toBe(1));
  await story.run(importId);
  expect((await story.read(importId)).Progress.status).toBe('scanning');
  scanning.open();
  await first;
  expect((await story.read(importId)).Progress.status).toBe('live');
  await story.run(importId);
  expect(scanning.arrived()).toBe(1);
});

test('an upload sent again is the same import, and starts no second one', async () => {
  const story = await freshImportStory();
  const key = randomUUID();
  const content = csv(...street(10));
  const importId = await story.upload({ content, key });
  await story.run(importId);
  expect(await story.upload({ content, key })).toBe(importId);
  expect((await story.list()).StateFileImports).toHaveLength(1);
  expect((await story.read(importId)).Progress.status).toBe('live');
});

test('a second import of a state waits for the first; another state does not', async () => {
  const scanning = gate('import/recognised');
  const story = await freshImportStory({ checkpoint: scanning.checkpoint });
  const firstId = await story.upload({ content: csv(...street(10)), name: 'first.csv' });
  const secondId = await story.upload({ content: csv(...street(12)), name: 'second.csv' });
  const maineId = await story.upload({ state: 'ME', content: csv('1,A ST,Bath,04530') });
  const first = story.run(firstId);
  await vi.waitFor(() => expect(scanning.arrived()).toBe(1));
  await story.run(secondId);
  expect(await story.read(secondId)).toMatchObject({
    Progress: { status: 'waiting' },
    Message: 'Waits for the import of first.csv by Ada Administrator.',
  });
  const maine = story.run(maineId);
  await vi.waitFor(() => expect(scanning.arrived()).toBe(2));
  scanning.open();
  await Promise.all([first, maine]);
  await story.sweep();
  expect((await story.read(secondId)).Progress.status).toBe('live');
  expect((await story.read(firstId)).Progress.status).toBe('superseded');
  expect((await story.read(maineId)).Progress.status).toBe('live');
});

test('a cancelled import stops soon and changes nothing, and can be retried', async () => {
  const working = gate('import/working');
  const story = await freshImportStory({ checkpoint: working.checkpoint });
  const importId = await story.upload({ content: csv(...street(10)) });
  const run = story.run(importId);
  await vi.waitFor(() => expect(working.arrived()).toBe(1));
  expect((await story.act(importId, 'cancel')).ok().Status).toBe('scanning');
  expect((await story.read(importId)).CancelRequested).toBe(true);
  // Two ticks, each of which looks at the flag.
  await setTimeout(1100);
  working.open();
  await run;
  expect((await story.read(importId)).Progress.status).toBe('cancelled');
  expect((await story.zipCodes()).Version).toBeNull();
  await story.act(importId, 'retry');
  await story.sweep();
  expect((await story.read(importId)).Progress.status).toBe('live');
});

test('an import that waits is cancelled at once', async () => {
  const story = await freshImportStory();
  const importId = await story.upload({ content: csv(...street(10)) });
  expect((await story.act(importId, 'cancel')).ok().Status).toBe('cancelled');
  await story.run(importId);
  expect((await story.read(importId)).Progress.status).toBe('cancelled');
});

test('a worker that was paused past its lease writes nothing any more', async () => {
  const flipping = gate('import/before-flip');
  const story = await freshImportStory({ checkpoint: flipping.checkpoint });
  const importId = await story.upload({ content: csv(...street(10)) });
  const paused = story.run(importId);
  await vi.waitFor(() => expect(flipping.arrived()).toBe(1));
  story.advance(LEASE_MS);
  const next = story.run(importId);
  await vi.waitFor(() => expect(flipping.arrived()).toBe(2));
  flipping.open();
  await Promise.all([paused, next]);
  expect((await story.list()).Live).toMatchObject([{ ImportId: importId, Previous: [] }]);
  expect((await story.read(importId)).Progress).toMatchObject({ status: 'live', rows: 10 });
});

test('a resumed import never shows less than before', async () => {
  const flipping = gate('import/before-flip');
  const again = gate('import/scanned');
  const story = await freshImportStory({ checkpoint: flipping.checkpoint });
  const importId = await story.upload({ content: stateFile({ state: 'CT', rows: 400, seed: 6 }) });
  const first = story.run(importId);
  await vi.waitFor(() => expect(flipping.arrived()).toBe(1));
  // Until its next tick tells of the ZIP codes it has written.
  const written = () => story.sent.some(({ message }) => (message.progress?.zipsDone ?? 0) > 0);
  await vi.waitFor(() => expect(written()).toBe(true), 3000);
  story.advance(LEASE_MS);
  story.platform.checkpoint = again.checkpoint;
  const second = story.run(importId);
  await vi.waitFor(() => expect(again.arrived()).toBe(1));
  const before = story.sent.length;
  await vi.waitFor(() => expect(story.sent.length).toBeGreaterThan(before), 3000);
  flipping.open();
  again.open();
  await Promise.all([first, second]);
  const seen = story.sent.flatMap(({ message }) => (message.progress ? [message.progress] : []));
  for (const field of ['bytesDone', 'zipsDone', 'rows', 'seq'] as const) {
    const values = seen.map((message) => message[field]);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  }
  expect(seen.map((message) => message.status).filter((status) => status === 'scanning')).toEqual([]);
});

test('the timer does not import itself: it has the import started', async () => {
  const story = await freshImportStory();
  const importId = await story.upload({ content: csv(...street(10)) });
  story.advance(LEASE_MS);
  await story.app.sweeps.imports();
  expect((await story.read(importId)).Progress.status).toBe('uploaded');
  await story.sweep();
  expect((await story.read(importId)).Progress.status).toBe('live');
});

test('a state whose imports cannot be read leaves the others to the timer', async () => {
  const story = await freshImportStory();
  const importId = await story.upload({ state: 'ME', content: csv('1,A ST,Bath,04530') });
  story.advance(LEASE_MS);
  const { addresses } = story.store;
  story.platform.store = {
    ...story.store,
    addresses(key) {
      if (key === 'CT') throw new Error('Connecticut cannot be read');
      return addresses(key);
    },
  };
  await story.sweep();
  expect((await story.read(importId)).Progress.status).toBe('live');
  expect(story.log.filter(({ event }) => event === 'import-sweep-failed')).toHaveLength(1);
});

test('the timer starts what nobody took, and ends uploads that never came', async () => {
  const story = await freshImportStory();
  const importId = await story.upload({ content: csv(...street(10)) });
  await story.sweep();
  expect((await story.read(importId)).Progress.status).toBe('uploaded');
  story.advance(LEASE_MS);
  await story.sweep();
  expect((await story.read(importId)).Progress.status).toBe('live');

  const lost = await freshImportStory({
    checkpoint: async () => {},
    blobs: { ...story.platform.blobs, putIfAbsent: async () => Promise.reject(new Error('no storage')) },
  });
  await expect(lost.upload({ content: csv(...street(10)) })).rejects.toThrow('500');
  lost.advance(59 * 60_000);
  await lost.sweep();
  expect((await lost.list()).StateFileImports[0]?.Progress.status).toBe('uploading');
  lost.advance(2 * 60_000);
  await lost.sweep();
  expect((await lost.list()).StateFileImports[0]).toMatchObject({
    Progress: { status: 'failed' },
    Message: 'The upload did not complete. Upload the file again.',
  });
});

/** A story whose store fails as `faults.decide` says. */
async function storyWithFaults(overrides: Partial<Platform> = {}) {
  const faults: Faults = {};
  const cosmos = await startCosmos({ port: 0, faults, crossPartitionQueries: [dueOutbox] });
  onTestFinished(async () => cosmos.close());
  const store = await openTestStore({ endpoint: cosmos.url, key: cosmos.key, database: 'faults' });
  await furnish(store);
  return { faults, story: await freshImportStory({ store, ...overrides }) };
}

test('answers of the store that get lost change nothing of the outcome', async () => {
  const { faults, story } = await storyWithFaults();
  const importId = await story.upload({ content: stateFile({ state: 'CT', rows: 600, seed: 5 }) });
  let batches = 0;
  faults.decide = (request) => {
    if (request.kind !== 'batch') return undefined;
    batches += 1;
    return batches % 2 === 1 ? { kind: 'lose-answer' } : undefined;
  };
  await story.run(importId);
  faults.decide = undefined;
  expect(story.sent.at(-1)?.message).toMatchObject({ progress: { status: 'live' } });
  expect((await story.read(importId)).Progress.status).toBe('live');
  const zips = (await story.zipCodes()).SettingsZipCodesCountiesInfo;
  for (const { code } of zips) expect((await story.streets(code)).length).toBeGreaterThan(0);
});

test('a report of progress that waited for the last write does not undo it', async () => {
  const flipping = gate('import/before-flip');
  const { faults, story } = await storyWithFaults({ checkpoint: flipping.checkpoint });
  const importId = await story.upload({ content: csv(...street(10)) });
  const run = story.run(importId);
  await vi.waitFor(() => expect(flipping.arrived()).toBe(1));
  // Past its first look at the import, so that its next one is to save, and comes while the end is written.
  await setTimeout(600);
  faults.decide = (request) => (request.kind === 'batch' ? { kind: 'delay', ms: 1500 } : undefined);
  flipping.open();
  await run;
  faults.decide = undefined;
  await setTimeout(300);
  expect((await story.read(importId)).Progress.status).toBe('live');
});

test('an import that the store refuses as too large ends, and says why', async () => {
  const scanned = { reached: () => {} };
  const { faults, story } = await storyWithFaults({
    checkpoint: async (name) => void (name === 'import/scanned' && scanned.reached()),
  });
  const importId = await story.upload({ content: csv(...street(10)) });
  scanned.reached = () => {
    faults.decide = failNext({ kind: 'answer', status: 413 }, { when: ({ kind }) => kind === 'batch' });
  };
  await story.run(importId);
  expect(await story.read(importId)).toMatchObject({
    Progress: { status: 'failed' },
    Message: 'This import is larger than can be stored. Split the file, and import its parts one after the other.',
  });
});

test('a store that refuses everything of an import as too large is not asked for ever', async () => {
  const { faults, story } = await storyWithFaults();
  const importId = await story.upload({ content: csv(...street(10)) });
  let refused = 0;
  faults.decide = ({ kind, path }) => {
    if (kind !== 'batch' || !path.includes('addresses')) return undefined;
    refused += 1;
    return { kind: 'answer', status: 413 };
  };
  await expect(story.run(importId)).rejects.toThrow('larger than can be stored');
  expect((await story.act(importId, 'cancel')).status).toBe(413);
  expect(refused).toBe(2);
  faults.decide = undefined;
  await story.run(importId);
  expect((await story.read(importId)).Progress.status).toBe('live');
});

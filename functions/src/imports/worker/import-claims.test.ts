import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshImportStory, gate } from '../../testing/imports/import-story.ts';
import { fill, nthDay } from '../../testing/test-store.ts';
import { importsOfSubject } from '../record/import-record.ts';
import { stateFile } from '../../testing/imports/state-file.ts';

const LEASE_MS = 61_000;
const csv = (...rows: string[]) => ['number,street,city,zip', ...rows].join('\n');
const street = (count: number, name = 'OAK ST') =>
  Array.from({ length: count }, (_, index) => `${index + 1},${name},Avon,06001`);

test('the same blob delivered twice is imported once', async () => {
  const scanning = gate('import/recognized');
  const story = await freshImportStory({ checkpoint: scanning.checkpoint });
  const importId = await story.upload({ content: csv(...street(10)) });
  const first = story.run(importId);
  await expect.poll(() => scanning.arrived()).toBe(1);
  await story.run(importId);
  expect((await story.read(importId)).Progress.status).toBe('scanning');
  scanning.open();
  await first;
  expect((await story.read(importId)).Progress.status).toBe('live');
  await story.run(importId);
  expect(scanning.arrived()).toBe(1);
});

test('a delivery that follows a killed worker goes on as soon as the lease is over', async () => {
  const workers: string[] = [];
  const story = await freshImportStory({
    async checkpoint(at) {
      if (at === 'import/claimed' && workers.push(at) === 1) await new Promise(() => {});
    },
  });
  const importId = await story.upload({ content: csv(...street(10)) });
  const { clock } = story.platform;
  const sleep = clock.sleep.bind(clock);
  clock.sleep = async () => new Promise(() => {});
  void story.run(importId);
  await expect.poll(() => workers.length).toBe(1);
  let looks = 0;
  clock.sleep = async (ms) => {
    looks += 1;
    return sleep(ms);
  };
  const delivery = story.run(importId);
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(workers, 'the lease still holds').toHaveLength(1);
  story.advance(LEASE_MS);
  await delivery;
  expect(workers).toHaveLength(2);
  expect((await story.read(importId)).Progress.status).toBe('live');
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
  const scanning = gate('import/recognized');
  const story = await freshImportStory({ checkpoint: scanning.checkpoint });
  const firstId = await story.upload({ content: csv(...street(10)), name: 'first.csv' });
  const secondId = await story.upload({ content: csv(...street(12)), name: 'second.csv' });
  const maineId = await story.upload({ state: 'ME', content: csv('1,A ST,Bath,04530') });
  const first = story.run(firstId);
  await expect.poll(() => scanning.arrived()).toBe(1);
  await story.run(secondId);
  expect(await story.read(secondId)).toMatchObject({
    Progress: { status: 'waiting' },
    Message: 'Waits for the import of first.csv by Ada Administrator.',
  });
  const maine = story.run(maineId);
  await expect.poll(() => scanning.arrived()).toBe(2);
  scanning.open();
  await Promise.all([first, maine]);
  await story.sweep();
  expect((await story.read(secondId)).Progress.status).toBe('live');
  expect((await story.read(firstId)).Progress.status).toBe('superseded');
  expect((await story.read(maineId)).Progress.status).toBe('live');
});

test('an import without an end is over at the second beat after its cancel', async () => {
  const story = await freshImportStory();
  const importId = await story.upload({ content: csv(...street(10)) });
  const open = story.platform.blobs.open.bind(story.platform.blobs);
  story.platform.blobs.open = async (...blob) => {
    const blobFound = await open(...blob);
    return blobFound && { ...blobFound, stream: Readable.from(withoutEnd()) };
  };
  const run = story.run(importId);
  await expect.poll(async () => (await story.read(importId)).Progress.rows).toBeGreaterThan(0);
  expect(await story.beatsToCancel(importId, run)).toBeLessThanOrEqual(2);
  expect((await story.read(importId)).Progress.status).toBe('cancelled');
});

test('a cancelled import stops soon and changes nothing, and can be retried', async () => {
  const working = gate('import/working');
  const story = await freshImportStory({ checkpoint: working.checkpoint });
  const importId = await story.upload({ content: csv(...street(10)) });
  const run = story.run(importId);
  await expect.poll(() => working.arrived()).toBe(1);
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

test('a worker that was paused past its lease writes nothing afterwards', async () => {
  const flipping = gate('import/before-flip');
  const story = await freshImportStory({ checkpoint: flipping.checkpoint });
  const importId = await story.upload({ content: csv(...street(10)) });
  const paused = story.run(importId);
  await expect.poll(() => flipping.arrived()).toBe(1);
  story.advance(LEASE_MS);
  const next = story.run(importId);
  await expect.poll(() => flipping.arrived()).toBe(2);
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
  await expect.poll(() => flipping.arrived()).toBe(1);
  // The next heartbeat sends the ZIP codes written so far.
  const written = () => story.sent.some(({ message }) => (message.progress?.zipsDone ?? 0) > 0);
  await expect.poll(() => written()).toBe(true);
  story.advance(LEASE_MS);
  story.platform.checkpoint = again.checkpoint;
  const second = story.run(importId);
  await expect.poll(() => again.arrived()).toBe(1);
  const before = story.sent.length;
  await expect.poll(() => story.sent.length).toBeGreaterThan(before);
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

test('the timer does not import by itself: it requests the start of the import', async () => {
  const story = await freshImportStory();
  const importId = await story.upload({ content: csv(...street(10)) });
  story.advance(LEASE_MS);
  await story.app.jobs.imports.run();
  expect((await story.read(importId)).Progress.status).toBe('uploaded');
  await story.sweep();
  expect((await story.read(importId)).Progress.status).toBe('live');
});

test('a state whose imports cannot be read leaves the others to the timer', async () => {
  const story = await freshImportStory();
  await story.upload({ content: csv(...street(10)) });
  const importId = await story.upload({ state: 'ME', content: csv('1,A ST,Bath,04530') });
  story.advance(LEASE_MS);
  const { store } = story;
  story.platform.store = {
    ...store,
    addresses(key) {
      if (key === 'CT') throw new Error('Connecticut cannot be read');
      return store.addresses(key);
    },
  };
  await story.sweep();
  expect((await story.read(importId)).Progress.status).toBe('live');
  expect(story.log.filter(({ event }) => event === 'import-sweep-failed')).toHaveLength(1);
});

test('the timer starts imports that no worker took, and ends uploads that never came', async () => {
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
    FailedBy: 'upload',
  });
});

test('the imports of a state are listed newest first', async () => {
  const { store } = await freshImportStory();
  const state = store.addresses('VT');
  await fill(state, 'import', (n) => ({ CreatedAt: nthDay(n) }));
  await fill(state, 'manifest', () => ({}));
  const { documents } = await state.query({ sql: importsOfSubject, parameters: {}, pageSize: 100 });
  expect(documents.map(({ id }) => id).join(' ')).toMatch(/^import9 import8 .*import0$/);
});

async function* withoutEnd() {
  yield Buffer.from(`${csv()}\n`);
  const rows = `${street(2000).join('\n')}\n`;
  for (;;) {
    yield Buffer.from(rows);
    await setTimeout(1);
  }
}

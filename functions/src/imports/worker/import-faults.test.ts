import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { failNext, type Faults } from '@handoff/local/cosmos/faults';
import { startCosmos } from '@handoff/local/cosmos/start';
import { crossPartitionQueries } from '../../platform/containers.ts';
import { expect, onTestFinished, test } from 'vitest';
import { seedAgencies } from '../../testing/examples/agencies.ts';
import { freshImportStory, gate } from '../../testing/imports/import-story.ts';
import { openTestStore } from '../../testing/test-store.ts';
import { stateFile } from '../../testing/imports/state-file.ts';

const csv = (...rows: string[]) => ['number,street,city,zip', ...rows].join('\n');
const street = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index + 1},OAK ST,Avon,06001`);

/** A story whose store fails as `faults.decide` says. */
async function storyWithFaults(overrides: Parameters<typeof freshImportStory>[0] = {}) {
  const faults: Faults = {};
  const cosmos = await startCosmos({ port: 0, faults, crossPartitionQueries });
  onTestFinished(async () => cosmos.close());
  const store = await openTestStore({ endpoint: cosmos.url, key: cosmos.key, database: 'faults' });
  await seedAgencies(store);
  return { faults, store, story: await freshImportStory({ store, ...overrides }) };
}

test('lost answers of the store do not change the outcome', async () => {
  const { faults, story } = await storyWithFaults();
  const importId = await story.upload({ content: stateFile({ state: 'CT', rows: 600, seed: 5 }) });
  const writes = { batch: 0, bulk: 0 };
  faults.decide = ({ kind }) => {
    if (kind !== 'batch' && kind !== 'bulk') return undefined;
    writes[kind] += 1;
    return writes[kind] % 2 === 1 ? { kind: 'lose-answer' } : undefined;
  };
  await story.run(importId);
  faults.decide = undefined;
  expect(writes.bulk).toBeGreaterThan(1);
  const reports = story.sent.map(({ message }) => message).filter((message) => 'progress' in message);
  expect(reports.at(-1)).toMatchObject({ progress: { status: 'live' } });
  expect((await story.read(importId)).Progress.status).toBe('live');
  const zips = (await story.zipCodes()).SettingsZipCodesCountiesInfo;
  for (const { code } of zips) expect((await story.streets(code)).length).toBeGreaterThan(0);
});

test('a report of progress that waited for the last write does not undo it', async () => {
  const flipping = gate('import/before-flip');
  const { faults, story } = await storyWithFaults({ checkpoint: flipping.checkpoint });
  const importId = await story.upload({ content: csv(...street(10)) });
  const run = story.run(importId);
  await expect.poll(() => flipping.arrived()).toBe(1);
  // Past its first look at the import, so that its next one is to save, and comes while the end is written.
  await setTimeout(600);
  faults.decide = (request) => (request.kind === 'batch' ? { kind: 'delay', ms: 1500 } : undefined);
  flipping.open();
  await run;
  faults.decide = undefined;
  await setTimeout(300);
  expect((await story.read(importId)).Progress.status).toBe('live');
});

test('ZIP codes of which only some were written are written to the end, by this worker or the next', async () => {
  const { story, store } = await storyWithFaults();
  const reference = await freshImportStory();
  const content = await buffer(stateFile({ state: 'CT', rows: 800, seed: 7 }));
  const whole = await reference.import({ content });
  const createAddresses = store.createAddresses.bind(store);
  let groups = 0;
  let broken = false;
  store.createAddresses = async (documents) => {
    groups += 1;
    const most = Math.ceil(documents.length / 2);
    const { outcomes } = await createAddresses(documents.slice(0, most));
    if (groups === 2 && !broken) {
      broken = true;
      throw new Error('The worker ends here');
    }
    return { outcomes: documents.map((_, index) => outcomes[index] ?? 'open') };
  };
  const importId = await story.upload({ content });
  await expect(story.run(importId)).rejects.toThrow('The worker ends here');
  expect((await story.zipCodes()).Version).not.toBe(importId);
  story.advance(61_000);
  await story.sweep();
  const now = await story.read(importId);
  expect(now.Progress).toMatchObject({ status: 'live', zipsDone: whole.Progress.zipsDone });
  expect(groups).toBeGreaterThan(8);
  const { SettingsZipCodesCountiesInfo: zips } = await story.zipCodes();
  expect(zips).toEqual((await reference.zipCodes()).SettingsZipCodesCountiesInfo);
  for (const { code } of zips) expect(await story.streets(code)).toEqual(await reference.streets(code));
});

test('a cancel takes effect while the store receives the ZIP codes one by one', async () => {
  const { story, store } = await storyWithFaults();
  const importId = await story.upload({ content: stateFile({ state: 'CT', rows: 800, seed: 7 }) });
  const createAddresses = store.createAddresses.bind(store);
  let tries = 0;
  store.createAddresses = async (documents) => {
    tries += 1;
    const { outcomes } = await createAddresses(documents.slice(0, 1));
    return { outcomes: documents.map((_, index) => outcomes[index] ?? 'open'), retryAfterMs: 700 };
  };
  const run = story.run(importId);
  await expect.poll(() => tries).toBeGreaterThan(0);
  expect(await story.beatsToCancel(importId, run)).toBeLessThanOrEqual(2);
  expect((await story.read(importId)).Progress.status).toBe('cancelled');
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
    Message:
      'This import is larger than can be stored. Split the file, and import its parts one after the other.',
  });
});

test('a store that refuses every write of an import as too large is not retried forever', async () => {
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

/** @module-tag long */
import { setTimeout } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { isLong } from '../../testing/faults/run-size.ts';
import { sharedPlatform } from '../../testing/api.ts';
import { freshImportStory } from '../../testing/imports/import-story.ts';
import { buildImportWorker } from '../../testing/imports/run-import-worker.ts';
import { stateFile } from '../../testing/imports/state-file.ts';

const KILLS = isLong ? 500 : 7;
const AT_ONCE = 2;
const LEASE_MS = 61_000;

const before = await buffer(stateFile({ state: 'RI', rows: 200, seed: 1 }));
/** ZIP codes of several requests to the store. */
const after = await buffer(stateFile({ state: 'RI', rows: 1_400, seed: 2, quotes: 'all' }));

test(
  'a worker that dies at any moment leaves nothing half, and the next one ends with the same',
  async () => {
    const { azurite } = await sharedPlatform();
    const worker = { connectionString: azurite.connectionString };
    const runImportWorker = await buildImportWorker();
    const undisturbed = await prepare();
    const { checkpoints } = await runImportWorker({ ...worker, ...undisturbed, dieAt: 0 });
    const expected = await outcomeOf(undisturbed);
    expect(expected.progress.status).toBe('live');
    expect(expected.streets.map((streets) => streets.length)).not.toContain(0);
    expect(checkpoints).toBeGreaterThan(20);

    const moments = Array.from(
      { length: KILLS },
      (_, n) => 1 + Math.floor((n * checkpoints) / KILLS),
    ).values();
    const killOne = async (dieAt: number) => {
      const prepared = await prepare();
      const reader = watch(prepared, expected.codes.length);
      const { killed } = await runImportWorker({ ...worker, ...prepared, dieAt });
      expect(killed, `killed at checkpoint ${dieAt}`).toBe(true);
      // The host delivers the blob again at once, and its lease still runs.
      const delivered = prepared.story.run(prepared.importId);
      prepared.story.advance(LEASE_MS);
      await delivered;
      await reader.stop();
      expect(await outcomeOf(prepared), `killed at checkpoint ${dieAt}`).toEqual(expected);
      await prepared.story.drop();
    };
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const dieAt of moments) await killOne(dieAt);
      }),
    );
  },
  isLong ? 3_600_000 : 120_000,
);

/** A state with a live version and an uploaded file that is to follow it. */
async function prepare() {
  const { cosmos } = await sharedPlatform();
  const story = await freshImportStory();
  const at = { endpoint: cosmos.url, key: cosmos.key, database: story.settings['COSMOS_DATABASE'] ?? '' };
  const first = await story.import({ state: 'RI', content: before });
  const importId = await story.upload({ state: 'RI', content: after });
  return { ...at, story, firstId: first.ImportId, importId };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Everything a person could see of it, with its own ids taken out. */
async function outcomeOf({ story, importId, firstId }: Prepared) {
  const { Progress, RejectedByReason, Examples, Diff } = await story.read(importId);
  const { seq: _seq, rowsPerSecond: _speed, etaSeconds: _eta, ...progress } = Progress;
  const zips = await story.zipCodes('RI');
  const codes = zips.SettingsZipCodesCountiesInfo;
  const streets = await Promise.all(codes.map(({ code }) => story.streets(code, 'RI')));
  const rejects = await story.rejects(importId);
  return {
    progress,
    RejectedByReason,
    Examples,
    Diff,
    codes,
    streets,
    rejects,
    former: (await story.read(firstId)).Progress.status,
    isLive: zips.Version === importId,
  };
}

/** Reads all the time: each answer must be one complete version, and progress must never go back. */
function watch({ story, importId, firstId }: Prepared, zipsAfter: number) {
  const stopping = new AbortController();
  const zipsOf = new Map<string | null, number>([[importId, zipsAfter]]);
  let last = { bytesDone: 0, rows: 0, zipsDone: 0, seq: 0 };
  const look = async () => {
    const { Version, SettingsZipCodesCountiesInfo: zips } = await story.zipCodes('RI');
    expect([firstId, importId]).toContain(Version);
    expect(zips.length).toBe(zipsOf.get(Version) ?? zips.length);
    zipsOf.set(Version, zips.length);
    const { Progress: now } = await story.read(importId);
    for (const field of ['bytesDone', 'rows', 'zipsDone', 'seq'] as const)
      expect(now[field]).toBeGreaterThanOrEqual(last[field]);
    last = now;
    const found = await Promise.all(zips.map(({ code }) => story.addresses(code, 'RI')));
    // The next version may have come in between, and have other ZIP codes.
    const empty = found.filter((zip) => zip.Version === Version && zip.StreetAddresses.length === 0);
    expect(empty).toEqual([]);
  };
  const run = async () => {
    for (; !stopping.signal.aborted; await setTimeout(50)) await look();
  };
  const running = run();
  running.catch(() => {});
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** @module-tag long */
import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { withPartitions } from '../../testing/changed-store.ts';
import { pdf } from '../../testing/examples/drafts.ts';
import { checkDraft } from '../../testing/examples/eligibility-examples.ts';
import { blobName, referral } from '../../testing/examples/example-records.ts';
import { stopDraft } from '../../testing/examples/readmission-examples.ts';
import { isLong, seededApart } from '../../testing/faults/run-size.ts';
import { HARBOR } from '../../testing/people.ts';
import { filesOf, filesWithoutRecord, storedIn } from '../../testing/stored.ts';

const DAY_MS = 86_400_000;
const MAX_RUNS = 200;

// Long: 50 seeds. Each run of the timers dies after a few of its writes, whichever they are.
test.each([...Array(isLong ? 50 : 2).keys()])(
  'runs that die after every few writes (seed %i) leave no file without its record, and end where one run ends',
  { timeout: 120_000 },
  async (seed) => {
    const undisturbed = await agencyWhereAllIsDue();
    expect(await runsUntilDone(undisturbed, () => Infinity)).toBe(1);
    const wanted = await tally(undisturbed);
    const killed = await agencyWhereAllIsDue();
    const before = await tally(killed);
    const draw = seededApart(seed);
    const runs = await runsUntilDone(killed, () => draw.between(1, 4));
    expect(runs).toBeGreaterThan(8);
    const after = await tally(killed);
    expect(after).toEqual(wanted);
    expect(after).toMatchObject({
      'document.purged': 2,
      'check.purged': 1,
      'referral.purged': 1,
      'referral.deleted': 2,
      'readmission-stop.deleted': 1,
      'exchange.removed': 1,
      'purge-receipt': 1,
    });
    expect(before).toMatchObject({ 'eligibility-batch': 1, files: 12 });
    // The files of the referral under hold: its document, its inquiry and the payer's answer.
    expect(after).toMatchObject({ files: 3 });
    expect(after).not.toHaveProperty('eligibility-batch');
    expect(after).not.toHaveProperty('eligibility-batch-part');
  },
);

interface Agency {
  handoff: TestApi;
  /** Files that existed before: the tests of a file share their Blob Storage. */
  others: readonly string[];
}

/** Holds a due record of each class, a due one under legal hold, and one that is not due. */
async function agencyWhereAllIsDue(): Promise<Agency> {
  const handoff = await freshApi();
  const others = await filesOf(handoff, HARBOR);
  const ana = { as: 'ana' } as const;
  const [deleted, declined, held, stays] = [
    await referral(handoff),
    await referral(handoff),
    await referral(handoff),
    await referral(handoff),
  ];
  for (const { Id } of [deleted, held, stays])
    (await handoff.call(api.medicareEligibility.check, { body: checkDraft({ ReferralId: Id }) }, ana)).ok();
  (await handoff.call(api.medicareEligibility.check, { body: checkDraft({}) }, ana)).ok();
  const { FirstName, LastName, DateOfBirth, Mbi } = checkDraft({});
  const Entries = [{ FirstName, LastName, DateOfBirth, Mbi }];
  const batch = { Entries, Category: 'Home Care' as const };
  (await handoff.call(api.medicareEligibility.startBatch, { body: batch }, ana)).ok();
  (await handoff.call(api.services.uploadFile, { fields: {}, file: pdf() }, ana)).ok();
  const alone = await blobName(handoff, stays.Id);
  (await handoff.call(api.services.deleteFile, { params: { blobName: alone } }, ana)).ok();
  await blobName(handoff, deleted.Id);
  const stop = { ...stopDraft(), EndsOn: '2026-11-30' };
  (await handoff.call(api.readmissionStops.create, { body: stop }, { as: 'mia' })).ok();
  await blobName(handoff, held.Id);
  for (const { Id } of [declined, held]) {
    const body = { Id, Decision: { Kind: 'Declined' as const, Reason: 'area' } };
    (await handoff.call(api.referrals.update, { body }, { as: 'mia' })).ok();
  }
  const hold = { Id: held.Id, IsHeld: true, Reason: 'Request of our counsel' };
  (await handoff.call(api.referrals.setLegalHold, { body: hold }, { as: 'mia' })).ok();
  const years = { Id: HARBOR, Etag: '', KeepDeclinedYears: 1, KeepChecksYears: 1 };
  (await handoff.call(api.businessDomains.update, { body: years }, { as: 'ada' })).ok();
  handoff.advance(400 * DAY_MS);
  (await handoff.call(api.referrals.remove, { body: { Id: deleted.Id } }, ana)).ok();
  handoff.advance(31 * DAY_MS);
  return { handoff, others };
}

/** Returns the number of runs. None before the last may leave a file that nothing would remove. */
async function runsUntilDone(agency: Agency, writes: () => number): Promise<number> {
  for (let runs = 1; runs <= MAX_RUNS; runs += 1) {
    const life = mortal(agency.handoff.platform, writes());
    const { jobs } = agency.handoff.another(life.platform).app;
    // One after another, because each run continues where the previous one died.
    // oxlint-disable-next-line no-await-in-loop -- each run begins where the one before died
    const isDone = await Promise.race([jobs.deleted.run().then(() => true), life.death.then(() => false)]);
    // oxlint-disable-next-line no-await-in-loop -- the same
    expect(await filesWithoutRecord(agency.handoff, HARBOR, agency.others)).toEqual([]);
    if (isDone) return runs;
  }
  throw new Error(`Not done after ${MAX_RUNS} runs`);
}

/** A platform whose process dies after this many writes, without learning the outcome of the last. */
function mortal(platform: TestApi['platform'], writes: number) {
  let left = writes;
  const { promise: death, resolve: die } = Promise.withResolvers<void>();
  async function write<T>(act: () => Promise<T>): Promise<T> {
    left -= 1;
    if (left >= 0) return act();
    die();
    return new Promise<never>(() => {});
  }
  const { store, blobs } = platform;
  return {
    death,
    platform: {
      store: withPartitions(store, (partition) => ({
        commit: (operations) => write(() => partition.commit(operations)),
        remove: (id, ifMatch) => write(() => partition.remove(id, ifMatch)),
      })),
      blobs: {
        ...blobs,
        remove: (...of: Parameters<typeof blobs.remove>) => write(() => blobs.remove(...of)),
      },
    },
  };
}

async function tally(agency: Agency): Promise<Record<string, number>> {
  const stored = await storedIn(agency.handoff.store, `d:${HARBOR}`);
  const files = await filesOf(agency.handoff, HARBOR);
  const counts: Record<string, number> = {
    files: files.filter((name) => !agency.others.includes(name)).length,
  };
  const bookkeeping = ['idem', 'outbox', 'audit', 'rate'];
  const trail = stored
    .filter(({ type }) => type === 'audit')
    .map(({ entry }) => /"action":"([^"]+)"/.exec(String(entry))?.[1] ?? '');
  for (const kind of [...stored.map(({ type }) => type), ...trail])
    if (!bookkeeping.includes(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

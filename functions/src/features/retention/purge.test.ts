import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { checkDraft } from '../../testing/examples/eligibility-examples.ts';
import { pdf } from '../../testing/examples/drafts.ts';
import { blobName, referral } from '../../testing/examples/example-records.ts';
import { isLong, seededApart } from '../../testing/faults/run-size.ts';
import { HARBOR } from '../../testing/people.ts';
import { filesOf, filesWithoutRecord, storedIn } from '../../testing/stored.ts';

const DAY_MS = 86_400_000;
/** Thirteen months: the default of an agency. */
const EXCHANGE_DAYS = 396;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

/** A referral with a document, a note, a check and a notification. */
async function patient() {
  const { Id } = await referral(handoff);
  const file = await blobName(handoff, Id);
  const ReferralNotes = [{ Text: 'See this, @Mia Manager.' }];
  await handoff.call(api.referrals.updateNotes, { body: { ReferralId: Id, ReferralNotes } }, { as: 'cal' });
  await checkInList(Id);
  const body = checkDraft({ ReferralId: Id });
  const { CheckId } = (await handoff.call(api.medicareEligibility.check, { body }, { as: 'ana' })).ok();
  return { Id, file, CheckId };
}
const checkInList = (ReferralId: string) => {
  const { FirstName, LastName, DateOfBirth, Mbi } = checkDraft({});
  const Entries = [{ FirstName, LastName, DateOfBirth, Mbi, ReferralId }];
  const body = { Entries, Category: 'Home Care' as const, StartAgain: true };
  return handoff.call(api.medicareEligibility.startBatch, { body }, { as: 'ana' });
};
type Patient = Awaited<ReturnType<typeof patient>>;

const remove = ({ Id }: Patient) => handoff.call(api.referrals.remove, { body: { Id } }, { as: 'ana' });
const restore = ({ Id }: Patient) => handoff.call(api.referrals.restore, { body: { Id } }, { as: 'ana' });

/** For each record of the patient, returns whether it can be seen. */
async function seen({ Id, file, CheckId }: Patient): Promise<boolean[]> {
  const ana = { as: 'ana' } as const;
  const { byId, history, recheck } = api.medicareEligibility;
  const calls = await Promise.all([
    handoff.call(api.referrals.byId, { query: { id: Id } }, ana),
    handoff.call(api.services.downloadFile, { params: { blobName: file } }, ana),
    handoff.call(byId, { query: { id: CheckId } }, ana),
    handoff.call(recheck, { body: { Id: CheckId, CheckAgain: true } }, ana),
  ]);
  const list = (await handoff.call(api.referrals.list, { query: {} }, ana)).ok().ReferralInfo;
  const checks = (await handoff.call(history, { query: {} }, ana)).ok().HistoricalMedicareSearches;
  return [
    ...calls.map(({ status }) => status === 200),
    list.some((row) => row.Id === Id),
    checks.some((check) => check.Id === CheckId),
  ];
}

/** Returns what is stored about the patient, except the audit trail and the receipt. */
async function left({ Id, file, CheckId }: Patient) {
  const documents = await storedIn(handoff.store, `d:${HARBOR}`);
  const kept = ['audit', 'audit-view', 'idem', 'outbox', 'purge-receipt'];
  const records = documents
    .filter((document) => !kept.includes(document.type) && JSON.stringify(document).includes(Id))
    .map(({ type }) => type);
  const { blobs } = handoff.platform;
  const files = await Promise.all([
    blobs.exists('documents', `${HARBOR}/${file}`),
    blobs.exists('payer-exchanges', `${HARBOR}/${CheckId}.270`),
    blobs.exists('payer-exchanges', `${HARBOR}/${CheckId}.271`),
  ]);
  return { records, files: files.filter(Boolean).length };
}

test('a deleted referral hides everything that belongs to it, and brings all of it back when restored', async () => {
  const one = await patient();
  const everything = await seen(one);
  expect(everything).toEqual([true, true, true, true, true, true]);
  const { PurgeAt } = (await remove(one)).ok();
  expect(Math.round((Date.parse(PurgeAt) - handoff.platform.clock.now().getTime()) / DAY_MS)).toBe(30);
  expect(await seen(one)).toEqual(everything.map(() => false));
  expect((await handoff.call(api.referrals.restore, { body: { Id: one.Id } }, { as: 'vic' })).status).toBe(
    403,
  );
  expect((await handoff.call(api.referrals.restore, { body: { Id: one.Id } }, { as: 'eve' })).status).toBe(
    404,
  );

  handoff.advance(29 * DAY_MS);
  await handoff.app.jobs.deleted.run();
  (await restore(one)).ok();
  expect(await seen(one)).toEqual(everything);
  expect((await restore(one)).status).toBe(404);
  handoff.advance(30 * DAY_MS);
  await handoff.app.jobs.deleted.run();
  expect((await left(one)).files).toBe(3);
});

test('on its purge date everything is removed, files first, and a receipt stays', async () => {
  const [one, other] = [await patient(), await patient()];
  await remove(one);
  handoff.advance(30 * DAY_MS);
  await handoff.app.jobs.deleted.run();
  expect(await left(one)).toEqual({ records: [], files: 0 });
  expect((await left(other)).files).toBe(3);
  expect((await restore(one)).status).toBe(404);
  const receipts = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(
    ({ type }) => type === 'purge-receipt',
  );
  expect(receipts).toMatchObject([
    { ReferralId: one.Id, Documents: 1, Notes: 1, Checks: 1, Notifications: 2, DoneAt: expect.any(String) },
  ]);
  const trail = await handoff.call(api.audit.list, { query: { Subject: one.Id } }, { as: 'mia' });
  expect(trail.ok().AuditInfo.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['referral.deleted', 'referral.purge-begun', 'referral.purged']),
  );
});

const steps = [
  'purge-begun',
  'purge-file',
  'purge-documents',
  'purge-checks',
  'purge-notes',
  'purge-done',
] as const;

test.each(steps)(
  'a purge that dies at %s is ended by the next run, and nothing can be restored meanwhile',
  async (step) => {
    const one = await patient();
    await remove(one);
    handoff.advance(30 * DAY_MS);
    const died = handoff.crashAt(step);
    void handoff.app.jobs.deleted.run();
    await died;
    expect((await restore(one)).status).toBe(404);
    await handoff.app.jobs.deleted.run();
    expect(await left(one)).toEqual({ records: [], files: 0 });
    const receipts = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(
      ({ type }) => type === 'purge-receipt',
    );
    expect(receipts).toMatchObject([{ Documents: 1, Notes: 1, Checks: 1, DoneAt: expect.any(String) }]);
  },
);

// Long: 50 seeds. Each seed kills three runs in a row at random writes.
test.each([...Array(isLong ? 50 : 1).keys()])(
  'killed again and again (seed %i): no orphan file, no record without its file, the receipt is complete',
  async (seed) => {
    const draw = seededApart(seed);
    const others = await filesOf(handoff, HARBOR);
    const [one, other] = [await patient(), await patient()];
    const alone = await blobName(handoff, other.Id);
    await remove(one);
    await handoff.call(api.services.deleteFile, { params: { blobName: alone } }, { as: 'ana' });
    handoff.advance(30 * DAY_MS);
    for (let kill = 0; kill < 3; kill += 1) {
      const died = handoff.crashAt(draw.pick(steps));
      const ended = handoff.app.jobs.deleted.run();
      await Promise.race([died, ended]);
      expect(await filesWithoutRecord(handoff, HARBOR, others)).toEqual([]);
    }
    await handoff.another({ checkpoint: async () => {} }).app.jobs.deleted.run();
    expect(await left(one)).toEqual({ records: [], files: 0 });
    expect((await left(other)).files).toBe(3);
    expect(await handoff.platform.blobs.exists('documents', `${HARBOR}/${alone}`)).toBe(false);
    const stored = await storedIn(handoff.store, `d:${HARBOR}`);
    expect(stored.filter(({ type }) => type === 'purge-receipt')).toMatchObject([
      { ReferralId: one.Id, Documents: 1, Notes: 1, Checks: 1, DoneAt: expect.any(String) },
    ]);
  },
);

test('each class is purged on its day and not before: raw exchanges, batches, uploads that were never attached', async () => {
  const one = await patient();
  await remove(await patient());
  const input = { fields: {}, file: pdf() };
  const answer = await handoff.call(api.services.uploadFile, input, { as: 'ana' });
  const [unattached] = answer.ok().ReferralDocuments;
  const { blobs, clock } = handoff.platform;
  const start = clock.now().getTime();
  /** Returns what is left of each class after this many days. */
  async function thereAfter(days: number) {
    handoff.advance(start + days * DAY_MS - clock.now().getTime());
    await handoff.app.jobs.deleted.run();
    const stored = await storedIn(handoff.store, `d:${HARBOR}`);
    return {
      deletedReferrals: stored.filter(({ type, PurgeAt }) => type === 'referral' && PurgeAt).length,
      unattached: await blobs.exists('documents', `${HARBOR}/${unattached?.blobName ?? ''}`),
      lists: stored.filter(({ type }) => type === 'eligibility-batch').length,
      exchange: await blobs.exists('payer-exchanges', `${HARBOR}/${one.CheckId}.271`),
      attached: await blobs.exists('documents', `${HARBOR}/${one.file}`),
    };
  }
  const everything = { deletedReferrals: 1, unattached: true, lists: 2, exchange: true, attached: true };
  const afterAMonth = { ...everything, deletedReferrals: 0, unattached: false, lists: 0 };
  expect(await thereAfter(29.9)).toEqual(everything);
  expect(await thereAfter(30.1)).toEqual(afterAMonth);
  expect(await thereAfter(EXCHANGE_DAYS - 3)).toEqual(afterAMonth);
  expect(await thereAfter(EXCHANGE_DAYS + 3)).toEqual({ ...afterAMonth, exchange: false });
});

test('a separately deleted document is purged with its file', async () => {
  const one = await patient();
  await handoff.call(api.services.deleteFile, { params: { blobName: one.file } }, { as: 'ana' });
  const { blobs } = handoff.platform;
  const isThere = () => blobs.exists('documents', `${HARBOR}/${one.file}`);
  handoff.advance(29 * DAY_MS);
  await handoff.app.jobs.deleted.run();
  expect(await isThere()).toBe(true);
  handoff.advance(DAY_MS);
  await handoff.app.jobs.deleted.run();
  expect(await isThere()).toBe(false);
  expect((await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ type }) => type === 'document')).toEqual(
    [],
  );
});

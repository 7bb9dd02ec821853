import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { checkDraft } from '../../testing/examples/eligibility-examples.ts';
import { blobName, referral } from '../../testing/examples/example-records.ts';
import { HARBOR, type PersonName } from '../../testing/people.ts';

const DAY_MS = 86_400_000;
const Reason = 'Request of our counsel, matter 26-114';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const setHold = (Id: string, IsHeld: boolean, as: PersonName = 'mia') =>
  handoff.call(api.referrals.setLegalHold, { body: { Id, IsHeld, Reason } }, { as });
const ana = { as: 'ana' } as const;

test('a referral under legal hold shows who keeps it and why, and nothing of it can be deleted', async () => {
  const { Id } = await referral(handoff);
  const file = await blobName(handoff, Id);
  expect((await setHold(Id, true, 'ana')).status).toBe(403);
  (await setHold(Id, true)).ok();
  const shown = (await handoff.call(api.referrals.byId, { query: { id: Id } }, ana)).ok().ReferralInfo[0];
  expect(shown?.LegalHold).toMatchObject({ Reason, By: { FullName: 'Mia Manager' } });
  expect(handoff.sent.at(-1)?.message).toMatchObject({ topic: 'referral', id: Id });

  const deletions = () =>
    Promise.all([
      handoff.call(api.referrals.remove, { body: { Id } }, ana),
      handoff.call(api.referrals.removeDocuments, { query: { id: Id } }, ana),
      handoff.call(api.services.deleteFile, { params: { blobName: file } }, ana),
    ]);
  for (const answer of await deletions()) expect(answer.error()).toMatchObject({ code: 'legal_hold' });
  const work = { body: { Id, ClinicalSummary: 'Work goes on.' } };
  expect((await handoff.call(api.referrals.update, work, ana)).status).toBe(200);
  expect((await deletions()).map(({ status }) => status)).toEqual([409, 409, 409]);

  (await setHold(Id, false)).ok();
  const history = await handoff.call(api.referrals.activity, { query: { id: Id } }, ana);
  const entries = history.ok().ReferralActivity.filter(({ action }) => action.startsWith('legal-hold'));
  expect(entries).toMatchObject([
    { action: 'legal-hold.released', changes: [{ old: Reason, new: Reason }] },
    { action: 'legal-hold.placed', changes: [{ old: null, new: Reason }] },
  ]);
  expect((await handoff.call(api.referrals.remove, { body: { Id } }, ana)).status).toBe(200);
});

test('a hold on a deleted referral brings it back; once its purge has begun, it is too late', async () => {
  const [one, other] = await Promise.all([kept(), kept()]);
  for (const { Id } of [one, other]) (await handoff.call(api.referrals.remove, { body: { Id } }, ana)).ok();
  expect((await setHold(one.Id, false)).status).toBe(404);
  (await setHold(one.Id, true)).ok();
  const shown = await handoff.call(api.referrals.byId, { query: { id: one.Id } }, ana);
  expect(shown.ok().ReferralInfo).toMatchObject([{ LegalHold: { Reason } }]);

  handoff.advance(31 * DAY_MS);
  const died = handoff.crashAt('purge-begun');
  void handoff.app.jobs.deleted.run();
  await died;
  expect((await setHold(other.Id, true)).status).toBe(404);
  await handoff.another({ checkpoint: async () => {} }).app.jobs.deleted.run();
  const { blobs } = handoff.platform;
  expect(await blobs.exists('documents', `${HARBOR}/${one.file}`)).toBe(true);
  expect(await blobs.exists('documents', `${HARBOR}/${other.file}`)).toBe(false);
});

test('deleted and expired records stay while their referral is under legal hold, and no longer', async () => {
  const patients = await Promise.all([kept(), kept()]);
  const [held, other] = patients;
  (await setHold(held.Id, true)).ok();
  const { blobs } = handoff.platform;
  const files = ({ file, CheckId }: Kept) =>
    Promise.all([
      blobs.exists('documents', `${HARBOR}/${file}`),
      blobs.exists('payer-exchanges', `${HARBOR}/${CheckId}.270`),
      blobs.exists('payer-exchanges', `${HARBOR}/${CheckId}.271`),
    ]);
  handoff.advance(365 * 10 * DAY_MS);
  await handoff.app.jobs.deleted.run();
  expect([await files(held), await files(other)]).toEqual([
    [true, true, true],
    [false, false, false],
  ]);
  (await setHold(held.Id, false)).ok();
  await handoff.app.jobs.deleted.run();
  expect(await files(held)).toEqual([false, false, false]);
});

test.each(['documents', 'payer-exchanges'])(
  'a hold that is placed while the timer removes other files of %s keeps what it is for',
  async (container) => {
    const patients = [await kept(), await kept(), await kept()];
    const { blobs } = handoff.platform;
    let isHeld = false;
    // The first removal of all comes after the list of what is due was read.
    const holding = {
      ...blobs,
      async remove(...of: Parameters<typeof blobs.remove>) {
        if (!isHeld && of[0] === container) {
          isHeld = true;
          const others = patients.filter(
            ({ file, CheckId }) => !of[1].includes(file) && !of[1].includes(CheckId),
          );
          for (const { Id } of others) (await setHold(Id, true)).ok();
        }
        return blobs.remove(...of);
      },
    };
    handoff.advance(365 * 10 * DAY_MS);
    await handoff.another({ blobs: holding }).app.jobs.deleted.run();
    const left = await Promise.all(
      patients.map(({ file, CheckId }) =>
        container === 'documents'
          ? blobs.exists('documents', `${HARBOR}/${file}`)
          : blobs.exists('payer-exchanges', `${HARBOR}/${CheckId}.271`),
      ),
    );
    expect(left.filter(Boolean)).toHaveLength(2);
  },
);

type Kept = Awaited<ReturnType<typeof kept>>;

/** A referral with a document that was deleted, and a check with its raw exchange. */
async function kept() {
  const { Id } = await referral(handoff);
  const file = await blobName(handoff, Id);
  (await handoff.call(api.services.deleteFile, { params: { blobName: file } }, ana)).ok();
  const body = checkDraft({ ReferralId: Id, CheckAgain: true });
  const { CheckId } = (await handoff.call(api.medicareEligibility.check, { body }, ana)).ok();
  return { Id, file, CheckId };
}

import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { freshApi, sharedPlatform, type TestApi } from '../../testing/api.ts';
import { askMedicare } from '../../testing/examples/eligibility-examples.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { HARBOR } from '../../testing/people.ts';

const DAY_MS = 86_400_000;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const decrypt = () => Promise.reject(new Error('no key'));
const refused = () => Promise.reject(new Error('not allowed'));
const status = async () => (await handoff.call(api.systemHealth.read, {}, { as: 'ada' })).ok();
const jobNamed = async (title: string) => {
  const found = (await status()).Jobs.find(({ Title }) => Title === title);
  if (!found) throw new Error(`no job ${title}`);
  return found;
};

test('an administrator sees each job with its last run, and only administrators do', async () => {
  const before = await status();
  expect(before.Jobs.length).toBe(Object.keys(handoff.app.jobs).length);
  expect(before.Jobs.map(({ LastRun, IsLate }) => [LastRun, IsLate])).toEqual(
    before.Jobs.map(() => [null, false]),
  );
  await handoff.app.jobs.scans.run();
  const ran = await jobNamed('Malware scans');
  expect(ran).toMatchObject({ LastRun: { Errors: 0, EndedBy: '' }, LastWork: null, IsLate: false });
  const next = Date.parse(ran.NextAt ?? '') - handoff.platform.clock.now().getTime();
  expect(next).toBeGreaterThan(0);
  expect(next).toBeLessThanOrEqual(300_000);

  handoff.advance(3 * 3_600_000);
  expect(await jobNamed('Malware scans')).toMatchObject({ IsLate: true });
  for (const as of ['mia', 'ana'] as const)
    expect((await handoff.call(api.systemHealth.read, {}, { as })).status).toBe(403);
});

test('retention says what it deleted, also after runs that found nothing', async () => {
  const { Id } = await referral(handoff);
  const Decision = { Kind: 'Declined', Reason: 'No capacity' } as const;
  (await handoff.call(api.referrals.update, { body: { Id, Decision } }, { as: 'mia' })).ok();
  const edit = { Id: HARBOR, Etag: '', KeepDeclinedYears: 1 };
  (await handoff.call(api.businessDomains.update, { body: edit }, { as: 'ada' })).ok();
  handoff.advance(370 * DAY_MS);
  await handoff.app.jobs.deleted.run();
  const first = await jobNamed('Retention');
  expect(first.LastWork).toMatchObject({ Counts: { referralsDeleted: 1, referralsPurged: 0 } });
  handoff.advance(DAY_MS);
  await handoff.app.jobs.deleted.run();
  const second = await jobNamed('Retention');
  expect(second.LastWork).toEqual(first.LastWork);
  expect(second.LastRun?.EndedAt).not.toBe(first.LastRun?.EndedAt);
});

test('errors of a run are counted when the job goes on, and named when they end it', async () => {
  const body = { Url: 'http://127.0.0.1:9/events', Events: ['referral.created' as const] };
  (await handoff.call(api.webhooks.create, { body }, { as: 'mia' })).ok();
  await referral(handoff);
  const { fieldKeys } = handoff.platform;
  await handoff.another({ fieldKeys: { ...fieldKeys, decrypt } }).app.jobs.webhooks.run();
  expect((await jobNamed('Webhooks')).LastRun).toMatchObject({ Errors: 1, EndedBy: '' });

  handoff.failStore('query', { kind: 'answer', status: 503 }, 1e6);
  await expect(handoff.app.jobs.scans.run()).rejects.toThrow('store');
  handoff.failStore('query', { kind: 'answer', status: 503 }, 0);
  expect((await jobNamed('Malware scans')).LastRun).toMatchObject({ EndedBy: 'StoreUnavailable' });
});

test('webhook events that failed are counted, and sent ones, too', async () => {
  const body = { Url: 'http://127.0.0.1:9/events', Events: ['referral.created' as const] };
  (await handoff.call(api.webhooks.create, { body }, { as: 'mia' })).ok();
  await referral(handoff);
  expect((await status()).Backlogs).toMatchObject({ WebhookEventsWaiting: 1, WebhookEventsFailed: 0 });
  await handoff.app.jobs.webhooks.run();
  expect((await status()).Backlogs).toMatchObject({ WebhookEventsWaiting: 1, WebhookEventsFailed: 1 });
  expect((await jobNamed('Webhooks')).LastWork?.Counts).toEqual({ eventsSent: 0, eventsFailed: 1 });
});

test('the last answer of Medicare, the keys and the storage are named without a patient', async () => {
  const empty = await status();
  expect(empty).toMatchObject({ Agencies: 2, FilesAnswer: true, Imports: [], Medicare: { Last: null } });
  const patient = await referral(handoff);
  (await askMedicare(handoff, { ReferralId: patient.Id })).ok();
  await handoff.app.jobs.keys.run();
  const full = await status();
  expect(full.Medicare).toMatchObject({ Provider: 'sandbox', LastAnswered: { Verdict: 'eligible' } });
  expect(full.Medicare.Last).toEqual(full.Medicare.LastAnswered);
  expect(full.Keys).toMatchObject({ AgenciesToRenew: 0, Failed: 0, Since: expect.any(String) });
  const text = JSON.stringify(full);
  for (const secret of [patient.Id, referralDraft().Patient.LastName]) expect(text).not.toContain(secret);
});

test('the largest partition is named with its agency and how full it is', async () => {
  await referral(handoff);
  expect(await status()).toMatchObject({ LargestPartition: 'small' });
  const { partitions } = await sharedPlatform();
  const { most } = partitions;
  onTestFinished(() => void (partitions.most = most));
  const filler = { id: 'filler', type: 'filler', text: 'x'.repeat(100_000) };
  await handoff.store.app(`d:${HARBOR}`).commit([{ op: 'create', document: filler }]);
  partitions.most = 200_000;
  const { LargestPartition } = await status();
  expect(LargestPartition).toMatchObject({ Agency: 'Harbor Home Care' });
  const { Percent } = z.object({ Percent: z.number() }).parse(LargestPartition);
  expect(Percent).toBeGreaterThanOrEqual(50);
  expect(Percent).toBeLessThan(60);
});

test('the page answers while the database does not say how full it is', async () => {
  const { store } = handoff.platform;
  const other = handoff.another({ store: { ...store, largestPartition: refused } });
  const answer = (await other.call(api.systemHealth.read, {}, { as: 'ada' })).ok();
  expect(answer).toMatchObject({ LargestPartition: 'unknown', FilesAnswer: true });
});

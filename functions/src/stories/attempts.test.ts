import { createHash, randomUUID } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { expect, test } from 'vitest';
import { createSigningKeys } from '../platform/signing-keys.ts';
import { freshApi, sharedPlatform, type TestApi } from '../testing/api.ts';
import { countingApi } from '../testing/eligibility/counting-provider.ts';
import { askMedicare, pastChecks } from '../testing/examples/eligibility-examples.ts';
import { referral, scanned } from '../testing/examples/example-records.ts';
import { pdf, referralDraft } from '../testing/examples/drafts.ts';
import { countBlobs } from '../testing/faults/crash-story.ts';
import { HARBOR } from '../testing/people.ts';
import { countByType, everythingStored, verifyAuditChains } from '../testing/stored.ts';

// These tests retry a failed or abandoned call under the same key.

const fields = { DocumentTypeId: 'orders' };
const upload = (handoff: TestApi, file: File, key: string, ReferralId?: string) =>
  handoff.call(
    api.services.uploadFile,
    { fields: { ...fields, ...(ReferralId !== undefined && { ReferralId }) }, file },
    { as: 'ana', key },
  );
const failure = { outcome: 'failed', failure: 'incomplete', reason: 'noX12', mayRepeat: false } as const;

test('a key with a recorded failure succeeds at the next try, even before its first messages are sent', async () => {
  const { handoff, asked } = await countingApi([failure]);
  const { Id: ReferralId, Etag } = await referral(handoff);
  await statusFor(handoff, 'notCompleted');
  handoff.breakRealtime(true);
  const key = randomUUID();
  const failed = await askMedicare(handoff, { ReferralId }, key);
  const versions = [Etag, await etagOf(handoff, ReferralId)];
  const done = await askMedicare(handoff, { ReferralId }, key);
  versions.push(await etagOf(handoff, ReferralId));
  expect([failed.status, done.status, asked.length]).toEqual([502, 200, 2]);
  expect(new Set(versions).size).toBe(3);
  expect((await pastChecks(handoff)).map(({ Verdict }) => Verdict)).toEqual(['eligible', 'notCompleted']);

  const again = await askMedicare(handoff, { ReferralId }, key);
  expect([again.text, again.headers[IDEMPOTENT_REPLAYED], asked.length]).toEqual([done.text, 'true', 2]);
  await verifyAuditChains(handoff.store);
});

/** Makes the agency set a status of the referral for both of these verdicts. */
async function statusFor({ store }: TestApi, verdict: string): Promise<void> {
  const partition = store.app(`d:${HARBOR}`);
  const lists = await partition.read('lists');
  if (!lists) throw new Error('the lists are missing');
  const { _etag: ifMatch, ...document } = lists;
  const looks = { Color: 'gray', Terminal: false };
  const SettingsEligibilityStatusesInfo = [
    { ...looks, Id: 'open', Name: 'Open', SetBy: [verdict] },
    { ...looks, Id: 'fine', Name: 'Eligible', SetBy: ['eligible'] },
  ];
  await partition.commit([
    {
      op: 'replace',
      document: { ...document, id: 'lists', type: lists.type, SettingsEligibilityStatusesInfo },
      ifMatch,
    },
  ]);
}

async function etagOf(handoff: TestApi, id: string): Promise<string> {
  const found = await handoff.call(api.referrals.byId, { query: { id } }, { as: 'ana' });
  return found.ok().ReferralInfo[0]?.Etag ?? '';
}

test("a released key is refused for another file, so no patient gets another's bytes", async () => {
  const handoff = await freshApi();
  const { Id } = await referral(handoff);
  const blobsBefore = await countBlobs();
  const key = randomUUID();
  // The referral is deleted while its file is stored, so the upload is refused and its key released.
  const stored = handoff.holdAt('B3');
  const first = upload(handoff, pdf('of one patient'), key, Id);
  await stored.reached;
  await handoff.call(api.referrals.remove, { body: { Id } }, { as: 'ana' });
  stored.release();
  expect((await first).status).toBe(404);

  const other = await upload(handoff, pdf('of another patient'), key);
  expect(other.error().code).toBe('idempotency_key_reused');
  // The refused upload has taken its file back.
  expect((await countBlobs()) - blobsBefore).toBe(0);
  expect(countByType(await everythingStored(handoff.store))['document']).toBeUndefined();
});

test('the name of a stored file contains the hash of its content', async () => {
  const handoff = await freshApi();
  const file = pdf('the very bytes');
  const [document] = (await upload(handoff, file, randomUUID())).ok().ReferralDocuments;
  const hash = createHash('sha256')
    .update(new Uint8Array(await file.arrayBuffer()))
    .digest('hex');
  expect(document?.blobName).toContain(hash.slice(0, 32));
});

test('an expired key gives another file another name', async () => {
  const handoff = await freshApi();
  const key = randomUUID();
  const [one] = (await upload(handoff, pdf('one'), key)).ok().ReferralDocuments;
  handoff.advance(8 * 24 * 3_600_000);
  const [two] = (await upload(handoff, pdf('two'), key)).ok().ReferralDocuments;
  expect(two?.blobName).not.toBe(one?.blobName);
  for (const document of [one, two]) await scanned(handoff, document?.blobName ?? '');
  const bytes = async (blobName = '') =>
    (await handoff.call(api.services.downloadFile, { params: { blobName } }, { as: 'ana' })).bytes.toString();
  expect([await bytes(one?.blobName), await bytes(two?.blobName)]).toEqual([
    await pdf('one').text(),
    await pdf('two').text(),
  ]);
});

test('a refused upload may be retried under its key, and stays refused', async () => {
  const handoff = await freshApi();
  const key = randomUUID();
  const wrong = new File(['<svg/>'], 'orders.pdf');
  const statuses = [];
  for (const file of [wrong, wrong, pdf()]) statuses.push((await upload(handoff, file, key)).status);
  expect(statuses).toEqual([415, 415, 422]);
  expect((await upload(handoff, pdf(), randomUUID())).status).toBe(200);
});

test('a batch too large for the store ends the lease at once and writes nothing', async () => {
  const handoff = await freshApi();
  const { faults } = await sharedPlatform();
  const key = randomUUID();
  let batches = 0;
  faults.decide = ({ kind }) => {
    if (kind !== 'batch') return undefined;
    batches += 1;
    return batches === 2 ? { kind: 'answer', status: 413 } : undefined;
  };
  expect((await upload(handoff, pdf(), key)).error().code).toBe('too_large');
  // The key is claimed, refused and released: a refusal that a repeat cannot fix is not repeated.
  expect(batches).toBe(3);
  expect(countByType(await everythingStored(handoff.store))['document']).toBeUndefined();
  expect((await upload(handoff, pdf('another'), key)).status).toBe(422);
  expect((await upload(handoff, pdf(), key)).status).toBe(200);
});

test('the same key in two agencies makes two records with different ids', async () => {
  const handoff = await freshApi();
  const key = randomUUID();
  const send = async () =>
    (await handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'bo', key })).ok();
  const ids = [(await send()).ReferralInfo[0]?.Id];
  const listed = await handoff.call(api.users.businessDomains, { query: {} }, { as: 'bo' });
  const { BusinessDomainInfo, CurrentBusinessDomainId } = listed.ok();
  const other = BusinessDomainInfo.find(({ Id }) => Id !== CurrentBusinessDomainId);
  const body = { BusinessDomainId: other?.Id ?? '' };
  expect((await handoff.call(api.users.switchBusinessDomain, { body }, { as: 'bo' })).status).toBe(200);
  ids.push((await send()).ReferralInfo[0]?.Id);
  expect(new Set(ids).size).toBe(2);
});

test('after the secret is rotated, a genuine retry is replayed, and another request under its key is refused', async () => {
  const former = createSigningKeys(async () => ['former']);
  const fresh = createSigningKeys(async () => ['fresh', 'former']);
  const handoff = await freshApi({ signingKeys: former });
  const key = randomUUID();
  const send = (at: Pick<TestApi, 'call'>, ClinicalSummary: string) =>
    at.call(api.referrals.create, { body: referralDraft({ ClinicalSummary }) }, { as: 'ana', key });
  const first = await send(handoff, 'Stable.');
  const rotated = handoff.another({ signingKeys: fresh });
  const again = await send(rotated, 'Stable.');
  expect([again.text, again.headers[IDEMPOTENT_REPLAYED]]).toEqual([first.text, 'true']);
  expect((await send(rotated, 'Not stable.')).status).toBe(422);
});

import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { pdf, referralDraft } from '../../testing/examples/drafts.ts';
import { referral } from '../../testing/examples/example-records.ts';
import type { PersonName } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

async function upload(content: string, { to, as = 'ana' }: { to?: string; as?: PersonName } = {}) {
  const fields = { DocumentTypeId: 'orders', ...(to !== undefined && { ReferralId: to }) };
  const file = pdf(content, 'fax.pdf');
  return (await handoff.call(api.services.uploadFile, { fields, file }, { as })).ok();
}
const sameIn = async (content: string, how?: Parameters<typeof upload>[1]) =>
  (await upload(content, how)).SameFileIn;

test('other referrals with the same file are named, latest first', async () => {
  const [first, second] = [await referral(handoff), await referral(handoff)];
  expect(await sameIn('one', { to: first.Id })).toEqual([]);
  expect(await sameIn('two', { to: first.Id })).toEqual([]);
  // The referral itself is not named, because its page already lists the file.
  expect(await sameIn('one', { to: first.Id })).toEqual([]);
  handoff.advance(1000);
  expect(await sameIn('one', { to: second.Id })).toEqual([first.Id]);
  expect(await sameIn('one')).toEqual([second.Id, first.Id]);
});

test('an unattached upload counts for no referral until it is attached', async () => {
  const [document] = (await upload('one')).ReferralDocuments;
  expect(await sameIn('one')).toEqual([]);
  const body = referralDraft({ DocumentIds: [document?.Id ?? ''] });
  const [made] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  expect(await sameIn('one')).toEqual([made?.Id]);
});

test('a file of another agency, of a deleted referral, or deleted itself is unknown', async () => {
  const { Id } = await referral(handoff);
  const [document] = (await upload('one', { to: Id })).ReferralDocuments;
  expect(await sameIn('one', { as: 'eve' })).toEqual([]);
  expect(await sameIn('one')).toEqual([Id]);

  const params = { blobName: document?.blobName ?? '' };
  (await handoff.call(api.services.deleteFile, { params }, { as: 'ana' })).ok();
  expect(await sameIn('one')).toEqual([]);
  (await handoff.call(api.services.restoreFile, { params }, { as: 'ana' })).ok();
  expect(await sameIn('one')).toEqual([Id]);

  (await handoff.call(api.referrals.remove, { body: { Id } }, { as: 'ana' })).ok();
  expect(await sameIn('one')).toEqual([]);
});

test('a file of a restricted referral is reported only to people who may see it', async () => {
  const { Id } = await referral(handoff);
  await upload('one', { to: Id });
  const body = { Id, IsRestricted: true, Reason: 'A neighbor of our staff' };
  (await handoff.call(api.referrals.setRestriction, { body }, { as: 'mia' })).ok();
  expect(await sameIn('one', { as: 'ana' })).toEqual([Id]);
  expect(await sameIn('one', { as: 'bo' })).toEqual([]);
});

test('at most three referrals with the same file are named', async () => {
  const all: string[] = [];
  for (let n = 0; n < 4; n++) {
    const { Id } = await referral(handoff);
    await upload('one', { to: Id });
    handoff.advance(1000);
    all.unshift(Id);
  }
  expect(await sameIn('one')).toEqual(all.slice(0, 3));
});

import { api } from '@handoff/shared/contract/api';
import type { CallInput } from '@handoff/shared/contract/endpoint';
import { searchTexts } from '@handoff/shared/domain/referral/referral-search';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { pdf, referralDraft } from '../../testing/examples/drafts.ts';
import { people } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

type Search = CallInput<typeof api.referrals.search, File>['body'];
const search = (body: Search, as: 'vic' | 'eve' = 'vic') =>
  handoff.call(api.referrals.search, { body }, { as });

async function found(body: Search, as: 'vic' | 'eve' = 'vic') {
  const { ReferralInfo } = (await search(body, as)).ok();
  return ReferralInfo.map(({ Patient }) => Patient.FirstName).join(' ');
}

/** Records Alba, Bela and Cleo, one day after the other. */
async function recordThree() {
  const { Patient, Address, Source } = referralDraft();
  const drafts = [
    referralDraft({
      Patient: { ...Patient, FirstName: 'Alba' },
      Payers: [{ Name: 'Medicare', Plan: '', MemberId: '' }],
    }),
    referralDraft({
      Patient: { ...Patient, FirstName: 'Bela' },
      Address: { ...Address, ZipCode: '06902', City: 'STAMFORD' },
    }),
    referralDraft({
      Patient: { ...Patient, FirstName: 'Cleo' },
      Source: { ...Source, Kind: 'Family', Channel: 'Fax' },
      Payers: [],
    }),
  ];
  for (const [day, body] of drafts.entries()) {
    const ReceivedAt = `2026-11-0${day + 1}T09:00:00.000Z`;
    (await handoff.call(api.referrals.create, { body: { ...body, ReceivedAt } }, { as: 'ana' })).ok();
  }
}

test('a text is found in any case, anywhere in the chosen fields, newest received first', async () => {
  await recordThree();
  expect(await found({ Text: '' })).toBe('Cleo Bela Alba');
  expect(await found({ Text: '  SAMPLE, b' })).toBe('Bela');
  expect(await found({ Text: 'leo sam' })).toBe('Cleo');
  expect(await found({ Text: 'stamf' })).toBe('Bela');
  expect(await found({ Text: 'medicare' })).toBe('Bela Alba');
  expect(await found({ Text: 'medicare', Fields: ['Patient', 'Place'] })).toBe('');
  expect(await found({ Text: '%' })).toBe('');
  expect(await found({ Text: 'sample' }, 'eve')).toBe('');
});

test('a list finds the referrals that should start by a day, and a search the practitioner who ordered care', async () => {
  await recordThree();
  const blocks = [
    {
      FirstName: 'Soon',
      ReceivedAt: '2026-11-05T09:00:00.000Z',
      Clinical: { RequestedStart: '2026-12-01', OrderingPractitioner: 'Orderdemo, Olive' },
    },
    {
      FirstName: 'Later',
      ReceivedAt: '2026-11-04T09:00:00.000Z',
      Clinical: { RequestedStart: '2026-12-09', CertifyingPractitioner: 'Orderdemo, Olive' },
    },
  ];
  for (const { FirstName, ReceivedAt, Clinical } of blocks) {
    const draft = referralDraft({ ReceivedAt, Clinical });
    const body = { ...draft, Patient: { ...draft.Patient, FirstName } };
    (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok();
  }
  expect(await found({ Text: '', StartBy: '2026-11-30' })).toBe('');
  expect(await found({ Text: '', StartBy: '2026-12-01' })).toBe('Soon');
  expect(await found({ Text: '', StartBy: '2026-12-31' })).toBe('Soon Later');
  expect(await found({ Text: 'olive' })).toBe('Soon Later');
  const { ReferralInfo } = (await search({ Text: '', StartBy: '2026-12-01' })).ok();
  expect(ReferralInfo[0]?.Clinical).toEqual({ RequestedStart: '2026-12-01' });
});

test('filters narrow the list and the search alike', async () => {
  await recordThree();
  expect(await found({ Text: 'sample', Channel: 'Fax' })).toBe('Cleo');
  expect(await found({ Text: 'sample', ZipCode: '6103' })).toBe('Cleo Alba');
  expect(await found({ Text: '', Decision: 'Accepted' })).toBe('');
  const answer = await handoff.call(
    api.referrals.list,
    { query: { SourceKind: 'Hospital', ZipCode: '06103', Decision: 'Pending' } },
    { as: 'vic' },
  );
  expect(answer.ok().ReferralInfo.map(({ Patient }) => Patient.FirstName)).toEqual(['Alba']);
});

test('an edited referral is found by its new words and owner', async () => {
  await recordThree();
  const [cleo] = (await search({ Text: 'cleo' })).ok().ReferralInfo;
  const { Id = '', Etag = '', Patient } = cleo ?? {};
  const OwnerId = `user-${people.mia.oid}`;
  const renamed = { Phone: '', DateOfBirth: '1948-03-12', ...Patient, FirstName: 'Dora', LastName: 'Quill' };
  const body = { Id, Etag, OwnerId, Patient: renamed };
  (await handoff.call(api.referrals.update, { body }, { as: 'ana' })).ok();
  expect(await found({ Text: 'cleo' })).toBe('');
  expect(await found({ Text: 'quill' })).toBe('Dora');
  expect(await found({ Text: 'mia man', Fields: ['Owner'] })).toBe('Dora');
  expect(await found({ Text: '', OwnerId })).toBe('Dora');
});

test('a page continues only in its own search', async () => {
  await recordThree();
  const first = (await search({ Text: 'sample', PageSize: 2 })).ok();
  const Continuation = first.Continuation ?? '';
  expect(await found({ Text: 'sample', PageSize: 2, Continuation })).toBe('Alba');
  expect((await search({ Text: 'alba', PageSize: 2, Continuation })).status).toBe(400);
});

test('the list has the requested order', async () => {
  await recordThree();
  const [bela] = (await search({ Text: 'bela' })).ok().ReferralInfo;
  const { Id = '', Etag = '' } = bela ?? {};
  handoff.advance(60_000);
  (await handoff.call(api.referrals.update, { body: { Id, Etag, StatusId: 'review' } }, { as: 'ana' })).ok();
  expect(await found({ Text: '', Sort: 'ReceivedNewest' })).toBe('Cleo Bela Alba');
  expect(await found({ Text: '', Sort: 'ReceivedOldest' })).toBe('Alba Bela Cleo');
  expect(await found({ Text: '', Sort: 'UpdatedNewest' })).toBe('Bela Cleo Alba');
  expect(await found({ Text: 'sample', Sort: 'PatientName', SourceKind: 'Hospital' })).toBe('Alba Bela');
  const answer = await handoff.call(api.referrals.list, { query: { Sort: 'PatientName' } }, { as: 'vic' });
  expect(answer.ok().ReferralInfo.map(({ Patient }) => Patient.FirstName)).toEqual(['Alba', 'Bela', 'Cleo']);
});

test('pages of an order continue in it and in no other', async () => {
  await recordThree();
  const Sort = 'PatientName';
  const first = (await search({ Text: 'sample', Sort, PageSize: 2 })).ok();
  expect(first.ReferralInfo.map(({ Patient }) => Patient.FirstName)).toEqual(['Alba', 'Bela']);
  const Continuation = first.Continuation ?? '';
  expect(await found({ Text: 'sample', Sort, PageSize: 2, Continuation })).toBe('Cleo');
  for (const other of ['ReceivedNewest', undefined] as const)
    expect((await search({ Text: 'sample', Sort: other, PageSize: 2, Continuation })).status).toBe(400);
});

test.each(['a', 'al', 'alb', 'a sample', 'sample, alba', '06', '203', 'harb', 'ű', 'zq', 'albas'])(
  'a search for "%s" finds exactly the referrals that contain it',
  async (text) => {
    await recordThree();
    const all = (await search({ Text: '' })).ok().ReferralInfo;
    const {
      Patient: { Phone = '' },
      Source: { ContactName = '' } = {},
    } = referralDraft();
    const words = all.filter(({ Patient, Source, ...one }) => {
      const whole = { ...one, Patient: { ...Patient, Phone }, Source: { ...Source, ContactName } };
      return Object.values(searchTexts(whole)).some((line) => line.includes(text));
    });
    const { ReferralInfo } = (await search({ Text: text })).ok();
    expect(ReferralInfo.map(({ Id }) => Id)).toEqual(words.map(({ Id }) => Id));
  },
);

test('a filter with several values shows the referrals that have one of them', async () => {
  await recordThree();
  const [bela] = (await search({ Text: 'bela' })).ok().ReferralInfo;
  const OwnerId = `user-${people.mia.oid}`;
  const body = { Id: bela?.Id ?? '', StatusId: 'review', OwnerId, Services: ['Hospice'] };
  (await handoff.call(api.referrals.update, { body }, { as: 'ana' })).ok();
  expect(await found({ Text: '', StatusId: ['review', 'new'] })).toBe('Cleo Bela Alba');
  expect(await found({ Text: '', StatusId: ['review'] })).toBe('Bela');
  expect(await found({ Text: '', OwnerId: [OwnerId, 'user-other'] })).toBe('Bela');
  expect(await found({ Text: '', Service: ['Hospice', 'other'] })).toBe('Bela');
  expect(await found({ Text: '', Service: 'Hospice' })).toBe('Bela');
  expect(await found({ Text: '', Payer: ['Medicare', 'Other'] })).toBe('Bela Alba');
  expect(await found({ Text: '', Payer: ['Medicare'], StatusId: ['new'] })).toBe('Alba');
  expect((await search({ Text: '', StatusId: Array.from({ length: 7 }, () => 'new') })).status).toBe(400);
});

test('due first lists what waits for a decision, longest first, and late is what waits too long', async () => {
  await recordThree();
  const [alba] = (await search({ Text: 'alba' })).ok().ReferralInfo;
  const accepted = { Id: alba?.Id ?? '', Decision: { Kind: 'Accepted' as const } };
  (await handoff.call(api.referrals.update, { body: accepted }, { as: 'ana' })).ok();
  expect(await found({ Text: '', Sort: 'DueFirst' })).toBe('Bela Cleo Alba');
  const ReceivedAt = new Date().toISOString();
  (await handoff.call(api.referrals.create, { body: referralDraft({ ReceivedAt }) }, { as: 'ana' })).ok();
  expect(await found({ Text: '', Late: 'true', Sort: 'DueFirst' })).toBe('Bela Cleo');
  expect(await found({ Text: '', Late: 'true', View: 'Mine' })).toBe('');
  const closed = { Id: (await search({ Text: 'bela' })).ok().ReferralInfo[0]?.Id ?? '', StatusId: 'closed' };
  (await handoff.call(api.referrals.update, { body: closed }, { as: 'ana' })).ok();
  expect(await found({ Text: '', Late: 'true' })).toBe('Cleo');
});

test('each standard view says how many referrals it has, without those that the caller may not see', async () => {
  await recordThree();
  const [cleo] = (await search({ Text: 'cleo' })).ok().ReferralInfo;
  const body = { Id: cleo?.Id ?? '', OwnerId: null, Decision: { Kind: 'Accepted' as const } };
  (await handoff.call(api.referrals.update, { body }, { as: 'ana' })).ok();
  const counts = async (as: 'ana' | 'eve') => {
    const { ReferralCounts, IsEmpty } = (await handoff.call(api.referrals.counts, {}, { as })).ok();
    return { ...Object.fromEntries(ReferralCounts.map(({ View, Count }) => [View, Count])), IsEmpty };
  };
  expect(await counts('ana')).toMatchObject({ Mine: 2, Unassigned: 1, Waiting: 2, IsEmpty: false });
  expect(await counts('ana')).not.toHaveProperty('All');
  const listed = await handoff.call(api.referrals.list, { query: { Counts: 'true' } }, { as: 'ana' });
  const read = await handoff.call(api.referrals.counts, {}, { as: 'ana' });
  expect(listed.ok()).toMatchObject(read.ok());
  expect(await counts('eve')).toMatchObject({ Mine: 0, IsEmpty: true });
});

const idOf = async (Text: string) => (await search({ Text })).ok().ReferralInfo[0]?.Id ?? '';

test('the changes since a time are those of others: of fields, notes and documents', async () => {
  await recordThree();
  const [alba, bela, cleo] = [await idOf('alba'), await idOf('bela'), await idOf('cleo')];
  handoff.advance(60_000);
  const ChangedSince = handoff.platform.clock.now().toISOString();
  const changes = async (as: 'ana' | 'cal' | 'vic') => {
    const query = { ChangedSince, Sort: 'ReceivedOldest' as const };
    const { ReferralInfo } = (await handoff.call(api.referrals.list, { query }, { as })).ok();
    return ReferralInfo.map(({ Patient }) => Patient.FirstName).join(' ');
  };
  expect(await changes('vic')).toBe('');

  const write = (note: { Text: string; Id?: string }) =>
    handoff.call(
      api.referrals.updateNotes,
      { body: { ReferralId: alba, ReferralNotes: [note] } },
      { as: 'cal' },
    );
  const [note] = (await write({ Text: 'Daughter has the key.' })).ok().ReferralNotes;
  expect([await changes('ana'), await changes('cal')]).toEqual(['Alba', '']);
  const fields = { DocumentTypeId: 'orders', ReferralId: bela };
  const file = pdf('orders', 'orders.pdf');
  const [document] = (await handoff.call(api.services.uploadFile, { fields, file }, { as: 'ana' })).ok()
    .ReferralDocuments;
  const edit = { Id: cleo, Priority: true };
  (await handoff.call(api.referrals.update, { body: edit }, { as: 'ana' })).ok();
  expect(await changes('cal')).toBe('Bela Cleo');
  expect(await changes('vic')).toBe('Alba Bela Cleo');

  handoff.advance(60_000);
  const later = handoff.platform.clock.now().toISOString();
  (await write({ Id: note?.Id ?? '', Text: 'Son has the key.' })).ok();
  const params = { blobName: document?.blobName ?? '' };
  (
    await handoff.call(api.services.updateFile, { params, body: { Name: 'Signed orders' } }, { as: 'ana' })
  ).ok();
  expect(await found({ Text: '', ChangedSince: later, Sort: 'ReceivedOldest' })).toBe('Alba Bela');
});

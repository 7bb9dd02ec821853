import { api } from '@handoff/shared/contract/api';
import { FieldKeysNotConfigured } from '../../../platform/ports.ts';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { areaDraft, typed, payerDraft, referralDraft } from '../../../testing/examples/drafts.ts';
import { referral as newReferral, blobName, checksOf } from '../../../testing/examples/example-records.ts';
import { HARBOR, type PersonName } from '../../../testing/people.ts';
import { storedIn } from '../../../testing/stored.ts';

const HOUR = 3_600_000;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

test('the answer follows what the manager records, and says why', async () => {
  const { Id } = await newReferral(handoff);
  const before = await checksOf(handoff, Id);
  expect([before.Area.Answer, before.Payer.Answer]).toEqual(['unknown', 'unknown']);

  await handoff.call(api.serviceAreas.create, { body: areaDraft() }, { as: 'mia' });
  const body = payerDraft({ Name: 'Original Medicare', Aliases: ['medicare'], Plans: [] });
  await handoff.call(api.contractedPayers.create, { body }, { as: 'mia' });
  expect(await checksOf(handoff, Id)).toMatchObject({
    ReferralId: Id,
    Area: {
      Answer: 'yes',
      Rule: 'ZIP code',
      Reason: 'ZIP code 06103 is in the service area Greater Hartford.',
    },
    Payer: { Answer: 'yes', Rule: 'Contract' },
    Documents: { Answer: 'no' },
  });
});

test("a contract ends with the last day in the agency's time zone, not in UTC", async () => {
  const { clock } = handoff.platform;
  // In UTC it is two in the morning of the next day.
  handoff.advance((26 * HOUR - (clock.now().getTime() % (24 * HOUR))) % (24 * HOUR));
  const today = dayIn('America/New_York', clock.now());
  const { Id } = await newReferral(handoff);
  const body = payerDraft({ Name: 'Medicare', Plans: [], StartsOn: today, EndsOn: today });
  await handoff.call(api.contractedPayers.create, { body }, { as: 'mia' });
  expect((await checksOf(handoff, Id)).Payer.Answer).toBe('yes');
  handoff.advance(6 * HOUR);
  expect((await checksOf(handoff, Id)).Payer.Answer).not.toBe('yes');
});

test('a new referral has its checks, and others when it changes', async () => {
  await handoff.call(api.serviceAreas.create, { body: areaDraft() }, { as: 'mia' });
  const draft = referralDraft();
  const created = (await handoff.call(api.referrals.create, { body: draft }, { as: 'ana' })).ok();
  const { Id = '', Etag = '', Address } = created.ReferralInfo[0] ?? {};
  expect((await checksOf(handoff, Id)).Area.Answer).toBe('yes');

  const moved = { ...draft.Address, ...Address, ZipCode: '06902', County: 'Fairfield' };
  const body = { Id, Etag, Address: moved };
  (await handoff.call(api.referrals.update, { body }, { as: 'ana' })).ok();
  expect((await checksOf(handoff, Id)).Area).toEqual({
    Answer: 'no',
    Rule: 'No area',
    Reason: 'No service area covers 06902, Fairfield County, CT.',
  });
});

test('a document that was added is no longer missing', async () => {
  const { Id } = await newReferral(handoff);
  const before = (await checksOf(handoff, Id)).Documents.Missing;
  await blobName(handoff, Id);
  const after = (await checksOf(handoff, Id)).Documents.Missing;
  expect(before).toContain('Physician orders');
  expect(after).toEqual(before.filter((name) => name !== 'Physician orders'));
});

test('the records of one agency do not affect another', async () => {
  await handoff.call(api.serviceAreas.create, { body: areaDraft() }, { as: 'mia' });
  const elsewhere = await handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'eve' });
  const [{ Id } = { Id: '' }] = elsewhere.ok().ReferralInfo;
  expect((await checksOf(handoff, Id, 'eve')).Area.Answer).toBe('unknown');
});

test('rows of the list are checked together, with the same answers', async () => {
  await handoff.call(api.serviceAreas.create, { body: areaDraft() }, { as: 'mia' });
  const { Id } = await newReferral(handoff);
  await blobName(handoff, Id);
  const asked = { Ids: `${Id},gone`, Fits: 'true' } as const;
  const rows = await handoff.call(api.referrals.rows, { query: asked }, { as: 'vic' });
  const list = await handoff.call(api.referrals.list, { query: { Fits: 'true' } }, { as: 'vic' });
  const found = await handoff.call(api.referrals.search, { body: { Text: '', Fits: true } }, { as: 'vic' });
  const { Duplicates: _none, Readmission: _neither, Orderer: _nor, ...fit } = await checksOf(handoff, Id);
  for (const answer of [rows, list, found])
    expect(answer.ok().ReferralFits).toEqual([{ ...fit, UnreadNotes: 0, NextDate: null }]);
  const without = await handoff.call(api.referrals.list, { query: {} }, { as: 'vic' });
  expect(without.ok().ReferralFits).toBeUndefined();
});

test('rows count the notes of others that a person has not read, and their documents by row', async () => {
  const [one, other] = [await newReferral(handoff), await newReferral(handoff)];
  await blobName(handoff, one.Id);
  const ReferralNotes = [{ Text: 'Call after noon.' }, { Text: 'Daughter has a key.' }];
  const body = { ReferralId: one.Id, ReferralNotes };
  const written = (await handoff.call(api.referrals.updateNotes, { body }, { as: 'cal' })).ok();
  const unread = async (as: PersonName) => {
    const list = await handoff.call(api.referrals.list, { query: { Fits: 'true' } }, { as });
    const fits = new Map(list.ok().ReferralFits?.map((fit) => [fit.ReferralId, fit]));
    return [one, other].map(({ Id }) => fits.get(Id)?.UnreadNotes);
  };
  expect([await unread('ana'), await unread('cal')]).toEqual([
    [2, 0],
    [0, 0],
  ]);
  const Id = written.ReferralNotes[0]?.Id ?? '';
  (await handoff.call(api.referrals.readNote, { body: { Id } }, { as: 'ana' })).ok();
  expect([await unread('ana'), await unread('vic')]).toEqual([
    [1, 0],
    [2, 0],
  ]);

  const list = await handoff.call(api.referrals.list, { query: { Fits: 'true' } }, { as: 'ana' });
  const missing = new Map(
    list.ok().ReferralFits?.map(({ ReferralId, Documents }) => [ReferralId, Documents.Missing.length]),
  );
  expect((missing.get(other.Id) ?? 0) - (missing.get(one.Id) ?? 0)).toBe(1);
});

test('a draft is checked as the referral would be, with look-alikes by name or number', async () => {
  await handoff.call(api.serviceAreas.create, { body: areaDraft() }, { as: 'mia' });
  const { Patient } = referralDraft();
  const check = async (patient: Parameters<typeof typed>[0] = {}) => {
    const answer = await handoff.call(api.referrals.checkDraft, { body: typed(patient) }, { as: 'ana' });
    return answer.ok().ReferralChecks[0];
  };
  expect(await check()).toMatchObject({ Area: { Answer: 'yes' }, Duplicates: { Answer: 'no', Found: [] } });

  const body = referralDraft({ Patient: { ...Patient, Mbi: '1EG4-TE5-MK73' } });
  const created = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok();
  expect((await check())?.Duplicates.Found).toMatchObject([
    { ReferralId: created.ReferralInfo[0]?.Id, Likelihood: 'probable' },
  ]);
  const found = (await check({ LastName: 'Married', Mbi: '1eg4 te5 mk73' }))?.Duplicates.Found;
  expect(found?.[0]?.Reasons).toContain('Same patient number');
  // A number that is half typed, and a date that is not one yet.
  const half = { FirstName: 'B', LastName: 'No one', DateOfBirth: '3-4', Mbi: '1eg4', Ssn: '2190' };
  expect((await check(half))?.Duplicates.Found).toEqual([]);
});

const blindIndex = () => Promise.reject(new FieldKeysNotConfigured());

test('without keys for patient numbers no lookup is possible, and the check of a draft says so', async () => {
  const keyless = handoff.another({ fieldKeys: { ...handoff.platform.fieldKeys, blindIndexes: blindIndex } });
  const check = async (patient: Parameters<typeof typed>[0]) => {
    const answer = await keyless.call(api.referrals.checkDraft, { body: typed(patient) }, { as: 'ana' });
    return answer.ok().ReferralChecks[0]?.Duplicates.Answer;
  };
  expect(await check({})).toBe('unknown');
  expect(await check({ FirstName: '', LastName: '', DateOfBirth: '', Phone: '' })).toBe('no');
});

test('a right number typed beside a known name and birth date gets the same answer as a wrong one', async () => {
  const Mbi = '1EG4TE5MK73';
  const { Patient, Address } = referralDraft();
  const body = referralDraft({ Patient: { ...Patient, Ssn: '219-09-9999', Mbi } });
  const [known] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  const { City, County, State, ZipCode } = Address;
  const check = async (changes: Partial<typeof Patient>) => {
    const draft = {
      Patient: { ...Patient, ...changes },
      Address: { City, County, State, ZipCode: String(ZipCode) },
      Payers: [],
      Services: [],
      DocumentTypeIds: [],
    };
    const answer = await handoff.call(api.referrals.checkDraft, { body: draft }, { as: 'ana' });
    return answer.ok().ReferralChecks[0]?.Duplicates;
  };
  expect(await check({ Ssn: '219-09-9999' })).toEqual(await check({ Ssn: '219-09-9998' }));
  // Under another name the number finds the patient, and the answer does not say which number it was.
  const byNumber = await check({ LastName: 'Otherwise', FirstName: 'Quite', Mbi });
  expect(byNumber?.Found.map(({ ReferralId }) => ReferralId)).toEqual([known?.Id]);
  expect(byNumber?.Found[0]?.Reasons).toContain('Same patient number');
  const looks = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(
    ({ action }) => action === 'draft.checked',
  );
  expect(looks.map(({ shown }) => shown)).toContainEqual([known?.Id]);
});

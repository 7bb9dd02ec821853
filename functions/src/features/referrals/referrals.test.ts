import { api } from '@handoff/shared/contract/api';
import { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';
import { people } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

async function createReferral() {
  const answer = await handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'ana' });
  const [referral] = answer.ok().ReferralInfo;
  if (!referral) throw new Error('no referral');
  return referral;
}

test('intake records a referral and everyone in the agency finds it', async () => {
  const referral = await createReferral();
  expect(referral).toMatchObject({
    StatusId: 'new',
    // Who recorded it, until someone else is chosen.
    Owner: { FullName: 'Ana Intake' },
    CreatedBy: { FullName: 'Ana Intake' },
    Address: { ZipCode: '06103' },
    Patient: { Phone: '8605550102' },
  });

  const list = await handoff.call(api.referrals.list, { query: {} }, { as: 'vic' });
  expect(list.ok().ReferralInfo).toEqual([ReferralRow.parse(referral)]);
  const detail = await handoff.call(api.referrals.byId, { query: { id: referral.Id } }, { as: 'cal' });
  expect(detail.ok()).toMatchObject({ ReferralInfo: [referral], ReferralDocuments: [], ReferralNotes: [] });
});

test('a viewer may not create, and the other agency sees nothing', async () => {
  const referral = await createReferral();
  const refused = await handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'vic' });
  expect(refused.error()).toMatchObject({ code: 'forbidden' });

  const elsewhere = await handoff.call(api.referrals.list, { query: {} }, { as: 'eve' });
  expect(elsewhere.ok().ReferralInfo).toEqual([]);
  const foreign = await handoff.call(api.referrals.byId, { query: { id: referral.Id } }, { as: 'eve' });
  const unknown = await handoff.call(api.referrals.byId, { query: { id: 'referral-none' } }, { as: 'eve' });
  expect(foreign.status).toBe(404);
  expect({ ...foreign.error(), requestId: '' }).toEqual({ ...unknown.error(), requestId: '' });
});

test('wrong fields are named, and nothing is saved', async () => {
  const draft = referralDraft();
  const answer = await handoff.call(
    api.referrals.create,
    {
      body: {
        ...draft,
        Patient: { ...draft.Patient, LastName: ' ' },
        Address: { ...draft.Address, ZipCode: 'x' },
      },
    },
    { as: 'ana' },
  );
  expect(answer.status).toBe(400);
  expect(answer.error().fields).toEqual({
    'Patient.LastName': 'Enter the last name',
    'Address.ZipCode': 'Enter a ZIP code of 5 digits',
  });
  const list = await handoff.call(api.referrals.list, { query: {} }, { as: 'ana' });
  expect(list.ok().ReferralInfo).toEqual([]);
});

test('an update based on an old version is refused and names who was faster', async () => {
  const { Id, Etag } = await createReferral();
  const first = await handoff.call(
    api.referrals.update,
    { body: { Id, Etag, StatusId: 'review', OwnerId: `user-${people.mia.oid}` } },
    { as: 'mia' },
  );
  expect(first.ok().ReferralInfo[0]).toMatchObject({
    StatusId: 'review',
    Owner: { FullName: 'Mia Manager' },
  });

  const stale = await handoff.call(
    api.referrals.update,
    { body: { Id, Etag, StatusId: 'closed' } },
    { as: 'ana' },
  );
  expect(stale.error()).toMatchObject({ code: 'conflict' });
  expect(stale.error().ErrorMessage).toContain('Mia Manager');
});

test('a decline needs its reason, and the history keeps every change', async () => {
  const { Id, Etag } = await createReferral();
  const decision = { Kind: 'Declined' as const, Reason: '' as const, Comment: '' };
  const without = await handoff.call(
    api.referrals.update,
    { body: { Id, Etag, Decision: decision } },
    { as: 'ana' },
  );
  expect(without.error().fields).toEqual({ 'Decision.Reason': 'Choose why the referral is declined' });

  const body = { Id, Etag, Decision: { ...decision, Reason: 'No capacity' as const } };
  await handoff.call(api.referrals.update, { body }, { as: 'ana' });
  const history = await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'ana' });
  expect(history.ok().ReferralActivity.map(({ action, name }) => [action, name])).toEqual([
    ['referral.updated', 'Ana Intake'],
    ['referral.created', 'Ana Intake'],
  ]);
  expect(history.ok().ReferralActivity[0]?.changes).toEqual([
    { field: 'Decision.Kind', old: 'Pending', new: 'Declined' },
    { field: 'Decision.Reason', old: '', new: 'No capacity' },
  ]);
});

const decided = (Kind: 'Accepted' | 'Declined', Reason: string) => ({
  Decision: { Kind, Reason, Comment: '' },
});

test('status, decision and documents go together as the lists of the agency say', async () => {
  const admitted = { Id: 'in', Name: 'Admitted', Color: 'green', Terminal: true } as const;
  const statuses = [
    { Id: 'new', Name: 'New', Color: 'blue' as const, Terminal: false, Next: ['in'] },
    { ...admitted, Decision: 'Accepted' as const },
    { Id: 'late', Name: 'Late', Color: 'red' as const, Terminal: false },
  ];
  const lists = { Etag: '', SettingsReferralStatusesInfo: statuses };
  (await handoff.call(api.settings.updateReferralStatuses, { body: lists }, { as: 'mia' })).ok();
  const { Id, Etag } = await createReferral();
  const change = (changes: object) =>
    handoff.call(
      api.referrals.update,
      { body: api.referrals.update.body.parse({ Id, Etag, ...changes }) },
      { as: 'ana' },
    );

  expect((await change({ StatusId: 'late' })).error().fields?.['StatusId']).toContain('cannot follow "New"');
  expect((await change({ StatusId: 'in' })).error().ErrorMessage).toBe('Accept the referral first.');
  expect((await change(decided('Declined', 'no such reason'))).error().fields).toEqual({
    'Decision.Reason': 'Choose another reason',
  });
  const both = await change({ StatusId: 'in', ...decided('Accepted', '') });
  const [admittedReferral] = both.ok().ReferralInfo;
  const turned = await change({ Etag: admittedReferral?.Etag, ...decided('Declined', 'No capacity') });
  expect(turned.error().fields).toEqual({
    Decision: '"Admitted" is for accepted referrals; this one is declined.',
  });
});

test('only people of the agency and configured statuses can be chosen', async () => {
  const { Id, Etag } = await createReferral();
  const stranger = await handoff.call(
    api.referrals.update,
    { body: { Id, Etag, OwnerId: `user-${people.eve.oid}` } },
    { as: 'ana' },
  );
  expect(stranger.error().fields).toHaveProperty('OwnerId');
  const status = await handoff.call(
    api.referrals.update,
    { body: { Id, Etag, StatusId: 'gone' } },
    { as: 'ana' },
  );
  expect(status.error().fields).toHaveProperty('StatusId');
});

test('a phone number of nine digits is refused as such', async () => {
  const draft = referralDraft();
  const body = { ...draft, Patient: { ...draft.Patient, Phone: '860555010' } };
  const answer = await handoff.call(api.referrals.create, { body }, { as: 'ana' });
  expect(answer.error().fields).toEqual({ 'Patient.Phone': 'Enter a phone number of 10 digits' });
});

test('a deleted referral is gone for everyone, its notes included', async () => {
  const { Id } = await createReferral();
  const body = { ReferralId: Id, ReferralNotes: [{ Text: 'Gone with it.' }] };
  const [note] = (await handoff.call(api.referrals.updateNotes, { body }, { as: 'cal' })).ok().ReferralNotes;
  await handoff.call(api.referrals.remove, { body: { Id } }, { as: 'ana' });
  const reading = { body: { Id: note?.Id ?? '' } };
  expect((await handoff.call(api.referrals.readNote, reading, { as: 'ana' })).status).toBe(404);
  expect((await handoff.call(api.referrals.byId, { query: { id: Id } }, { as: 'ana' })).status).toBe(404);
  expect((await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'ana' })).status).toBe(404);
  const list = await handoff.call(api.referrals.list, { query: {} }, { as: 'ana' });
  expect(list.ok().ReferralInfo).toEqual([]);
});

test('the worklist pages, filters by view and status, and refuses a modified continuation', async () => {
  for (let day = 1; day <= 5; day += 1)
    await handoff.call(
      api.referrals.create,
      { body: referralDraft({ ReceivedAt: `2026-11-0${day}T09:00:00.000Z` }) },
      { as: 'ana' },
    );
  const first = await handoff.call(api.referrals.list, { query: { PageSize: 3 } }, { as: 'ana' });
  const { ReferralInfo, Continuation } = first.ok();
  expect(ReferralInfo.map(({ ReceivedAt }) => ReceivedAt.slice(8, 10))).toEqual(['05', '04', '03']);
  const rest = await handoff.call(
    api.referrals.list,
    { query: { PageSize: 3, Continuation: Continuation ?? '' } },
    { as: 'ana' },
  );
  expect(rest.ok()).toMatchObject({ ReferralInfo: [{}, {}], Continuation: null });

  const { Id = '', Etag = '' } = ReferralInfo[0] ?? {};
  await handoff.call(
    api.referrals.update,
    { body: { Id, Etag, OwnerId: null, StatusId: 'review' } },
    { as: 'ana' },
  );
  const mine = await handoff.call(api.referrals.list, { query: { View: 'Mine' } }, { as: 'ana' });
  const unassigned = await handoff.call(api.referrals.list, { query: { View: 'Unassigned' } }, { as: 'ana' });
  const review = await handoff.call(api.referrals.list, { query: { StatusId: 'review' } }, { as: 'mia' });
  expect([mine, unassigned, review].map((answer) => answer.ok().ReferralInfo.length)).toEqual([4, 1, 1]);

  for (const [as, query] of [
    ['ana', { PageSize: 3, Continuation: `x${Continuation}` }],
    ['ana', { View: 'Mine' as const, Continuation: Continuation ?? '' }],
    ['eve', { PageSize: 3, Continuation: Continuation ?? '' }],
  ] as const)
    expect((await handoff.call(api.referrals.list, { query }, { as })).status).toBe(400);
});

test('a stale edit gets the current record and the fields that collide; other fields are saved beside it', async () => {
  const { Id, Etag, Patient } = await createReferral();
  const update = (as: 'mia' | 'ana', fields: object, basedOn = Etag) =>
    handoff.call(api.referrals.update, { body: { Id, Etag: basedOn, ...fields } }, { as });
  const moved = await update('mia', { Patient: { ...Patient, Phone: '8605550199' }, StatusId: 'review' });

  const stale = await update('ana', { Patient: { ...Patient, Phone: '8605550111', LastName: 'Samples' } });
  expect(stale.status).toBe(409);
  expect(stale.error()).toMatchObject({
    code: 'conflict',
    fields: { 'Patient.Phone': 'Mia Manager has changed this too' },
    current: moved.ok().ReferralInfo[0],
  });

  const whole = await update('ana', { ClinicalSummary: 'Needs a ramp.', Patient });
  expect(whole.error()).toMatchObject({ code: 'conflict', fields: {} });
  const apart = await update('ana', { ClinicalSummary: 'Needs a ramp.', Patient: { LastName: 'Samples' } });
  expect(apart.ok().ReferralInfo[0]).toMatchObject({
    StatusId: 'review',
    ClinicalSummary: 'Needs a ramp.',
    Patient: { LastName: 'Samples', Phone: moved.ok().ReferralInfo[0]?.Patient.Phone },
  });
});

test('a decision that someone else has made meanwhile is not replaced by a stale one', async () => {
  const { Id, Etag } = await createReferral();
  const decide = (as: 'mia' | 'ana', Decision: { Kind: 'Accepted' | 'Declined'; Reason?: string }) =>
    handoff.call(api.referrals.update, { body: { Id, Etag, Decision } }, { as });
  (await decide('mia', { Kind: 'Declined', Reason: 'No capacity' })).ok();
  expect((await decide('ana', { Kind: 'Accepted' })).error()).toMatchObject({
    code: 'conflict',
    fields: { Decision: 'Mia Manager has changed this too' },
  });
});

test('deleted referrals are listed with who deleted them and why, and leave the list when restored', async () => {
  const one = await handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'ana' });
  const Id = one.ok().ReferralInfo[0]?.Id ?? '';
  const body = { Id, Reason: 'Recorded twice' };
  (await handoff.call(api.referrals.remove, { body }, { as: 'ana' })).ok();
  const deleted = async () =>
    (await handoff.call(api.referrals.deleted, {}, { as: 'ana' })).ok().DeletedReferrals;
  expect(await deleted()).toMatchObject([{ Id, Reason: 'Recorded twice', DeletedBy: people.ana.name }]);
  expect((await handoff.call(api.referrals.deleted, {}, { as: 'vic' })).status).toBe(403);
  (await handoff.call(api.referrals.restore, { body: { Id } }, { as: 'ana' })).ok();
  expect(await deleted()).toEqual([]);
});

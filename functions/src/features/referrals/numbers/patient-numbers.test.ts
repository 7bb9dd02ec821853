import { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { FieldKeysNotConfigured } from '../../../platform/ports.ts';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { referralDraft } from '../../../testing/examples/drafts.ts';
import { HARBOR } from '../../../testing/people.ts';
import { everythingStored, storedIn } from '../../../testing/stored.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const ssn = '219-09-9999';
const mbi = '1EG4-TE5-MK73';
const draft = referralDraft();
const patient = { ...draft.Patient, Ssn: ssn, Mbi: mbi };
const payers = [
  { Name: 'Medicare', Plan: '', MemberId: '9AA0-A00-AA00' },
  { Name: 'Sample Supplement', Plan: 'Plan G', MemberId: 'DEMO-123456' },
];
const masks = { Patient: { Ssn: '***-**-9999', Mbi: '****-***-MK73' } };

async function create(changes = {}) {
  const body = { ...draft, Patient: patient, Payers: payers, ...changes };
  const [made] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  if (!made) throw new Error('no referral');
  return made;
}

const reveal = async (Id: string, as: 'ana' | 'mia' | 'cal' | 'vic' | 'eve' = 'ana') =>
  handoff.call(api.referrals.revealNumbers, { body: { Id, Reason: 'Billing or authorization' } }, { as });
const revealed = async (Id: string) => (await reveal(Id)).ok().PatientNumbersInfo[0];

const history = async (Id: string) =>
  (await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'ana' })).ok().ReferralActivity;

test('numbers are masked in every answer, and revealed to people with the right by a call that is logged', async () => {
  const made = await create();
  expect(made).toMatchObject(masks);
  expect(made.Payers.map(({ MemberId }) => MemberId)).toEqual(['*********AA00', '*******3456']);
  const list = await handoff.call(api.referrals.list, { query: {} }, { as: 'vic' });
  const detail = await handoff.call(api.referrals.byId, { query: { id: made.Id } }, { as: 'cal' });
  expect([list.ok().ReferralInfo, detail.ok().ReferralInfo]).toEqual([[ReferralRow.parse(made)], [made]]);

  for (const as of ['cal', 'vic'] as const) expect((await reveal(made.Id, as)).status).toBe(403);
  expect((await reveal(made.Id, 'eve')).status).toBe(404);
  const answer = await reveal(made.Id, 'mia');
  expect(answer.ok().PatientNumbersInfo).toEqual([
    { Id: made.Id, Ssn: '219099999', Mbi: '1EG4TE5MK73', MemberIds: ['9AA0-A00-AA00', 'DEMO-123456'] },
  ]);
  expect(answer.headers).toMatchObject({ 'Cache-Control': 'no-store' });
  const views = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ type }) => type === 'audit-view');
  expect(new Set(views.map(({ action, subject }) => `${String(action)} ${String(subject)}`))).toEqual(
    new Set([
      'numbers.entered Numbers of patients',
      'referrals.listed List of referrals',
      `patient-numbers.revealed ${made.Id}`,
      `referral.viewed ${made.Id}`,
    ]),
  );
});

test('no stored record contains a full number; equal numbers are found by their keys', async () => {
  const [one, two, other] = [
    await create(),
    await create({ Patient: { ...patient, Ssn: '', Mbi: '9AA0-A00-AA00' }, Payers: [] }),
    await create({ Patient: { ...patient, Mbi: '', Ssn: '219-09-9998' }, Payers: [] }),
  ];
  const stored = JSON.stringify(await everythingStored(handoff.store));
  for (const number of [ssn, mbi, ...payers.map(({ MemberId }) => MemberId)])
    for (const form of [number, number.replaceAll('-', '')]) expect(stored).not.toContain(form);
  const keysOf = async (id: string) => {
    const found = (await handoff.store.app(`d:${HARBOR}`).read(id))?.['SearchKeys'];
    return Array.isArray(found) ? found : [];
  };
  const first = new Set(await keysOf(one.Id));
  expect(first.size).toBe(4);
  // One has the Medicare number that the other has as its member number at Medicare.
  expect((await keysOf(two.Id)).filter((key) => first.has(key))).toHaveLength(1);
  expect((await keysOf(other.Id)).filter((key) => first.has(key))).toHaveLength(0);
});

test('the masked form means unchanged, full digits replace, empty removes, and an omitted number stays', async () => {
  const { Id, Etag, Patient, Payers } = await create();
  const update = async (basedOn: string, fields: object) => {
    const body = { Id, Etag: basedOn, ...fields };
    const [after] = (await handoff.call(api.referrals.update, { body }, { as: 'ana' })).ok().ReferralInfo;
    return after?.Etag ?? '';
  };
  const whole = { Ssn: '219099999', Mbi: '1EG4TE5MK73' };

  const renamed = await update(Etag, { Patient: { ...Patient, FirstName: 'Patricia' } });
  expect(await revealed(Id)).toMatchObject(whole);
  const { Ssn: _ssn, Mbi: _mbi, ...bare } = Patient;
  const without = await update(renamed, { Patient: { ...bare, FirstName: 'Patrick' } });
  expect(await revealed(Id)).toMatchObject(whole);
  const replaced = await update(without, { Patient: { ...Patient, Ssn: '218-09-9999', Mbi: '' } });
  expect(await revealed(Id)).toMatchObject({ Ssn: '218099999', Mbi: '' });
  const moved = await update(replaced, { Payers: Payers.toReversed() });
  expect(await revealed(Id)).toMatchObject({ MemberIds: ['DEMO-123456', '9AA0-A00-AA00'] });
  await update(moved, { Payers: [] });
  expect(await revealed(Id)).toMatchObject({ MemberIds: [] });

  const changes = (await history(Id)).flatMap((entry) => entry.changes);
  // The new number has the same last four digits: the history has the change, though both masks are equal.
  expect(changes).toContainEqual({ field: 'Patient.Ssn', old: '***-**-9999', new: '***-**-9999' });
  expect(changes).toContainEqual({ field: 'Patient.Mbi', old: '****-***-MK73', new: '' });
});

test('a masked form without a matching number is refused by name', async () => {
  const { Id, Etag, Patient } = await create();
  const wrongs = [
    { Patient: { ...Patient, Ssn: '***-**-1111' } },
    { Payers: [{ Name: 'Medicare', Plan: '', MemberId: '****1111' }] },
  ];
  for (const wrong of wrongs) {
    const answer = await handoff.call(api.referrals.update, { body: { Id, Etag, ...wrong } }, { as: 'ana' });
    expect([answer.status, Object.values(answer.error().fields ?? {})]).toEqual([
      400,
      ['Enter the full number'],
    ]);
  }
  const body = { ...draft, Patient: { ...patient, Ssn: '***-**-9999' } };
  const answer = await handoff.call(api.referrals.create, { body }, { as: 'ana' });
  expect(answer.error().fields).toEqual({ 'Patient.Ssn': 'Enter the full number' });
});

test('a stale edit of a number collides by its mask; an error never repeats the input', async () => {
  const { Id, Etag, Patient } = await create();
  const update = (as: 'ana' | 'mia', Ssn: string) =>
    handoff.call(api.referrals.update, { body: { Id, Etag, Patient: { ...Patient, Ssn } } }, { as });
  await update('mia', '218-09-1111');
  const stale = await update('ana', '218-09-2222');
  expect(stale.error()).toMatchObject({
    code: 'conflict',
    fields: { 'Patient.Ssn': 'Mia Manager has changed this too' },
    current: { Patient: { Ssn: '***-**-1111' } },
  });
  for (const wrong of ['218-09-222', '000-12-3456']) {
    const answer = await update('ana', wrong);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain(wrong);
  }
});

test('without keys referrals without numbers work, and one with numbers says what is missing', async () => {
  const { call } = handoff.another({
    fieldKeys: {
      encrypt: reject,
      decrypt: reject,
      blindIndex: reject,
      blindIndexes: reject,
      versions: reject,
    },
  });
  expect((await call(api.referrals.create, { body: draft }, { as: 'ana' })).status).toBe(200);
  const answer = await call(api.referrals.create, { body: { ...draft, Patient: patient } }, { as: 'ana' });
  expect([answer.status, answer.error().code]).toEqual([503, 'not_configured']);
});

const reject = () => Promise.reject(new FieldKeysNotConfigured());

import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { referralDraft, typed } from '../../../testing/examples/drafts.ts';
import { stopDraft } from '../../../testing/examples/readmission-examples.ts';
import type { PersonName } from '../../../testing/people.ts';
import { everythingStored } from '../../../testing/stored.ts';

const DAY_MS = 86_400_000;
const mbi = '1EG4TE5MK73';
const ssn = '219098888';
const stranger = { FirstName: 'Zoe', LastName: 'Quill', DateOfBirth: '1970-01-02' };

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const { create, list, update, remove } = api.readmissionStops;
const { Patient } = stopDraft();

async function stop(changes: object = {}, patient: object = {}) {
  const body = { ...stopDraft(), Patient: { ...Patient, ...patient }, ...changes };
  const [made] = (await handoff.call(create, { body }, { as: 'mia' })).ok().ReadmissionStopsInfo;
  if (!made) throw new Error('no entry');
  return made;
}

async function whenTyped(patient: object, as: PersonName = 'ana') {
  const question = { body: typed(patient) };
  const answer = (await handoff.call(api.referrals.checkDraft, question, { as })).ok();
  return answer.ReferralChecks[0]?.Readmission;
}

test('intake sees that a patient is on the list, why, by whom and until when, and can continue', async () => {
  const { Since } = await stop({ EndsOn: '2999-12-31' });
  const found = { Reason: 'Safety of staff', Since, EndsOn: '2999-12-31', By: { FullName: 'Mia Manager' } };
  const warning = {
    Answer: 'yes',
    Reason: 'On the do-not-readmit list: Safety of staff.',
    Found: [{ ...found, Likelihood: 'probable' }],
  };
  expect(await whenTyped({})).toMatchObject(warning);
  const body = referralDraft();
  const created = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok();
  const query = { id: created.ReferralInfo[0]?.Id ?? '' };
  const opened = await handoff.call(api.referrals.checks, { query }, { as: 'vic' });
  expect(opened.ok().ReferralChecks[0]?.Readmission).toMatchObject(warning);
  expect(opened.ok().ReferralChecks[0]?.Duplicates.Found).toEqual([]);
  expect(opened.text).not.toContain('Threw a chair');
});

test('while too little is typed, the check does not say that a person is not on the list', async () => {
  await stop();
  expect(await whenTyped({ FirstName: '', LastName: '', DateOfBirth: '' })).toMatchObject({
    Answer: 'unknown',
    Reason: 'Looked up once the name and date of birth are there, or a number.',
    Found: [],
  });
});

test.each([
  ['the Medicare number alone', { Mbi: mbi }, { ...stranger, Mbi: '1eg4-te5-mk73' }, 'yes'],
  ['the social security number alone', { Ssn: ssn }, { ...stranger, Ssn: '219-09-8888' }, 'yes'],
  ['a Medicare number typed before any name', { Mbi: mbi }, { FirstName: '', LastName: '', Mbi: mbi }, 'yes'],
  ['a slip in the last name', {}, { LastName: 'Sampel' }, 'yes'],
  ['day and month swapped', {}, { DateOfBirth: '1948-12-03' }, 'unknown'],
  ['another first name', {}, { FirstName: 'Xaver' }, 'no'],
  ['another person', { Mbi: mbi }, stranger, 'no'],
])('%s is matched as it should be', async (_what, listed, patient, answer) => {
  await stop({}, listed);
  expect((await whenTyped(patient))?.Answer).toBe(answer);
});

test('an entry applies through its last day, stays on the list for a month and is then deleted', async () => {
  const EndsOn = handoff.platform.clock.now().toISOString().slice(0, 10);
  await stop({ EndsOn });
  expect((await whenTyped({}))?.Answer).toBe('yes');
  handoff.advance(2 * DAY_MS);
  expect((await whenTyped({}))?.Answer).toBe('no');
  const listed = async () =>
    (await handoff.call(list, {}, { as: 'mia' })).ok().ReadmissionStopsInfo.map((entry) => entry.EndsOn);
  await handoff.app.jobs.deleted.run();
  expect(await listed()).toEqual([EndsOn]);
  handoff.advance(30 * DAY_MS);
  await stop();
  await handoff.app.jobs.deleted.run();
  expect(await listed()).toEqual([null]);
});

test('an entry no longer applies after its last day, or once it is removed', async () => {
  const { Id, Etag } = await stop();
  const body = { Id, Etag, EndsOn: '2020-01-01' };
  (await handoff.call(update, { body }, { as: 'mia' })).ok();
  expect((await whenTyped({}))?.Answer).toBe('no');
  (await handoff.call(update, { body: { Id, EndsOn: null } }, { as: 'mia' })).ok();
  expect((await whenTyped({}))?.Answer).toBe('yes');
  (await handoff.call(remove, { body: { Id } }, { as: 'mia' })).ok();
  expect((await whenTyped({}))?.Answer).toBe('no');
});

test('the list of another agency is never shown', async () => {
  await stop({}, { Mbi: mbi });
  expect((await whenTyped({ Mbi: mbi }, 'eve'))?.Found).toEqual([]);
});

test('only managers read and edit the list, and each view is logged with the people shown', async () => {
  const { Id } = await stop();
  for (const as of ['ana', 'cal', 'vic', 'ada', 'eve'] as const) {
    expect((await handoff.call(list, {}, { as })).status).toBe(403);
    expect((await handoff.call(create, { body: stopDraft() }, { as })).status).toBe(403);
    expect((await handoff.call(update, { body: { Id, Reason: 'Other' } }, { as })).status).toBe(403);
    expect((await handoff.call(remove, { body: { Id } }, { as })).status).toBe(403);
  }
  const seen = (await handoff.call(list, {}, { as: 'mia' })).ok().ReadmissionStopsInfo;
  expect(seen).toMatchObject([{ Id, Note: 'Threw a chair at a nurse.' }]);
  const stored = await everythingStored(handoff.platform.store);
  const views = stored.filter(({ type }) => type === 'audit-view').map((view) => JSON.stringify(view));
  expect(views.filter((view) => view.includes('readmission-stops.viewed') && view.includes(Id))).toHaveLength(
    1,
  );
});

test('the numbers of a referral are copied, masked in answers, and outlive the referral', async () => {
  const draft = referralDraft();
  const body = { ...draft, Patient: { ...draft.Patient, Mbi: mbi, Ssn: ssn } };
  const referral = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo[0];
  const { Mbi = '', Ssn = '' } = referral?.Patient ?? {};
  const made = await stop({ ReferralId: referral?.Id, Note: `Not ${mbi}` }, { Mbi, Ssn });
  expect(made.Patient).toMatchObject({ Mbi: '****-***-MK73', Ssn: '***-**-8888' });
  expect(made.Note).toBe('Not ****-***-MK73');
  const stored = JSON.stringify(await everythingStored(handoff.platform.store));
  for (const whole of [mbi, ssn]) expect(stored).not.toContain(whole);
  const gone = { body: { Id: referral?.Id ?? '' } };
  (await handoff.call(api.referrals.remove, gone, { as: 'ana' })).ok();
  for (const number of [{ Mbi: mbi }, { Ssn: ssn }])
    expect((await whenTyped({ ...stranger, ...number }))?.Answer).toBe('yes');
});

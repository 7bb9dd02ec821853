import { api } from '@handoff/shared/contract/api';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { FieldKeysNotConfigured } from '../../../platform/ports.ts';
import type { TestApi } from '../../../testing/api.ts';
import { countingApi } from '../../../testing/eligibility/counting-provider.ts';
import {
  askMedicare,
  pastChecks,
  checkDraft,
  pasted271,
} from '../../../testing/examples/eligibility-examples.ts';
import { referralDraft } from '../../../testing/examples/drafts.ts';
import { HARBOR } from '../../../testing/people.ts';
import { everythingStored, storedIn, verifyAuditChains } from '../../../testing/stored.ts';

const { medicareEligibility } = api;

const recheck = (handoff: TestApi, Id: string, more: { DateOfService?: string; CheckAgain?: boolean } = {}) =>
  handoff.call(medicareEligibility.recheck, { body: { Id, ...more } }, { as: 'ana' });

/** Creates a referral and reads it through its own call, which masks the numbers. */
async function referralWith(handoff: TestApi, numbers: { Mbi?: string; MemberId?: string }) {
  const draft = referralDraft();
  const { Mbi, MemberId } = numbers;
  const body = {
    ...draft,
    Patient: { ...draft.Patient, Ssn: '219-09-9999', ...(Mbi !== undefined && { Mbi }) },
    Payers: MemberId === undefined ? [] : [{ Name: 'Medicare', Plan: '', MemberId }],
  };
  const made = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok();
  const [{ Id }] = [...made.ReferralInfo, { Id: '' }];
  const [shown] = (await handoff.call(api.referrals.byId, { query: { id: Id } }, { as: 'ana' })).ok()
    .ReferralInfo;
  if (!shown) throw new Error('no referral');
  return { Id, Mbi: shown.Patient.Mbi, MemberId: shown.Payers[0]?.MemberId ?? '' };
}

const activity = async (handoff: TestApi, id: string) =>
  (await storedIn(handoff.store, `d:${HARBOR}`)).filter(
    ({ type, subject }) => type === 'audit' && subject === id,
  );

test("a masked number uses the referral's own, which no one sees", async () => {
  const { handoff, asked } = await countingApi();
  const { Id: ReferralId, Mbi } = await referralWith(handoff, { Mbi: '1EG4-TE5-MK05' });
  expect(Mbi).toBe('****-***-MK05');
  const answer = await askMedicare(handoff, { Mbi, ReferralId });
  expect(answer.ok()).toMatchObject({
    isInputWrong: false,
    isProblematic: true,
    EligibilityStatusId: 'look',
  });
  expect(asked.map(({ inquiry }) => inquiry.mbi)).toEqual(['1EG4TE5MK05']);
  expect((await activity(handoff, ReferralId)).map(({ action }) => action)).toContain('numbers.used');
  const everywhere = JSON.stringify([answer.text, await everythingStored(handoff.store), handoff.log]);
  expect(everywhere).not.toMatch(/1EG4-?TE5-?MK05/);
  await verifyAuditChains(handoff.store);
});

test('a check lists later differences in its referral, and the next check uses the new details', async () => {
  const { handoff } = await countingApi();
  const { Id: ReferralId, Mbi } = await referralWith(handoff, { Mbi: '1EG4-TE5-MK00' });
  const { FirstName, LastName, DateOfBirth } = referralDraft().Patient;
  const ask = async (name: string) => {
    const typed = { FirstName, LastName: name, DateOfBirth, Mbi, ReferralId };
    return (await askMedicare(handoff, typed)).ok().CheckId;
  };
  const differs = async (id: string) =>
    (await handoff.call(medicareEligibility.byId, { query: { id } }, { as: 'ana' })).ok().MedicareCheck
      .ReferralDiffers;
  const update = (body: object) =>
    handoff.call(api.referrals.update, { body: { Id: ReferralId, ...body } }, { as: 'ana' });

  const first = await ask(LastName);
  expect(await differs(first)).toEqual([]);
  (await update({ Payers: [{ Name: 'Aetna', Plan: 'Choice', MemberId: 'W1234567' }] })).ok();
  expect(await differs(first)).toEqual(['insurance']);
  (await update({ Patient: { LastName: 'Otherwise', Mbi: '1EG4-TE5-MK03' } })).ok();
  expect(await differs(first)).toEqual(['name', 'Medicare number', 'insurance']);
  const [{ Patient }] = [
    ...(await handoff.call(api.referrals.byId, { query: { id: ReferralId } }, { as: 'ana' })).ok()
      .ReferralInfo,
    { Patient: { Mbi: '' } },
  ];
  const again = { FirstName, LastName: 'Otherwise', DateOfBirth, Mbi: Patient.Mbi, ReferralId };
  expect(await differs((await askMedicare(handoff, again)).ok().CheckId)).toEqual([]);
  expect(JSON.stringify(await everythingStored(handoff.store))).not.toContain('W1234567');
});

test('a member number that is a Medicare number works, too, also for a pasted answer', async () => {
  const { handoff, asked } = await countingApi();
  const { Id: ReferralId, MemberId: Mbi } = await referralWith(handoff, { MemberId: '1EG4-TE5-MK00' });
  expect((await askMedicare(handoff, { Mbi, ReferralId })).ok().isInputWrong).toBe(false);
  expect(asked.map(({ inquiry }) => inquiry.mbi)).toEqual(['1EG4TE5MK00']);
  const body = { ...checkDraft({ Mbi, ReferralId }), Answer271: pasted271 };
  const pasted = await handoff.call(medicareEligibility.checkPasted271, { body }, { as: 'ana' });
  expect(pasted.ok()).toMatchObject({ isInputWrong: false, isPartBEligible: true });
});

test.each([
  ['without the referral', { Mbi: '1EG4-TE5-MK00' }, { Mbi: '****-***-MK00', ReferralId: undefined }],
  ['of another number', { Mbi: '1EG4-TE5-MK00' }, { Mbi: '****-***-MK01' }],
  ['of a referral without a number', {}, { Mbi: '****-***-MK00' }],
  ['of a member number that is no Medicare number', { MemberId: 'DEMO-1234567' }, { Mbi: '********4567' }],
])('a mask %s is wrong input on the field, and no one is asked', async (_what, numbers, typed) => {
  const { handoff, asked } = await countingApi();
  const { Id: ReferralId } = await referralWith(handoff, numbers);
  const result = (await askMedicare(handoff, { ReferralId, ...typed })).ok();
  const [finding] = result.Findings;
  expect([result.isInputWrong, finding?.Field, asked.length]).toEqual([true, 'Mbi', 0]);
  expect(finding?.Text).toContain('full number');
});

test('a check is repeated with its own number, for today or another day, and the two can be compared', async () => {
  const { handoff, asked } = await countingApi();
  const { Id: ReferralId } = await referralWith(handoff, {});
  const first = (await askMedicare(handoff, { Mbi: '1EG4TE5MK03', Category: 'Hospice', ReferralId })).ok();
  expect(await pastChecks(handoff)).toMatchObject([{ HasNumber: true, PreviousCheckId: null }]);
  // This is before any coverage in the sandbox begins, and in another year.
  const DateOfService = `${new Date().getUTCFullYear() - 1}-01-15`;
  const again = (await recheck(handoff, first.CheckId, { DateOfService })).ok();
  expect(again).toMatchObject({
    Category: 'Hospice',
    DateOfService,
    PreviousCheckId: first.CheckId,
    isActiveMedicareAdvantage: true,
    EligibilityStatusId: 'look',
  });
  expect(asked.map(({ inquiry }) => [inquiry.mbi, inquiry.category])).toEqual([
    ['1EG4TE5MK03', 'Hospice'],
    ['1EG4TE5MK03', 'Hospice'],
  ]);
  const today = (await recheck(handoff, again.CheckId)).ok();
  expect([today.DateOfService, today.PreviousCheckId]).toEqual([first.DateOfService, again.CheckId]);
  const query = { before: first.CheckId, after: again.CheckId };
  const compared = await handoff.call(medicareEligibility.compare, { query }, { as: 'ana' });
  expect(compared.ok()).toMatchObject({ IsSamePerson: true, VerdictChanged: false });
  // Coverage in the sandbox begins a number of months before the date of service.
  expect(compared.ok().Changes?.map(({ What, Kind }) => [What, Kind])).toEqual([
    ['Part A', 'changed'],
    ['Part B', 'changed'],
    ['Medicare Advantage', 'gained'],
  ]);
  expect(compared.text).not.toMatch(/enc:v1|bix:v1/);
  const [, kept] = await pastChecks(handoff);
  expect(kept).toMatchObject({ Id: again.CheckId, ReferralId, PreviousCheckId: first.CheckId });
  expect((await activity(handoff, first.CheckId)).map(({ action }) => action)).toContain('numbers.used');
  expect(JSON.stringify(await everythingStored(handoff.store))).not.toMatch(/1EG4-?TE5-?MK03/);
});

test('a repeated check is sent once for a hundred requests, and never by itself after a crash', async () => {
  const { handoff, asked } = await countingApi();
  const { CheckId: Id } = (await askMedicare(handoff)).ok();
  const again = (key: string) =>
    handoff.call(medicareEligibility.recheck, { body: { Id } }, { as: 'ana', key });
  const key = randomUUID();
  await Promise.all(Array.from({ length: 100 }, () => again(key)));
  expect([asked.length, (await pastChecks(handoff)).length]).toEqual([2, 2]);
  const died = handoff.crashAt('B3p');
  const lost = randomUUID();
  void again(lost);
  await died;
  handoff.advance(90_001);
  expect([(await again(lost)).status, asked.length]).toEqual([503, 3]);
  expect((await pastChecks(handoff))[0]).toMatchObject({ Verdict: 'notCompleted', PreviousCheckId: Id });
  expect([(await again(lost)).status, asked.length]).toEqual([200, 4]);
});

test("without its own number a check is repeated with its referral's, or not at all", async () => {
  const { handoff, asked } = await countingApi();
  const { Id: ReferralId } = await referralWith(handoff, { Mbi: '1EG4TE5MK00' });
  const wrong = (await askMedicare(handoff, { Mbi: 'misread', ReferralId })).ok();
  expect((await recheck(handoff, wrong.CheckId)).ok().isPartBEligible).toBe(true);
  const lost = (await askMedicare(handoff, { Mbi: 'misread' })).ok();
  const refused = await recheck(handoff, lost.CheckId);
  expect([refused.status, Object.keys(refused.error().fields ?? {}), asked.length]).toEqual([
    400,
    ['Mbi'],
    1,
  ]);
  expect((await recheck(handoff, 'check-of-nobody')).status).toBe(404);
  const elsewhere = { body: { Id: wrong.CheckId } };
  expect((await handoff.call(medicareEligibility.recheck, elsewhere, { as: 'eve' })).status).toBe(404);
});

const none = async () => Promise.reject(new FieldKeysNotConfigured());

test('a number sealed while there were keys is not guessed without them', async () => {
  const { handoff } = await countingApi();
  const { CheckId } = (await askMedicare(handoff)).ok();
  const fieldKeys = { encrypt: none, decrypt: none, blindIndex: none, blindIndexes: none, versions: none };
  const keyless = { ...handoff, ...handoff.another({ fieldKeys }) };
  expect((await recheck(keyless, CheckId)).error().code).toBe('not_configured');
  expect((await askMedicare(keyless)).status).toBe(200);
  expect(await pastChecks(handoff)).toMatchObject([{ HasNumber: false }, { HasNumber: true }]);
});

test('on request, a person is offered the check of the last ten minutes, and decides', async () => {
  const { handoff, asked } = await countingApi();
  // The date is explicit, because without it the day after midnight would be another question.
  const DateOfService = dayIn(medicareTimeZone, new Date());
  const first = (await askMedicare(handoff, { DateOfService, CheckAgain: false })).ok();
  const key = randomUUID();
  handoff.advance(4 * 60_000);
  const offer = await askMedicare(handoff, { DateOfService, CheckAgain: false, FirstName: 'ANA ' }, key);
  expect([offer.status, offer.error().code]).toEqual([409, 'checked_recently']);
  expect(offer.error()).toMatchObject({
    recent: { CheckId: first.CheckId, CheckedAt: first.CheckedAt, CheckedBy: { FullName: 'Ana Intake' } },
    ErrorMessage: 'Ana Intake checked this 4 minutes ago. Use that response?',
  });
  const repeated = await recheck(handoff, first.CheckId, { DateOfService, CheckAgain: false });
  expect(repeated.error().code).toBe('checked_recently');
  expect(asked).toHaveLength(1);
  // The key belongs to the refused question; the person's decision is another request.
  expect((await askMedicare(handoff, { CheckAgain: true }, key)).status).toBe(422);
  expect((await askMedicare(handoff, { CheckAgain: true })).status).toBe(200);
  expect((await askMedicare(handoff)).status).toBe(200);
  expect(asked).toHaveLength(3);
});

test.each<[string, Partial<ReturnType<typeof checkDraft>>, number]>([
  ['another day', { DateOfService: `${new Date().getUTCFullYear() - 1}-10-01` }, 0],
  ['another category', { Category: 'Other' }, 0],
  ['another number', { Mbi: '1EG4TE5MK01' }, 0],
  ['another birth date', { DateOfBirth: '1948-03-13' }, 0],
  ['ten minutes later', {}, 10 * 60_000 + 1],
])('%s is another question', async (_what, changes, later) => {
  const { handoff } = await countingApi();
  await askMedicare(handoff);
  handoff.advance(later);
  expect((await askMedicare(handoff, { CheckAgain: false, ...changes })).status).toBe(200);
});

test('a failed check is not offered', async () => {
  const { handoff } = await countingApi();
  for (const Mbi of ['1EG4TE5MK73', '1EG4TE5MK51']) {
    const { status } = await askMedicare(handoff, { Mbi });
    expect((await askMedicare(handoff, { Mbi, CheckAgain: false })).status).toBe(status);
  }
});

import { addMs, DAY_MS, HOUR_MS } from '../../../core/time.ts';
import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { pastChecks } from '../../../testing/examples/eligibility-examples.ts';
import { referral } from '../../../testing/examples/example-records.ts';
import { people } from '../../../testing/people.ts';
import {
  bellOf,
  checkedReferral,
  checkReferral,
  referralOf,
  saturday,
  setRule,
  timerAt,
} from '../../../testing/eligibility/reverification.ts';
import { verifyAuditChains } from '../../../testing/stored.ts';

test('an open referral is checked again a month after its check, and an unchanged answer causes nothing', async () => {
  const { handoff, asked, Id, CheckId } = await checkedReferral();
  const before = await referralOf(handoff, Id);
  const messages = handoff.sent.length;
  await timerAt(handoff, saturday(20));
  expect(asked).toHaveLength(1);
  await timerAt(handoff, saturday(31));
  await timerAt(handoff, addMs(saturday(31), HOUR_MS));
  expect(asked).toHaveLength(2);
  const [scheduled] = await pastChecks(handoff);
  expect(scheduled).toMatchObject({
    IsScheduled: true,
    PreviousCheckId: CheckId,
    Verdict: 'eligible',
    ReferralId: Id,
    CheckedBy: { FullName: 'Scheduled re-verification' },
  });
  const after = await referralOf(handoff, Id);
  expect(after).toEqual({ ...before, EligibilityCheckId: scheduled?.Id });
  expect(handoff.sent.slice(messages).map(({ message }) => message.topic)).toEqual(['eligibilityCheck']);
  await timerAt(handoff, saturday(70));
  expect(asked).toHaveLength(3);
  await verifyAuditChains(handoff.store);
});

test('an agency without reverification is skipped, and so is a referral without a check', async () => {
  const { handoff, asked } = await checkedReferral();
  await referral(handoff);
  await setRule(handoff, { IsOn: false, IntervalDays: 30 });
  await timerAt(handoff, saturday(31));
  expect(asked).toHaveLength(1);
  await setRule(handoff, { IsOn: true, IntervalDays: 180 });
  await timerAt(handoff, saturday(31));
  expect(asked).toHaveLength(1);
  await setRule(handoff, { IsOn: true, IntervalDays: 7 });
  await timerAt(handoff, saturday(10));
  expect(asked).toHaveLength(2);
});

test('no checks run in business hours on weekdays', async () => {
  const { handoff, asked } = await checkedReferral();
  const monday = addMs(saturday(31), 2 * DAY_MS);
  await timerAt(handoff, addMs(monday, 4 * HOUR_MS));
  expect(asked).toHaveLength(1);
  await timerAt(handoff, addMs(monday, 13 * HOUR_MS));
  expect(asked).toHaveLength(2);
});

test('the owner is notified of a change, and the referral gets the status of the new verdict', async () => {
  const { handoff, Id } = await checkedReferral(['1EG4TE5MK00', '1EG4TE5MK01']);
  const before = await referralOf(handoff, Id);
  const body = { Id, Etag: before?.Etag ?? '', OwnerId: `user-${people.ana.oid}` };
  (await handoff.call(api.referrals.update, { body }, { as: 'mia' })).ok();
  const messages = handoff.sent.length;
  await timerAt(handoff, saturday(31));
  const [scheduled] = await pastChecks(handoff);
  expect(scheduled).toMatchObject({ Verdict: 'notEligible', IsScheduled: true });
  expect(await referralOf(handoff, Id)).toMatchObject({
    EligibilityStatusId: 'look',
    EligibilityCheckId: scheduled?.Id,
    UpdatedBy: { FullName: 'Scheduled re-verification' },
  });
  expect(await bellOf(handoff, 'ana')).toMatchObject([{ SubjectId: Id }]);
  expect(await bellOf(handoff, 'mia')).toEqual([]);
  expect(handoff.sent.slice(messages).map(({ message }) => message.topic)).toEqual(
    expect.arrayContaining(['eligibilityCheck', 'referral', 'notification']),
  );
  await verifyAuditChains(handoff.store);
});

test('a changed coverage is announced, too: to everyone who may check when the referral has no owner', async () => {
  const { handoff, Id } = await checkedReferral(['1EG4TE5MK00', '1EG4TE5MK12']);
  (await handoff.call(api.referrals.update, { body: { Id, OwnerId: null } }, { as: 'mia' })).ok();
  await timerAt(handoff, saturday(31));
  expect((await pastChecks(handoff))[0]).toMatchObject({ Verdict: 'eligible', IsScheduled: true });
  for (const person of ['ana', 'mia', 'bo'] as const)
    expect(await bellOf(handoff, person)).toMatchObject([{ SubjectId: Id }]);
  for (const person of ['vic', 'cal'] as const) expect(await bellOf(handoff, person)).toEqual([]);
});

test('a decided or deleted referral is not checked', async () => {
  const { handoff, asked, Id } = await checkedReferral();
  const Decision = { Kind: 'Accepted', Reason: '', Comment: '' } as const;
  const body = { Id, Etag: (await referralOf(handoff, Id))?.Etag ?? '', Decision };
  (await handoff.call(api.referrals.update, { body }, { as: 'mia' })).ok();
  const other = await referral(handoff);
  await checkReferral(handoff, other.Id);
  await handoff.call(api.referrals.remove, { body: { Id: other.Id } }, { as: 'ana' });
  await timerAt(handoff, saturday(31));
  expect(asked).toHaveLength(2);
});

test('two simultaneous timers check once, and so does one that resumes late', async () => {
  const { handoff, asked } = await checkedReferral();
  const at = saturday(31);
  await Promise.all(Array.from({ length: 4 }, () => timerAt(handoff, at)));
  expect(asked).toHaveLength(2);
  expect(await pastChecks(handoff)).toHaveLength(2);
});

test("a person's check before the timer's inquiry takes precedence, and the timer makes none", async () => {
  const { handoff, asked, Id } = await checkedReferral();
  const held = handoff.holdAt('B2');
  const timer = timerAt(handoff, saturday(31));
  await held.reached;
  await checkReferral(handoff, Id);
  held.release();
  await timer;
  expect([asked.length, (await pastChecks(handoff)).length]).toEqual([2, 2]);
});

test('a referral in a terminal status is not open', async () => {
  const { handoff, asked, Id } = await checkedReferral();
  const body = { Id, Etag: (await referralOf(handoff, Id))?.Etag ?? '', StatusId: 'closed' };
  (await handoff.call(api.referrals.update, { body }, { as: 'mia' })).ok();
  await timerAt(handoff, saturday(31));
  expect(asked).toHaveLength(1);
});

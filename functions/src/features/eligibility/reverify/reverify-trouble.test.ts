import { addMs, DAY_MS, HOUR_MS } from '../../../core/time.ts';
import { expect, test } from 'vitest';
import { limitsFor } from '../../../auth/limits.ts';
import { pastChecks } from '../../../testing/examples/eligibility-examples.ts';
import { referral } from '../../../testing/examples/example-records.ts';
import { HARBOR } from '../../../testing/people.ts';
import {
  bellOf,
  checkedReferral,
  checkReferral,
  saturday,
  timerAt,
} from '../../../testing/eligibility/reverification.ts';
import { storedIn, verifyAuditChains } from '../../../testing/stored.ts';
import type { ProviderReply } from '../../../platform/eligibility-provider.ts';

const failed = (mayRepeat: boolean, reason: string): ProviderReply => ({
  outcome: 'failed',
  failure: 'retry',
  reason,
  mayRepeat,
});
const refused = () => failed(true, 'status503');

test('a run that dies between the answer and the commit counts as a check: the month has no other', async () => {
  const { handoff, asked, Id } = await checkedReferral();
  const at = saturday(31);
  const died = handoff.crashAt('B3p');
  void timerAt(handoff, at);
  await died;
  expect(asked).toHaveLength(2);
  await timerAt(handoff, addMs(at, 60_000));
  expect([asked.length, (await pastChecks(handoff)).length]).toEqual([2, 1]);
  await timerAt(handoff, addMs(at, 91_000));
  expect((await pastChecks(handoff))[0]).toMatchObject({ Verdict: 'notCompleted', IsScheduled: true });
  expect(await bellOf(handoff, 'ana')).toMatchObject([{ SubjectId: Id }]);
  await timerAt(handoff, addMs(at, 7 * DAY_MS));
  expect(asked).toHaveLength(2);
  await timerAt(handoff, addMs(at, 35 * DAY_MS));
  expect(asked).toHaveLength(3);
  expect((await pastChecks(handoff))[0]).toMatchObject({ Verdict: 'eligible' });
  await verifyAuditChains(handoff.store);
});

test('a check is taken over from a run that died before the inquiry', async () => {
  const { handoff, asked } = await checkedReferral();
  const at = saturday(31);
  const died = handoff.crashAt('B2');
  void timerAt(handoff, at);
  await died;
  await timerAt(handoff, addMs(at, 91_000));
  expect(asked).toHaveLength(2);
});

test('a timeout may have been answered: the check is not repeated in this interval', async () => {
  const { handoff, asked } = await checkedReferral(['1EG4TE5MK00', failed(false, 'timeout')]);
  const at = saturday(31);
  for (const hours of [0, 1, 30, 24 * 14]) await timerAt(handoff, addMs(at, hours * HOUR_MS));
  expect(asked).toHaveLength(2);
});

test('after two timeouts in a row a changed answer is recorded, and the owner is notified', async () => {
  const timeout = failed(false, 'timeout');
  const { handoff, asked, Id } = await checkedReferral(['1EG4TE5MK00', timeout, timeout, '1EG4TE5MK01']);
  for (const [turn, days] of [31, 70, 110].entries()) {
    await timerAt(handoff, saturday(days));
    expect(asked).toHaveLength(turn + 2);
  }
  const verdicts = (await pastChecks(handoff)).map(({ Verdict }) => Verdict);
  expect(verdicts).toEqual(['notEligible', 'notCompleted', 'notCompleted', 'eligible']);
  expect(await bellOf(handoff, 'ana')).toMatchObject([
    { SubjectId: Id },
    { SubjectId: Id },
    { SubjectId: Id },
  ]);
  await verifyAuditChains(handoff.store);
});

test('checks become less frequent while a provider is down, and catch up afterwards', async () => {
  const fine = '1EG4TE5MK00';
  const { handoff, asked } = await checkedReferral([fine, fine, ...Array.from({ length: 8 }, refused)]);
  await checkReferral(handoff, (await referral(handoff)).Id);
  const at = saturday(31);
  const tries: number[] = [];
  for (const minute of [0, 14, 16, 45, 59, 60, 119, 121, 239, 242, 300]) {
    const was = asked.length;
    await timerAt(handoff, addMs(at, minute * 60_000));
    if (asked.length > was) tries.push(minute);
  }
  expect(tries).toEqual([0, 16, 60, 121, 242]);
  // Two checks by a person, four tries of two attempts each, and both referrals in the end.
  expect(asked).toHaveLength(2 + 8 + 2);
});

test('the timer leaves half of the daily limit to people, and takes a few referrals at a time', async () => {
  const checks = { ...limitsFor({ callsPerMinute: 300 }).checks, scheduledPerAgencyAndDay: 6 };
  const { handoff, asked } = await checkedReferral([], { limits: { checks } });
  for (let n = 0; n < 7; n += 1) await checkReferral(handoff, (await referral(handoff)).Id);
  const at = saturday(31);
  await timerAt(handoff, at);
  expect(asked).toHaveLength(8 + 5);
  await timerAt(handoff, addMs(at, 2 * 60_000));
  expect(asked).toHaveLength(8 + 6);
  const pause = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ type }) => type.endsWith('pause'));
  expect(pause).toHaveLength(1);
  await timerAt(handoff, addMs(at, DAY_MS));
  expect(asked).toHaveLength(8 + 8);
});

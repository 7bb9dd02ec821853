import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { limitsFor } from '../../http/limits.ts';
import type { TestApi, TestSettings } from '../../testing/api.ts';
import { countingApi } from '../../testing/counting-provider.ts';
import { checkDraft } from '../../testing/eligibility-examples.ts';
import { referral } from '../../testing/example-records.ts';
import { HARBOR, people, type PersonName } from '../../testing/people.ts';
import { storedIn, verifyAuditChains } from '../../testing/stored.ts';
import type { ProviderReply } from './provider.ts';

const { medicareEligibility } = api;
const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

const failed = (mayRepeat: boolean, reason: string): ProviderReply => ({
  outcome: 'failed',
  failure: 'retry',
  reason,
  mayRepeat,
});
const refused = () => failed(true, 'status503');

/** So many days from now and then the next Saturday at eight in the morning in New York, or nine. */
function saturday(days: number): Date {
  const day = new Date(new Date().getTime() + days * DAY_MS);
  day.setUTCHours(13, 0, 0, 0);
  return new Date(day.getTime() + ((6 - day.getUTCDay() + 7) % 7) * DAY_MS);
}
const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

/** Another instance of the timer, at that time. */
const timerAt = (handoff: TestApi, at: Date) =>
  handoff.another({ clock: { now: () => at, sleep: async () => {} } }).app.sweep();

async function setRule(handoff: TestApi, Reverification: { IsOn: boolean; IntervalDays: number }) {
  const { SettingsEligibilityInfo: before, Etag } = (
    await handoff.call(medicareEligibility.settings, {}, { as: 'ana' })
  ).ok();
  const body = { Etag, SettingsEligibilityInfo: { ...before, Reverification } };
  (await handoff.call(medicareEligibility.updateSettings, { body }, { as: 'mia' })).ok();
}

/** An agency that wants it, and an open referral that was checked today. */
async function checkedReferral(first: (ProviderReply | string)[] = [], settings: TestSettings = {}) {
  const { handoff, asked } = await countingApi(first, settings);
  await setRule(handoff, { IsOn: true, IntervalDays: 30 });
  const { Id } = await referral(handoff);
  const { CheckId } = await check(handoff, Id);
  return { handoff, asked, Id, CheckId };
}

async function check(handoff: TestApi, ReferralId: string) {
  const body = checkDraft({ ReferralId });
  return (await handoff.call(medicareEligibility.check, { body }, { as: 'ana' })).ok();
}

async function history(handoff: TestApi) {
  const answer = await handoff.call(medicareEligibility.history, { query: {} }, { as: 'ana' });
  return answer.ok().HistoricalMedicareSearches;
}

async function bellOf(handoff: TestApi, person: PersonName) {
  const query = { id: `user-${people[person].oid}` };
  const bell = (await handoff.call(api.users.notifications, { query }, { as: person })).ok();
  return bell.UserNotificationsInfo.filter(({ Kind }) => Kind === 'eligibility');
}

async function referralOf(handoff: TestApi, id: string) {
  const answer = await handoff.call(api.referrals.byId, { query: { id } }, { as: 'vic' });
  return answer.ok().ReferralInfo[0];
}

test('an open referral is asked about again when its check is a month old, and nothing is made of no change', async () => {
  const { handoff, asked, Id, CheckId } = await checkedReferral();
  const before = await referralOf(handoff, Id);
  const messages = handoff.sent.length;
  await timerAt(handoff, saturday(20));
  expect(asked).toHaveLength(1);
  await timerAt(handoff, saturday(31));
  await timerAt(handoff, later(saturday(31), HOUR_MS));
  expect(asked).toHaveLength(2);
  const [scheduled] = await history(handoff);
  expect(scheduled).toMatchObject({
    IsScheduled: true,
    PreviousCheckId: CheckId,
    Verdict: 'eligible',
    ReferralId: Id,
    CheckedBy: { FullName: 'Scheduled re-verification' },
  });
  const after = await referralOf(handoff, Id);
  expect(after).toEqual({ ...before, EligibilityCheckId: scheduled?.Id });
  expect(handoff.sent).toHaveLength(messages);
  await timerAt(handoff, saturday(70));
  expect(asked).toHaveLength(3);
  await verifyAuditChains(handoff.store);
});

test('an agency that did not ask for it is left alone, and so is a referral nobody has checked', async () => {
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

test('on a weekday nobody is asked in business hours', async () => {
  const { handoff, asked } = await checkedReferral();
  const monday = later(saturday(31), 2 * DAY_MS);
  await timerAt(handoff, later(monday, 4 * HOUR_MS));
  expect(asked).toHaveLength(1);
  await timerAt(handoff, later(monday, 13 * HOUR_MS));
  expect(asked).toHaveLength(2);
});

test('a change is told to the owner, and the referral gets the status of the new verdict', async () => {
  const { handoff, Id } = await checkedReferral(['1EG4TE5MK00', '1EG4TE5MK01']);
  const before = await referralOf(handoff, Id);
  const body = { Id, Etag: before?.Etag ?? '', OwnerId: `user-${people.ana.oid}` };
  (await handoff.call(api.referrals.update, { body }, { as: 'mia' })).ok();
  const messages = handoff.sent.length;
  await timerAt(handoff, saturday(31));
  const [scheduled] = await history(handoff);
  expect(scheduled).toMatchObject({ Verdict: 'notEligible', IsScheduled: true });
  expect(await referralOf(handoff, Id)).toMatchObject({
    EligibilityStatusId: 'look',
    EligibilityCheckId: scheduled?.Id,
    UpdatedBy: { FullName: 'Scheduled re-verification' },
  });
  expect(await bellOf(handoff, 'ana')).toMatchObject([{ SubjectId: Id }]);
  expect(await bellOf(handoff, 'mia')).toEqual([]);
  expect(handoff.sent.slice(messages).map(({ message }) => message.type)).toEqual(
    expect.arrayContaining(['changed', 'notification']),
  );
  await verifyAuditChains(handoff.store);
});

test('a changed coverage is news too, to all who may check while nobody owns the referral', async () => {
  const { handoff, Id } = await checkedReferral(['1EG4TE5MK00', '1EG4TE5MK12']);
  await timerAt(handoff, saturday(31));
  expect((await history(handoff))[0]).toMatchObject({ Verdict: 'eligible', IsScheduled: true });
  for (const person of ['ana', 'mia', 'bo'] as const)
    expect(await bellOf(handoff, person)).toMatchObject([{ SubjectId: Id }]);
  for (const person of ['vic', 'cal'] as const) expect(await bellOf(handoff, person)).toEqual([]);
});

test('a referral that was decided or deleted is not asked about', async () => {
  const { handoff, asked, Id } = await checkedReferral();
  const Decision = { Kind: 'Accepted', Reason: '', Comment: '' } as const;
  const body = { Id, Etag: (await referralOf(handoff, Id))?.Etag ?? '', Decision };
  (await handoff.call(api.referrals.update, { body }, { as: 'mia' })).ok();
  const other = await referral(handoff);
  await check(handoff, other.Id);
  await handoff.call(api.referrals.remove, { body: { Id: other.Id } }, { as: 'ana' });
  await timerAt(handoff, saturday(31));
  expect(asked).toHaveLength(2);
});

test('two timers at once ask once, and so does one that wakes up late', async () => {
  const { handoff, asked } = await checkedReferral();
  const at = saturday(31);
  await Promise.all(Array.from({ length: 4 }, () => timerAt(handoff, at)));
  expect(asked).toHaveLength(2);
  expect(await history(handoff)).toHaveLength(2);
});

test('who checks while the timer is about to is first, and it does not ask', async () => {
  const { handoff, asked, Id } = await checkedReferral();
  const held = handoff.holdAt('B2');
  const timer = timerAt(handoff, saturday(31));
  await held.reached;
  await check(handoff, Id);
  held.letGo();
  await timer;
  expect([asked.length, (await history(handoff)).length]).toEqual([2, 2]);
});

test('a referral whose status is an end is not open', async () => {
  const { handoff, asked, Id } = await checkedReferral();
  const body = { Id, Etag: (await referralOf(handoff, Id))?.Etag ?? '', StatusId: 'closed' };
  (await handoff.call(api.referrals.update, { body }, { as: 'mia' })).ok();
  await timerAt(handoff, saturday(31));
  expect(asked).toHaveLength(1);
});

test('who dies between the answer and the commit has asked: the month goes by without another', async () => {
  const { handoff, asked, Id } = await checkedReferral();
  const at = saturday(31);
  const died = handoff.crashAt('B3p');
  void timerAt(handoff, at);
  await died;
  expect(asked).toHaveLength(2);
  await timerAt(handoff, later(at, 60_000));
  expect([asked.length, (await history(handoff)).length]).toEqual([2, 1]);
  await timerAt(handoff, later(at, 91_000));
  expect((await history(handoff))[0]).toMatchObject({ Verdict: 'notCompleted', IsScheduled: true });
  expect(await bellOf(handoff, 'ana')).toMatchObject([{ SubjectId: Id }]);
  await timerAt(handoff, later(at, 7 * DAY_MS));
  expect(asked).toHaveLength(2);
  await timerAt(handoff, later(at, 35 * DAY_MS));
  expect(asked).toHaveLength(3);
  expect((await history(handoff))[0]).toMatchObject({ Verdict: 'eligible' });
  await verifyAuditChains(handoff.store);
});

test('who dies before asking is taken over', async () => {
  const { handoff, asked } = await checkedReferral();
  const at = saturday(31);
  const died = handoff.crashAt('B2');
  void timerAt(handoff, at);
  await died;
  await timerAt(handoff, later(at, 91_000));
  expect(asked).toHaveLength(2);
});

test('a timeout may have been answered: it is not asked again in this interval', async () => {
  const { handoff, asked } = await checkedReferral(['1EG4TE5MK00', failed(false, 'timeout')]);
  const at = saturday(31);
  for (const hours of [0, 1, 30, 24 * 14]) await timerAt(handoff, later(at, hours * HOUR_MS));
  expect(asked).toHaveLength(2);
});

test('a provider that is down is asked less and less, and then all is caught up', async () => {
  const fine = '1EG4TE5MK00';
  const { handoff, asked } = await checkedReferral([fine, fine, ...Array.from({ length: 8 }, refused)]);
  await check(handoff, (await referral(handoff)).Id);
  const at = saturday(31);
  const tries: number[] = [];
  for (const minute of [0, 14, 16, 45, 59, 60, 119, 121, 239, 242, 300]) {
    const was = asked.length;
    await timerAt(handoff, later(at, minute * 60_000));
    if (asked.length > was) tries.push(minute);
  }
  expect(tries).toEqual([0, 16, 60, 121, 242]);
  // Two checks by a person, four tries of two attempts each, and both referrals in the end.
  expect(asked).toHaveLength(2 + 8 + 2);
});

test('the timer leaves half of the day to people, and takes a few at a time', async () => {
  const checks = { ...limitsFor({ callsPerMinute: 300 }).checks, scheduledPerAgencyAndDay: 6 };
  const { handoff, asked } = await checkedReferral([], { limits: { checks } });
  for (let n = 0; n < 7; n += 1) await check(handoff, (await referral(handoff)).Id);
  const at = saturday(31);
  await timerAt(handoff, at);
  expect(asked).toHaveLength(8 + 5);
  await timerAt(handoff, later(at, 2 * 60_000));
  expect(asked).toHaveLength(8 + 6);
  const pause = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ type }) => type.endsWith('pause'));
  expect(pause).toHaveLength(1);
  await timerAt(handoff, later(at, DAY_MS));
  expect(asked).toHaveLength(8 + 8);
});

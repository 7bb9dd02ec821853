import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { addMs } from '../../../core/time.ts';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { notified, referral } from '../../../testing/examples/example-records.ts';
import { people, type PersonName } from '../../../testing/people.ts';
import { changeUser } from '../../../testing/stored.ts';

const MINUTE_MS = 60_000;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const inMinutes = (minutes: number) => addMs(handoff.platform.clock.now(), minutes * MINUTE_MS).toISOString();
const update = async (Id: string, edit: object, as: PersonName = 'ana') => {
  const [after] = (await handoff.call(api.referrals.update, { body: { Id, ...edit } }, { as })).ok()
    .ReferralInfo;
  return after;
};
const remind = () => handoff.app.jobs.callBacks.run();

const remindersOf = (as: PersonName) => notified(handoff, as, 'reminder');

test('who owns a referral is reminded of a call once when it is due, and again of the next one', async () => {
  const { Id } = await referral(handoff);
  const OwnerId = `user-${people.bo.oid}`;
  const CallBackAt = inMinutes(60);
  const set = await update(Id, { OwnerId, CallBackAt });
  expect(set).toMatchObject({ CallBackAt, CallBackBy: { FullName: 'Ana Intake' } });
  const { ReferralInfo } = (await handoff.call(api.referrals.list, { query: {} }, { as: 'vic' })).ok();
  expect(ReferralInfo[0]).toMatchObject({ Id, CallBackAt });
  await remind();
  expect(await remindersOf('bo')).toEqual([]);

  handoff.advance(60 * MINUTE_MS);
  await remind();
  await remind();
  expect(await remindersOf('bo')).toEqual(['Call back due on your referral']);
  expect([await remindersOf('ana'), await remindersOf('mia')]).toEqual([[], []]);

  await update(Id, { CallBackAt: inMinutes(30) });
  handoff.advance(30 * MINUTE_MS);
  await remind();
  expect(await remindersOf('bo')).toHaveLength(2);
});

test('without an owner, who wanted to call is reminded', async () => {
  const { Id } = await referral(handoff);
  await update(Id, { OwnerId: null });
  await update(Id, { CallBackAt: inMinutes(10) }, 'mia');
  handoff.advance(11 * MINUTE_MS);
  await remind();
  expect([await remindersOf('mia'), await remindersOf('ana')]).toEqual([
    ['Call back due on an unassigned referral'],
    [],
  ]);
});

test('when the owner has left, who wanted to call is reminded', async () => {
  const { Id } = await referral(handoff);
  await update(Id, { OwnerId: `user-${people.bo.oid}` });
  await update(Id, { CallBackAt: inMinutes(10) }, 'mia');
  await changeUser(handoff, 'bo', { Active: false });
  handoff.advance(11 * MINUTE_MS);
  await remind();
  expect(await remindersOf('mia')).toEqual(['Call back due on a referral']);
});

test('a decision removes the call, as does who no longer wants it, and the history names it', async () => {
  const { Id } = await referral(handoff);
  const CallBackAt = inMinutes(10);
  await update(Id, { CallBackAt });
  expect(await update(Id, { CallBackAt: null })).toMatchObject({ CallBackAt: null, CallBackBy: null });
  await update(Id, { CallBackAt });
  expect(await update(Id, { Decision: { Kind: 'Accepted' } })).toMatchObject({
    CallBackAt: null,
    CallBackBy: null,
  });
  handoff.advance(11 * MINUTE_MS);
  await remind();
  expect(await remindersOf('ana')).toEqual([]);
  const { ReferralActivity } = (
    await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'mia' })
  ).ok();
  const calls = ReferralActivity.flatMap(({ changes }) =>
    changes.filter(({ field }) => field === 'CallBackAt'),
  );
  expect(calls.map((change) => change.new)).toEqual([null, CallBackAt, null, CallBackAt]);
});

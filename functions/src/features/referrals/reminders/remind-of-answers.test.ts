import { addMs } from '../../../core/time.ts';
import { api } from '@handoff/shared/contract/api';
import { STANDARD_RESPONSE_HOURS } from '@handoff/shared/domain/agency/business-domain';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { referralDraft } from '../../../testing/examples/drafts.ts';
import { notified } from '../../../testing/examples/example-records.ts';
import { people, type PersonName } from '../../../testing/people.ts';

const HOUR_MS = 3_600_000;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

async function received(hoursAgo: number, OwnerId?: string) {
  const ReceivedAt = addMs(handoff.platform.clock.now(), -hoursAgo * HOUR_MS).toISOString();
  const body = { ...referralDraft(), ReceivedAt };
  const [referral] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  if (!referral) throw new Error('There is no referral');
  const { Id, Etag } = referral;
  const edit = { Id, Etag, OwnerId };
  if (OwnerId) (await handoff.call(api.referrals.update, { body: edit }, { as: 'ana' })).ok();
  return Id;
}

const remind = () => handoff.app.jobs.reminders.run();

const remindersOf = (as: PersonName) => notified(handoff, as, 'reminder');

test('an owner is reminded once halfway to the deadline, and managers are notified at the deadline', async () => {
  await received(1, `user-${people.bo.oid}`);
  await remind();
  expect(await remindersOf('bo')).toEqual([]);

  handoff.advance((STANDARD_RESPONSE_HOURS / 2) * HOUR_MS);
  await remind();
  await remind();
  expect(await remindersOf('bo')).toEqual(['Response due on your referral']);
  expect(await remindersOf('mia')).toEqual([]);

  handoff.advance((STANDARD_RESPONSE_HOURS / 2) * HOUR_MS);
  await remind();
  await remind();
  expect(await remindersOf('bo')).toEqual([
    'Response overdue on your referral',
    'Response due on your referral',
  ]);
  expect(await remindersOf('mia')).toEqual([`Response overdue on a referral of ${people.bo.name}`]);
  expect(await remindersOf('ana')).toEqual([]);
});

test('without an owner, the author and managers are notified; answered, old and muted referrals notify no one', async () => {
  const answered = await received(60);
  const body = { Id: answered, Decision: { Kind: 'Accepted' as const, Reason: '', Comment: '' } };
  (
    await handoff.call(
      api.referrals.update,
      { body: { ...body, Etag: await etagOf(answered) } },
      { as: 'ana' },
    )
  ).ok();
  await received(80);
  await remind();
  expect([await remindersOf('ana'), await remindersOf('mia')]).toEqual([[], []]);

  const muted = { body: { MutedNotifications: ['reminder' as const] } };
  (await handoff.call(api.users.muteNotifications, muted, { as: 'ana' })).ok();
  const unassigned = { Id: await received(60), OwnerId: null };
  (await handoff.call(api.referrals.update, { body: unassigned }, { as: 'ana' })).ok();
  await remind();
  expect([await remindersOf('ana'), await remindersOf('mia')]).toEqual([
    [],
    ['Response overdue on an unassigned referral'],
  ]);
});

async function etagOf(id: string): Promise<string> {
  const { ReferralInfo } = (await handoff.call(api.referrals.byId, { query: { id } }, { as: 'ana' })).ok();
  return ReferralInfo[0]?.Etag ?? '';
}

import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { HARBOR, people, type PersonName } from '../../../testing/people.ts';
import { storedIn, verifyAuditChains } from '../../../testing/stored.ts';

const DAY_MS = 24 * 60 * 60_000;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const remind = () => Promise.all([handoff.app.jobs.reviews.run(), handoff.app.jobs.reviews.run()]);

async function remindersOf(as: PersonName) {
  const query = { id: `user-${people[as].oid}` };
  const { UserNotificationsInfo } = (await handoff.call(api.users.notifications, { query }, { as })).ok();
  return UserNotificationsInfo.filter(({ Text }) => Text.includes('review'));
}

test('only managers are notified, once a week, of how many people are due for review', async () => {
  await remind();
  await remind();
  const [reminder, ...others] = await remindersOf('mia');
  expect(reminder).toMatchObject({
    Kind: 'access',
    SubjectId: HARBOR,
    Text: 'The access of 5 people is due for review',
  });
  expect(others).toEqual([]);
  for (const as of ['ana', 'vic'] as const) expect(await remindersOf(as)).toEqual([]);

  // This is longer than keys are stored.
  for (let day = 1; day < 7; day += 1) {
    handoff.advance(DAY_MS + 1);
    await remind();
  }
  expect(await remindersOf('mia')).toHaveLength(1);
  handoff.advance(DAY_MS);
  await remind();
  expect(await remindersOf('mia')).toHaveLength(2);
  await verifyAuditChains(handoff.store);
});

test('no one is notified while no access is due', async () => {
  const review = async () =>
    (await handoff.call(api.users.accessReview, { query: { BusinessDomainId: HARBOR } }, { as: 'ada' })).ok();
  const People = (await review()).AccessReviewInfo.map(({ Id, Etag }) => ({ Id, Etag }));
  const body = { People, BusinessDomainId: HARBOR };
  (await handoff.call(api.users.confirmAccess, { body }, { as: 'ada' })).ok();
  await remind();
  expect(await remindersOf('mia')).toEqual([]);
  const stored = await storedIn(handoff.store, `d:${HARBOR}`);
  expect(stored.filter(({ type }) => type === 'notification')).toEqual([]);
});

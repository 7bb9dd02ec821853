import { expect, test } from 'vitest';
import { nthDay, fill, found, startTestStores } from '../testing/test-store.ts';
import { domains, usersOf } from './kinds/user-records.ts';
import { activityOf } from './kinds/audit-records.ts';
import { countOf } from './select.ts';
import { notificationsOf, unreadNotificationsOf } from './kinds/notification-records.ts';

const stores = await startTestStores();

test('the activity of a record is listed, newest first', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'audit', (n) => ({ subject: n % 3 === 0 ? 'r1' : 'r2', seq: n }));
  const activity = await found(domain, activityOf('r1'));
  expect(activity).toBe('audit9 audit6 audit3 audit0');
});

test('the notifications of a user are listed, newest first', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'notification', (n) => ({ UserId: n > 7 ? 'me' : 'you', CreatedAt: nthDay(n) }));
  const mine = await found(domain, notificationsOf('me'));
  expect(mine).toBe('notification9 notification8');
});

test("a user's unread notifications since a moment are counted", async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'notification', (n) => ({
    UserId: n > 0 ? 'me' : 'you',
    CreatedAt: nthDay(n),
    ReadAt: n === 5 ? nthDay(6) : null,
  }));
  const since = (until: string) => domain.count(countOf(unreadNotificationsOf('me', { ReadUntil: until })));
  expect([await since(''), await since(nthDay(4)), await since(nthDay(9))]).toEqual([8, 4, 0]);
});

test('the users of a domain and all domains are listed', async () => {
  const store = await stores.newStore();
  const sys = store.app('sys');
  await fill(sys, 'user', (n) => ({ DomainIds: n < 2 ? ['east', 'west'] : n < 3 ? [] : ['north'] }));
  await fill(sys, 'domain', (n) => ({ Name: `Agency ${n}` }));
  expect(await found(sys, usersOf('west'))).toBe('user0 user1');
  expect((await found(sys, domains)).split(' ')).toHaveLength(10);
});

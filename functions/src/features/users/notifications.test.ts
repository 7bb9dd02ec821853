import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referral as newReferral } from '../../testing/examples/example-records.ts';
import { people } from '../../testing/people.ts';

let handoff: TestApi;
let referralId: string;
beforeEach(async () => {
  handoff = await freshApi();
  referralId = (await newReferral(handoff)).Id;
});

type Name = 'ana' | 'cal' | 'mia';
const idOf = (name: Name) => `user-${people[name].oid}`;

async function bellOf(name: Name) {
  return (await handoff.call(api.users.notifications, { query: { id: idOf(name) } }, { as: name })).ok();
}

async function write(as: Name, ...texts: string[]) {
  const body = { ReferralId: referralId, ReferralNotes: texts.map((Text) => ({ Text })) };
  (await handoff.call(api.referrals.updateNotes, { body }, { as })).ok();
}

const kindsOf = ({ UserNotificationsInfo }: Awaited<ReturnType<typeof bellOf>>) =>
  UserNotificationsInfo.map(({ Kind }) => Kind);

test('a person named in a note is notified once, of the mention and not of the note', async () => {
  await write('cal', 'Please call, @Ana Intake.', '@ana intake @Mia Manager @Cal Clinician @Eve Elsewhere');
  expect(kindsOf(await bellOf('ana'))).toEqual(['mention']);
  expect(kindsOf(await bellOf('mia'))).toEqual(['mention']);
  expect(kindsOf(await bellOf('cal'))).toEqual([]);
  const told = handoff.sent.flatMap(({ message }) => (message.topic === 'notification' ? [message.id] : []));
  expect(told.toSorted()).toEqual([idOf('mia'), idOf('ana')].toSorted());

  const elsewhere = { query: { id: `user-${people.eve.oid}` } };
  const foreign = await handoff.call(api.users.notifications, elsewhere, { as: 'eve' });
  expect(foreign.ok().UserNotificationsInfo).toEqual([]);
});

test('a person named by an edit of a note is notified, once per note', async () => {
  const body = { ReferralId: referralId, ReferralNotes: [{ Text: 'Call them, @Mia Manager.' }] };
  const note = (await handoff.call(api.referrals.updateNotes, { body }, { as: 'cal' })).ok().ReferralNotes[0];
  const edit = async (Text: string) => {
    const edited = { ReferralId: referralId, ReferralNotes: [{ Id: note?.Id ?? '', Text }] };
    (await handoff.call(api.referrals.updateNotes, { body: edited }, { as: 'cal' })).ok();
  };
  await edit('Call them, @Mia Manager and @Ana Intake. Signed, @Cal Clinician');
  await edit('Call them.');
  await edit('Call them, @Ana Intake and @Mia Manager.');
  expect(kindsOf(await bellOf('mia'))).toEqual(['mention']);
  // The note was new to her first, and then it named her.
  expect(kindsOf(await bellOf('ana')).toSorted()).toEqual(['mention', 'note']);
  expect(kindsOf(await bellOf('cal'))).toEqual([]);
});

test('the person concerned by an assignment or a decision is notified', async () => {
  const read = await handoff.call(api.referrals.byId, { query: { id: referralId } }, { as: 'mia' });
  const { Id = '', Etag = '' } = read.ok().ReferralInfo[0] ?? {};
  const Decision = { Kind: 'Accepted' as const, Reason: '' as const, Comment: '' };
  const body = { Id, Etag, OwnerId: idOf('cal'), Decision };
  (await handoff.call(api.referrals.update, { body }, { as: 'mia' })).ok();
  expect(kindsOf(await bellOf('cal'))).toEqual(['assignment']);
  expect(kindsOf(await bellOf('ana'))).toEqual(['decision']);
  expect(kindsOf(await bellOf('mia'))).toEqual([]);
});

test('a notification is marked as read by its owner only, and the count follows', async () => {
  await write('cal', 'One.');
  await write('cal', 'Two.');
  const bell = await bellOf('ana');
  expect(bell.UnreadCount).toBe(2);
  const body = { Id: bell.UserNotificationsInfo[0]?.Id ?? '' };
  expect((await handoff.call(api.users.readNotification, { body }, { as: 'cal' })).status).toBe(404);
  (await handoff.call(api.users.readNotification, { body }, { as: 'ana' })).ok();
  const after = await bellOf('ana');
  expect(after.UnreadCount).toBe(1);
  expect(after.UserNotificationsInfo.map(({ ReadAt }) => ReadAt !== null)).toEqual([true, false]);
});

test('mentions and assignments are counted apart from what is only news', async () => {
  await write('cal', 'One.');
  await write('cal', 'Two, @Ana Intake.');
  expect(await bellOf('ana')).toMatchObject({ UnreadCount: 2, AddressedCount: 1 });
  handoff.advance(10);
  const body = { Until: '2099-01-01T00:00:00.000Z' };
  (await handoff.call(api.users.readAllNotifications, { body }, { as: 'ana' })).ok();
  expect(await bellOf('ana')).toMatchObject({ UnreadCount: 0, AddressedCount: 0 });
});

test('marking all stops at the newest one seen, and never at a future time', async () => {
  await write('cal', 'One.');
  handoff.advance(10);
  await write('cal', 'Two.');
  const [newest] = (await bellOf('ana')).UserNotificationsInfo;
  handoff.advance(10);
  await write('cal', 'Meanwhile.');
  const until = (Until: string) =>
    handoff.call(api.users.readAllNotifications, { body: { Until } }, { as: 'ana' });
  (await until(newest?.CreatedAt ?? '')).ok();
  const after = await bellOf('ana');
  expect(after.UnreadCount).toBe(1);
  expect(after.UserNotificationsInfo.map(({ ReadAt }) => ReadAt !== null)).toEqual([false, true, true]);

  (await until('2099-01-01T00:00:00.000Z')).ok();
  expect((await bellOf('ana')).UnreadCount).toBe(0);
  handoff.advance(1000);
  await write('cal', 'Much later.');
  expect((await bellOf('ana')).UnreadCount).toBe(1);
});

test('a notification of a muted kind is not written, others are', async () => {
  const body = { MutedNotifications: ['note' as const] };
  (await handoff.call(api.users.muteNotifications, { body }, { as: 'ana' })).ok();
  await write('cal', 'Not to be notified of.');
  await write('cal', 'But this, @Ana Intake.');
  const bell = await bellOf('ana');
  expect(bell.MutedNotifications).toEqual(['note']);
  expect(kindsOf(bell)).toEqual(['mention']);
});

import { beforeEach, expect, test } from 'vitest';
import { notificationSettingsId, notificationSettingsKind } from '../records/kinds/notification-records.ts';
import { userId } from '../records/kinds/user-records.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { EVERGREEN, HARBOR, people } from '../testing/people.ts';
import { changeUser, storedIn } from '../testing/stored.ts';
import { keepThing, pipelineOn, writeOf } from '../testing/writes.ts';
import { runAtomic } from './atomic.ts';
import { createOnce } from './commit.ts';
import type { News } from '../core/context.ts';
import { notifyManagers, notifyOnce, notifyPerson } from './notify-person.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const [ana, mia, cal] = [userId(people.ana.oid), userId(people.mia.oid), userId(people.cal.oid)];
const news: News = { to: mia, kind: 'note', subject: 'referral-1', text: 'A new note' };

/** Sends these notifications in a write of Ana's. */
async function tell(...each: News[]): Promise<void> {
  await runAtomic(writeOf(pipelineOn(handoff.platform), keepThing), async (_input, context) => {
    for (const one of each) await notifyPerson(context, one);
    return {};
  });
}

async function mute(partitionKey: string, user: string): Promise<void> {
  const record = { Id: notificationSettingsId(user), ReadUntil: '', Muted: ['note' as const] };
  await createOnce(handoff.platform, { partitionKey, kind: notificationSettingsKind, record });
}

const notifications = async (partitionKey = `d:${HARBOR}`) =>
  (await storedIn(handoff.store, partitionKey)).filter(({ type }) => type === 'notification');

test('a notification arrives unread, with a live message', async () => {
  await tell(news);
  expect(await notifications()).toMatchObject([
    {
      Id: expect.stringMatching(/^notification-[0-9a-f]{32}$/),
      UserId: mia,
      Kind: 'note',
      SubjectId: 'referral-1',
      Text: 'A new note',
      CreatedAt: expect.stringMatching(/Z$/),
      ReadAt: null,
    },
  ]);
  expect(handoff.sent).toEqual([
    { audience: { user: people.mia.oid }, message: { topic: 'notification', id: mia } },
  ]);
});

test('one request notifies each person of each kind', async () => {
  await tell(news, { ...news, to: cal }, { ...news, kind: 'mention' });
  expect(await notifications()).toHaveLength(3);
});

test.each([
  ['one did oneself', ana],
  ['concerns a timer', 'schedule'],
])('no one is notified of what %s', async (_case, to) => {
  await tell({ ...news, to });
  expect([await notifications(), handoff.sent]).toEqual([[], []]);
});

test('muting one kind leaves other kinds and urgent ones', async () => {
  await mute(`d:${HARBOR}`, mia);
  await tell(news);
  expect(await notifications()).toEqual([]);
  await tell({ ...news, kind: 'mention' }, { ...news, isUrgent: true });
  const kinds = (await notifications()).map(({ Kind }) => Kind);
  expect(new Set(kinds)).toEqual(new Set(['mention', 'note']));
});

test('a notification that must not repeat is sent once, whatever causes it', async () => {
  const once = 'notification-of-the-day';
  await tell({ ...news, once });
  await tell({ ...news, once });
  expect(await notifications()).toMatchObject([{ Id: once, UserId: mia }]);
});

const isManagerOf = (BusinessDomainId: string) => [
  { BusinessDomainId, RoleWithinAgency: 'Manager' as const },
];

test('only the active managers of the agency are notified', async () => {
  await changeUser(handoff, 'cal', { Active: false, roles: isManagerOf(HARBOR) });
  await changeUser(handoff, 'eve', { roles: isManagerOf(EVERGREEN) });
  const inBoth = [
    { BusinessDomainId: HARBOR, RoleWithinAgency: 'Intake' as const },
    { BusinessDomainId: EVERGREEN, RoleWithinAgency: 'Manager' as const },
  ];
  await changeUser(handoff, 'bo', { roles: inBoth });
  await changeUser(handoff, 'vic', { roles: [...isManagerOf(EVERGREEN), ...isManagerOf(HARBOR)] });
  const { to: _to, ...about } = news;
  await runAtomic(writeOf(pipelineOn(handoff.platform), keepThing), async (_input, context) => {
    await notifyManagers(context, about);
    return {};
  });
  const told = (await notifications()).map(({ UserId }) => UserId);
  expect(new Set(told)).toEqual(new Set([mia, userId(people.vic.oid)]));
});

const own = `u:${people.mia.oid}`;
const identity = { id: 'import-1', attempt: 1 };
const ofImport = { ...news, kind: 'import' as const, at: '2026-11-20T10:00:00.000Z' };

test('an event without a write is notified once per subject', async () => {
  await notifyOnce(handoff.platform, identity, ofImport);
  await notifyOnce(handoff.platform, identity, { ...ofImport, text: 'Again' });
  expect(await notifications(own)).toMatchObject([
    {
      Id: expect.stringMatching(/^notification-[0-9a-f]{32}$/),
      UserId: mia,
      Kind: 'import',
      SubjectId: 'referral-1',
      Text: 'A new note',
      ReadAt: null,
      DeletedAt: null,
    },
  ]);
  expect(handoff.sent).toEqual([
    { audience: { user: people.mia.oid }, message: { topic: 'notification', id: mia } },
  ]);
  // A later event of the same identity replaces it.
  await notifyOnce(handoff.platform, identity, {
    ...ofImport,
    text: 'Later',
    at: '2026-11-20T11:00:00.000Z',
  });
  expect(await notifications(own)).toMatchObject([{ Text: 'Later', ReadAt: null }]);
  await notifyOnce(handoff.platform, { id: 'import-2', attempt: 1 }, ofImport);
  expect(await notifications(own)).toHaveLength(2);
  // Sent messages do not wait for the sweep.
  const left = async () => (await storedIn(handoff.store, own)).filter(({ type }) => type === 'outbox');
  await expect.poll(left).toEqual([]);
});

test('the newest of several events at once stays', async () => {
  const hours = ['12', '14', '11', '13'];
  const events = hours.map((hour) => ({
    ...ofImport,
    text: `At ${hour}`,
    at: `2026-11-20T${hour}:00:00.000Z`,
  }));
  await Promise.all(events.map((event) => notifyOnce(handoff.platform, identity, event)));
  expect(await notifications(own)).toMatchObject([{ Text: 'At 14', ReadAt: null }]);
});

test('an event without a write notifies no one who muted it', async () => {
  await mute(own, mia);
  await notifyOnce(handoff.platform, identity, { ...ofImport, kind: 'note' });
  await notifyOnce(handoff.platform, identity, ofImport);
  expect(await notifications(own)).toMatchObject([{ Kind: 'import' }]);
});

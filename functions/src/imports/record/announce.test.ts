import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { freshImportStory } from '../../testing/imports/import-story.ts';
import { people } from '../../testing/people.ts';

type Story = Awaited<ReturnType<typeof freshImportStory>>;

const ada = `user-${people.ada.oid}`;
const csv = (rows: number) =>
  ['number,street,city,zip', ...Array.from({ length: rows }, (_, n) => `${n + 1},OAK ST,Avon,06001`)].join(
    '\n',
  );

async function bellOf(story: Story) {
  return (await story.call(api.users.personalNotifications, { query: {} }, { as: 'ada' })).ok();
}

const textsOf = async (story: Story) =>
  (await bellOf(story)).UserNotificationsInfo.map(({ Text }) => Text).toReversed();

const rings = (story: Story) =>
  story.sent.filter(({ message, audience }) => message.topic === 'notification' && 'user' in audience).length;

test('an uploader without an agency is notified how the import ended', async () => {
  const story = await freshImportStory();
  await story.import({ content: csv(20) });
  story.advance(10);
  await story.import({ content: csv(20), name: 'again.csv' });
  story.advance(10);
  await story.import({ content: '{"type":"FeatureCollection"}' });
  story.advance(10);
  const { ImportId } = await story.import({ content: csv(3) });
  expect(await textsOf(story)).toEqual([
    'Connecticut, addresses.csv: the import is done and live',
    'Connecticut, again.csv: the import is done, and nothing has changed',
    'Connecticut, addresses.csv: the import failed',
    'Connecticut, addresses.csv: the import waits for your confirmation',
  ]);
  const bell = await bellOf(story);
  expect(bell).toMatchObject({ UnreadCount: 4, MutedNotifications: [] });
  expect(bell.UserNotificationsInfo[0]).toMatchObject({ Kind: 'import', SubjectId: ImportId, UserId: ada });
  expect(rings(story)).toBe(4);

  // She needs no notification of her own action.
  await story.act(ImportId, 'publish');
  await story.sweep();
  expect((await bellOf(story)).UnreadCount).toBe(4);
});

test('an import that is read again has one notification, unread, of how it ended last', async () => {
  const story = await freshImportStory();
  const { ImportId } = await story.import({ content: 'zip,city\n06001,Avon\n', name: 'ct.csv' });
  const [failed] = (await bellOf(story)).UserNotificationsInfo;
  const body = { Id: failed?.Id ?? '' };
  (await story.call(api.users.readPersonalNotification, { body }, { as: 'ada' })).ok();
  story.advance(10);
  (await story.act(ImportId, 'retry')).ok();
  await story.sweep();
  expect(await bellOf(story)).toMatchObject({
    UnreadCount: 1,
    UserNotificationsInfo: [{ Id: failed?.Id, Text: 'Connecticut, ct.csv: the import failed', ReadAt: null }],
  });
  expect(rings(story)).toBe(3);
});

test.each(['import/finished', 'import/notice-due', 'import/notice-written'])(
  'a worker that dies at %s leaves the notice to the next sweep, and no one is notified twice',
  async (checkpoint) => {
    const story = await freshImportStory();
    const importId = await story.upload({ content: csv(20) });
    const died = story.crashAt(checkpoint);
    void story.run(importId).catch(() => undefined);
    await died;
    for (const _ of [1, 2]) await story.sweep();
    expect(await textsOf(story)).toEqual(['Connecticut, addresses.csv: the import is done and live']);
    expect(rings(story)).toBe(1);
    await story.run(importId);
    expect((await bellOf(story)).UnreadCount).toBe(1);
  },
);

test('a muted notice is not written, and not caught up on', async () => {
  const story = await freshImportStory();
  const body = { MutedNotifications: ['import' as const] };
  (await story.call(api.users.mutePersonalNotifications, { body }, { as: 'ada' })).ok();
  await story.import({ content: csv(20) });
  (
    await story.call(api.users.mutePersonalNotifications, { body: { MutedNotifications: [] } }, { as: 'ada' })
  ).ok();
  await story.sweep();
  expect(await textsOf(story)).toEqual([]);
  await story.import({ content: csv(30) });
  expect(await textsOf(story)).toHaveLength(1);
});

test('it is marked as read by its owner, alone or with all others', async () => {
  const story = await freshImportStory();
  await story.import({ content: csv(20) });
  story.advance(10);
  await story.import({ content: csv(30) });
  const [newest] = (await bellOf(story)).UserNotificationsInfo;
  const body = { Id: newest?.Id ?? '' };
  const foreign = await story.call(api.users.readPersonalNotification, { body }, { as: 'ana' });
  expect(foreign.status).toBe(404);
  (await story.call(api.users.readPersonalNotification, { body }, { as: 'ada' })).ok();
  expect((await bellOf(story)).UnreadCount).toBe(1);
  const all = { body: { Until: newest?.CreatedAt ?? '' } };
  (await story.call(api.users.readAllPersonalNotifications, all, { as: 'ada' })).ok();
  expect((await bellOf(story)).UnreadCount).toBe(0);
});

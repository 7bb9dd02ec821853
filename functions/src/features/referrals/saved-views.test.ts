import { api } from '@handoff/shared/contract/api';
import { MAX_SAVED_VIEWS } from '@handoff/shared/contract/referrals/saved-views';
import { domainGroup } from '@handoff/shared/contract/realtime';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { viewDraft } from '../../testing/examples/drafts.ts';
import { HARBOR, people, type PersonName } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const create = (as: PersonName, changes = {}) =>
  handoff.call(api.savedViews.create, { body: viewDraft(changes) }, { as });
const saved = async (as: PersonName, changes = {}) => {
  const [view] = (await create(as, changes)).ok().SavedViewsInfo;
  if (!view) throw new Error('Nothing was saved');
  return view;
};
const update = (as: PersonName, body: { Id: string; Etag?: string; [field: string]: unknown }) =>
  handoff.call(api.savedViews.update, { body }, { as });
const remove = (as: PersonName, Id: string) => handoff.call(api.savedViews.remove, { body: { Id } }, { as });
const namesOf = async (as: PersonName) =>
  (await handoff.call(api.settings.get, {}, { as })).ok().SettingsSavedViewsInfo.map(({ Name }) => Name);

test('a saved view is available to its author, and to everyone once it is shared', async () => {
  const view = await saved('ana', { Name: ' Due today ' });
  expect(view).toMatchObject({ ...viewDraft(), Name: 'Due today', Author: { FullName: 'Ana Intake' } });
  await saved('ana', { Name: 'Alphabetically first' });
  expect(await namesOf('ana')).toEqual(['Alphabetically first', 'Due today']);
  expect(await namesOf('mia')).toEqual([]);

  (await update('ana', { Id: view.Id, Shared: true })).ok();
  expect(await namesOf('vic')).toEqual(['Due today']);
  expect(await namesOf('eve')).toEqual([]);
});

test('filters are saved together: a removed one is gone', async () => {
  const { Id } = await saved('ana');
  const Filters = { View: 'Waiting', County: 'Tolland' };
  const [view] = (await update('ana', { Id, Filters })).ok().SavedViewsInfo;
  expect(view?.Filters).toEqual(Filters);
  expect(view?.Name).toBe(viewDraft().Name);
});

test('a shared view is changed and deleted by its author and by managers; only its author knows a personal one', async () => {
  const shared = await saved('ana', { Shared: true });
  expect((await update('bo', { Id: shared.Id, Name: 'Mine now' })).error().code).toBe('forbidden');
  expect((await remove('vic', shared.Id)).error().code).toBe('forbidden');
  (await update('mia', { Id: shared.Id, Name: 'Renamed' })).ok();
  (await remove('mia', shared.Id)).ok();
  expect(await namesOf('ana')).toEqual([]);

  const own = await saved('ana');
  expect((await update('mia', { Id: own.Id, Name: 'Seen' })).error().code).toBe('not_found');
  expect((await remove('mia', own.Id)).error().code).toBe('not_found');
});

test('a person who may only read has views, and shares none', async () => {
  expect((await create('vic', { Shared: true })).error().code).toBe('forbidden');
  const { Id } = await saved('vic');
  expect((await update('vic', { Id, Shared: true })).error().code).toBe('forbidden');
});

test('a view that the list would refuse is not saved', async () => {
  const wrong = [
    { Filters: { Text: 'Sample' } },
    { Filters: { ZipCode: 'somewhere' } },
    { Sort: 'Random' },
    { Layout: { Columns: ['Ssn'], Density: 'Regular' } },
    { Layout: { Columns: ['Owner', 'Owner'], Density: 'Regular' } },
    { Name: ' ' },
  ];
  const answers = await Promise.all(wrong.map((changes) => create('ana', changes)));
  expect(answers.map((answer) => answer.error().code)).toEqual(wrong.map(() => 'invalid_request'));
  expect(await namesOf('ana')).toEqual([]);
});

test('a person can have thirty, and edits them on two devices', async () => {
  const first = await saved('ana');
  for (let number = 1; number < MAX_SAVED_VIEWS; number += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are saved
    await saved('ana', { Name: `View ${number}` });
  expect((await create('ana')).error().code).toBe('too_large');
  (await create('bo')).ok();

  (await update('ana', { Id: first.Id, Etag: first.Etag, Name: 'Once' })).ok();
  (await update('ana', { Id: first.Id, Etag: first.Etag, Name: 'Twice' })).ok();
});

test('only the screens that show a view are notified of its change', async () => {
  const own = await saved('ana');
  expect(handoff.sent.at(-1)).toMatchObject({ audience: { user: people.ana.oid } });
  (await update('ana', { Id: own.Id, Shared: true })).ok();
  expect(handoff.sent.at(-1)).toMatchObject({
    audience: { group: domainGroup(HARBOR) },
    message: { topic: 'settings', id: own.Id },
  });
});

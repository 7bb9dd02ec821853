import { expect, test } from 'vitest';
import { freshImportStory } from '../../testing/imports/import-story.ts';

const file = (count: number) =>
  [
    'number,street,city,county,state,zip',
    ...Array.from({ length: count }, (_, at) => `${at + 1},OAK ST,Avon,Hartford,CT,06001`),
  ].join('\n');

test('a rollback that loses more than a fifth of the addresses needs a confirmation with the numbers', async () => {
  const story = await freshImportStory();
  const small = await story.import({ content: file(30) });
  const large = await story.import({ content: file(50) });
  expect(await story.impact(small.ImportId)).toMatchObject({
    Diff: { addressesBefore: 50, addressesAfter: 30, zipsChanged: 1 },
    Doubt: 'The state would shrink from 50 to 30 addresses.',
  });
  expect((await story.act(small.ImportId, 'rollback')).error()).toMatchObject({
    code: 'conflict',
    ErrorMessage: 'The state would shrink from 50 to 30 addresses.',
  });
  expect((await story.zipCodes()).Version).toBe(large.ImportId);
  expect(await story.audited(small.ImportId)).toEqual(['Ada Administrator import.uploaded']);

  expect((await story.rollBackAndShrink(small.ImportId)).ok().Status).toBe('live');
  expect(await story.streets('06001')).toHaveLength(30);
  // Going forward again loses nothing.
  expect((await story.impact(large.ImportId)).Doubt).toBeNull();
  expect((await story.act(large.ImportId, 'rollback')).ok().Status).toBe('live');
});

test('a state is emptied once, with its numbers before, and can get its addresses back', async () => {
  const story = await freshImportStory();
  const former = await story.import({ content: file(20) });
  const live = await story.import({ content: file(30) });
  expect(await story.impact(live.ImportId, 'remove')).toMatchObject({
    Diff: { addressesBefore: 30, addressesAfter: 0, zipsRemoved: 1, codesRemoved: ['06001'] },
    Doubt: 'The state would shrink from 30 to 0 addresses.',
  });
  expect((await story.act(former.ImportId, 'remove')).error()).toMatchObject({
    code: 'conflict',
    ErrorMessage: 'Only the version that is live can be removed.',
  });

  const { length: sent } = story.sent;
  expect((await story.act(live.ImportId, 'remove')).ok().Status).toBe('removed');
  expect(story.sent.slice(sent)).toContainEqual({
    audience: { group: 'administrators' },
    message: expect.objectContaining({
      topic: 'import',
      progress: expect.objectContaining({ state: 'CT', status: 'removed' }),
    }),
  });
  expect((await story.act(live.ImportId, 'remove')).ok().Status).toBe('removed');
  expect(await story.audited(live.ImportId)).toEqual([
    'Ada Administrator import.uploaded',
    'Ada Administrator import.remove-requested',
    'Ada Administrator import.removed',
    'Ada Administrator import.removed',
  ]);
  expect(await story.zipCodes()).toEqual({ SettingsZipCodesCountiesInfo: [], Version: null });
  expect(await story.streets('06001')).toEqual([]);
  expect((await story.list()).Live).toEqual([
    {
      State: 'CT',
      ImportId: null,
      Previous: [live.ImportId, former.ImportId],
      Addresses: 0,
      ZipCodes: 0,
    },
  ]);

  expect((await story.act(live.ImportId, 'rollback')).ok().Status).toBe('live');
  expect(await story.streets('06001')).toHaveLength(30);
  expect((await story.list()).Live).toMatchObject([{ ImportId: live.ImportId, Previous: [former.ImportId] }]);
});

test('a file is the first one of a state whose addresses were removed', async () => {
  const story = await freshImportStory();
  const live = await story.import({ content: file(30) });
  (await story.act(live.ImportId, 'remove')).ok();
  const next = await story.import({ content: file(2), mode: 'add' });
  expect(next).toMatchObject({
    Progress: { status: 'live' },
    Diff: { addressesBefore: 0, addressesAfter: 2 },
  });
  expect(await story.streets('06001')).toHaveLength(2);
});

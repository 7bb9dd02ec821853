import { expect, test } from 'vitest';
import { freshImportStory } from '../../testing/imports/import-story.ts';
import { sourceOf } from './version-source.ts';

const fileWith = (street: string) =>
  `number,street,city,county,state,zip\n1,${street},Avon,Hartford,CT,06001`;

test('an action that an import is not ready for is refused with the reason', async () => {
  const story = await freshImportStory();
  const replaced = await story.import({ content: fileWith('ELM ST') });
  const live = await story.import({ content: fileWith('OAK ST') });
  const unchanged = await story.import({ content: `${fileWith('OAK ST')}\n` });
  expect(unchanged.Progress.status).toBe('unchanged');

  const refused = [
    [replaced, 'publish', 'Only an import that waits for a confirmation can be published.'],
    [unchanged, 'publish', 'Only an import that waits for a confirmation can be published.'],
    [replaced, 'cancel', 'This import has already ended.'],
    [live, 'cancel', 'This import has already ended.'],
    [unchanged, 'rollback', 'You can only roll back to one of the last live versions.'],
    [live, 'retry', 'Only an import that failed or was stopped can be retried.'],
    [unchanged, 'retry', 'Only an import that failed or was stopped can be retried.'],
  ] as const;
  for (const [{ ImportId }, action, ErrorMessage] of refused)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect((await story.act(ImportId, action)).error()).toMatchObject({ code: 'conflict', ErrorMessage });

  const other = await story.act(live.ImportId.replace(/-.*/, '-00000000'), 'publish');
  expect(other.error()).toMatchObject({ code: 'not_found' });
  // None of it changed anything.
  const kept = (await story.list()).StateFileImports.map(({ ImportId, Progress }) => [
    ImportId,
    Progress.status,
  ]);
  expect(kept).toContainEqual([live.ImportId, 'live']);
});

test('the same file makes the same version unless other columns or names of counties were chosen', () => {
  const file = { SourceSha256: 'abc' };
  const plain = sourceOf(file, { rules: null });
  expect(sourceOf(file, { rules: { CountyNames: [], SkippedStates: ['ME'] } })).toBe(plain);
  expect(sourceOf(file, { columns: { zip: ['plz'], street: ['str'] }, rules: null })).toBe(
    sourceOf(file, { columns: { street: ['str'], zip: ['plz'] }, rules: null }),
  );
  const counties = (...names: [From: string, To: string][]) =>
    sourceOf(file, { rules: { CountyNames: names.map(([From, To]) => ({ From, To })), SkippedStates: [] } });
  expect(counties(['A', 'B'], ['C', 'D'])).toBe(counties(['C', 'D'], ['A', 'B']));
  const all = [
    plain,
    sourceOf({ SourceSha256: 'abd' }, { rules: null }),
    sourceOf(file, { columns: { zip: ['plz'] }, rules: null }),
    sourceOf(file, { columns: { zip: ['post'] }, rules: null }),
    sourceOf(file, { columns: { street: ['plz'] }, rules: null }),
    sourceOf(file, { columns: { street: ['plz', 'post'] }, rules: null }),
    sourceOf(file, { columns: { street: ['post', 'plz'] }, rules: null }),
    counties(['A', 'B']),
    counties(['A', 'C']),
    counties(['A', 'B'], ['C', 'D']),
  ];
  expect(new Set(all).size).toBe(all.length);
});

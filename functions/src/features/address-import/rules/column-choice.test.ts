import { api } from '@handoff/shared/contract/api';
import type { ColumnChoice } from '@handoff/shared/domain/address/state-file-import';
import { expect, test } from 'vitest';
import { freshImportStory } from '../../../testing/imports/import-story.ts';

const header = 'number,street,road,city,county,state,zip';
const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => `${at + 1},S-${at},Oak St,Avon,Hartford,CT,06001`);

async function correctingStory() {
  const story = await freshImportStory();
  return {
    ...story,
    correct: (ImportId: string, Columns: ColumnChoice) =>
      story.call(api.imports.correctColumns, { body: { ImportId, Columns } }, { as: 'ada' }),
  };
}

test('a corrected column is read in the same file, and in the next one of the state, which says so', async () => {
  const story = await correctingStory();
  const first = await story.import({ content: [header, ...rows(12)].join('\n'), publish: 'after-review' });
  expect(first.Format).toMatchObject({
    columns: { street: 'street' },
    samples: { number: ['1', '2', '3'], street: ['S-0', 'S-1', 'S-2'], zip: ['06001'] },
    choice: null,
  });
  expect(first.Format?.fileColumns).toContainEqual({
    name: 'road',
    sample: 'Oak St',
    guess: { field: 'street', percent: 92 },
  });

  expect((await story.correct(first.ImportId, { street: ['road'] })).ok().Status).toBe('waiting');
  await story.sweep();
  const again = await story.read(first.ImportId);
  expect(again.Progress.status).toBe('needsConfirmation');
  expect(again.Format).toMatchObject({
    columns: { street: 'road' },
    samples: { street: ['Oak St'] },
    choice: { columns: { street: ['road'] }, isApplied: true },
  });
  (await story.act(first.ImportId, 'publish')).ok();
  expect(await story.streets('06001')).toContain('12 OAK ST');

  const next = await story.import({ content: [header, ...rows(13)].join('\n') });
  expect(next.Progress).toMatchObject({ status: 'live', accepted: 13 });
  expect(next.Format?.choice).toMatchObject({ by: again.By.FullName, isApplied: true });
  const other = await story.import({
    content: [header, ...rows(14)].join('\n').replaceAll(/^([^,]*,[^,]*),[^,]*/gm, '$1'),
  });
  expect(other.Format).toMatchObject({ columns: { street: 'street' }, choice: { isApplied: false } });
});

test('a file with unknown column names is read once an administrator has mapped them', async () => {
  const story = await correctingStory();
  const content = ['hausnummer,strasse,plz', ...rows(3).map((_, at) => `${at + 1},Oak St,06001`)].join('\n');
  const failed = await story.import({ content });
  expect(failed.Progress.status).toBe('failed');
  expect(failed.Message).toMatch(/not find a column for a ZIP code/);
  const unknown = await story.correct(failed.ImportId, { zip: ['postcode'] });
  expect(unknown.error().fields).toEqual({ Columns: 'The file has no column postcode.' });

  const columns = { number: ['hausnummer'], street: ['strasse'], zip: ['plz'] };
  (await story.correct(failed.ImportId, columns)).ok();
  await story.sweep();
  // The columns were not seen before, so nothing is live until they are reviewed.
  const read = await story.read(failed.ImportId);
  expect(read.Progress).toMatchObject({ status: 'needsConfirmation', accepted: 3 });
  expect(read.Message).toMatch(/^This is the first file with the columns you chose\./);
  expect((await story.zipCodes()).Version).toBeNull();
  (await story.act(failed.ImportId, 'publish')).ok();
  const next = await story.import({ content: `${content}\n4,Oak St,06001` });
  expect(next.Progress).toMatchObject({ status: 'live', accepted: 4 });

  const live = await story.correct(next.ImportId, {});
  expect(live.error().code).toBe('conflict');
});

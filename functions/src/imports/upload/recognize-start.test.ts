import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { freshImportStory } from '../../testing/imports/import-story.ts';

const story = await freshImportStory();
const recognized = async (Start: string, FileName = 'addresses.csv') =>
  (await story.call(api.imports.recognize, { body: { FileName, Start } }, { as: 'ada' })).ok();

test('the beginning of a file says its state and what each column is read as', async () => {
  const start =
    'OBJECTID,Add_Number,StreetName,StN_PosTyp,Unit,Post_Comm,Post_Code\n7,12,MAIN,ST,B,AVON,6001\n';
  expect(await recognized(start, 'maine.csv')).toEqual({
    State: 'CT',
    Problem: null,
    Columns: [
      { name: 'OBJECTID', field: null },
      { name: 'Add_Number', field: 'number' },
      { name: 'StreetName', field: 'street' },
      { name: 'StN_PosTyp', field: 'street' },
      { name: 'Unit', field: 'unit' },
      { name: 'Post_Comm', field: 'city' },
      { name: 'Post_Code', field: 'zip' },
    ],
    Rows: [['7', '12', 'MAIN', 'ST', 'B', 'AVON', '6001']],
  });
});

test('a missing column is named before the upload, and those chosen for the state are known', async () => {
  const start = [
    'id,lage,way,plz',
    ...Array.from({ length: 12 }, (_, n) => `x${n},3,BOGEN,0310${n % 4}`),
    '',
  ].join('\n');
  const { State, Problem } = await recognized(start);
  expect([State, Problem]).toEqual(['NH', expect.stringMatching(/^We could not find a column for a street/)]);
  const chosen = { State: 'NH' as const, Columns: { street: ['way'], number: ['lage'] } };
  (
    await story.call(
      api.imports.saveRules,
      { body: { ...chosen, CountyNames: [], SkippedStates: [] } },
      { as: 'ada' },
    )
  ).ok();
  expect(await recognized(start)).toMatchObject({
    State: 'NH',
    Problem: null,
    Columns: [{ field: null }, { field: 'number' }, { field: 'street' }, { field: 'zip' }],
  });
});

test('a part of GeoJSON that ends within a feature says nothing, and an entire line says its columns', async () => {
  const line = '{"type":"Feature","properties":{"number":"4","street":"ELM ST","postcode":"03820"}}\n';
  expect(await recognized(`{"type":"FeatureCollection","features":[${line.slice(0, -9)}`)).toEqual({
    State: null,
    Problem: null,
    Columns: [],
    Rows: [],
  });
  expect(await recognized(line)).toMatchObject({ State: 'NH', Rows: [['4', 'ELM ST', '03820']] });
});

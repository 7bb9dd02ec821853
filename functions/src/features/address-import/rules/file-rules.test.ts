import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { freshImportStory } from '../../../testing/imports/import-story.ts';

const none = { Columns: {}, CountyNames: [], SkippedStates: [] };

async function ruleStory() {
  const story = await freshImportStory();
  return {
    ...story,
    save: (rules: object) =>
      story.call(api.imports.saveRules, { body: { State: 'CT', ...none, ...rules } }, { as: 'ada' }),
    rules: async () => (await story.call(api.imports.rules, {}, { as: 'ada' })).ok().StateFileRules,
  };
}

test('a county is shown by the name that was chosen for it, in the same file too', async () => {
  const story = await ruleStory();
  const content = ['number,street,city,county,zip', '1,Oak St,Avon,Hartford Cnty,06001'].join('\n');
  await story.import({ content });
  expect((await story.zipCodes()).SettingsZipCodesCountiesInfo[0]?.county).toBe('HARTFORD CNTY');
  (await story.save({ CountyNames: [{ From: ' hartford  cnty', To: 'Hartford' }] })).ok();
  expect((await story.rules())[0]).toMatchObject({
    State: 'CT',
    CountyNames: [{ From: 'HARTFORD CNTY', To: 'HARTFORD' }],
    Counties: ['HARTFORD CNTY'],
  });

  const again = await story.import({ content });
  expect(again).toMatchObject({ Progress: { status: 'live' }, Rules: { SkippedStates: [] } });
  expect((await story.zipCodes()).SettingsZipCodesCountiesInfo[0]?.county).toBe('HARTFORD');
  expect((await story.import({ content })).Progress.status).toBe('unchanged');
});

test('ZIP codes of neighbors are rejected, or skipped where that is the rule', async () => {
  const story = await ruleStory();
  const rows = ['1,Oak St,Avon,06001', '2,Elm St,Agawam,01001', '3,Elm St,Albany,12201'];
  const content = ['number,street,city,zip', ...rows].join('\n');
  expect(await story.import({ content })).toMatchObject({
    RejectedByReason: { 'zip-outside-state': 2 },
    SkippedByState: {},
  });
  (await story.save({ SkippedStates: ['MA'] })).ok();
  expect(await story.import({ content: `${content}\n` })).toMatchObject({
    Progress: { accepted: 1, skipped: 1, rejected: 1 },
    RejectedByReason: { 'zip-outside-state': 1 },
    SkippedByState: { MA: 1 },
    Examples: { 'other-state': [{ line: 3, text: '2, Elm St, Agawam, 01001' }] },
  });
});

test('a file of other states says whose rows it has, and names some', async () => {
  const story = await ruleStory();
  const rows = ['1,Oak St,Bath,04530,ME', '2,Oak St,Bath,04530,Maine', '3,Elm St,Albany,12201,NY'];
  const failed = await story.import({ content: ['number,street,city,zip,state', ...rows].join('\n') });
  expect(failed).toMatchObject({
    Progress: { status: 'failed', skipped: 3 },
    Message: 'None of the 3 rows are in Connecticut: 2 in Maine, 1 in New York.',
    SkippedByState: { ME: 2, NY: 1 },
  });
  expect(failed.Examples['other-state']?.map(({ line }) => line)).toEqual([2, 3, 4]);
});

test('columns that were chosen once are seen and forgotten', async () => {
  const story = await ruleStory();
  const content = ['number,street,road,city,zip', '1,S-1,Oak St,Avon,06001'].join('\n');
  const run = await story.import({ content, publish: 'after-review' });
  const correct = { body: { ImportId: run.ImportId, Columns: { street: ['road'] } } };
  (await story.call(api.imports.correctColumns, correct, { as: 'ada' })).ok();
  expect((await story.rules())[0]?.Columns).toEqual({ street: ['road'] });
  (await story.save({})).ok();
  expect((await story.rules())[0]?.Columns).toEqual({});
});

test('a rule that cannot hold is refused with its field', async () => {
  const story = await ruleStory();
  expect((await story.save({ SkippedStates: ['CT'] })).error().fields).toHaveProperty('SkippedStates');
  const twice = [
    { From: 'A', To: 'B' },
    { From: 'a ', To: 'C' },
  ];
  expect((await story.save({ CountyNames: twice })).error().fields).toHaveProperty('CountyNames');
});

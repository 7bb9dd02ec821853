import { api } from '@handoff/shared/contract/api';
import { npiOf } from '@handoff/shared/domain/person/identifiers';
import { expect, test } from 'vitest';
import { freshImportStory } from '../../testing/imports/import-story.ts';
import { diagnosesFile } from '../../testing/imports/national-lists.ts';

const header = 'NPI,LAST_NAME,FIRST_NAME,PARTB,DME,HHA,PMD,HOSPICE';
const jane = '1003000126,DOE,JANE,Y,Y,Y,Y,N';
const practitioners = [
  header,
  jane,
  '1003000134,DOERING,JOHN,Y,Y,N,Y,Y',
  '1427038314,PRESCRIBER,DANA,Y,Y,Y,Y,Y',
  '1427038315,PRESCRIBER,DORA,Y,Y,Y,Y,Y',
  ...Array.from({ length: 12 }, (_, n) => `${npiOf(150_000_000 + n)},OTHER,OLA,Y,Y,Y,Y,Y`),
].join('\n');

async function listStory() {
  const story = await freshImportStory();
  return {
    ...story,
    find: async (body: { Npi?: string; Name?: string }) =>
      (await story.call(api.settings.findPractitioners, { body }, { as: 'ana' })).ok(),
    search: async (Text: string) =>
      (await story.call(api.settings.findDiagnoses, { body: { Text } }, { as: 'ana' })).ok(),
  };
}

test('practitioners of the CMS file are found by NPI, and by the letters of a name that a claim compares', async () => {
  const story = await listStory();
  expect(await story.find({ Npi: '1003000126' })).toEqual({ Practitioners: [], Version: null });
  const record = await story.import({ state: 'NPI', name: 'OrderReferring.csv', content: practitioners });
  expect(record.Progress).toMatchObject({ status: 'live', rows: 16, accepted: 15, rejected: 1 });
  expect(record.RejectedByReason).toEqual({ 'bad-npi': 1 });
  expect(record.Format).toMatchObject({
    columns: { 'Last name': 'LAST_NAME', 'Home health': 'HHA' },
    samples: { 'Last name': ['DOE', 'DOERING', 'PRESCRIBER'], Hospice: ['N', 'Y'] },
  });
  expect(await story.rejects(record.ImportId)).toContain('1427038315,PRESCRIBER,DORA,Y,Y,Y,Y,Y,5,bad-npi');
  const doe = { Npi: '1003000126', LastName: 'DOE', FirstName: 'JANE' };
  const found = { ...doe, MayOrderHomeHealth: true, MayCertifyHospice: false };
  const Version = record.ImportId;
  expect(await story.find({ Npi: '1003000126' })).toEqual({ Practitioners: [found], Version });
  expect(await story.find({ Npi: '1003000134' })).toMatchObject({
    Practitioners: [{ LastName: 'DOERING', MayOrderHomeHealth: false, MayCertifyHospice: true }],
  });
  expect(await story.find({ Npi: npiOf(197_259_837) })).toEqual({ Practitioners: [], Version });
  expect(await story.find({ Name: 'Jane Doe, MD' })).toEqual({ Practitioners: [found], Version });
  expect(await story.find({ Name: 'Prescriber, D' })).toMatchObject({
    Practitioners: [{ Npi: '1427038314' }],
  });
  expect(await story.find({ Name: 'Prescriber' })).toEqual({ Practitioners: [], Version });
});

test('a later list is compared, confirmed when it shrinks, and rolled back', async () => {
  const story = await listStory();
  const first = await story.import({ state: 'NPI', content: practitioners });
  const smaller = await story.import({ state: 'NPI', content: [header, jane].join('\n') });
  expect(smaller.Progress.status).toBe('needsConfirmation');
  expect(smaller.Message).toMatch(/^The list would shrink from 15 to 1 entry\./);
  expect(await story.impact(smaller.ImportId)).toMatchObject({ ServiceAreas: [], Total: 0 });
  (await story.act(smaller.ImportId, 'publish')).ok();
  expect((await story.find({ Npi: '1427038314' })).Practitioners).toEqual([]);
  (await story.rollBackAndShrink(first.ImportId)).ok();
  expect((await story.find({ Npi: '1427038314' })).Practitioners).toHaveLength(1);
  const same = await story.import({ state: 'NPI', content: practitioners });
  expect(same.Progress.status).toBe('unchanged');
});

test('a list is recognized by its rows, cannot be added to, and is no file of a state', async () => {
  const story = await listStory();
  const recognized = async (Start: string) =>
    (await story.call(api.imports.recognize, { body: { FileName: 'x.csv', Start } }, { as: 'ada' })).ok();
  expect(await recognized(practitioners)).toMatchObject({
    State: 'NPI',
    Problem: null,
    Rows: [jane.split(','), {}, {}, {}],
  });
  expect(await recognized(diagnosesFile(50))).toMatchObject({ State: 'ICD', Problem: null });
  const file = new File([practitioners], 'list.csv', { type: 'text/csv' });
  const added = {
    fields: { state: 'NPI' as const, mode: 'add' as const, publish: 'automatically' as const },
    file,
  };
  const refused = await story.call(api.imports.upload, added, { as: 'ada' });
  expect(refused.error().fields).toEqual({ mode: 'A national list is replaced as a whole.' });
  const wrong = await story.import({ state: 'ICD', content: practitioners });
  expect(wrong.Message).toMatch(/^These are not ICD-10-CM codes\./);
  const older = await story.import({ state: 'NPI', content: practitioners.replace(',HOSPICE', '') });
  expect(older.Message).toMatch(/^The file has no column HOSPICE\./);
});

test('codes of ICD-10-CM are found by their beginning and by words, the shortest description first', async () => {
  const story = await listStory();
  expect(await story.search('heart')).toEqual({ Diagnoses: [], Version: null });
  const record = await story.import({
    state: 'ICD',
    name: 'icd10cm_codes_2026.txt',
    content: diagnosesFile(500),
  });
  expect(record.Progress).toMatchObject({ status: 'live', accepted: 500, rejected: 0 });
  expect((await story.search('heart fail')).Diagnoses.slice(0, 1)).toEqual([
    { Code: 'I50.9', Description: 'Heart failure, unspecified' },
  ]);
  expect((await story.search('i50.')).Diagnoses.map(({ Code }) => Code)).toEqual(['I50.23', 'I50.9']);
  expect((await story.search('diabetes hypergly')).Diagnoses).toMatchObject([{ Code: 'E11.65' }]);
  expect((await story.search('...')).Diagnoses).toEqual([]);

  const ordered = [
    `00001 I50     0 ${'Heart failure'.padEnd(60)} Heart failure`,
    `00002 I509    1 ${'Heart failure, unspecified'.padEnd(60)} Heart failure, unspecified`,
    'nonsense',
  ].join('\r\n');
  const next = await story.import({ state: 'ICD', content: ordered, publish: 'after-review' });
  expect(next.Progress).toMatchObject({ status: 'needsConfirmation', accepted: 1, skipped: 1, rejected: 1 });
  expect(next.Format?.samples).toEqual({ code: ['I509'], description: ['Heart failure, unspecified'] });
  (await story.act(next.ImportId, 'publish')).ok();
  expect((await story.search('i50')).Diagnoses).toEqual([
    { Code: 'I50.9', Description: 'Heart failure, unspecified' },
  ]);
});

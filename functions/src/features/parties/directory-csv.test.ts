import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { areaDraft, insuranceDraft, partnerDraft, payerDraft } from '../../testing/examples/drafts.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});
const mia = { as: 'mia' } as const;

const exported = async () => (await handoff.call(api.contractedPayers.exportFile, {}, { as: 'vic' })).text;
const preview = async (Csv: string) =>
  (await handoff.call(api.contractedPayers.previewImport, { body: { Csv } }, mia)).ok();
const apply = async (Csv: string, key?: string) =>
  handoff.call(api.contractedPayers.applyImport, { body: { Csv } }, { ...mia, ...(key && { key }) });
const payers = async () =>
  (await handoff.call(api.contractedPayers.list, { query: {} }, mia)).ok().ContractedPayersInfo;
const addPayer = async (changes: Parameters<typeof payerDraft>[0] = {}) =>
  (await handoff.call(api.contractedPayers.create, { body: payerDraft(changes) }, mia)).ok();

const header = 'Name,Aliases,Payer ID,Plans,States,Medicare contracts,Contract from,Contract until';

test('importing an export changes nothing', async () => {
  await addPayer({ Name: '=Cash, Ltd', Aliases: ['One', 'Two'], EndsOn: '2026-12-31' });
  const csv = await exported();
  expect(csv.split('\r\n').slice(0, 2)).toEqual([
    `\uFEFF${header},Id`,
    expect.stringMatching(
      /^'=Cash {2}Ltd,"One; Two",CMS,"Part A; Part B",CT,H5521,2026-01-01,2026-12-31,contracted-payer-/,
    ),
  ]);
  expect(await preview(csv)).toEqual({
    Added: [],
    Changed: [],
    Unchanged: 1,
    Rejected: [],
    IgnoredColumns: [],
  });
  const saved = csv.replace('2026-12-31', '12/31/2026').replace('CT', 'Connecticut');
  expect(await preview(saved)).toMatchObject({ Unchanged: 1, Changed: [], Rejected: [] });
});

test('a file is previewed row by row, then its additions and changes are made, once', async () => {
  await addPayer();
  const csv = [
    'Name,Plans,Contract from,Contract until,Medicare contracts,Color',
    'medicare,Part A; Part B,2026-01-01,12/31/2026,H5521,red',
    'Example Health,,2026-02-01,,,',
    'Wrong Dates,,2026-02-01,2026-01-01,,',
    'Wrong Number,,2026-02-01,,5521,',
    'example  health,,2026-03-01,,,',
    ',,2026-03-01,,,',
  ].join('\n');
  expect(await preview(csv)).toEqual({
    Added: [{ Line: 3, Name: 'Example Health', Changes: [] }],
    Changed: [
      {
        Line: 2,
        Name: 'medicare',
        Changes: expect.arrayContaining([{ field: 'EndsOn', old: null, new: '2026-12-31' }]),
      },
    ],
    Unchanged: 0,
    Rejected: [
      { Line: 4, Name: 'Wrong Dates', Reason: 'Contract until: The end is before the start' },
      { Line: 5, Name: 'Wrong Number', Reason: 'Medicare contracts: Enter contract numbers such as H5521' },
      { Line: 6, Name: 'example  health', Reason: 'Line 3 is about the same record' },
      { Line: 7, Name: '', Reason: 'Name: Enter a name' },
    ],
    IgnoredColumns: ['color'],
  });
  expect(await payers()).toHaveLength(1);

  const first = await apply(csv, 'the-one-import-of-mia-0001');
  const again = await apply(csv, 'the-one-import-of-mia-0001');
  expect(again.text).toBe(first.text);
  expect(first.ok()).toEqual({ Added: 1, Changed: 1, Remaining: 0 });
  expect((await apply(csv)).ok()).toEqual({ Added: 0, Changed: 0, Remaining: 0 });
  expect(await payers()).toMatchObject([
    { Name: 'Example Health', StartsOn: '2026-02-01', EndsOn: null, UpdatedBy: { FullName: 'Mia Manager' } },
    { Name: 'medicare', EndsOn: '2026-12-31', Aliases: ['CMS Medicare'], PayerId: 'CMS' },
  ]);
  const [added] = await payers();
  const history = await handoff.call(
    api.audit.record,
    { query: { Kind: 'contractedPayer', Id: added?.Id ?? '' } },
    mia,
  );
  expect(history.ok().AuditInfo).toMatchObject([{ action: 'contracted-payer.created', name: 'Mia Manager' }]);
});

test('an empty cell leaves the value of the record, and the preview has both values of a change', async () => {
  await addPayer({ EndsOn: '2026-12-31' });
  const empty = 'Name,Aliases,Payer ID,Plans,States,Contract from,Contract until\nMedicare,,,,,,';
  expect(await preview(empty)).toMatchObject({ Changed: [], Unchanged: 1, Rejected: [] });
  expect((await preview('Name,Payer ID\nMedicare,CMS2')).Changed).toEqual([
    { Line: 2, Name: 'Medicare', Changes: [{ field: 'PayerId', old: 'CMS', new: 'CMS2' }] },
  ]);
});

test('dates are read as people type them, and an error names the column', async () => {
  const csv = [
    'Name,Contract from,Contract until',
    'Short Year,1/2/26,12-31-2026',
    'No Day,,',
    'Wrong Day,13/40/2026,',
  ].join('\n');
  await apply(csv);
  expect(await payers()).toMatchObject([{ StartsOn: '2026-01-02', EndsOn: '2026-12-31' }]);
  expect((await preview(csv)).Rejected).toEqual([
    { Line: 3, Name: 'No Day', Reason: 'Contract from: This is missing' },
    { Line: 4, Name: 'Wrong Day', Reason: 'Contract from: Enter a date' },
  ]);
});

test('a rejected row does not keep a later one about the same record out', async () => {
  const csv = 'Name,Contract from\nExample Health,never\nExample Health,2026-01-01';
  expect(await preview(csv)).toMatchObject({
    Added: [{ Line: 3, Name: 'Example Health', Changes: [] }],
    Rejected: [{ Line: 2, Reason: 'Contract from: Enter a date' }],
  });
});

test('rows beyond the limit of one call are imported forty at a time', async () => {
  const rows = Array.from({ length: 45 }, (_, index) => `Payer ${index},2026-01-01`);
  const csv = ['Name,Contract from', ...rows].join('\n');
  expect((await apply(csv)).ok()).toEqual({ Added: 40, Changed: 0, Remaining: 5 });
  expect((await apply(csv)).ok()).toEqual({ Added: 5, Changed: 0, Remaining: 0 });
  expect(await preview(csv)).toMatchObject({ Added: [], Unchanged: 45 });
});

const refused = async (Csv: string) =>
  (await handoff.call(api.contractedPayers.previewImport, { body: { Csv } }, mia)).error().ErrorMessage;

test('an unreadable file is refused with the reason', async () => {
  expect(await refused('Payer\nMedicare')).toBe('The first line of the file has no column "Name".');
  expect(await refused(`Name${',Other'.repeat(200)}\nMedicare`)).toBe('The file has more than 200 columns.');
  expect(await refused('Name\n"Medicare')).toBe('The file could not be read: a quote in it is not closed.');
  expect(await refused(`Name\n${'x'.repeat(60_000)}`)).toBe(
    'The file could not be read: a row is longer than 50,000 characters.',
  );
  expect(await refused(`Name\n${'x\n'.repeat(2001)}`)).toContain('more than 2,000 rows');
});

test('agencies, areas and insurances are restored from their files with their references', async () => {
  await addPayer();
  const area = await handoff.call(api.serviceAreas.create, { body: areaDraft() }, mia);
  const [payer] = await payers();
  const body = partnerDraft({
    ServiceAreaIds: [area.ok().ServiceAreasInfo[0]?.Id ?? ''],
    ContractedPayerIds: [payer?.Id ?? ''],
  });
  await handoff.call(api.partners.create, { body }, mia);
  const insurance = insuranceDraft({ ContractedPayerId: payer?.Id ?? '' });
  await handoff.call(api.insurances.create, { body: insurance }, mia);

  for (const calls of [api.partners, api.serviceAreas, api.insurances]) {
    const { text } = await handoff.call(calls.exportFile, {}, { as: 'vic' });
    const Csv = text.replaceAll(/,[a-z-]+-[0-9a-f]{32}/g, ',');
    const same = await handoff.call(calls.previewImport, { body: { Csv } }, mia);
    expect(same.ok()).toMatchObject({ Unchanged: 1, Added: [], Changed: [], Rejected: [] });
    const renamed = Csv.replace(/\r\n[^,]+/, '\r\nAnother one');
    const copy = await handoff.call(calls.applyImport, { body: { Csv: renamed } }, mia);
    expect(copy.ok()).toEqual({ Added: 1, Changed: 0, Remaining: 0 });
  }
  const [copied, original] = (await handoff.call(api.partners.list, { query: {} }, mia)).ok().PartnersInfo;
  const { Id: _id, Etag: _etag, UpdatedAt: _at, Name: _name, ...fields } = original ?? {};
  expect(copied).toMatchObject({ Name: 'Another one', ...fields });

  const Csv = 'Name,Payers\nSaint Example Hospital,No one Health';
  const unknown = await handoff.call(api.partners.previewImport, { body: { Csv } }, mia);
  expect(unknown.ok().Rejected).toEqual([
    {
      Line: 2,
      Name: 'Saint Example Hospital',
      Reason: 'Payers: No contracted payer is called No one Health',
    },
  ]);
});

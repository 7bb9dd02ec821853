import { ADDRESSES_GROUP } from '@handoff/shared/contract/realtime';
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { people } from '../../testing/people.ts';
import { freshImportStory } from '../../testing/imports/import-story.ts';
import { stateFile } from '../../testing/imports/state-file.ts';

const header = 'number,street,city,county,state,zip';
const csv = (...rows: string[]) => [header, ...rows].join('\n');
const oakStreet = (count: number, zip = '06001') =>
  Array.from({ length: count }, (_, index) => `${index + 1},OAK ST,Avon,Hartford,CT,${zip}`);

test('an uploaded file becomes what staff pick addresses from', async () => {
  const story = await freshImportStory();
  expect(await story.zipCodes()).toEqual({ SettingsZipCodesCountiesInfo: [], Version: null });
  const record = await story.import({
    content: csv(
      '2,Main St,Hartford,Hartford,CT,6103',
      '10,main  st,Hartford,Hartford,CT,06103-1234',
      '12 1/2,ELM ST,Avon,003,Connecticut,06001',
    ),
  });
  expect(record.Progress).toMatchObject({ status: 'live', rows: 3, accepted: 3, rejected: 0 });
  expect(record.Diff).toMatchObject({ zipsAdded: 2, addressesBefore: 0, addressesAfter: 3 });
  expect(record.Format).toMatchObject({ delimiter: ',', encoding: 'utf-8', columns: { zip: 'zip' } });
  expect(await story.zipCodes('Connecticut')).toEqual({
    SettingsZipCodesCountiesInfo: [
      { code: '06001', city: 'AVON', county: 'HARTFORD' },
      { code: '06103', city: 'HARTFORD', county: 'HARTFORD' },
    ],
    Version: record.ImportId,
  });
  const states = await story.call(api.settings.addressStates, {}, { as: 'vic' });
  expect(states.ok().AddressStates).toEqual([
    { State: 'CT', ZipCodes: 2, Counties: 1, Version: record.ImportId },
  ]);
  expect(await story.streets('6103')).toEqual(['2 MAIN ST', '10 MAIN ST']);
  expect(await story.streets('06001')).toEqual(['12 1/2 ELM ST']);
  expect(await story.streets('06999')).toEqual([]);
  expect(await story.zipCodes('TX')).toEqual({ SettingsZipCodesCountiesInfo: [], Version: null });
});

test('a file without ZIP codes takes those of towns with several from the addresses that are live', async () => {
  const story = await freshImportStory();
  await story.import({ content: csv('2,MAIN ST,Hartford,,CT,06103', '40,MAIN ST,Hartford,,CT,06105') });
  const near = Array.from({ length: 40 }, (_, n) => `${n % 2 === 0 ? 4 : 38},Main Street,Hartford`);
  const record = await story.import({
    mode: 'add',
    content: ['number,street,town', ...near, '1,ELM ST,Hartford'].join('\n'),
  });
  expect(record.Progress).toMatchObject({ accepted: 2, duplicates: 38, rejected: 1 });
  // Most rows repeat an address, so an administrator has to confirm it.
  expect(record.Message).toMatch(/^38 of 40 rows repeat an address\. /);
  await story.act(record.ImportId, 'publish');
  expect(record.Corrected).toEqual({ 'zip-from-neighbor': 40 });
  expect(record.SharedTowns).toMatchObject([{ town: 'HARTFORD', rows: 1 }]);
  expect(await story.streets('06103')).toEqual(['2 MAIN ST', '4 MAIN STREET']);
  expect(await story.streets('06105')).toEqual(['40 MAIN ST', '38 MAIN STREET']);
});

test('every row is counted, and rejected ones can be downloaded, corrected and added', async () => {
  const story = await freshImportStory();
  const record = await story.import({
    content: csv(
      ...oakStreet(40),
      '1,OAK ST,Avon,Hartford,CT,06001',
      '1,OAK ST,Boston,,MA,02108',
      ',OAK ST,Avon,Hartford,CT,06001',
      '"7",=ELM ST,"Avon, Town",Hartford,CT,0X1',
      '8,ELM ST,Avon',
    ),
  });
  expect(record.Progress).toMatchObject({ status: 'live', rows: 45, accepted: 40 });
  expect(record.Progress).toMatchObject({ duplicates: 1, skipped: 1, rejected: 3 });
  expect(record.RejectedByReason).toEqual({ 'no-number': 1, 'bad-zip': 1, columns: 1 });
  expect(record.Examples).toEqual({
    'no-number': [
      {
        line: 44,
        text: ', OAK ST, Avon, Hartford, CT, 06001',
        cells: { number: '', street: 'OAK ST', zip: '06001' },
      },
    ],
    'bad-zip': [
      {
        line: 45,
        text: '7, =ELM ST, Avon, Town, Hartford, CT, 0X1',
        cells: { number: '7', street: '=ELM ST', zip: '0X1' },
      },
    ],
    columns: [{ line: 46, text: '8, ELM ST, Avon', cells: null }],
    'other-state': [
      {
        line: 43,
        text: '1, OAK ST, Boston, , MA, 02108',
        cells: { number: '1', street: 'OAK ST', zip: '02108' },
      },
    ],
  });
  const report = await story.rejects(record.ImportId);
  expect(report).toBe(
    [
      '\uFEFFnumber,street,city,county,state,zip,_line,_reason',
      ',OAK ST,Avon,Hartford,CT,06001,44,no-number',
      `7,'=ELM ST,Avon  Town,Hartford,CT,0X1,45,bad-zip`,
      '8,ELM ST,Avon,,,,46,columns',
      '',
    ].join('\r\n'),
  );
  const corrected = await story.import({ mode: 'add', content: report.replace('0X1', '06001') });
  // Most of its rows cannot be used, so an administrator has to confirm it.
  expect(corrected.Progress.status).toBe('needsConfirmation');
  expect((await story.act(corrected.ImportId, 'publish')).ok().Status).toBe('live');
  // The town of the row without a ZIP code has one.
  expect(await story.streets('06001')).toEqual(['7 =ELM ST', '8 ELM ST', ...oakStreet(40).map(asAddress)]);
});

const asAddress = (row: string) => row.split(',').slice(0, 2).join(' ');

test('live progress only moves forward, and ends with the final status', async () => {
  const story = await freshImportStory();
  await story.import({ content: stateFile({ state: 'CT', rows: 20_000, seed: 3 }) });
  const messages = story.sent.flatMap(({ audience, message }) =>
    message.progress && 'group' in audience ? [message.progress] : [],
  );
  expect(new Set(story.sent.map(({ audience }) => JSON.stringify(audience)))).toEqual(
    new Set(['{"group":"administrators"}', '{"group":"addresses"}', `{"user":"${people.ada.oid}"}`]),
  );
  expect(messages.at(-1)).toMatchObject({ status: 'live', rows: 20_000 });
  const seqs = messages.map((message) => message.seq);
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
  for (const { rows, accepted, units, duplicates, skipped, rejected } of messages)
    expect(rows).toBe(accepted + units + duplicates + skipped + rejected);
});

test('a state that goes live is announced once to everyone who chooses places, without its progress', async () => {
  const story = await freshImportStory();
  const heard = () =>
    story.sent.flatMap(({ audience, message }) =>
      'group' in audience && audience.group === ADDRESSES_GROUP ? [message] : [],
    );
  const waiting = await story.import({ content: csv(...oakStreet(30)), publish: 'after-review' });
  expect(heard()).toEqual([]);
  await story.act(waiting.ImportId, 'publish');
  expect(heard()).toEqual([{ topic: 'import', id: waiting.ImportId }]);
});

test('the same content again changes nothing, also in another order or packed', async () => {
  const story = await freshImportStory();
  const first = await story.import({ content: csv(...oakStreet(30)) });
  const again = await story.import({ content: csv(...oakStreet(30)) });
  expect(again.Progress).toMatchObject({ status: 'unchanged', rows: 0 });
  const reordered = await story.import({ content: csv(...oakStreet(30).toReversed()) });
  expect(reordered.Progress).toMatchObject({ status: 'unchanged', accepted: 30 });
  const packed = await story.import({ content: gzipSync(csv(...oakStreet(30))), name: 'CT.csv.gz' });
  expect(packed.Progress.status).toBe('unchanged');
  expect((await story.zipCodes()).Version).toBe(first.ImportId);
});

test('a file for review changes nothing until it is published, and says which ZIP codes it would change', async () => {
  const story = await freshImportStory();
  const first = await story.import({ content: csv(...oakStreet(20), ...oakStreet(20, '06103')) });
  const next = {
    content: csv(...oakStreet(20), ...oakStreet(20, '06105')),
    publish: 'after-review' as const,
  };
  const reviewed = await story.import(next);
  expect(reviewed.Progress.status).toBe('needsConfirmation');
  expect(reviewed.Message).toMatch(/Review what it changes/);
  expect(reviewed.Diff).toMatchObject({ codesAdded: ['06105'], codesRemoved: ['06103'] });
  expect((await story.zipCodes()).Version).toBe(first.ImportId);
  expect((await story.act(reviewed.ImportId, 'publish')).ok().Status).toBe('live');
  expect((await story.zipCodes()).Version).toBe(reviewed.ImportId);

  // Canceled, it was never there.
  const dropped = await story.import({ content: csv(...oakStreet(20)), publish: 'after-review' });
  expect((await story.act(dropped.ImportId, 'cancel')).ok().Status).toBe('cancelled');
  expect((await story.zipCodes()).Version).toBe(reviewed.ImportId);
});

test('an addition keeps what is there, a replacement does not', async () => {
  const story = await freshImportStory();
  await story.import({ content: csv(...oakStreet(20), ...oakStreet(5, '06103')) });
  const added = await story.import({ mode: 'add', content: csv('99,ELM ST,Avon,Hartford,CT,06001') });
  expect(added.Diff).toMatchObject({
    zipsAdded: 0,
    zipsRemoved: 0,
    zipsChanged: 1,
    addressesBefore: 25,
    addressesAfter: 26,
    codesAdded: [],
    codesRemoved: [],
  });
  expect(await story.streets('06001')).toEqual(['99 ELM ST', ...oakStreet(20).map(asAddress)]);
  // The file that was added is not all that is live: replacing by it is a change.
  const replaced = await story.import({ content: csv('99,ELM ST,Avon,Hartford,CT,06001') });
  expect(replaced.Progress.status).toBe('needsConfirmation');
  expect(replaced.Message).toMatch(/shrink from 26 to 1 address\./);
});

test('a file that would lose many addresses waits for a confirmation, which can be taken back', async () => {
  const story = await freshImportStory();
  const first = await story.import({ content: csv(...oakStreet(50)) });
  const cutOff = await story.import({ content: csv(...oakStreet(30)) });
  expect(cutOff.Progress.status).toBe('needsConfirmation');
  expect(await story.streets('06001')).toHaveLength(50);
  expect((await story.act(cutOff.ImportId, 'publish')).ok().Status).toBe('live');
  expect(await story.streets('06001')).toHaveLength(30);
  expect((await story.read(first.ImportId)).Progress.status).toBe('superseded');

  expect((await story.list()).Live).toEqual([
    { State: 'CT', ImportId: cutOff.ImportId, Previous: [first.ImportId], Addresses: 30, ZipCodes: 1 },
  ]);
  expect((await story.act(first.ImportId, 'rollback')).ok().Status).toBe('live');
  expect(await story.streets('06001')).toHaveLength(50);
  expect((await story.list()).Live[0]?.Previous).toEqual([cutOff.ImportId]);
  expect((await story.read(cutOff.ImportId)).Progress.status).toBe('superseded');
});

test('a confirmation of old numbers is refused once another import went live', async () => {
  const story = await freshImportStory();
  await story.import({ content: csv(...oakStreet(50)) });
  const waiting = await story.import({ content: csv(...oakStreet(30)) });
  await story.import({ content: csv(...oakStreet(60)) });
  expect((await story.act(waiting.ImportId, 'publish')).error()).toMatchObject({ code: 'conflict' });
  expect((await story.act(waiting.ImportId, 'retry')).ok().Status).toBe('waiting');
  await story.sweep();
  expect((await story.read(waiting.ImportId)).Diff).toMatchObject({
    addressesBefore: 60,
    addressesAfter: 30,
  });
});

test.each([
  ['publish', 'published'],
  ['cancel', 'cancelled'],
] as const)('a crash after an import is %sed leaves in the audit who did it', async (action, done) => {
  const story = await freshImportStory();
  await story.import({ content: csv(...oakStreet(50)) });
  const { ImportId } = await story.import({ content: csv(...oakStreet(30)) });
  const key = randomUUID();
  const crashed = story.crashAt('B3');
  void story.act(ImportId, action, key);
  await crashed;
  expect((await story.read(ImportId)).Progress.status).toBe(action === 'publish' ? 'live' : 'cancelled');
  const requested = ['Ada Administrator import.uploaded', `Ada Administrator import.${action}-requested`];
  expect(await story.audited(ImportId)).toEqual(requested);
  story.advance(90_001);
  (await story.act(ImportId, action, key)).ok();
  expect(await story.audited(ImportId)).toEqual([...requested, `Ada Administrator import.${done}`]);
});

test('a wrong file is refused with a sentence and changes nothing', async () => {
  const story = await freshImportStory();
  const zip = await story.import({ content: 'PK\u0003\u0004', name: 'CT.csv' });
  expect(zip).toMatchObject({ Progress: { status: 'failed' }, FailedBy: 'file' });
  expect(zip.Message).toMatch(/zip file is damaged/);
  const maine = await story.import({
    content: ['number,street,zip', '1,A ST,04101', '2,A ST,4102', '3,A ST,04103'].join('\n'),
  });
  expect(maine.Message).toMatch(/^These are addresses of Maine \(3 rows\), not of Connecticut\./);
  expect(await story.rejects(maine.ImportId)).toMatch(/zip-outside-state/);
  expect((await story.zipCodes()).Version).toBeNull();
  const pdf = await story.call(
    api.imports.upload,
    { fields: { state: 'CT' }, file: new File(['%PDF'], 'CT.pdf') },
    { as: 'ada' },
  );
  expect(pdf.error().code).toBe('unsupported_file');
});

const rows = (...lines: string[]) => csv(...oakStreet(5), ...lines);

test.each([
  ['its state column', 'a.csv', rows('1,B ST,Avon,Hartford,Connecticut,'), 'CT'],
  ['its ZIP codes', 'a.csv', 'number,street,zip\n1,A ST,4101\n2,A ST,04102', 'ME'],
  ['a start that a cut line ends', 'a.csv', rows(...oakStreet(4_000)), 'CT'],
  ['packed rows', 'a.csv.gz', gzipSync(rows()), 'CT'],
  ['Latin letters', 'a.csv', Buffer.from('number,street,zip\n1,Caf\u00e9 ST,05401\n', 'latin1'), 'VT'],
  ['its name, without rows', 'new_york 2026.csv', 'number,street,zip\n', 'NY'],
])('the state of an upload is read from %s', async (_what, name, content, state) => {
  const story = await freshImportStory();
  const file = new File([content], name);
  const uploaded = await story.call(api.imports.upload, { fields: {}, file }, { as: 'ada' });
  expect(await story.read(uploaded.ok().ImportId)).toMatchObject({ State: state, Mode: 'replace' });
});

test.each([
  ['two states', 'number,street,zip\n1,A ST,04101\n2,A ST,06103\n', 'invalid_request', /^state is missing/],
  ['a state that is not served', 'number,street,zip\n1,A ST,75001\n', 'invalid_request', /^state is missing/],
  ['no addresses', '{"type":"Feature"}', 'unsupported_file', /JSON without GeoJSON features/],
])('an upload of %s without its state is refused with what to do', async (_what, content, code, message) => {
  const story = await freshImportStory();
  const file = new File([content], 'addresses.csv');
  const refused = await story.call(api.imports.upload, { fields: {}, file }, { as: 'ada' });
  expect(refused.error()).toMatchObject({ code, ErrorMessage: expect.stringMatching(message) });
});

test('only administrators import; an import of another state is not there', async () => {
  const story = await freshImportStory();
  const record = await story.import({ content: csv(...oakStreet(3)) });
  const byMia = await story.call(api.imports.byId, { query: { id: record.ImportId } }, { as: 'mia' });
  expect(byMia.error().code).toBe('forbidden');
  const elsewhere = await story.call(
    api.addressStateUpdates.ME,
    { body: { ImportId: record.ImportId, Action: 'cancel' } },
    { as: 'ada' },
  );
  expect(elsewhere.error().code).toBe('not_found');
});

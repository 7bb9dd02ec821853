import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { startImportStories } from '../../testing/import-story.ts';
import { stateFile } from '../../testing/state-file.ts';
import { importStateFile } from './import-state-file.ts';

const stories = await startImportStories();

const header = 'number,street,city,county,state,zip';
const csv = (...rows: string[]) => [header, ...rows].join('\n');

test('an uploaded file becomes what staff pick addresses from', async () => {
  const story = await stories.newStory();
  expect(await story.zipCodes()).toEqual({ SettingsZipCodesCountiesInfo: [], Version: null });
  const upload = await story.upload({
    content: csv(
      '2,Main St,Hartford,Hartford,CT,6103',
      '10,main  st,Hartford,Hartford,CT,06103-1234',
      '12 1/2,ELM ST,Avon,003,Connecticut,06001',
    ),
  });
  expect(story.audited).toEqual([`Uploaded a state file ${upload.importId}`]);
  await importStateFile(story.platform, upload);

  const record = await story.read(upload.importId);
  expect(record.Progress).toMatchObject({ status: 'live', rows: 3, accepted: 3, rejected: 0 });
  expect(record.Diff).toMatchObject({ zipsAdded: 2, addressesBefore: 0, addressesAfter: 3 });
  expect(await story.zipCodes()).toEqual({
    SettingsZipCodesCountiesInfo: [
      { code: '06001', city: 'AVON', county: 'HARTFORD' },
      { code: '06103', city: 'HARTFORD', county: 'HARTFORD' },
    ],
    Version: upload.importId,
  });
  expect(await story.streets('06103')).toEqual(['2 MAIN ST', '10 MAIN ST']);
  expect(await story.streets('06001')).toEqual(['12 1/2 ELM ST']);
  expect(await story.streets('06999')).toEqual([]);
});

test('every row is counted, and rejected ones can be downloaded, mended and added', async () => {
  const story = await stories.newStory();
  const many = Array.from({ length: 40 }, (_, number) => `${number + 1},OAK ST,Avon,Hartford,CT,06001`);
  const upload = await story.upload({
    content: csv(
      ...many,
      '1,OAK ST,Avon,Hartford,CT,06001',
      '1,OAK ST,Boston,,MA,02108',
      ',OAK ST,Avon,Hartford,CT,06001',
      '"7",=ELM ST,"Avon, Town",Hartford,CT,N/A',
      '8,ELM ST,Avon',
    ),
  });
  await importStateFile(story.platform, upload);
  const record = await story.read(upload.importId);
  expect(record.Progress).toMatchObject({
    status: 'live',
    rows: 45,
    accepted: 40,
    duplicates: 1,
    skipped: 1,
    rejected: 3,
  });
  expect(record.RejectedByReason).toEqual({ 'no-number': 1, 'bad-zip': 1, columns: 1 });
  expect(record.Examples).toEqual({
    'no-number': [{ line: 44, text: ', OAK ST, Avon, Hartford, CT, 06001' }],
    'bad-zip': [{ line: 45, text: '7, =ELM ST, Avon, Town, Hartford, CT, N/A' }],
    columns: [{ line: 46, text: '8, ELM ST, Avon' }],
  });
  const report = await story.rejects(upload.importId);
  expect(report).toBe(
    [
      '\uFEFFnumber,street,city,county,state,zip,_line,_reason',
      ',OAK ST,Avon,Hartford,CT,06001,44,no-number',
      `7,'=ELM ST,"Avon, Town",Hartford,CT,N/A,45,bad-zip`,
      '8,ELM ST,Avon,,,,46,columns',
      '',
    ].join('\r\n'),
  );
  const mended = await story.upload({
    mode: 'add',
    content: report.replace('N/A', '06001').replace(/,OAK.*\r\n/, ''),
  });
  await importStateFile(story.platform, mended);
  // Half of its two rows cannot be used: that wants a look first.
  expect((await story.read(mended.importId)).Progress.status).toBe('needsConfirmation');
  expect((await story.act(mended.importId, 'publish')).Status).toBe('live');
  expect(await story.streets('06001')).toEqual([
    '7 =ELM ST',
    ...many.map((row) => `${row.split(',')[0]} OAK ST`),
  ]);
});

test('one who watches sees it move forward only, and its end', async () => {
  const story = await stories.newStory();
  const upload = await story.upload({ content: stateFile({ state: 'CT', rows: 20_000, seed: 3 }) });
  await importStateFile(story.platform, upload);
  const messages = story.sent.flatMap(({ message }) => (message.type === 'importProgress' ? [message] : []));
  const toGroup = messages.filter((_, index) => index % 2 === 0);
  expect(new Set(story.sent.map(({ audience }) => JSON.stringify(audience)))).toEqual(
    new Set(['{"group":"administrators"}', '{"user":"user-ana"}']),
  );
  expect(toGroup.at(-1)?.status).toBe('live');
  const seqs = toGroup.map((message) => message.seq);
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
  for (const message of messages) expect(JSON.stringify(message).length).toBeLessThan(400);
  const { rows, accepted, duplicates, skipped, rejected } = (await story.read(upload.importId)).Progress;
  expect(rows).toBe(accepted + duplicates + skipped + rejected);
});

test('a wrong file is refused with a sentence, and retried only when asked', async () => {
  const story = await stories.newStory();
  const upload = await story.upload({ content: gzipSync('PK\u0003\u0004'), name: 'CT.csv.gz' });
  await importStateFile(story.platform, upload);
  expect((await story.read(upload.importId)).Message).toMatch(/zip or Excel file/);
  expect((await story.read(upload.importId)).Progress.status).toBe('failed');
  await importStateFile(story.platform, upload);
  expect((await story.act(upload.importId, 'retry')).Status).toBe('waiting');
  expect(gunzipSync(gzipSync('x')).toString()).toBe('x');
});

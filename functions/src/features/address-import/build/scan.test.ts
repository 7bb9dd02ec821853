import { Readable } from 'node:stream';
import type { FileRules } from '@handoff/shared/domain/address/state-file-import';
import type { AddressState } from '@handoff/shared/domain/address/us-state';
import { expect, test } from 'vitest';
import { InvalidFileError } from '../../../imports/decode/invalid-file.ts';
import { readSourceText } from '../../../imports/decode/source-text.ts';
import { earlierAddresses, type EarlierAddresses } from './earlier-addresses.ts';
import { addressLines, zipContent } from './zip-document.ts';
import type { RejectedRow } from '../../../imports/read/reject-report.ts';
import { recognizeFile } from '../parse/recognize-file.ts';
import { newAddressScan } from './scan.ts';
import { noReport } from '../../../testing/imports/read-addresses.ts';

const { signal } = new AbortController();

interface Options {
  state?: AddressState;
  rules?: FileRules;
  earlier?: EarlierAddresses;
  checkpoint?: () => Promise<void>;
}

async function scan(
  lines: readonly string[],
  { state = 'CT', rules, earlier, checkpoint = async () => {} }: Options = {},
) {
  const source = await readSourceText(Readable.from([Buffer.from(lines.join('\n'))]));
  const file = recognizeFile(source);
  const found = newAddressScan(source, { file, state, ...(rules && { rules }), ...(earlier && { earlier }) });
  const reported: RejectedRow[] = [];
  const report = { ...noReport, add: (row: RejectedRow) => void reported.push(row) };
  const zips = await found.run({ report, checkpoint, signal });
  return {
    zips: zips.map(({ code, place: [city, county] }) => [code, city, county]),
    addresses: zips.flatMap(({ content }) => addressLines(content())),
    counts: found.counts,
    reported: reported.map(({ line, reason, fields }) => [line, reason, ...fields]),
    rejectedByReason: found.report().RejectedByReason,
    examples: found.report().Examples,
    skippedByState: found.report().SkippedByState,
    report: found.report,
  };
}

const HEADER = 'number,street,city,county,state,zip';
const refusal = (lines: readonly string[], options?: Options) =>
  scan(lines, options).then(
    () => 'none',
    (error: unknown) => (error instanceof InvalidFileError ? error.message : String(error)),
  );

test('ZIP codes are sorted in any order of rows, and duplicates are counted once', async () => {
  const rows = [
    '3,B ST,Canton,,CT,06019',
    '1,A ST,Avon,Hartford,CT,06001',
    '1,a st,Avon,,CT,06001',
    '2,A ST,,,CT,06010',
  ];
  const found = await scan([HEADER, ...rows]);
  expect(found.zips).toEqual([
    ['06001', 'AVON', 'HARTFORD'],
    ['06010', '', ''],
    ['06019', 'CANTON', ''],
  ]);
  expect(found.addresses).toEqual(['1 A ST', '2 A ST', '3 B ST']);
  expect(found.counts).toEqual({ rows: 4, accepted: 3, units: 0, duplicates: 1, skipped: 0, rejected: 0 });
});

test('an unusable row is reported with its line and reason, and five of each reason are kept as examples', async () => {
  const missing = Array.from({ length: 6 }, () => ',A ST,Avon,,CT,06001');
  const long = `1,A ST,,,CT,${'x'.repeat(300)}`;
  const rows = [long, ...missing, '1,A ST,,,CT,06001'];
  const found = await scan([HEADER, '1,"never closed,,,CT,06001', ...rows]);
  expect(found.counts).toEqual({ rows: 9, accepted: 1, units: 0, duplicates: 0, skipped: 0, rejected: 8 });
  expect(found.reported[0]).toEqual([2, 'parse', '1,"never closed,,,CT,06001']);
  expect(found.reported[2]).toEqual([4, 'no-number', '', 'A ST', 'Avon', '', 'CT', '06001']);
  expect(found.rejectedByReason).toMatchObject({ parse: 1, 'no-number': 6 });
  expect(found.examples['no-number']).toHaveLength(5);
  expect(found.examples['no-number']?.[0]).toMatchObject({ line: 4, text: ', A ST, Avon, , CT, 06001' });
  const texts = Object.values(found.examples).flatMap((kept) => kept.map(({ text }) => text.length));
  expect(Math.max(...texts)).toBe(200);
});

test('rows of other states are skipped, counted by state and kept as examples', async () => {
  const found = await scan([
    HEADER,
    '1,A ST,,,ME,04101',
    '2,A ST,,,ME,04101',
    '3,A ST,,,VT,05401',
    '4,A ST,,,CT,06001',
  ]);
  expect(found.counts).toMatchObject({ rows: 4, accepted: 1, skipped: 3, rejected: 0 });
  expect(found.skippedByState).toEqual({ ME: 2, VT: 1 });
  expect(found.examples['other-state']).toHaveLength(3);
  expect(found.reported).toEqual([]);
});

test('rows of a state that an administrator skips are counted by their ZIP codes, however many there are', async () => {
  const rules = { CountyNames: [], SkippedStates: ['ME'] };
  const rows = ['04101', '04102', '02903'].flatMap((zip) =>
    Array.from({ length: 20 }, () => `1,A ST,,,,${zip}`),
  );
  for (const separator of [',', ';']) {
    const lines = [HEADER, ...rows, '1,A ST,,,CT,06001'].map((line) => line.replaceAll(',', separator));
    const found = await scan(lines, { rules });
    expect(found.counts).toEqual({
      rows: 61,
      accepted: 1,
      units: 0,
      duplicates: 0,
      skipped: 40,
      rejected: 20,
    });
    expect(found.skippedByState).toEqual({ ME: 40 });
    expect(found.rejectedByReason).toEqual({ 'zip-outside-state': 20 });
    expect(found.examples['other-state']?.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
  }
});

test('a file refused for its many cities has counts that add up', async () => {
  const missing = Array.from({ length: 20 }, () => ',A ST,Avon,,CT,06001');
  const cities = Array.from({ length: 110_000 }, (_, n) => `1,A ST,City ${n},,CT,06001`);
  const mixed = cities.flatMap((row, n) => (n % 9 === 0 ? [row, ',A ST,,,CT,06001'] : [row]));
  const lines = [HEADER, ...missing, '1,A ST,Avon,,CT,06001', ...mixed];
  const source = await readSourceText(Readable.from([Buffer.from(lines.join('\n'))]));
  const found = newAddressScan(source, { file: recognizeFile(source), state: 'CT' });
  const running = found.run({ report: noReport, checkpoint: async () => {}, signal });
  await expect(running).rejects.toThrow('thousands of cities');
  const { rows, accepted, rejected } = found.counts;
  expect(accepted + rejected).toBe(rows);
});

test('a county has the name that an administrator gave it', async () => {
  const rules = { CountyNames: [{ From: 'HTFD', To: 'HARTFORD' }], SkippedStates: [] };
  const found = await scan([HEADER, '1,A ST,Avon,Htfd,CT,06001'], { rules });
  expect(found.zips).toEqual([['06001', 'AVON', 'HARTFORD']]);
});

test('drops ZIP codes without streets', async () => {
  const found = await scan([HEADER, '1,NULL,Avon,,CT,06002', '1,A ST,Avon,,CT,06001']);
  expect(found.zips.map(([code]) => code)).toEqual(['06001']);
});

test('a file that names another state is refused by its name, also with a few rows that name none', async () => {
  const maine = Array.from({ length: 19 }, (_, n) => `${n + 1},A ST,,,ME,04101`);
  const text =
    'These are addresses of Maine (20 rows), not of Connecticut. Upload it for Maine, or choose a file of Connecticut.';
  expect(await refusal([HEADER, ...maine, '20,A ST,,,,04101', ',A ST,,,CT,06001'])).toBe(text);
  const ohio = maine.map((row) => row.replace('ME,04101', 'OH,43001'));
  expect(await refusal([HEADER, ...ohio])).toBe(
    'These are addresses of Ohio (19 rows), not of Connecticut. Choose a file of Connecticut.',
  );
  expect((await scan([HEADER, ...maine, '1,A ST,,,CT,06001'])).counts).toMatchObject({
    accepted: 1,
    skipped: 19,
  });
});

test('the number is taken from an address, and the ZIP code and the town from a last line', async () => {
  const rows = Array.from(
    { length: 12 },
    (_, n) => `${n + 1}A Oak Street,Oak Street,"Avon, CT 0600${n % 3}"`,
  );
  const found = await scan(['site,road,post', ...rows]);
  expect(found.zips).toEqual([
    ['06000', 'AVON', ''],
    ['06001', 'AVON', ''],
    ['06002', 'AVON', ''],
  ]);
  expect(found.addresses).toContain('12A OAK STREET');
  expect(found.counts).toMatchObject({ accepted: 12, rejected: 0 });
});

test('a file without ZIP codes gets them from towns that have one, and the others are named', async () => {
  const towns = ['Avon', 'Avon', 'avon ', 'Hartford', 'Hartford', 'Stamford', 'Nowhere', ''];
  const rows = towns.map((town, at) => `${at % 2},A ST,${town}`);
  const { report, ...found } = await scan(['number,street,town', '1,A ST,Avon', ...rows]);
  expect(found.zips).toEqual([['06001', 'AVON', '']]);
  expect(found.counts).toEqual({ rows: 9, accepted: 1, units: 0, duplicates: 1, skipped: 0, rejected: 7 });
  expect(found.rejectedByReason).toEqual({
    'unassigned-number': 2,
    'several-zips': 3,
    'unknown-town': 1,
    'no-zip': 1,
  });
  expect(report().Corrected).toEqual({ 'zip-from-town': 2 });
  expect(report().SharedTowns).toMatchObject([
    { town: 'HARTFORD', rows: 2, zips: expect.arrayContaining(['06103', '06105']) },
    { town: 'STAMFORD', rows: 1, zips: expect.arrayContaining(['06901', '06902']) },
  ]);
  expect((await scan([HEADER, '1,A ST,Hartford,,CT,06001'])).report().SharedTowns).toEqual([]);
});

const zipOfHartford = (code: string, street: string, plain: number[], others: string[] = []) =>
  zipContent({ code, city: 'HARTFORD', county: '' }, [{ street, plain, others }]);

test('a row of a town with several ZIP codes gets that of the nearest earlier address of its street', async () => {
  const earlier = earlierAddresses([
    zipOfHartford('06103', 'MAIN ST', [2, 10], ['12A']),
    zipOfHartford('06105', 'Main Street', [40, 50]),
    zipOfHartford('06106', 'OAK ST', [1]),
    zipOfHartford('06001', 'ELM ST', [1]),
  ]);
  const streets = ['14,Main Street', '38,MAIN ST', '26,MAIN ST', '900,Oak St.', '1,ELM ST', '1A,OAK ST'];
  const found = await scan(['number,street,town', ...streets.map((street) => `${street},Hartford`)], {
    earlier,
  });
  expect(found.addresses).toEqual(['14 MAIN STREET', '38 MAIN ST', '1A OAK ST', '900 OAK ST.']);
  expect(found.zips.map(([code]) => code)).toEqual(['06103', '06105', '06106']);
  // Number 26 is as near to both ends, and Elm Street is in another town.
  expect(found.rejectedByReason).toEqual({ 'several-zips': 2 });
  expect(found.report().Corrected).toEqual({ 'zip-from-neighbor': 4 });
});

test('a file without rows, without rows of the state, or without an address is refused with the reason', async () => {
  expect(await refusal([HEADER])).toBe('The file is empty: it has column names and no rows.');
  const elsewhere = [
    '1,A ST,,,ME,04101',
    '2,A ST,,,ME,04101',
    '3,A ST,,,VT,05401',
    '3,A ST,,,VT,05401',
    '4,B ST,,,VT,05401',
  ];
  expect(await refusal([HEADER, ...elsewhere])).toBe(
    'None of the 5 rows are in Connecticut: 3 in Vermont, 2 in Maine.',
  );
  const states = ['ME', 'VT', 'NY', 'NJ', 'PA', 'RI'].map((state) => `1,A ST,,,${state},04101`);
  expect(await refusal([HEADER, ...states])).not.toContain('Rhode Island');
  expect(await refusal([HEADER, ',A ST,,,CT,06001'])).toBe(
    'No row could be read as an address of Connecticut. The report of rejected rows says why.',
  );
});

const WITHOUT_STATE = 'number,street,city,zip';

test('a file that is mostly of another state is refused by its name', async () => {
  const maine = Array.from({ length: 9 }, (_, n) => `${n + 1},A ST,,04101`);
  const one = ['1,A ST,,06001'];
  const text =
    'These are addresses of Maine (9 rows), not of Connecticut. Upload it for Maine, or choose a file of Connecticut.';
  expect(await refusal([WITHOUT_STATE, ...maine, ...one])).toBe(text);
  // Vermont comes first, and one code belongs to no state: the most frequent state is named.
  expect(
    await refusal([
      WITHOUT_STATE,
      '1,A ST,,00001',
      '1,A ST,,05401',
      ...maine,
      ...maine,
      ...maine,
      ...maine,
      ...one,
    ]),
  ).toContain('Maine (36 rows)');
  const fewer = await scan([WITHOUT_STATE, ...maine.slice(1), ...one]);
  expect(fewer.counts).toMatchObject({ accepted: 1, rejected: 8 });
  expect(await refusal([WITHOUT_STATE, ...one])).toBe('none');
});

test('a file of another state is refused after ten thousand rows, without reading the rest', async () => {
  const maine = Array.from({ length: 200_000 }, (_, n) => `${n + 1},A ST,,04101`);
  let paused = 0;
  const checkpoint = async () => void (paused += 1);
  expect(await refusal([WITHOUT_STATE, ...maine], { checkpoint })).toMatch(
    /^These are addresses of Maine \([\d,]+ rows\)/,
  );
  expect(paused).toBe(0);
});

test('a ZIP code of more than a megabyte is refused', async () => {
  const rows = Array.from({ length: 60_000 }, (_, n) => `1,${n} STREET OF A LONG NAME,Avon,,CT,06001`);
  expect(await refusal([HEADER, ...rows])).toBe(
    '06001 alone would have 60000 entries. This does not look like a file of this kind.',
  );
  // In JSON, a control character takes six bytes.
  const long = '\u0001'.repeat(250);
  const escaped = Array.from({ length: 1_000 }, (_, n) => `1,${n}${long},Avon,,CT,06001`);
  expect(await refusal([HEADER, ...escaped])).toContain('06001 alone would have 1000 entries.');
});

test('a recognized file says its delimiter, its samples and who chose its columns', async () => {
  const source = await readSourceText(Readable.from([Buffer.from('number\tstreet\tzip\n1\tA ST\t06001')]));
  expect(recognizeFile(source).format).toMatchObject({ delimiter: 'tab', choice: null });
  const known = { columns: {}, by: 'Ada', at: '2026-11-01T00:00:00Z' };
  expect(recognizeFile(source, known).format.choice).toMatchObject({ ...known, isApplied: true });
});

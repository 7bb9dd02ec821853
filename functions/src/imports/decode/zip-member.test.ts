import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { zipOf, type ZipEntry } from '../../testing/imports/zip-of.ts';
import { readSourceText } from './source-text.ts';

const text = Array.from({ length: 5000 }, (_, row) => `${row * 7919},OAK ST,06001\n`).join('');
const content = Buffer.from(text);
const csv: ZipEntry = { name: 'ct.csv', content };
const besides: ZipEntry[] = [
  { name: 'ct/', content: Buffer.alloc(0), isStored: true },
  { name: '__MACOSX/._ct.csv', content: Buffer.from('resource'), streamed: 4 },
  { name: 'ct/.DS_Store', content: Buffer.from('folder') },
];

async function read(bytes: Buffer, size = 4096) {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  const source = await readSourceText(Readable.from(pieces));
  const whole = await buffer(source.chunks);
  return { text: whole.toString(), bytes: source.bytesRead() };
}

test.each([
  ['packed', zipOf(csv)],
  ['stored', zipOf({ ...csv, isStored: true })],
  ['of unknown size', zipOf({ ...csv, streamed: 4 })],
  ['of unknown and large size', zipOf({ ...csv, streamed: 8 })],
  [
    'of macOS',
    zipOf({ name: 'ct/', content: Buffer.alloc(0), isStored: true }, { ...csv, streamed: 4 }, ...besides),
  ],
])('the file of a zip is read, %s, however it is cut', async (_name, zip) => {
  for (const size of [13, 4096, zip.length])
    expect(await read(zip, size)).toEqual({ text, bytes: zip.length });
});

test.each([
  ['without a file', zipOf(...besides), /holds no file/],
  [
    'of several files with other columns',
    zipOf(csv, { name: 'ma.csv', content: Buffer.from('street,number,zip\n') }),
    /several files with other columns \(ct\.csv, ma\.csv/,
  ],
  [
    'of several GeoJSON files',
    zipOf(
      { name: 'a.geojson', content: Buffer.from('{"features":[\n]}') },
      { name: 'b.geojson', content: Buffer.from('{"features":[\n]}') },
    ),
    /several files with other columns/,
  ],
  ['with a password', zipOf({ ...csv, flags: 1 }), /protected by a password/],
  ['that is an Excel file', zipOf({ ...csv, name: '[Content_Types].xml' }), /Excel file/],
  [
    'that is a geodatabase',
    zipOf({ ...csv, name: 'nj.gdb/a00000001.gdbtable' }),
    /Esri geodatabase.*ogr2ogr/,
  ],
  ['that is a Shapefile', zipOf({ ...csv, name: 'nh/addresses.shp' }), /Shapefile.*ogr2ogr/],
  ['cut off', zipOf(csv).subarray(0, 6000), /damaged or incomplete/],
  ['cut off right before its content', zipOf(csv).subarray(0, 30 + csv.name.length), /damaged or incomplete/],
  ['cut off behind the file', zipOf(csv).subarray(0, -80), /damaged or incomplete/],
  ['within a zip', zipOf({ name: 'ct.zip', content: zipOf(csv), isStored: true }), /compressed twice/],
  ['that expands a thousand times', zipOf({ ...csv, content: Buffer.alloc(30_000_000, 'a,b\n') }), /expands/],
  ['of another method', zipOf({ ...csv, isStored: true, streamed: 4 }), /not supported/],
])('a zip %s is refused', async (_name, zip, reason) => {
  await expect(read(zip)).rejects.toThrow(reason);
});

test('a file in a folder of any name is read, and the files that macOS adds are skipped', async () => {
  const beside: ZipEntry = { name: '.DS_Store', content: Buffer.from('folder') };
  const zip = zipOf(beside, { ...csv, name: 'maps/xl/ct.csv' });
  expect((await read(zip)).text).toBe(text);
});

test('a zip without its directory after the file is damaged', async () => {
  const zip = zipOf({ ...csv, isStored: true });
  const directory = zip.indexOf(Buffer.of(0x50, 0x4b, 1, 2));
  for (const at of [0, 1, 2, 3]) {
    const changed = Buffer.from(zip);
    changed.writeUInt8(0x2a, directory + at);
    await expect(read(changed)).rejects.toThrow('damaged or incomplete');
  }
});

test('a small zip is read byte by byte', async () => {
  const small = { name: 'ct.csv', content: Buffer.from('a,b\n1,2\n') };
  for (const zip of [zipOf(small), zipOf({ ...small, streamed: 4 })])
    expect(await read(zip, 1)).toEqual({ text: 'a,b\n1,2\n', bytes: zip.length });
});

test('a changed byte is found, wherever it is', async () => {
  for (const isStored of [true, false]) {
    const zip = zipOf({ ...csv, isStored });
    for (let at = 40; at < zip.length - 200; at += Math.floor(zip.length / 20)) {
      const changed = Buffer.from(zip);
      changed.writeUInt8((changed[at] ?? 0) ^ 0x10, at);
      await expect(read(changed)).rejects.toThrow(/damaged|binary|expands/);
    }
  }
});

async function* failing() {
  yield zipOf(csv).subarray(0, 6000);
  throw new Error('connection reset');
}

test('a stream error is not reported as an invalid file', async () => {
  const source = readSourceText(Readable.from(failing())).then(({ chunks }) => buffer(chunks));
  await expect(source).rejects.toThrow('connection reset');
});

const lines = (...rows: string[]) => Buffer.from(['number,street,zip', ...rows].join('\n'));

test('the files of several counties are read as one, when they have the same columns', async () => {
  const zip = zipOf(
    { name: 'README.txt', content: Buffer.from('Addresses of two counties.\n') },
    { name: 'a.csv', content: lines('1,OAK ST,06001', '2,OAK ST,06001') },
    { name: 'b.csv', content: lines('3,ELM ST,06002', '') },
    { name: 'c.csv', content: lines('4,ELM ST,06002'), streamed: 4 },
    { name: 'license.txt', content: Buffer.from('Free.\n') },
    { name: 'about.pdf', content: Buffer.from('%PDF-1.7') },
  );
  const expected = lines('1,OAK ST,06001', '2,OAK ST,06001', '3,ELM ST,06002', '4,ELM ST,06002').toString();
  for (const size of [13, 4096]) expect((await read(zip, size)).text).toBe(expected);
});

test('one list of the diagnosis codes of CMS is read, and never the changes beside it', async () => {
  const changes = { content: Buffer.from('Add: A0001 Cholera\n') };
  const codes = Buffer.from('A000    Cholera due to Vibrio cholerae 01, biovar cholerae\n');
  const ordered = Buffer.from(`00002 A000    1 ${'Cholera'.padEnd(60)} Cholera due to Vibrio cholerae 01\n`);
  const members = [
    { name: 'Code Descriptions/icd10cm-codes-addenda-2026.txt', ...changes },
    { name: 'Code Descriptions/icd10cm-codes-2026.txt', content: codes },
    { name: 'Code Descriptions/icd10cm-order-addenda-2026.txt', ...changes },
    { name: 'Code Descriptions/icd10cm-order-2026.txt', content: ordered },
    { name: 'Code Descriptions/icd10OrderFiles.pdf', content: Buffer.from('%PDF-1.7') },
  ];
  expect((await read(zipOf(...members))).text).toBe(codes.toString());
  expect((await read(zipOf(...members.toReversed()))).text).toBe(ordered.toString());
});

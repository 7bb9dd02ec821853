import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, test } from 'vitest';
import { mapColumns } from '../../features/address-import/parse/column-mapping.ts';
import type { ColumnMapping } from '../../features/address-import/parse/row-fields.ts';
import { readCsvRows } from '../../imports/read/csv-rows.ts';
import { recognizeHeader } from '../../imports/decode/file-start.ts';
import { readSourceText } from '../../imports/decode/source-text.ts';
import { isLong, seeded } from '../faults/run-size.ts';
import { csvParseRows, type ReadRow } from './csv-parse-rows.ts';
import { addressesByRules, importedAddresses } from './read-addresses.ts';
import { stateFile } from './state-file.ts';

// The import cuts records itself. For any file, cut anywhere, it must find the same as csv-parse.

const FILES = isLong ? 200_000 : 400;
const fixtures = join(import.meta.dirname, '../../features/address-import/fixtures');
const random = seeded('same as csv-parse');
/** Short files are cut at each byte by turns. */
const EVERY_CUT = isLong ? 1 : 7;
const cutAt = (bytes: Buffer, cut: number) => [bytes.subarray(0, cut), bytes.subarray(cut)];

interface Reading {
  delimiter: string;
  width: number;
  blockBytes?: number;
}

async function readRows(pieces: readonly Buffer[], reading: Reading): Promise<ReadRow[]> {
  const rows: ReadRow[] = [];
  await readCsvRows(Readable.from(pieces), {
    ...reading,
    sink: {
      row: ({ fields, line }) => void rows.push({ line, fields }),
      unreadable: (unreadable, line) => void rows.push({ line, unreadable }),
      pause: () => undefined,
    },
  });
  return rows;
}

test(`${FILES} random files are read as csv-parse alone reads them`, { timeout: 3_600_000 }, async () => {
  const different: string[] = [];
  for (let file = 0; file < FILES; file++) {
    const { bytes, reading } = randomFile();
    const expected = csvParseRows(bytes, reading);
    for (let cut = file % EVERY_CUT; cut <= bytes.length; cut += EVERY_CUT) {
      const found = await readRows(cutAt(bytes, cut), { ...reading, blockBytes: 1 });
      if (!isSame(found, expected)) different.push(JSON.stringify(bytes.toString('latin1')));
    }
  }
  expect(different).toEqual([]);
});

const lineOf = (length: number) => `1,${'x'.repeat(length - 2)}`;

test('the limit of 64 KB per record is the same however the file is cut', async () => {
  const most = 64 * 1024;
  for (const quote of ['', '"']) {
    const lines = [lineOf(most), lineOf(most + 1), `1,${quote}${lineOf(most + 9)}`, '4,5', '6,7'];
    const bytes = Buffer.from(lines.join('\n'));
    const whole = await readRows([bytes], { delimiter: ',', width: 2 });
    expect(whole.map((row) => ('fields' in row ? row.fields.length : 'unreadable'))).toEqual([
      2,
      'unreadable',
      'unreadable',
      2,
      2,
    ]);
    for (const size of [1_000, 65_535, 65_536, 65_537, 70_000]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, piece) =>
        bytes.subarray(piece * size, (piece + 1) * size),
      );
      expect(await readRows(pieces, { delimiter: ',', width: 2, blockBytes: 1 })).toEqual(whole);
    }
  }
});

describe('address rows taken from bytes', () => {
  test('say the same as the rules on fields, row by row, and make the same documents', async () => {
    const different: string[] = [];
    for (let file = 0; file < FILES / 20; file++) {
      const { text, mapping } = randomAddresses(file % 2 === 0);
      const pieces = piecesOf(text, () => random.between(1, random.pick([3, 30, 3_000])));
      if (!isSame(await importedAddresses(pieces, mapping), addressesByRules(text, mapping)))
        different.push(text);
    }
    expect(different).toEqual([]);
  }, 3_600_000);

  test('say the same wherever a file with every kind of quoted field is cut', async () => {
    const header = 'note,number,street,city,county,state,zip';
    const mapping = mapColumns(header.split(','));
    const rows = quotedCells.map((cell) => `${cell},12,${cell},${cell},003,"CT","06001"`);
    const text = [header, 'x,1,A ST,AVON,003,CT,06001', ...rows, '"x",2,"A ST",,,,"06001"'].join('\r\n');
    const expected = addressesByRules(text, mapping);
    for (let size = 1; size <= (isLong ? text.length : 24); size++)
      expect(
        await importedAddresses(
          piecesOf(text, () => size),
          mapping,
        ),
      ).toEqual(expected);
  });

  test.each(['none', 'street', 'all'] as const)(
    'match the rules for a generated state, in quotes: %s',
    async (quotes) => {
      const rows = isLong ? 200_000 : 5_000;
      const text = (await buffer(stateFile({ state: 'CT', rows, seed: 3, quotes }))).toString();
      const mapping = mapColumns(recognizeHeader(text.replace('\uFEFF', '').slice(0, 1000)).header);
      expect(await importedAddresses(text.slice(1), mapping)).toEqual(
        addressesByRules(text.slice(1), mapping),
      );
    },
    600_000,
  );
});

describe('every sample', () => {
  let samples: { name: string; bytes: Buffer }[] = [];
  beforeAll(async () => {
    const names = (await readdir(fixtures)).filter((name) => /\.(csv|txt)$/.test(name));
    samples = await Promise.all(
      names.map(async (name) => ({ name, bytes: await readFile(join(fixtures, name)) })),
    );
  });

  test('is read the same cut at any byte, as UTF-8, windows-1252 and UTF-16', async () => {
    const different: string[] = [];
    for (const { name, bytes } of samples) {
      const start = bytes.toString('utf8', 0, bytes.toString('utf8').startsWith('\uFEFF') ? 3_000 : 1_500);
      const text = `${start.replace('\uFEFF', '')}\n"Rue d'Été, 5",${'x,'.repeat(4)}\r\n1,"a\n""b""",é\n`;
      const { header, delimiter } = recognizeHeader(text);
      const reading = { delimiter, width: header.length };
      const expected = csvParseRows(Buffer.from(text), reading);
      for (const file of encodings(text)) {
        for (let cut = 0; cut <= file.length; cut += isLong ? 1 : 41) {
          const source = await readSourceText(Readable.from([file.subarray(0, cut), file.subarray(cut)]));
          const found = await readRows([await buffer(source.chunks)], { ...reading, blockBytes: 1 });
          if (!isSame(found, expected)) different.push(`${name} cut at ${cut}`);
        }
      }
    }
    expect(different).toEqual([]);
  }, 3_600_000);
});

const isSame = (found: unknown, expected: unknown) => JSON.stringify(found) === JSON.stringify(expected);

function encodings(text: string): Buffer[] {
  const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(text, 'latin1'),
    utf16,
    Buffer.from(utf16).swap16(),
  ];
}

function randomFile(): { bytes: Buffer; reading: Reading } {
  const delimiter = random.pick([',', ';', '\t', '|']);
  const quotes = random.chance(0.5)
    ? (['"', '""', '""', `"${delimiter}`, `${delimiter}"`, '"\n"'] as const)
    : [];
  const pieces = [
    delimiter,
    delimiter,
    ...quotes,
    '\n',
    '\n',
    '\r\n',
    '\r',
    'a',
    '12',
    ' ',
    'é',
    '\0',
  ] as const;
  const length = random.between(0, 59);
  const bytes = Buffer.concat(
    Array.from({ length }, () =>
      random.chance(0.05) ? Buffer.of(random.between(0, 255)) : Buffer.from(random.pick(pieces)),
    ),
  );
  return { bytes, reading: { delimiter, width: random.between(1, 5) } };
}

const headers = [
  'number,street,city,district,region,postcode',
  'house_number,pd,pt,sn,st,sd,townname,county,state,zip,sitetype',
  'prefixaddressnumber,addressnumber,suffixaddressnumber,completestreetname,citytownname,countyname,state,zipcode',
  'address,city,county,state,zip',
  'full_address,zip',
  'zip,number,street',
  'number,street,unit,city,zip',
  'secondary_number,zipcode,primary_number,street_predirection,street_name,street_suffix,pmb_number',
  'addno_full,addnum_pre,add_number,addnum_suf,stnam_full,post_city,inc_muni,county,state,zip_code',
] as const;

const cells = {
  plain: ['', '12', '3'],
  number: [
    '1',
    '12',
    '0',
    '',
    '007',
    '12A',
    '12 1/2',
    '37-14',
    '1234567890',
    '5.0',
    ' 7',
    '1/2',
    'NULL',
    'None',
  ],
  zip: [
    '06001',
    '6001',
    '06001-1234',
    '06001-',
    '06001.0',
    '6001.00',
    '060011234',
    '04101',
    '',
    '0',
    '06390',
    'x',
    '06001.1',
    '06001-12345',
  ],
  state: ['CT', 'CT', 'ct', 'Connecticut', 'CONNECTICUT', 'ME', '', ' ', 'x', 'CT '],
  other: [
    'MAIN ST',
    'Main St',
    ' main  st ',
    'ELM',
    '',
    'NULL',
    'null',
    "'=X",
    'É',
    '\u00a0',
    'unavailable',
    String.raw`\N`,
    ' n/a',
    'none of them',
    'nullſ',
    '"q, st"',
    '5" PIPE',
    'N',
  ],
  unit: ['', '', ' ', 'APT 1', ' 2', 'B ', 'NULL', ' none ', 'É', '\u00a0', 'N\tA', '\tNA', '"1, 2"', '""'],
  address: [
    '12 MAIN ST',
    '12 Main St Apt 3',
    '12  MAIN ST UNIT B',
    '12 MAIN ST APT 3 ',
    '12 E APT 3',
    '12 UNIT ST',
    '12A ELM ST STE 10-2',
    '12 ELM ST APT PARK',
    '12 ELM ST FL 2 APT 3',
    '12 LOT APT #3',
    '"12 ELM, EAST APT 3"',
    '"12 ELM ST, AVON, CT 06001"',
    '12 ELM ST 06001',
    '12-14 ELM ST',
    '12 - 14 ELM ST',
    '12;14 ELM ST',
    '012 ELM ST',
    '12',
    '1ST AVE',
    '',
    '12 1/2 ELM ST',
  ],
} as const;

const quotedCells = [
  '""',
  '"x"',
  '"a, b"',
  '"a\nb"',
  '"a\r\nb"',
  '"a\rb"',
  '"a ""b"" c"',
  '"""b"" c"',
  '"""b""\nc"',
  '""""',
  '","',
  '"\n"',
  '"É"',
  '" a "',
  '5" PIPE',
] as const;

function piecesOf(text: string, size: () => number): Buffer[] {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += pieces.at(-1)?.length ?? 1)
    pieces.push(bytes.subarray(at, at + size()));
  return pieces;
}

function randomAddresses(isQuoted: boolean): { text: string; mapping: ColumnMapping } {
  const header = random.pick(headers);
  const names = header.split(',');
  const cellOf = (name: string) => {
    if (/zip|postcode/.test(name)) return random.pick(cells.zip);
    if (/^unit$|secondary|pmb/.test(name)) return random.pick(cells.unit);
    if (/number|addn|add_n|suf$|pre$/.test(name))
      return random.pick(random.chance(0.7) ? cells.plain : cells.number);
    if (/^(state|region)$/.test(name)) return random.pick(cells.state);
    if (isQuoted && random.chance(0.1)) return random.pick(random.chance(0.9) ? quotedCells : ['"a"b', '"a']);
    return random.pick(/address/.test(name) ? cells.address : cells.other);
  };
  const share = isQuoted ? random.pick([0.2, 1]) : 0;
  const quoted = (cell: string) =>
    random.chance(share) && !cell.startsWith('"') ? `"${cell.replaceAll('"', '""')}"` : cell;
  const lines = Array.from({ length: random.between(1, 40) }, () =>
    names
      .slice(0, random.chance(0.03) ? 2 : names.length)
      .map((name) => quoted(cellOf(name)))
      .join(','),
  );
  return { text: [header, ...lines, ...lines.slice(0, 5)].join('\n'), mapping: mapColumns(names) };
}

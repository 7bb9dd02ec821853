import { Readable } from 'node:stream';
import type { Practitioner } from '@handoff/shared/domain/referral/practitioner';
import { expect, test } from 'vitest';
import { isLong, seeded } from '../../testing/faults/run-size.ts';
import { noReport } from '../../testing/imports/read-addresses.ts';
import { practitionersFile } from '../../testing/imports/national-lists.ts';
import type { RejectedRow } from '../../imports/read/reject-report.ts';
import { readSourceText } from '../../imports/decode/source-text.ts';
import { practitionerFiles } from './practitioner-file.ts';
import { linesIn, practitionerIn, practitionerList } from './practitioner-list.ts';
import { practitionerLines } from './practitioner-rows.ts';

const { signal } = new AbortController();

async function scan(text: string) {
  const source = await readSourceText(Readable.from([Buffer.from(text)]));
  const found = await practitionerFiles.recognize(source).open();
  const reported: RejectedRow[] = [];
  const report = { ...noReport, add: (row: RejectedRow) => void reported.push(row) };
  const documents = await found.run({ report, checkpoint: async () => {}, signal });
  return {
    counts: found.counts,
    reasons: found.report().RejectedByReason,
    reported: reported.map(({ line, reason }) => [line, reason]),
    documents: documents.map(({ code, hash, content }) => [code, hash, content()]),
    entries: documents
      .filter(({ code }) => code.startsWith('name-'))
      .flatMap(({ content }) => linesIn(content().lines))
      .map(practitionerIn)
      .toSorted((a, b) => (a.Npi < b.Npi ? -1 : 1)),
  };
}

const practitioner = (
  Npi: string,
  LastName: string,
  FirstName: string,
  may: 'home health' | 'hospice' | 'both',
): Practitioner => ({
  Npi,
  LastName,
  FirstName,
  MayOrderHomeHealth: may !== 'hospice',
  MayCertifyHospice: may !== 'home health',
});

test('rows are read from their bytes as they are read as fields', async () => {
  const file = Buffer.concat([...practitionersFile({ rows: 3000, seed: 4, dirt: 0.4 })]).toString();
  const fromBytes = await scan(file);
  // Another name of a column that is not needed makes each row one of fields.
  const fromFields = await scan(file.replace('PARTB', 'PART_B'));
  expect(fromBytes).toEqual(fromFields);
  expect(fromBytes.counts.rejected).toBeGreaterThan(100);
  expect(fromBytes.counts.duplicates).toBeGreaterThan(10);
  expect(fromBytes.counts.accepted).toBe(fromBytes.entries.length);
});

const DAMAGED = isLong ? 2_000 : 10;
const damage = [' ', '  ', ',', ' ,', ';', '"', 'é', 'a', '0', '9', 'Y', '\t', '\r', '\n', '\u007F', '', 'A'.repeat(30)] as const; // prettier-ignore

test(
  `${DAMAGED} damaged files are read from their bytes as from their fields`,
  { timeout: 600_000 },
  async () => {
    const random = seeded('damaged practitioners');
    for (let seed = 1; seed <= DAMAGED; seed++) {
      let file = Buffer.concat([...practitionersFile({ rows: 60, seed, dirt: 0.1 })]).toString();
      const header = file.indexOf('\n') + 1;
      for (let left = random.between(1, 8); left > 0; left--) {
        const at = random.between(header, file.length);
        file = file.slice(0, at) + random.pick(damage) + file.slice(at + random.between(0, 1));
      }
      // oxlint-disable-next-line no-await-in-loop -- thousands at once would take too much memory
      const [fromBytes, fromFields] = [await scan(file), await scan(file.replace('PARTB', 'PART_B'))];
      expect({ file, ...fromBytes }).toEqual({ file, ...fromFields });
    }
  },
);

test('a row that the file cuts off is not completed by what an earlier block left', () => {
  const lines = practitionerLines(practitionerList());
  const row = '1003000126,DOE,JANE,Y,Y,Y,Y,N\n';
  lines.room(1_000).write(row);
  expect(lines.take(0, row.length - 3, 1)).toEqual({ at: 0, taken: 0 });
  expect(lines.take(0, row.length - 1, 1)).toEqual({ at: 0, taken: 0 });
  expect(lines.take(0, row.length, 1)).toEqual({ at: row.length, taken: 1 });
});

test('rows in another order make the same documents, and the first row of an NPI counts', async () => {
  const rows = [
    '1003000126,DOE,JANE,Y,Y,Y,Y,N',
    '1003000134,ROE,RICHARD,Y,Y,N,Y,Y',
    '1427038314,LI,WU,Y,Y,Y,Y,Y',
  ];
  const header = 'NPI,LAST_NAME,FIRST_NAME,PARTB,DME,HHA,PMD,HOSPICE';
  const sorted = await scan([header, ...rows].join('\n'));
  const later = [rows[0]?.replace('DOE', 'POE'), rows[1]?.replace('Y,Y,N,Y,Y', 'Y,Y,Y,Y,N')];
  const other = await scan([header, ...rows.toReversed(), ...later].join('\r\n'));
  expect(new Set(other.documents)).toEqual(new Set(sorted.documents));
  expect(other.counts).toMatchObject({ rows: 5, accepted: 3, duplicates: 2 });
  expect(sorted.entries).toEqual([
    practitioner('1003000126', 'DOE', 'JANE', 'home health'),
    practitioner('1003000134', 'ROE', 'RICHARD', 'hospice'),
    practitioner('1427038314', 'LI', 'WU', 'both'),
  ]);
});

test('a practitioner with one name is kept, whatever rows stand around', async () => {
  const { entries, reported } = await scan(
    [
      'NPI,LAST_NAME,FIRST_NAME,PARTB,DME,HHA,PMD,HOSPICE',
      '1003000126,SUKARNO,,Y,Y,Y,Y,N',
      '1003000134,ROE,RICHARD,Y,Y,N,Y,Y',
    ].join('\n'),
  );
  expect(reported).toEqual([]);
  expect(entries).toContainEqual(practitioner('1003000126', 'SUKARNO', '', 'home health'));
});

test('each odd row is rejected with its reason, and its line', async () => {
  const { reported } = await scan(
    [
      'NPI,LAST_NAME,FIRST_NAME,PARTB,DME,HHA,PMD,HOSPICE',
      '1003000127,DOE,JANE,Y,Y,Y,Y,N',
      '1003000126,,JANE,Y,Y,Y,Y,N',
      '1003000126,DOE,JANE,Y,Y,?,Y,N',
      '1003000126,DOE,JANE,Y,Y',
      '1003000126,DOE,JANE,Y,Y,Y,Y,N',
    ].join('\n'),
  );
  expect(reported).toEqual([
    [2, 'bad-npi'],
    [3, 'no-name'],
    [4, 'bad-flag'],
    [5, 'columns'],
  ]);
});

import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import { openRejectReport, rejectLine, reportLine } from './reject-report.ts';

const withoutMark = { ...csvFormat, bom: false };
const character = fc.constantFrom(...Array.from('a1-+=@. ,;"\'\t\r\n\0\u0085\u2028É＝－\u00a0\uFEFF|'));
const cell = fc.oneof(
  fc.array(character, { maxLength: 6 }).map((all) => all.join('')),
  fc.constantFrom('MAIN ST', '-72.5', '+1', '-', '12', '06103'),
);

test('a line of the report is what csv-stringify writes', () => {
  fc.assert(
    fc.property(fc.array(cell, { minLength: 2, maxLength: 6 }), (cells) => {
      expect(reportLine(cells)).toBe(stringify([cells], withoutMark));
    }),
    { numRuns: 2_000 },
  );
});

test('a rejected row whose line is known is written as one whose cells are', () => {
  const separator = fc.constantFrom(',', ';', '\t', '|');
  const row = separator.chain((delimiter) =>
    fc.tuple(
      fc.constant(delimiter),
      fc.array(
        cell.map((own) => own.replaceAll(delimiter, '').replaceAll(/["\n]/g, '')),
        { minLength: 2, maxLength: 5 },
      ),
    ),
  );
  fc.assert(
    fc.property(row, fc.integer({ min: 1, max: 6 }), ([delimiter, fields], width) => {
      const rejected = { fields, line: 7, reason: 'no-zip' as const };
      const columns = { width, delimiter };
      expect(rejectLine({ ...rejected, text: fields.join(delimiter) }, columns)).toBe(
        rejectLine(rejected, columns),
      );
    }),
    { numRuns: 3_000 },
  );
});

test('line and reason follow the columns of the file, and extra fields follow them', () => {
  const columns = { width: 3, delimiter: ',' };
  const lineOf = (...fields: string[]) => rejectLine({ fields, line: 12, reason: 'columns' }, columns);
  expect(lineOf('1', 'A')).toBe('1,A,,12,columns\r\n');
  expect(lineOf('1', 'A', 'b', 'c', 'd')).toBe('1,A,b,12,columns,c,d\r\n');
  expect(lineOf('1', '=A', 'b')).toBe("1,'=A,b,12,columns\r\n");
});

/** A store that starts to read when the test says so. */
function storeThatReads(from: Promise<void> = Promise.resolve(), maxBytes = 1_000_000) {
  const stored: { name: string; text: string }[] = [];
  const failures: string[] = [];
  const blobs = {
    async putStream(container: string, name: string, { stream }: { stream: Readable }) {
      await from;
      try {
        stored.push({ name: `${container}/${name}`, text: (await buffer(stream)).toString() });
      } catch (error) {
        failures.push(String(error));
        throw error;
      }
    },
  };
  const header = ['number', 'zip'];
  const report = openRejectReport(blobs, { importId: 'ct-1', header, delimiter: ',', maxBytes });
  return { report, stored, failures };
}

const row = { fields: ['1', ''], line: 2, reason: 'no-zip', text: '1,' } as const;

test('a report is stored with the columns of the file once a row was rejected, and otherwise not at all', async () => {
  const none = storeThatReads();
  expect(none.report.flush()).toBeUndefined();
  await none.report.close();
  expect(none.stored).toEqual([]);

  const one = storeThatReads();
  one.report.add(row);
  expect(one.report.flush()).toBeUndefined();
  one.report.add({ ...row, line: 3 });
  await one.report.close();
  expect(one.stored).toEqual([
    {
      name: 'import-reports/ct-1/rejects.csv',
      text: '\uFEFFnumber,zip,_line,_reason\r\n1,,2,no-zip\r\n1,,3,no-zip\r\n',
    },
  ]);
});

test('reading goes on once the store has taken the rows so far', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { report, stored } = storeThatReads(promise);
  for (let line = 2; line < 10_000; line += 1) report.add({ ...row, line });
  const taken = report.flush();
  expect(taken).toBeInstanceOf(Promise);
  resolve();
  await taken;
  await report.close();
  expect(stored[0]?.text.split('\r\n')).toHaveLength(10_000);
});

test('a store that fails is noticed while rows wait for it, and when the report ends', async () => {
  const { report, failures } = storeThatReads(Promise.reject(new Error('no store')));
  for (let line = 2; line < 10_000; line += 1) report.add({ ...row, line });
  await expect(report.flush()).rejects.toThrow('no store');
  await expect(report.close()).rejects.toThrow('no store');
  expect(failures).toEqual([]);
});

test('an abandoned report is not stored', async () => {
  const { report, stored, failures } = storeThatReads();
  report.add(row);
  void report.flush();
  report.abandon();
  await expect(report.close()).rejects.toThrow('The report is written again');
  expect([stored, failures]).toEqual([[], ['Error: The report is written again']]);
  storeThatReads().report.abandon();
});

test('a report ends at its limit, and says how many rows it leaves out', async () => {
  const { report, stored } = storeThatReads(Promise.resolve(), 20);
  report.add(row);
  report.addLines('1,,3,no-zip\r\n');
  void report.flush();
  report.add({ ...row, line: 4 });
  report.addLines('1,,5,no-zip\r\n1,,6,no-zip\r\n');
  await report.close();
  expect(stored[0]?.text.split('\r\n').slice(1)).toEqual([
    '1,,2,no-zip',
    '1,,3,no-zip',
    '3 more rows were rejected. This report has the first ones only.',
    '',
  ]);
});

import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import { rejectLine, reportLine } from './reject-report.ts';

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
        cell.map((text) => text.replaceAll(delimiter, '').replaceAll(/["\n]/g, '')),
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

test('line and reason stand behind the columns of the file, what was too much behind them', () => {
  const columns = { width: 3, delimiter: ',' };
  const lineOf = (...fields: string[]) => rejectLine({ fields, line: 12, reason: 'columns' }, columns);
  expect(lineOf('1', 'A')).toBe('1,A,,12,columns\r\n');
  expect(lineOf('1', 'A', 'b', 'c', 'd')).toBe('1,A,b,12,columns,c,d\r\n');
  expect(lineOf('1', '=A', 'b')).toBe("1,'=A,b,12,columns\r\n");
});

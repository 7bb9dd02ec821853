import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvCell, csvText } from './csv.ts';

test.each([
  ['Marsh, Ana', 'Marsh  Ana'],
  ['two\r\nlines\u2028here', 'twolineshere'],
  ['=SUM(A1:A9)', "'=SUM(A1:A9)"],
  [' \t@cmd', "'@cmd"],
  [',=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['the "blue" form', '"the ""blue"" form"'],
  ['-"5"', `"'-""5"""`],
  [null, ''],
  [0, '0'],
  [false, 'false'],
])('%j becomes %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell);
});

test('whatever a cell holds, a record keeps its columns and no cell is a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), (cells) => {
      const line = csvText([cells]).slice(1, -2);
      expect(line).not.toMatch(/[\r\n]/);
      expect(line.split(',')).toHaveLength(cells.length);
      for (const cell of line.split(',')) expect(cell).not.toMatch(/^"?[=+\-@＝＋－＠]/);
    }),
  );
});

test('a file begins with its mark and ends every record', () => {
  expect(
    csvText([
      ['Name', 'Age'],
      ['Ana', 78],
    ]),
  ).toBe('\uFEFFName,Age\r\nAna,78\r\n');
});

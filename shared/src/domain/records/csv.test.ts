import { stringify } from 'csv-stringify/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvFormat } from './csv.ts';

const line = (cells: readonly unknown[]) => stringify([cells], csvFormat).slice(1, -2);

test.each([
  ['Marsh, Ana', 'Marsh  Ana'],
  ['two\r\nlines\u2028here', 'twolineshere'],
  ['=SUM(A1:A9)', "'=SUM(A1:A9)"],
  [' \t@cmd', "'@cmd"],
  [',=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['\u200B=1+1', "'\u200B=1+1"],
  ['﹦1+1', "'﹦1+1"],
  ['\u2060\uFE0F﹢1', "'\u2060\uFE0F﹢1"],
  ['\r=1+1', "'=1+1"],
  ['a;=1+1', '"a;=1+1"'],
  ['-72.6850', '-72.6850'],
  ['-72.6+1', "'-72.6+1"],
  ['the "blue" form', '"the ""blue"" form"'],
  ['-"5"', `"'-""5"""`],
  [null, ''],
  [0, '0'],
  [false, 'false'],
])('%j becomes %j', (value, cell) => {
  expect(line([value])).toBe(cell);
});

test('every record keeps its columns and no cell is a formula, regardless of content', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }), (cells) => {
      const written = line(cells);
      expect(written).not.toMatch(/[\r\n]/);
      expect(written.split(',')).toHaveLength(cells.length);
      for (const cell of written.split(',')) expect(cell).not.toMatch(/^"?[=+\-@＝＋－＠](?![\d.]+$)/);
    }),
  );
});

test('a file begins with its mark and ends every record', () => {
  const rows = [
    ['Name', 'Age'],
    ['Ana', 78],
  ];
  expect(stringify(rows, csvFormat)).toBe('\uFEFFName,Age\r\nAna,78\r\n');
});

import { Readable } from 'node:stream';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCsvRows } from './csv-rows.ts';

type Read = [line: number, ...fields: string[]];

async function read(text: string, { size = 1_000_000, width = 3 } = {}): Promise<Read[]> {
  const rows: Read[] = [];
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const sink = {
    row: ({ fields, line }: { fields: string[]; line: number }) => void rows.push([line, ...fields]),
    unreadable: (line: string, number: number) => void rows.push([number, `UNREADABLE ${line}`]),
    pause: () => undefined,
  };
  await readCsvRows(pieces(), { delimiter: ',', width, sink, blockBytes: size });
  return rows;
}

test('line ends may be mixed, and line breaks in quotes count as lines', async () => {
  expect(await read('a,b,c\r\n1,2,3\n\n"x\r\ny\nz",5,6\r\n7,8,9')).toEqual([
    [1, 'a', 'b', 'c'],
    [2, '1', '2', '3'],
    [4, 'x\ny\nz', '5', '6'],
    [7, '7', '8', '9'],
  ]);
});

test('lines that are taken from their bytes count, and so do those that are left', async () => {
  const rows: Read[] = [];
  const text = ['a,b', 'taken,1', 'left,2', 'taken,3', '"quoted",4', 'taken,5', 'taken,6', 'left,7'].join(
    '\n',
  );
  let block = Buffer.alloc(0);
  const lines = {
    room: (length: number) => (block = length > block.length ? Buffer.concat([block], length) : block),
    take(from: number, to: number) {
      let [at, taken] = [from, 0];
      for (; at < to && block.toString('utf8', at, at + 5) === 'taken'; taken += 1)
        at = block.indexOf('\n', at) + 1;
      return { at, taken };
    },
  };
  const sink = {
    row: ({ fields, line }: { fields: string[]; line: number }) => void rows.push([line, ...fields]),
    unreadable: () => {},
    pause: () => undefined,
  };
  await readCsvRows(Readable.from([Buffer.from(text)]), { delimiter: ',', width: 2, sink, lines });
  expect(rows).toEqual([
    [1, 'a', 'b'],
    [3, 'left', '2'],
    [5, 'quoted', '4'],
    [8, 'left', '7'],
  ]);
});

test('quotes within a field are text', async () => {
  expect(await read('a,5" PIPE,c\n"abc"def,"the ""old"" mill",c\n')).toEqual([
    [1, 'a', '5" PIPE', 'c'],
    [2, '"abc"def', 'the "old" mill', 'c'],
  ]);
});

test('a quote that never closes costs its own line', async () => {
  const rows = ['a,b,c', '1,"runs away,3', '4,5,6', '7,8,9'];
  expect(await read(rows.join('\n'))).toEqual([
    [1, 'a', 'b', 'c'],
    [2, 'UNREADABLE 1,"runs away,3'],
    [3, '4', '5', '6'],
    [4, '7', '8', '9'],
  ]);
});

test('a quote that a stray one closes much later costs two lines, not those between', async () => {
  const between = Array.from({ length: 5000 }, (_, row) => `${row},MAIN ST,x`);
  const rows = await read(['1,"runs away,3', ...between, '4,"again,6', '7,8,9'].join('\r\n'), {
    size: 65_536,
  });
  expect(rows).toHaveLength(5003);
  expect(rows[0]).toEqual([1, 'UNREADABLE 1,"runs away,3']);
  expect(rows[5000]).toEqual([5001, '4999', 'MAIN ST', 'x']);
  expect(rows[5001]).toEqual([5002, 'UNREADABLE 4,"again,6']);
  expect(rows[5002]).toEqual([5003, '7', '8', '9']);
});

test('a line without an end is unreadable at any length', async () => {
  const endless = `1,"${'x'.repeat(300_000)}`;
  const rows = await read(`${endless}\n4,5,6\n`, { size: 10_000 });
  expect(rows.map(([line]) => line)).toEqual([1, 2]);
  expect(rows[1]).toEqual([2, '4', '5', '6']);
});

test('a carriage return alone is text', async () => {
  expect(await read('a\rb,"c\r",d\r\n1,2,3\r', { size: 4 })).toEqual([
    [1, 'a\rb', 'c\r', 'd'],
    [2, '1', '2', '3\r'],
  ]);
});

test('how the file is cut into pieces never matters', async () => {
  const cell = fc.constantFrom(
    '1',
    'MAIN ST',
    '"quoted, cell"',
    '"two\nlines"',
    '"run away',
    '5" PIPE',
    '',
    'é',
  );
  const row = fc.array(cell, { minLength: 2, maxLength: 4 }).map((cells) => cells.join(','));
  await fc.assert(
    fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 40 }), async (rows, size) => {
      const text = rows.join('\r\n');
      expect(await read(text, { size })).toEqual(await read(text));
    }),
    { numRuns: 60 },
  );
});

import { expect, test } from 'vitest';
import { csvRecords } from './csv-records.ts';

test.each([
  ['in one row', ','.repeat(480_000)],
  ['in many rows', `${','.repeat(900)}\n`.repeat(900)],
  ['in empty rows', '\n'.repeat(480_000)],
])('a file with too many cells %s is refused before it is parsed', (_where, csv) => {
  const before = process.threadCpuUsage();
  expect(() => csvRecords(csv)).toThrow('The file could not be read: it has more than 200,000 cells.');
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(100);
});

test('commas and line ends inside quotes separate no cells', () => {
  const zips = '06103, 06104\n'.repeat(3_000);
  expect(csvRecords(`Name,ZIP codes\nNorth,"${zips}"\n`)).toHaveLength(2);
});

import { expect, test } from 'vitest';
import { csvRecords } from './csv-records.ts';

test.each([
  ['in one row', ','.repeat(480_000)],
  ['in many rows', `${','.repeat(900)}\n`.repeat(900)],
  ['in empty rows', '\n'.repeat(480_000)],
])('a file with too many cells %s is refused before it is parsed', async (_where, csv) => {
  const whole = await msOf(() => csvRecords(','.repeat(190_000)));
  const refused = await msOf(() =>
    expect(csvRecords(csv)).rejects.toThrow('it has more than 200,000 cells.'),
  );
  expect(refused).toBeLessThan(whole / 2);
});

test('commas and line ends inside quotes separate no cells', async () => {
  const zips = '06103, 06104\n'.repeat(3_000);
  expect(await csvRecords(`Name,ZIP codes\nNorth,"${zips}"\n`)).toHaveLength(2);
});

test('others are answered while a long text is read', async () => {
  let longest = 0;
  let last = process.threadCpuUsage();
  const turns = setInterval(() => {
    longest = Math.max(longest, msSince(last));
    last = process.threadCpuUsage();
  }, 1);
  const whole = await msOf(() => csvRecords(`Name\n${' '.repeat(899_000)}`));
  clearInterval(turns);
  expect(longest).toBeGreaterThan(0);
  expect(longest).toBeLessThan(whole / 2);
});

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  return msSince(before);
}

/** CPU time of this thread, to which a busy machine adds little. */
function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

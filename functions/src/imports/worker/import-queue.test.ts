import { expect, test } from 'vitest';
import { freshImportStory, gate } from '../../testing/imports/import-story.ts';
import { readImport, replaceImport } from '../record/import-record.ts';
import { importMemory } from './import-memory.ts';

const csv = (...rows: string[]) => ['number,street,city,zip', ...rows].join('\n');
const street = (count: number) =>
  Array.from({ length: count }, (_, index) => `${index + 1},OAK ST,Avon,06001`);
const file = (ImportId: string, Bytes: number, FileName = 'a.csv') => ({ ImportId, Bytes, FileName });

test('imports of a state that wait start in the order of their uploads, and say their position', async () => {
  const scanning = gate('import/recognized');
  const story = await freshImportStory({ checkpoint: scanning.checkpoint });
  const [firstId = '', secondId = '', thirdId = ''] = await uploadInTurn(story, ['first', 'second', 'third']);
  const first = story.run(firstId);
  await expect.poll(() => scanning.arrived()).toBe(1);
  // Delivered the other way around.
  await story.run(thirdId);
  await story.run(secondId);
  const position = async (importId: string) => (await story.read(importId)).QueuePosition;
  expect([await position(firstId), await position(secondId), await position(thirdId)]).toEqual([null, 1, 2]);
  const listed = (await story.list()).StateFileImports.map(({ FileName, QueuePosition }) => [
    FileName,
    QueuePosition,
  ]);
  expect(listed).toEqual([
    ['third.csv', 2],
    ['second.csv', 1],
    ['first.csv', null],
  ]);
  scanning.open();
  await first;
  // Its end has the next one started; a later one that comes in between waits.
  await story.run(thirdId);
  expect(await story.read(thirdId)).toMatchObject({
    Progress: { status: 'waiting' },
    Message: 'Waits for the import of second.csv by Ada Administrator.',
    WaitsFor: secondId,
  });
  await story.startRequested();
  expect(await story.read(secondId)).toMatchObject({ Progress: { status: 'live' }, WaitsFor: null });
  expect(await position(thirdId)).toBe(1);
  await story.startRequested();
  expect((await story.list()).Live).toMatchObject([{ ImportId: thirdId, Previous: [secondId, firstId] }]);
});

test('states are imported side by side as long as there is memory for it', () => {
  const memory = importMemory();
  const NY = 455_000_000;
  expect(memory.take(file('ny', 20 * NY)), 'alone, any').toBe(true);
  expect(memory.take(file('ct', 1000))).toBe(false);
  memory.free('ny');
  expect(['ny', 'pa', 'nj'].map((state) => memory.take(file(state, NY)))).toEqual([true, true, true]);
  expect(memory.take(file('ma', NY))).toBe(false);
  expect(memory.take(file('ma', NY / 5, 'ma.csv.gz')), 'packed').toBe(false);
  expect(memory.take(file('nj', NY)), 'taken over from itself').toBe(true);
  expect(memory.take(file('ri', NY / 10))).toBe(true);
  memory.free('pa');
  expect(memory.take(file('ma', NY))).toBe(true);
});

test('a state without memory waits and starts automatically', async () => {
  const scanning = gate('import/recognized');
  const story = await freshImportStory({ checkpoint: scanning.checkpoint });
  const content = csv('1,A ST,Bath,04530');
  const maineId = await story.upload({ state: 'ME', content });
  const importId = await story.upload({ content: csv(...street(10)) });
  await claimsBytes(story, maineId, 3e9);
  const maine = story.run(maineId);
  await expect.poll(() => scanning.arrived()).toBe(1);
  await story.run(importId);
  expect(await story.read(importId)).toMatchObject({
    Progress: { status: 'waiting' },
    QueuePosition: 1,
    Message: 'Waits until imports of other states have ended: together they would need too much memory.',
  });
  scanning.open();
  await maine;
  await story.sweep();
  expect((await story.read(importId)).Progress.status).toBe('live');
});

async function uploadInTurn(
  story: Awaited<ReturnType<typeof freshImportStory>>,
  names: readonly string[],
): Promise<string[]> {
  const ids: string[] = [];
  for (const [index, name] of names.entries()) {
    ids.push(await story.upload({ content: csv(...street(10 + index)), name: `${name}.csv` }));
    story.advance(1000);
  }
  return ids;
}

/** Makes the import claim a file of that size. */
async function claimsBytes(
  { store }: Awaited<ReturnType<typeof freshImportStory>>,
  importId: string,
  Bytes: number,
): Promise<void> {
  const partition = store.addresses(importId.slice(0, 2).toUpperCase());
  const stored = await readImport(partition, importId);
  if (!stored) throw new Error('No such import');
  await partition.commit([replaceImport({ ...stored, record: { ...stored.record, Bytes } })]);
}

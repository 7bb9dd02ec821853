import { expect, test } from 'vitest';
import { crowdedFolders, MAX_FILES } from './count-rooms.ts';

const filled = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`);

test('a folder over the limit is named, one at the limit is not, and rooms inside do not count', () => {
  const files = [
    ...filled('full', MAX_FILES),
    ...filled('full/room', MAX_FILES),
    ...filled('crowded', MAX_FILES + 1),
  ];
  expect(crowdedFolders(files, {})).toEqual([expect.stringContaining('crowded has 17 files')]);
});

test('an exception holds up to its own number, and has to go when it is not needed any more', () => {
  expect(crowdedFolders(filled('stories', 20), { stories: 20 })).toEqual([]);
  expect(crowdedFolders(filled('stories', 21), { stories: 20 })).toHaveLength(1);
  expect(crowdedFolders(filled('stories', 16), { stories: 20 })).toEqual([
    expect.stringContaining('off the list'),
  ]);
});

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
  expect(crowdedFolders(files)).toEqual([expect.stringContaining('crowded has 17 files')]);
});

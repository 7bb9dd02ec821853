import { expect, test } from 'vitest';
import { distinctRows, readPages } from './use-list.ts';

/** Answers pages like the server: a page begins after the last row of the one before it. */
function serverWith(ids: string[], pageSize = 2) {
  const asked: (string | null)[] = [];
  async function read(from: string | null) {
    asked.push(from);
    const start = from === null ? 0 : ids.findIndex((id) => id > from);
    const rows = start < 0 ? [] : ids.slice(start, start + pageSize).map((Id) => ({ Id }));
    const isLast = start < 0 || start + pageSize >= ids.length;
    return { rows, Continuation: isLast ? null : (rows.at(-1)?.Id ?? null) };
  }
  return { read, asked, ids };
}
const rowIds = (pages: Awaited<ReturnType<ReturnType<typeof serverWith>['read']>>[]) =>
  distinctRows(pages, ({ rows }) => rows).map(({ Id }) => Id);

test('a list reads as many pages as are shown, and no more than there are', async () => {
  const { read, asked } = serverWith(['b', 'd', 'f', 'h', 'j']);
  expect(rowIds(await readPages(read, 2))).toEqual(['b', 'd', 'f', 'h']);
  expect(asked).toEqual([null, 'd']);
  expect(rowIds(await readPages(read, 9))).toEqual(['b', 'd', 'f', 'h', 'j']);
});

test('a row that a new one pushes off the first page is on the second', async () => {
  const { read, ids } = serverWith(['b', 'd', 'f', 'h']);
  await readPages(read, 2);
  ids.unshift('a');
  expect(rowIds(await readPages(read, 2))).toEqual(['a', 'b', 'd', 'f']);
});

test('a row that moves between pages while they are read is shown once, where it was first', () => {
  const pages = [
    { rows: [{ Id: 'a' }, { Id: 'b' }], Continuation: 'b' },
    { rows: [{ Id: 'c' }, { Id: 'a' }], Continuation: null },
  ];
  expect(rowIds(pages)).toEqual(['a', 'b', 'c']);
});

test('a page that cannot be read fails the list', async () => {
  const { read } = serverWith(['b', 'd', 'f']);
  const failing = (from: string | null) =>
    from === null ? read(from) : Promise.reject(new Error('no answer'));
  await expect(readPages(failing, 2)).rejects.toThrow('no answer');
});

import { expect, test } from 'vitest';
import { csvFile, wholeExport } from './csv-export.ts';
import { csvRecords } from './csv-records.ts';

const pages = (count: number) => async (continuation: string | undefined) => {
  const page = Number(continuation ?? 0);
  return { items: [page * 2, page * 2 + 1], Continuation: page + 1 < count ? String(page + 1) : null };
};

test('a file holds every page or is refused, never just a part', async () => {
  const limit = { most: 4, refusal: 'Choose fewer.' };
  expect(await wholeExport(pages(2), limit)).toEqual([0, 1, 2, 3]);
  await expect(wholeExport(pages(3), limit)).rejects.toMatchObject({
    code: 'too_large',
    message: 'Choose fewer.',
  });
  await expect(wholeExport(pages(2), { ...limit, most: 3 })).rejects.toMatchObject({ code: 'too_large' });
});

const last = async () => ({ items: [1, 2, 3, 4], Continuation: null });

const few = async (continuation: string | undefined) => ({
  items: [1],
  Continuation: continuation ? null : 'next',
});

test('a full file is accepted on the last page, and refused when more pages follow', async () => {
  const limit = { most: 4, refusal: 'Choose fewer.' };
  expect(await wholeExport(last, limit)).toEqual([1, 2, 3, 4]);
  let asked = 0;
  const more = async () => {
    asked += 1;
    return { items: [1, 2, 3, 4], Continuation: 'next' };
  };
  await expect(wholeExport(more, limit)).rejects.toMatchObject({ code: 'too_large' });
  expect(asked).toBe(1);
  expect(await wholeExport(few, limit)).toEqual([1, 1]);
});

test('a file name contains its subject and the day', () => {
  const now = new Date('2026-11-24T23:59:59.000Z');
  expect(csvFile('audit', 'é,b', now)).toEqual({
    name: 'audit-2026-11-24.csv',
    type: 'text/csv; charset=utf-8',
    bytes: new TextEncoder().encode('é,b'),
  });
});

test('a CSV is read without its byte order mark, blank lines and white space, for any number of columns', async () => {
  const records = await csvRecords('\ufeffName, Zip \n\n"One, Two",06510,more\nThree\n');
  expect(records.map(({ record, info }) => [record, info.lines])).toEqual([
    [['Name', 'Zip'], 1],
    [['One, Two', '06510', 'more'], 3],
    [['Three'], 4],
  ]);
});

test('the byte order mark does not hide a quoted first header', async () => {
  expect((await csvRecords('\ufeff"Name, first",Zip\n'))[0]?.record).toEqual(['Name, first', 'Zip']);
});

test('a CSV with an unclosed quote is refused', async () => {
  await expect(csvRecords('a\n"b\n')).rejects.toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      message: 'The file could not be read: a quote in it is not closed.',
    }),
  );
});

import { expect, test } from 'vitest';
import { wholeExport } from './csv-export.ts';

const pages = (count: number) => async (continuation: string | undefined) => {
  const page = Number(continuation ?? 0);
  return { items: [page * 2, page * 2 + 1], Continuation: page + 1 < count ? String(page + 1) : null };
};

test('a file holds every page or is refused, and is never part of a list', async () => {
  const limit = { most: 4, refusal: 'Choose fewer.' };
  expect(await wholeExport(pages(2), limit)).toEqual([0, 1, 2, 3]);
  await expect(wholeExport(pages(3), limit)).rejects.toMatchObject({
    code: 'too_large',
    message: 'Choose fewer.',
  });
  await expect(wholeExport(pages(2), { ...limit, most: 3 })).rejects.toMatchObject({ code: 'too_large' });
});

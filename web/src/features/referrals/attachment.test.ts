import { expect, test } from 'vitest';
import { refusedDocument } from './attachment.ts';

const file = (name: string, bytes: number) => {
  const empty = new File([], name);
  return Object.defineProperty(empty, 'size', { value: bytes });
};
const MB = 1024 * 1024;

test.each([
  ['orders.pdf', 22 * MB, 'orders.pdf is larger than 20 MB, the limit'],
  ['film.mov', 22 * MB, 'film.mov is larger than 20 MB, the limit'],
  ['film.mov', 1, 'film.mov: only PDF, PNG, JPEG, TIFF and Word (.docx) files can be attached'],
  ['orders.pdf', 0, 'orders.pdf is empty'],
  ['ORDERS.PDF', 1, undefined],
])('%s of %i bytes: %s', (name, bytes, refusal) => {
  expect(refusedDocument(file(name, bytes))).toBe(refusal);
});

import { expect, test } from 'vitest';
import { seeded } from '../../../testing/faults/run-size.ts';
import { newByteTable } from './byte-table.ts';

const TEXTS = 30_000;

/** In the middle of other bytes, as in a file. */
function spanOf(text: string) {
  const bytes = Buffer.from(`,${text},more`);
  return { bytes, from: 1, to: bytes.length - 5 };
}

test('a text is kept once under each key, however many others come in between', () => {
  const random = seeded('byte table');
  const table = newByteTable({ tooMany: 'too many' });
  const known = new Map<string, { id: number; text: string; key: number }>();
  const wrong: string[] = [];
  for (let n = 0; n < TEXTS; n++) {
    const text = `${'ABÉ '.repeat(random.between(0, 8))}${random.between(0, 4_000)}`;
    const key = random.between(0, 2);
    const expected = known.get(`${key} ${text}`)?.id ?? known.size;
    known.set(`${key} ${text}`, { id: expected, text, key });
    if (table.idOf(spanOf(text), key) !== expected) wrong.push(`${n}: ${key} ${text}`);
  }
  expect(wrong).toEqual([]);
  expect(table.size()).toBe(known.size);
  expect(known.size).toBeGreaterThan(TEXTS / 2);
  const kept = [...known.values()].map(({ id }) => ({ id, text: table.text(id), key: table.key(id) }));
  expect(kept).toEqual([...known.values()]);
});

test('texts that differ in one byte or in their length alone are different', () => {
  const table = newByteTable({ tooMany: 'too many' });
  const texts = ['', ' ', 'A', 'B', 'AA', 'AB', 'BA', 'AAA', '\0', '\0\0'];
  expect(texts.map((text) => table.idOf(spanOf(text), 7))).toEqual(texts.map((_, id) => id));
  expect(texts.map((text) => table.idOf(spanOf(text), 7))).toEqual(texts.map((_, id) => id));
  expect(texts.map((_, id) => table.text(id))).toEqual(texts);
});

test('texts as long as a block allows come back whole, each beginning in a block of its own', () => {
  const table = newByteTable({ tooMany: 'too many' });
  const room = 2 ** 18 - 12;
  const texts = ['short', 'x'.repeat(room), 'y'.repeat(room - 1), 'z'.repeat(room - 8), 'end'];
  const ids = texts.map((text) => table.idOf(spanOf(text), 1));
  expect(ids.map((id) => table.text(id) === texts[id])).toEqual([true, true, true, true, true]);
  expect(texts.map((text) => table.idOf(spanOf(text), 1))).toEqual(ids);
});

test('texts of one hash are different all the same', () => {
  const ofOneHash = [
    ['568 OAK AVE', '610 MILL ST'],
    ['219 WEST CT', '1079 EAST PL'],
    ['1260 HILL AVE', '797 MAIN PL'],
  ];
  const table = newByteTable({ tooMany: 'too many' });
  const texts = ofOneHash.flat();
  const ids = texts.map((_, id) => id);
  expect(texts.map((text) => table.idOf(spanOf(text), 1))).toEqual(ids);
  expect(texts.map((text) => table.idOf(spanOf(text), 1))).toEqual(ids);
  expect(ids.map((id) => table.text(id))).toEqual(texts);
});

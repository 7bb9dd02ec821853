import { expect, test } from 'vitest';
import { withoutFaxLines } from './fax-lines.ts';

const [width, height] = [200, 60];

/** A stroke of a letter from row 20 to 39, and a line whose row depends on its column. */
function pageWith(rowOf: (x: number) => number) {
  const values = new Uint8Array(width * height).fill(255);
  for (let y = 20; y < 40; y += 1) values.fill(0, y * width + 50, y * width + 54);
  for (let x = 0; x < width; x += 1) values.fill(0, rowOf(x) * width + x, rowOf(x) * width + x + 1);
  return { width, height, values };
}

test('a level line is taken away, and the strokes that it crosses stay', () => {
  const { values } = withoutFaxLines(pageWith(() => 30));
  expect(values[30 * width + 100]).toBe(255);
  expect(values[30 * width + 52]).toBe(0);
});

test('a line that slopes with its page stays', () => {
  const page = pageWith((x) => 30 + Math.floor(x / 50));
  expect(withoutFaxLines(page)).toBe(page);
});

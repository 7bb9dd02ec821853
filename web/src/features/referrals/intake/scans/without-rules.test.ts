import { expect, test } from 'vitest';
import { withoutRules } from './without-rules.ts';

const [width, height] = [240, 120];
const PAPER = 230;

function drawn(draw: (put: (x: number, y: number) => void) => void) {
  const values = new Uint8Array(width * height).fill(PAPER);
  draw((x, y) => (values[y * width + x] = 60));
  const cleaned = withoutRules({ width, height, values }).values;
  return (x: number, y: number) => cleaned[y * width + x];
}

test('removes the lines of a table and of a fax, and keeps the letter that crosses one', () => {
  const at = drawn((put) => {
    for (let x = 0; x < width; x += 1) put(x, 50);
    for (let x = 0; x < width; x += 1) if (x % 4 !== 0) put(x, 90);
    for (let y = 0; y < height; y += 1) put(200, y);
    for (let y = 40; y < 62; y += 1) for (const x of [100, 101, 102]) put(x, y);
  });
  expect(at(20, 50)).toBe(255);
  expect(at(21, 90)).toBe(255);
  expect(at(200, 20)).toBe(255);
  expect(at(101, 50)).toBe(60);
  expect(at(101, 45)).toBe(60);
});

test('removes specks and the shade of the paper, and keeps thin strokes', () => {
  const at = drawn((put) => {
    put(10, 10);
    for (let x = 30; x < 50; x += 1) for (const y of [30, 31]) put(x, y);
  });
  expect(at(10, 10)).toBe(255);
  expect(at(5, 5)).toBe(255);
  expect(at(40, 30)).toBe(60);
});

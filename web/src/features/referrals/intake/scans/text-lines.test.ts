import { expect, test } from 'vitest';
import { textLines } from './text-lines.ts';

const [width, height] = [300, 120];

/** The core of each line, as the network marks it. */
function mapOf(
  lines: readonly { from: number; to: number; middle: (x: number) => number }[],
  probability = 0.9,
) {
  const values = new Float32Array(width * height);
  for (const { from, to, middle } of lines)
    for (let x = from; x < to; x += 1)
      for (let y = -3; y <= 3; y += 1) values[(Math.round(middle(x)) + y) * width + x] = probability;
  return { width, height, values };
}

test('each marked region is a line, from top to bottom, with room around its letters', () => {
  const { lines, isOnSide } = textLines(
    mapOf([
      { from: 160, to: 280, middle: () => 80 },
      { from: 20, to: 120, middle: () => 20 },
    ]),
  );
  expect(lines.map(({ base }) => Math.round(base))).toEqual([21, 81]);
  const [first] = lines;
  expect([first?.left, first?.right]).toEqual([expect.closeTo(15, -1), expect.closeTo(125, -1)]);
  expect(first?.height).toBeGreaterThan(14);
  expect(isOnSide).toBe(false);
});

const curved = (x: number) => 40 + 0.05 * x + 0.0004 * (x - 150) ** 2;

test('a line that slopes and curves keeps its slope and bend', () => {
  const { lines } = textLines(mapOf([{ from: 10, to: 290, middle: curved }]));
  const [line] = lines;
  const at = (x: number) => {
    const across = x - (line?.left ?? 0);
    return (line?.base ?? 0) + (line?.slope ?? 0) * across + (line?.bend ?? 0) * across ** 2;
  };
  for (const x of [20, 150, 280]) expect(at(x)).toBeCloseTo(curved(x), -0.3);
});

test('specks and faint regions are no lines', () => {
  expect(textLines(mapOf([{ from: 50, to: 51, middle: () => 50 }])).lines).toEqual([]);
  expect(textLines(mapOf([{ from: 50, to: 150, middle: () => 50 }], 0.4)).lines).toEqual([]);
});

test('a page on its side has standing lines', () => {
  const values = new Float32Array(width * height);
  for (const x of [40, 80, 120])
    for (let y = 10; y < 110; y += 1) values.fill(0.9, y * width + x, y * width + x + 7);
  expect(textLines({ width, height, values }).isOnSide).toBe(true);
});

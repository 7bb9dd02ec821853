import { expect, test } from 'vitest';
import { type PictureLine, wordsOfPicture } from './picture-words.ts';

const size = { width: 1700, height: 2200 };
const word = (text: string, x: number, y: readonly [top: number, bottom: number], confidence = 96) => ({
  text,
  confidence,
  bbox: { x0: x, y0: y[0], x1: x + text.length * 14, y1: y[1] },
});
const line = (words: PictureLine['words']): PictureLine => ({
  words,
  baseline: { x0: 100, y0: 218, x1: 1500, y1: 218 },
  rowAttributes: { rowHeight: 26 },
});

test('words of different heights on one baseline are one line', () => {
  const lines = [line([word('now', 100, [206, 218])]), line([word('Dr.', 700, [198, 218])])];
  const [first, second] = wordsOfPicture(lines, size, 3);
  expect(first).toMatchObject({ page: 3, text: 'now', confidence: 96, x: 100 / 1700 });
  expect([second?.y, second?.height]).toEqual([first?.y, first?.height]);
});

test('a sloped baseline places each word by its own part of it', () => {
  const words = [word('left', 100, [0, 0]), word('right', 1430, [0, 0])];
  const sloped = { ...line(words), baseline: { x0: 100, y0: 218, x1: 1500, y1: 246 } };
  const [left, right] = wordsOfPicture([sloped], size, 1);
  expect(((right?.y ?? 0) - (left?.y ?? 0)) * size.height).toBeCloseTo(26.7, 0);
});

test('specks and lines that were read as signs are no words, and boxes and numbers are', () => {
  const words = [
    word('|', 100, [198, 218]),
    word('~', 200, [198, 218], 60),
    word('x', 300, [198, 218], 12),
    word('[', 400, [198, 218], 40),
    word('#', 500, [198, 218], 40),
    word('4', 600, [198, 218], 40),
  ];
  expect(wordsOfPicture([line(words)], size, 1).map(({ text }) => text)).toEqual(['[', '#', '4']);
});

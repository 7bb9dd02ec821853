import { expect, test } from 'vitest';
import { lineWords, type Sign, signsOf } from './line-words.ts';

const alphabet = new Map([
  [1, 'A'],
  [2, 'b'],
  [4, ' '],
]);

/** Five signs a step: the blank, A, b, one that is not of the alphabet, and the space. */
const probabilitiesOf = (steps: readonly number[]) =>
  Float32Array.from(steps.flatMap((best) => [0, 1, 2, 3, 4].map((sign) => (sign === best ? 0.8 : 0.05))));

test('a sign that goes on is read once, and twice with a blank between', () => {
  const signs = signsOf(probabilitiesOf([0, 1, 1, 0, 1, 2]), { alphabet, width: 48 });
  expect(signs.map(({ text, column }) => [text, column])).toEqual([
    ['A', 12],
    ['A', 36],
    ['b', 44],
  ]);
  expect(signs[0]?.probability).toBeCloseTo(0.8);
});

test('signs of other alphabets are never read', () => {
  expect(signsOf(probabilitiesOf([3, 3]), { alphabet, width: 16 })).toEqual([]);
});

const height = 48;

/** Strokes at the columns, on paper that is not white. */
function stripOf(width: number, strokes: readonly number[], rows: readonly number[] = []) {
  const values = new Uint8Array(width * height).fill(210);
  for (const stroke of strokes)
    for (let y = 10; y < 38; y += 1) values.fill(40, y * width + stroke, y * width + stroke + 4);
  for (const y of rows) values.fill(40, y * width, (y + 1) * width);
  return { width, height, values };
}

const signsAt = (text: string, columns: readonly number[]): Sign[] =>
  columns.map((column, at) => ({ text: text[at] ?? '', column: column + 2, probability: 0.9 }));

test('a wide gap in a line makes two words far apart, each where its ink is', () => {
  const columns = [20, 30, 200, 210];
  const words = lineWords(signsAt('NoJo', columns), stripOf(240, columns));
  expect(words).toEqual([
    { text: 'No', from: 20, to: 34, confidence: expect.closeTo(0.9) },
    { text: 'Jo', from: 200, to: 214, confidence: expect.closeTo(0.9) },
  ]);
});

test('a space that was read parts words, and a gap of a space parts them without it', () => {
  const spaced = [
    ...signsAt('ab', [20, 27]),
    { text: ' ', column: 33, probability: 0.9 },
    ...signsAt('c', [36]),
  ];
  expect(lineWords(spaced, stripOf(80, [20, 27, 36])).map(({ text }) => text)).toEqual(['ab', 'c']);
  expect(lineWords(signsAt('abc', [20, 27, 42]), stripOf(80, [20, 27, 42])).map(({ text }) => text)).toEqual([
    'ab',
    'c',
  ]);
  expect(lineWords(signsAt('abc', [20, 27, 34]), stripOf(80, [20, 27, 34])).map(({ text }) => text)).toEqual([
    'abc',
  ]);
});

test('the gap beside the digit 1 is none', () => {
  expect(lineWords(signsAt('011', [20, 34, 48]), stripOf(80, [20, 34, 48])).map(({ text }) => text)).toEqual([
    '011',
  ]);
});

test('a rule under the words does not close the gaps between them', () => {
  const strip = stripOf(120, [20, 30, 80, 90], [40, 41]);
  expect(lineWords(signsAt('NoJo', [20, 30, 80, 90]), strip).map(({ text }) => text)).toEqual(['No', 'Jo']);
});

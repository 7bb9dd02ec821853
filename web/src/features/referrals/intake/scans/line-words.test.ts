import { expect, test } from 'vitest';
import { lineWords, readLine, type Sign, signsOf } from './line-words.ts';

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
  const words = lineWords(readLine(signsAt('NoJo', columns), stripOf(240, columns)));
  expect(words).toEqual([
    { text: 'No', from: 20, to: 34, confidence: expect.closeTo(0.9) },
    { text: 'Jo', from: 200, to: 214, confidence: expect.closeTo(0.9) },
  ]);
});

const wordsAt = (text: string, columns: readonly number[], rows: readonly number[] = []) =>
  lineWords(readLine(signsAt(text, columns), stripOf(120, columns, rows))).map((word) => word.text);

test('a space that was read parts words, and a gap of a space parts them without it', () => {
  const spaced = [
    ...signsAt('ab', [20, 27]),
    { text: ' ', column: 33, probability: 0.9 },
    ...signsAt('c', [36]),
  ];
  const line = readLine(spaced, stripOf(80, [20, 27, 36]));
  expect(lineWords(line).map(({ text }) => text)).toEqual(['ab', 'c']);
  expect(wordsAt('abc', [20, 27, 42])).toEqual(['ab', 'c']);
  expect(wordsAt('abc', [20, 27, 34])).toEqual(['abc']);
});

test('the gap beside the digit 1 is none', () => {
  expect(wordsAt('01.1', [20, 35, 50, 65])).toEqual(['01.1']);
});

test('a rule under the words does not close the gaps between them', () => {
  expect(wordsAt('NoJo', [20, 30, 80, 90], [40, 41])).toEqual(['No', 'Jo']);
});

test('letters of one pitch are one word, although they stand as far apart as words of other fonts', () => {
  const columns = [20, 36, 52, 68, 112, 128, 144];
  const spaced = signsAt('Male Mrs', [20, 36, 52, 68, 90, 112, 128, 144]);
  expect(lineWords(readLine(spaced, stripOf(170, columns))).map(({ text }) => text)).toEqual(['Male', 'Mrs']);
});

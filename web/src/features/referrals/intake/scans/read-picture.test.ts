import { expect, test } from 'vitest';
import { type ScanModels, readPicture } from './read-picture.ts';
import { isBlank, placeOnPage } from './scanned-page.ts';

const [width, height] = [640, 960];

/** Stands for the networks: ink is text, and every line reads AB; it is sure of it only when its bar is on the left. */
const models: ScanModels = {
  alphabet: new Map([
    [1, 'A'],
    [2, 'B'],
  ]),
  find: (input, size) =>
    Promise.resolve(
      Float32Array.from({ length: size.width * size.height }, (_, at) => ((input[at] ?? 0) < 0 ? 0.9 : 0)),
    ),
  read(input, size) {
    const steps = size.width / 8;
    const row = size.width * 24;
    const isLeft =
      input.subarray(row, row + size.width / 2).reduce((sum, value) => sum + value, 0) <
      input.subarray(row + size.width / 2, row + size.width).reduce((sum, value) => sum + value, 0);
    const values = new Float32Array(steps * 3);
    for (let step = 0; step < steps; step += 1) values[step * 3] = 0.1;
    const sure = isLeft ? 0.95 : 0.4;
    values[Math.floor(steps / 4) * 3 + 1] = sure;
    values[Math.floor(steps / 2) * 3 + 2] = sure;
    return Promise.resolve(values);
  },
};

/** A bar that is darker on its left. */
function page() {
  const values = new Uint8Array(width * height).fill(255);
  for (let y = 200; y < 220; y += 1)
    for (let x = 100; x < 400; x += 1) values[y * width + x] = x < 250 ? 0 : 90;
  return { width, height, values };
}

function turned({ width: across, height: down, values }: ReturnType<typeof page>) {
  const other = new Uint8Array(values.length);
  for (let y = 0; y < down; y += 1)
    for (let x = 0; x < across; x += 1) other[x * down + (down - 1 - y)] = values[y * across + x] ?? 0;
  return { width: down, height: across, values: other };
}

const upright = page();
const onRight = turned(upright);
const upsideDown = turned(onRight);
const onLeft = turned(upsideDown);

test.each([
  ['upright', upright, 0],
  ['upside down', upsideDown, 2],
  ['on its right side', onRight, 3],
  ['on its left side', onLeft, 1],
])(
  'a page that is %s is read upright, and its words are found on the page again',
  async (_, picture, quarters) => {
    const read = await readPicture(picture, models);
    expect(read.quarters).toBe(quarters);
    expect(read.words.map(({ text }) => text).join('')).toBe('AB');
    const [word] = read.words;
    const middle = placeOnPage({ x: word?.x ?? 0, y: (word?.y ?? 0) + (word?.height ?? 0) / 2 }, read);
    // The first letter is read at a quarter of the bar.
    const ink = { x: 172 / width, y: 210 / height };
    const expected = [
      ink,
      { x: ink.y, y: 1 - ink.x },
      { x: 1 - ink.x, y: 1 - ink.y },
      { x: 1 - ink.y, y: ink.x },
    ][quarters];
    expect(middle.x).toBeCloseTo(expected?.x ?? 0, 1);
    expect(middle.y).toBeCloseTo(expected?.y ?? 0, 1);
  },
);

test('paper with a few specks is blank, and one line of print is not', () => {
  const values = new Uint8Array(width * height).fill(235);
  for (let at = 0; at < 200; at += 1) values[at * 997] = 20;
  expect(isBlank({ width, height, values })).toBe(true);
  expect(isBlank(upright)).toBe(false);
});

test('a picture of noise, in which thousands of lines are found, is read in part', async () => {
  const [side, gap] = [1280, 8];
  const values = new Uint8Array(side * side).fill(255);
  for (let y = 0; y < side; y += gap)
    for (let x = 0; x < side; x += 2 * gap)
      for (let row = 0; row < 4; row += 1) values.fill(0, (y + row) * side + x, (y + row) * side + x + gap);
  let columns = 0;
  const counted: ScanModels = {
    ...models,
    read(input, size) {
      columns += size.width;
      return models.read(input, size);
    },
  };
  await readPicture({ width: side, height: side, values }, counted);
  expect(columns).toBeGreaterThan(10_000);
  expect(columns).toBeLessThan(250_000);
});

test('each line is read once, and text is found in parts of a page that need little memory', async () => {
  const read: string[] = [];
  const heights: number[] = [];
  const counted: ScanModels = {
    ...models,
    find(input, size) {
      heights.push(size.height);
      return models.find(input, size);
    },
    read(input, size) {
      read.push(`${size.width} ${input.reduce((sum, value) => sum + value, 0)}`);
      return models.read(input, size);
    },
  };
  const high = { ...upright, height: 2 * height, values: new Uint8Array(2 * width * height).fill(255) };
  high.values.set(upright.values, width * height);
  const { words } = await readPicture(high, counted);
  expect(words.map(({ text }) => text).join('')).toBe('AB');
  expect(new Set(read).size).toBe(read.length);
  expect(Math.max(...heights)).toBeLessThan(800);
});

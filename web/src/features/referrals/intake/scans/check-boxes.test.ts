import { expect, test } from 'vitest';
import { checkBoxes, withoutBoxes } from './check-boxes.ts';

const [width, height] = [200, 80];
const [PAPER, INK] = [170, 60];

type Put = (x: number, y: number) => void;

function drawn(draw: (put: Put) => void) {
  const values = new Uint8Array(width * height).fill(PAPER);
  draw((x, y) => (values[y * width + x] = INK));
  return { width, height, values };
}

function square(put: Put, left: number, side = 22) {
  for (let at = 0; at < side; at += 1)
    for (const line of [0, 1]) {
      put(left + at, 20 + line);
      put(left + at, 20 + side - 1 - line);
      put(left + line, 20 + at);
      put(left + side - 1 - line, 20 + at);
    }
}

function cross(put: Put, left: number) {
  for (let at = 4; at < 18; at += 1)
    for (const thick of [0, 1, 2]) {
      put(left + at + thick, 20 + at);
      put(left + 20 - at + thick, 20 + at);
    }
}

test('a square is a box, and one with a mark in it is checked, on gray paper too', () => {
  const boxes = checkBoxes(
    drawn((put) => {
      square(put, 30);
      square(put, 90);
      cross(put, 90);
    }),
  );
  expect(boxes).toEqual([
    { left: 30, top: 20, width: 22, height: 22, isChecked: false },
    { left: 90, top: 20, width: 22, height: 22, isChecked: true },
  ]);
});

test('round letters, rules, cells of a table and small dots are no boxes', () => {
  const boxes = checkBoxes(
    drawn((put) => {
      for (let turn = 0; turn < 360; turn += 1)
        for (const radius of [9, 10, 11])
          put(
            Math.round(40 + radius * Math.cos((turn * Math.PI) / 180)),
            Math.round(40 + radius * Math.sin((turn * Math.PI) / 180)),
          );
      for (let x = 60; x < 100; x += 1) put(x, 30);
      square(put, 110, 55);
      square(put, 180, 6);
    }),
  );
  expect(boxes).toEqual([]);
});

test('a box leaves its paper when it is taken away', () => {
  const picture = drawn((put) => square(put, 30));
  expect(new Set(withoutBoxes(picture, checkBoxes(picture)).values)).toEqual(new Set([PAPER]));
});

import { expect, test } from 'vitest';
import { placeBefore, turnedSize, turnOf } from './turn.ts';

const [width, height] = [400, 520];

/** Lines of dots like those of a text, turned clockwise around the middle, with level lines of a fax across them. */
function pictureOf(degrees: number, faxLines: readonly number[] = []) {
  const values = new Uint8Array(width * height).fill(255);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const put = (x: number, y: number) => {
    if (x >= 0 && x < width && y >= 0 && y < height) values[y * width + x] = 0;
  };
  for (let y = -150; y <= 150; y += 15)
    for (let x = -150; x <= 150; x += 1)
      for (const down of [0, 1, 2, 3])
        if ((x * 31 + y * 17) % 13 < 6)
          put(
            Math.round(x * cos - (y + down) * sin + width / 2),
            Math.round(x * sin + (y + down) * cos + height / 2),
          );
  for (const y of faxLines) for (let x = 0; x < width; x += 1) put(x, y);
  return { width, height, values };
}

test.each([0, 1.2, -0.7, 2.9])('a page that is turned by %s° is turned back', (degrees) => {
  expect(Math.abs((turnOf(pictureOf(degrees)) ?? 9) + degrees)).toBeLessThan(0.3);
});

test('the lines of a fax are level on a page that is not', () => {
  expect(Math.abs((turnOf(pictureOf(1.5, [40, 111, 255, 400])) ?? 9) + 1.5)).toBeLessThan(0.3);
});

test('a page on its side is turned by a quarter, and a blank one not at all', () => {
  expect(Math.abs(turnOf(pictureOf(90)) ?? 0)).toBeCloseTo(90, 0);
  expect(turnOf({ width, height, values: new Uint8Array(width * height).fill(255) })).toBe(undefined);
});

test('a place in the turned picture leads back to its place on the page', () => {
  const size = { width: 1700, height: 2200 };
  const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.02 };
  expect(placeBefore(box, size, 0)).toEqual({
    x: expect.closeTo(0.1),
    y: expect.closeTo(0.2),
    width: expect.closeTo(0.3),
    height: expect.closeTo(0.02),
  });
  expect(turnedSize(size, 90)).toEqual({ width: 2200, height: 1700 });
  expect(placeBefore(box, size, 180)).toMatchObject({ x: expect.closeTo(0.6), y: expect.closeTo(0.78) });
  // Turned clockwise by a quarter, the left edge of the page is the top.
  expect(placeBefore(box, size, 90)).toMatchObject({ x: expect.closeTo(0.2), y: expect.closeTo(0.6) });
});

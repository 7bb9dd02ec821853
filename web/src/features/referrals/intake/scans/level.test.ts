import { expect, test } from 'vitest';
import { levelY, pageY, slopesOf } from './level.ts';

const size = { width: 1700, height: 2200 };

/** Lines of a page whose rows slope by this share of the width, more to the right and to the bottom. */
function linesOf({ tilt, curl, fan }: { tilt: number; curl: number; fan: number }) {
  return [200, 700, 1200, 1700, 2100].flatMap((base) =>
    [100, 700, 1200].map((left) => {
      const right = left + 300;
      const across = (left + right) / 2 / size.width - 0.5;
      const slope = ((tilt + curl * across + fan * (base / size.height - 0.5)) * size.height) / size.width;
      return { left, right, height: 36, base, slope, bend: 0 };
    }),
  );
}

test.each([
  { tilt: 0.02, curl: 0, fan: 0 },
  { tilt: -0.01, curl: 0.03, fan: 0.04 },
])('finds how the lines of a page slope: %o', (slopes) => {
  const found = slopesOf(linesOf(slopes), size);
  expect(found.tilt).toBeCloseTo(slopes.tilt, 2);
  expect(found.curl).toBeCloseTo(slopes.curl, 1);
  expect(found.fan).toBeCloseTo(slopes.fan, 1);
});

test('a page without long lines is level', () => {
  expect(slopesOf([], size)).toEqual({ tilt: 0, curl: 0, fan: 0 });
});

test('words along a sloping line are level, and their places lead back to the page', () => {
  const slopes = { tilt: 0.02, curl: 0.01, fan: 0.03 };
  const left = { x: 0.1, y: pageY({ x: 0.1, y: 0.3 }, slopes) };
  const right = { x: 0.9, y: pageY({ x: 0.9, y: 0.3 }, slopes) };
  expect(right.y - left.y).toBeGreaterThan(0.01);
  expect(levelY(left, slopes)).toBeCloseTo(0.3);
  expect(levelY(right, slopes)).toBeCloseTo(0.3);
});

import { type Box, boxAround } from '@handoff/shared/reading/words';
import type { GrayPicture } from './gray-picture.ts';

interface Dot {
  x: number;
  y: number;
}

const DARK = 140;
/** A page with fewer dark dots is blank. */
const FEWEST_DOTS = 60;
const MOST_SKEW = 4;

/** The degrees by which the picture must be turned clockwise so that its lines are level; undefined if it is blank. */
export function turnOf(picture: GrayPicture): number | undefined {
  const dots = dotsOf(picture);
  if (dots.length < FEWEST_DOTS) return undefined;
  const upright = skewOf(dots, picture);
  // Turned by a quarter, what is across runs down.
  const across = skewOf(
    dots.map(({ x, y }) => ({ x: y, y: picture.width - x })),
    { width: picture.height, height: picture.width },
  );
  // Both have the same dots, so the sharper rows are those of the text.
  return across.sharpness > upright.sharpness * 1.3 ? -90 - across.degrees : -upright.degrees;
}

function dotsOf({ width, values }: GrayPicture): Dot[] {
  const dots: Dot[] = [];
  for (let at = 0; at < values.length; at += 1)
    if ((values[at] ?? 0) < DARK) dots.push({ x: at % width, y: Math.floor(at / width) });
  return dots;
}

/** A row with more dots than the rows around it is a line that a fax machine drew, level on a page that is not. */
const MUCH_OF_A_ROW = 0.35;

/** The slope at which the rows of dots are sharpest, first in steps of a half degree and then in small ones. */
function skewOf(all: readonly Dot[], { width, height }: Size) {
  const rows = new Uint32Array(height + 1);
  for (const { y } of all) rows[y] = (rows[y] ?? 0) + 1;
  const isLine = (y: number) => {
    const count = rows[y] ?? 0;
    const around = Math.max(rows[y - 2] ?? 0, rows[y + 2] ?? 0);
    return count > width * MUCH_OF_A_ROW && around < count / 2;
  };
  const dots = all.filter(({ y }) => !isLine(y));
  const best = (angles: readonly number[]) =>
    angles
      .map((degrees) => ({ degrees, sharpness: sharpnessOf(dots, height, degrees) }))
      .reduce((one, other) => (other.sharpness > one.sharpness ? other : one));
  const rough = best(steps(0, MOST_SKEW * 2, 0.5));
  return best(steps(rough.degrees, 5, 0.1));
}

const steps = (middle: number, count: number, step: number) =>
  Array.from({ length: 2 * count + 1 }, (_, at) => middle + (at - count) * step);

/** Between the lines of a text, a level row has no dots and the next one has many. */
function sharpnessOf(dots: readonly Dot[], height: number, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180);
  const margin = Math.ceil(height * 0.2);
  const rows = new Uint32Array(height + 2 * margin);
  for (const { x, y } of dots) {
    const row = Math.round(y - x * slope) + margin;
    if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1;
  }
  let sum = 0;
  for (let row = 1; row < rows.length; row += 1) sum += ((rows[row] ?? 0) - (rows[row - 1] ?? 0)) ** 2;
  return sum;
}

interface Size {
  width: number;
  height: number;
}

/** The size of a picture that holds the turned one; a small skew keeps the size, and loses only margins. */
export function turnedSize({ width, height }: Size, degrees: number): Size {
  return Math.abs(Math.sin(radiansOf(degrees))) > 0.7 ? { width: height, height: width } : { width, height };
}

export const radiansOf = (degrees: number) => (degrees * Math.PI) / 180;

/** The place on the page of a box in the turned picture, both in shares. */
export function placeBefore(box: Box, size: Size, degrees: number): Box {
  const turned = turnedSize(size, degrees);
  const [cos, sin] = [Math.cos(radiansOf(-degrees)), Math.sin(radiansOf(-degrees))];
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y],
    [box.x, box.y + box.height],
    [box.x + box.width, box.y + box.height],
  ] as const;
  return boxAround(
    corners.map(([left, top]) => {
      const [x, y] = [(left - 0.5) * turned.width, (top - 0.5) * turned.height];
      return {
        x: (x * cos - y * sin) / size.width + 0.5,
        y: (x * sin + y * cos) / size.height + 0.5,
        width: 0,
        height: 0,
      };
    }),
  );
}

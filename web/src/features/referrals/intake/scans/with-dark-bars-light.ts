import type { GrayPicture } from './gray-picture.ts';

const DARK = 128;
/** Wide and high enough for a title, in pixels of 200 dots per inch. */
const WIDE = 200;
const HIGH = 14;
/** A letter in the bar. */
const GAP = 30;
const DENSITY = 0.55;

interface Span {
  from: number;
  to: number;
}

/** Titles of some forms are white on a dark bar, where a reader finds no letters: such bars are inverted. */
export function withDarkBarsLight({ width, height, values }: GrayPicture): GrayPicture {
  const light = values.slice();
  let [top, bar]: [number, Span | undefined] = [0, undefined];
  for (let y = 0; y <= height; y += 1) {
    const span = y < height ? darkSpan(values.subarray(y * width, (y + 1) * width)) : undefined;
    if (bar && span && isSame(bar, span)) continue;
    if (bar && y - top >= HIGH)
      for (let row = top; row < y; row += 1)
        for (let x = bar.from; x <= bar.to; x += 1)
          light[row * width + x] = 255 - (values[row * width + x] ?? 0);
    [top, bar] = [y, span];
  }
  return { width, height, values: light };
}

const isSame = (one: Span, other: Span) =>
  Math.abs(one.from - other.from) < GAP && Math.abs(one.to - other.to) < GAP;

/** The widest part of a row that is mostly dark; a line of text is mostly light. */
function darkSpan(row: Uint8Array): Span | undefined {
  let best: Span | undefined;
  let [from, last, count] = [-1, -1, 0];
  const end = () => {
    const length = last - from + 1;
    if (length >= WIDE && count >= length * DENSITY && length > (best ? best.to - best.from : 0))
      best = { from, to: last };
  };
  for (let x = 0; x < row.length; x += 1) {
    if ((row[x] ?? 0) >= DARK) continue;
    if (from >= 0 && x - last > GAP) {
      end();
      [from, count] = [-1, 0];
    }
    if (from < 0) from = x;
    last = x;
    count += 1;
  }
  if (from >= 0) end();
  return best;
}

import { extentOf, regionAt } from './region.ts';

/** A line of text in a picture: a strip of one height around a middle that may slope and curve. */
export interface TextLine {
  left: number;
  right: number;
  height: number;
  /** The middle is `base + slope * x + bend * x²`, with x from the left end. */
  base: number;
  slope: number;
  bend: number;
}

/** The probability of each pixel that it is text, row by row. */
export interface ProbabilityMap {
  width: number;
  height: number;
  values: Float32Array;
}

/** The limits of PaddleOCR for its detection by differentiable binarization. */
const TEXT = 0.3;
const LEAST_MEAN = 0.6;
/** The network marks the core of a line, which grows by this share of its area over its circumference. */
const GROWTH = 1.6;
const LEAST_PIXELS = 12;
const LEAST_HEIGHT = 3;

/** Lines of text from top to bottom, in pixels of the map; on a page on its side, most of them stand. */
export function textLines(map: ProbabilityMap): { lines: TextLine[]; isOnSide: boolean } {
  const { width, height, values } = map;
  const isSeen = new Uint8Array(width * height);
  const isIn = (at: number) => (values[at] ?? 0) > TEXT;
  const lines: TextLine[] = [];
  let [lying, standing] = [0, 0];
  for (let at = 0; at < values.length; at += 1) {
    if (isSeen[at] === 1 || !isIn(at)) continue;
    const pixels = regionAt(at, { isIn, isSeen, width, height });
    const line = pixels.length < LEAST_PIXELS ? undefined : lineOf(pixels, map);
    if (!line) continue;
    lines.push(line);
    const long = line.right - line.left;
    if (long > 2 * line.height) lying += pixels.length;
    if (line.height > 2 * long) standing += pixels.length;
  }
  return { lines: lines.toSorted((one, other) => one.base - other.base), isOnSide: standing > lying };
}

function lineOf(pixels: readonly number[], { width, values }: ProbabilityMap): TextLine | undefined {
  const mean = pixels.reduce((sum, at) => sum + (values[at] ?? 0), 0) / pixels.length;
  if (mean < LEAST_MEAN) return undefined;
  const { left, width: long } = extentOf(pixels, width);
  const curve = middleOf(pixels, width, left, long);
  const away = pixels
    .map((at) => {
      const x = (at % width) - left;
      return Math.floor(at / width) - (curve.base + curve.slope * x + curve.bend * x * x);
    })
    .toSorted((one, other) => one - other);
  const [top, bottom] = [
    away[Math.floor(away.length * 0.02)] ?? 0,
    away[Math.ceil(away.length * 0.98) - 1] ?? 0,
  ];
  const high = bottom - top + 1;
  if (high < LEAST_HEIGHT) return undefined;
  const grown = (long * high * GROWTH) / (2 * (long + high));
  const shift = (top + bottom) / 2;
  return {
    left: left - grown,
    right: left + long + grown,
    height: high + 2 * grown,
    base: curve.base + 0.5 + shift - curve.slope * grown + curve.bend * grown * grown,
    slope: curve.slope - 2 * curve.bend * grown,
    bend: curve.bend,
  };
}

/** A parabola through the pixels by least squares; a short line has none, and a shorter one is level. */
function middleOf(pixels: readonly number[], width: number, left: number, long: number) {
  const sums = { x: 0, xx: 0, xxx: 0, xxxx: 0, y: 0, xy: 0, xxy: 0 };
  // About the middle, so that the sums stay small.
  const half = long / 2;
  const tops = new Set<number>();
  for (const at of pixels) {
    const x = (at % width) - left - half;
    const y = Math.floor(at / width);
    tops.add(y);
    sums.x += x;
    sums.xx += x * x;
    sums.xxx += x ** 3;
    sums.xxxx += x ** 4;
    sums.y += y;
    sums.xy += x * y;
    sums.xxy += x * x * y;
  }
  const count = pixels.length;
  const high = count / long;
  let [base, slope, bend] = [sums.y / count, 0, 0];
  if (long > 3 * high) {
    const det = count * sums.xx - sums.x ** 2;
    slope = (count * sums.xy - sums.x * sums.y) / det;
    base = (sums.y - slope * sums.x) / count;
  }
  if (long > 15 * high) {
    const { x, xx, xxx, xxxx, y, xy, xxy } = sums;
    const det = count * (xx * xxxx - xxx * xxx) - x * (x * xxxx - xxx * xx) + xx * (x * xxx - xx * xx);
    base = (y * (xx * xxxx - xxx * xxx) - x * (xy * xxxx - xxx * xxy) + xx * (xy * xxx - xx * xxy)) / det;
    slope = (count * (xy * xxxx - xxx * xxy) - y * (x * xxxx - xxx * xx) + xx * (x * xxy - xy * xx)) / det;
    bend = (count * (xx * xxy - xy * xxx) - x * (x * xxy - xy * xx) + y * (x * xxx - xx * xx)) / det;
  }
  return { base: base - slope * half + bend * half * half, slope: slope - 2 * bend * half, bend };
}

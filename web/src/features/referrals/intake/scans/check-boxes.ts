import type { GrayPicture } from './gray-picture.ts';
import { extentOf, regionAt } from './region.ts';

/** A box to be checked, in pixels. */
export interface CheckBox {
  left: number;
  top: number;
  width: number;
  height: number;
  isChecked: boolean;
}

/** In pixels of 200 dots per inch: no letter of a form is so large, and no cell of a table so small. */
const LEAST_SIDE = 16;
const MOST_SIDE = 46;
const MOST_RATIO = 1.35;
/** A square has ink along all of each side; round letters have none in their corners, and H has a gap. */
const LEAST_EDGE = 0.94;
/** The paper inside an empty box has specks at most. */
const CHECKED = 0.08;
/** Ink is this much darker than the paper around it. */
const INK = 0.75;

/** The squares of a picture that stand alone, as boxes do beside their words. */
export function checkBoxes(picture: GrayPicture): CheckBox[] {
  const { width, height } = picture;
  const isInk = inkOf(picture);
  const isIn = (at: number) => isInk[at] === 1;
  const isSeen = new Uint8Array(width * height);
  const boxes: CheckBox[] = [];
  for (let at = 0; at < isInk.length; at += 1) {
    if (isInk[at] === 0 || isSeen[at] === 1) continue;
    const box = extentOf(regionAt(at, { isIn, isSeen, width, height }), width);
    if (isSquare(box) && hasEdges(box, isInk, width))
      boxes.push({ ...box, isChecked: insideOf(box, isInk, width) >= CHECKED });
  }
  return boxes;
}

/** The picture without the boxes, which would be read as letters. */
export function withoutBoxes(
  { width, height, values }: GrayPicture,
  boxes: readonly CheckBox[],
): GrayPicture {
  const cleared = values.slice();
  for (const { left, top, ...box } of boxes) {
    const [from, to] = [Math.max(0, left - 1), Math.min(width, left + box.width + 1)];
    const paper = Math.max(...values.subarray(top * width + from, top * width + to));
    for (let y = Math.max(0, top - 1); y < Math.min(height, top + box.height + 1); y += 1)
      cleared.fill(paper, y * width + from, y * width + to);
  }
  return { width, height, values: cleared };
}

/** The side of the squares whose brightest pixel is their paper. */
const TILE = 24;

function inkOf({ width, height, values }: GrayPicture): Uint8Array {
  const across = Math.ceil(width / TILE);
  const paper = new Uint8Array(across * Math.ceil(height / TILE));
  const tileOf = (at: number) =>
    Math.floor(Math.floor(at / width) / TILE) * across + Math.floor((at % width) / TILE);
  for (let at = 0; at < values.length; at += 1)
    paper[tileOf(at)] = Math.max(paper[tileOf(at)] ?? 0, values[at] ?? 0);
  return values.map((value, at) => (value < (paper[tileOf(at)] ?? 0) * INK ? 1 : 0));
}

type Extent = Omit<CheckBox, 'isChecked'>;

const isSquare = ({ width, height }: Extent) =>
  Math.min(width, height) >= LEAST_SIDE &&
  Math.max(width, height) <= MOST_SIDE &&
  Math.max(width, height) <= MOST_RATIO * Math.min(width, height);

/** A side may slope, so that its ink is looked for in a band. */
function hasEdges({ left, top, width, height }: Extent, isInk: Uint8Array, stride: number): boolean {
  const band = Math.max(2, Math.round(Math.min(width, height) * 0.22));
  const share = (length: number, pixelOf: (along: number, deep: number) => number) => {
    let dark = 0;
    for (let along = 0; along < length; along += 1)
      for (let deep = 0; deep < band; deep += 1)
        if (isInk[pixelOf(along, deep)] === 1) {
          dark += 1;
          break;
        }
    return dark / length;
  };
  const [right, bottom] = [left + width - 1, top + height - 1];
  return (
    share(width, (along, deep) => (top + deep) * stride + left + along) >= LEAST_EDGE &&
    share(width, (along, deep) => (bottom - deep) * stride + left + along) >= LEAST_EDGE &&
    share(height, (along, deep) => (top + along) * stride + left + deep) >= LEAST_EDGE &&
    share(height, (along, deep) => (top + along) * stride + right - deep) >= LEAST_EDGE
  );
}

function insideOf({ left, top, width, height }: Extent, isInk: Uint8Array, stride: number): number {
  const [x, y] = [Math.round(width * 0.25), Math.round(height * 0.25)];
  let [dark, all] = [0, 0];
  for (let row = top + y; row < top + height - y; row += 1)
    for (let column = left + x; column < left + width - x; column += 1) {
      all += 1;
      dark += isInk[row * stride + column] ?? 0;
    }
  return dark / Math.max(1, all);
}

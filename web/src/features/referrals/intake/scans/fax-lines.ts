import type { GrayPicture } from './gray-picture.ts';

const DARK = 140;
/** A line of a form slopes with its page, so that no row has so much of it with so little beside it. */
const DRAWN = 0.6;
const BESIDE = 0.3;
/** A row of 98 an inch is three rows of 300. */
const MOST_ROWS = 4;

/** The picture without the level lines that a fax machine draws over a page where a row was lost. */
export function withoutFaxLines(picture: GrayPicture): GrayPicture {
  const lines = drawnLines(picture);
  if (lines.length === 0) return picture;
  const values = picture.values.slice();
  for (const line of lines) fillBetween(values, picture.width, line);
  return { ...picture, values };
}

interface Between {
  above: number;
  below: number;
}

/** Between the rows above and below each of them. */
function drawnLines({ width, height, values }: GrayPicture): Between[] {
  const shares = Array.from({ length: height }, (_, y) => {
    let dark = 0;
    for (let at = y * width; at < (y + 1) * width; at += 1) if ((values[at] ?? 0) < DARK) dark += 1;
    return dark / width;
  });
  const lines: Between[] = [];
  let above = 0;
  for (const [below, share] of shares.entries()) {
    if (share >= DRAWN) continue;
    const isLine = below - above > 1 && below - above <= MOST_ROWS + 1;
    if (isLine && share < BESIDE && (shares[above] ?? 1) < BESIDE) lines.push({ above, below });
    above = below;
  }
  return lines;
}

/** Strokes go on from the row above to the one below. */
function fillBetween(values: Uint8Array, width: number, { above, below }: Between): void {
  for (let x = 0; x < width; x += 1) {
    const [one, other] = [values[above * width + x] ?? 255, values[below * width + x] ?? 255];
    for (let y = above + 1; y < below; y += 1) values[y * width + x] = y - above < below - y ? one : other;
  }
}

import type { GrayPicture } from './gray-picture.ts';

const WHITE = 255;
/** Ink is this much darker than the paper, which is gray on a fax. */
const INK = 0.8;
/** Longer than any stroke of a letter, in pixels of 200 dots per inch. */
const LONG = 80;
/** A line of a table or of a fax is thin; a letter that crosses it is not. */
const THIN = 6;
/** The dots of a fax line, or of a faint one, do not touch, but most of them are there. */
const GAP = 4;
const LEAST_DENSITY = 0.6;

/** Removes the lines of tables and faxes, single specks and the shade of the paper, which a reader takes for letters. */
export function withoutRules({ width, height, values }: GrayPicture): GrayPicture {
  const ink = inkOf(values);
  const cleaned = values.map((value) => (value < ink ? value : WHITE));
  const isInk = cleaned.map((value) => (value < ink ? 1 : 0));
  const across = { runs: height, long: width, step: 1, next: width };
  const down = { runs: width, long: height, step: width, next: 1 };
  for (const direction of [across, down]) whitenRules(isInk, cleaned, direction);
  whitenSpecks({ width, height, values: cleaned });
  return { width, height, values: cleaned };
}

/** The paper is the commonest brightness by far. */
function inkOf(values: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  let left = values.length / 2;
  const paper = counts.findIndex((count) => (left -= count) <= 0);
  return paper * INK;
}

interface Direction {
  runs: number;
  long: number;
  /** From one pixel of a run to the next. */
  step: number;
  /** From one run to the run beside it. */
  next: number;
}

function whitenRules(isInk: Uint8Array, cleaned: Uint8Array, { runs, long, step, next }: Direction): void {
  const whiten = (first: number, last: number, count: number) => {
    const length = (last - first) / step + 1;
    if (length < LONG || count < length * LEAST_DENSITY) return;
    for (let pixel = first; pixel <= last; pixel += step)
      if (isThin(isInk, pixel, next)) cleaned[pixel] = WHITE;
  };
  for (let run = 0; run < runs; run += 1) {
    let [first, last, count] = [-1, -1, 0];
    for (let pixel = run * next, at = 0; at < long; at += 1, pixel += step) {
      if (isInk[pixel] !== 1) continue;
      if (first >= 0 && pixel - last > (GAP + 1) * step) {
        whiten(first, last, count);
        [first, count] = [-1, 0];
      }
      if (first < 0) first = pixel;
      last = pixel;
      count += 1;
    }
    if (first >= 0) whiten(first, last, count);
  }
}

function isThin(isInk: Uint8Array, pixel: number, next: number): boolean {
  let thickness = 1;
  for (let at = pixel - next; thickness <= THIN && isInk[at] === 1; at -= next) thickness += 1;
  for (let at = pixel + next; thickness <= THIN && isInk[at] === 1; at += next) thickness += 1;
  return thickness <= THIN;
}

function whitenSpecks({ width, values }: GrayPicture): void {
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1];
  const alone: number[] = [];
  for (let at = 0; at < values.length; at += 1) {
    if (values[at] === WHITE) continue;
    let beside = 0;
    for (const step of around) if ((values[at + step] ?? WHITE) !== WHITE) beside += 1;
    if (beside < 2) alone.push(at);
  }
  for (const at of alone) values[at] = WHITE;
}

import type { GrayPicture } from './gray-picture.ts';

/** A letter or sign that was read in the picture of a line. */
export interface Sign {
  text: string;
  /** The column of its middle, about. */
  column: number;
  probability: number;
}

/** A word in the picture of a line, from its first column to the one after its last. */
export interface LineWord {
  text: string;
  from: number;
  to: number;
  /** From 0 to 1. */
  confidence: number;
}

/** The network reads a line at steps of so many columns. */
export const STEP = 8;

/**
 * The best sign of each step, by its probabilities of all signs. A sign that goes on, and the blank with number 0, are
 * none (greedy decoding of CTC). Only signs of the alphabet are looked at.
 */
export function signsOf(
  probabilities: Float32Array,
  { alphabet, width }: { alphabet: Alphabet; width: number },
): Sign[] {
  const steps = width / STEP;
  const signs = probabilities.length / steps;
  const read: Sign[] = [];
  let last = 0;
  for (let step = 0; step < steps; step += 1) {
    let [best, probability] = [0, probabilities[step * signs] ?? 0];
    for (const sign of alphabet.keys()) {
      const value = probabilities[step * signs + sign] ?? 0;
      if (value > probability) [best, probability] = [sign, value];
    }
    if (best !== 0 && best !== last)
      read.push({ text: alphabet.get(best) ?? '', column: (step + 0.5) * STEP, probability });
    last = best;
  }
  return read;
}

/** Signs by their numbers. */
export type Alphabet = ReadonlyMap<number, string>;

/** In shares of the height of the line, whose letters take four fifths of it. */
const WORD_GAP = 0.19;
/** The digit 1 stands alone in its place. */
const DIGIT_GAP = 0.3;

/** Signs become words where a space was read, and where the ink has a gap. */
export function lineWords(signs: readonly Sign[], picture: GrayPicture): LineWord[] {
  const ink = inkColumns(picture);
  const words: LineWord[] = [];
  let open: Sign[] = [];
  let from = 0;
  const close = (to: number) => {
    if (open.length > 0) {
      const confidence = open.reduce((sum, { probability }) => sum + probability, 0) / open.length;
      words.push({ text: open.map(({ text }) => text).join(''), from, to, confidence });
    }
    open = [];
  };
  let isSpaced = false;
  for (const sign of signs) {
    if (sign.text.trim() === '') {
      isSpaced = true;
      continue;
    }
    const before = open.at(-1);
    const gap = before && widestGap(ink, before.column, sign.column);
    if (before && gap && (isSpaced || gap.to - gap.from >= leastGap(before, sign) * picture.height)) {
      close(gap.from);
      from = gap.to;
    }
    if (!before) from = edgeOf(ink, sign.column, -1, picture.height);
    open.push(sign);
    isSpaced = false;
  }
  const last = open.at(-1);
  if (last) close(edgeOf(ink, last.column, 1, picture.height));
  return words;
}

const leastGap = (before: Sign, after: Sign) =>
  /^\d/.test(before.text) && /^\d/.test(after.text) ? DIGIT_GAP : WORD_GAP;

function widestGap(ink: readonly boolean[], left: number, right: number) {
  let best = { from: Math.round((left + right) / 2), to: Math.round((left + right) / 2) };
  let from = Math.floor(left);
  for (let column = from; column <= right; column += 1)
    if (ink[column] === true) from = column + 1;
    else if (column + 1 - from > best.to - best.from) best = { from, to: column + 1 };
  return best;
}

/** Where the ink around a sign ends, before a gap between words. */
function edgeOf(ink: readonly boolean[], column: number, step: -1 | 1, height: number): number {
  let edge = Math.round(column);
  let blank = 0;
  for (let at = edge; at >= 0 && at < ink.length && blank < height * WORD_GAP; at += step) {
    blank = ink[at] === true ? 0 : blank + 1;
    if (blank === 0) edge = at;
  }
  return step === 1 ? edge + 1 : edge;
}

/** A stroke, or dark letters on a bar, has at least this many pixels in its column; a speck has fewer. */
const LEAST_INK = 2;
/** A row with more is ruled, or the edge of a bar. */
const RULE = 0.8;

function inkColumns({ width, height, values }: GrayPicture): boolean[] {
  const sorted = values.toSorted();
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const paper = at(0.5);
  const contrast = Math.max(paper - at(0.02), at(0.98) - paper) * 0.3;
  const isInk = (x: number, y: number) => Math.abs((values[y * width + x] ?? 0) - paper) > contrast;
  const counts = new Uint16Array(width);
  for (let y = 0; y < height; y += 1) {
    let dark = 0;
    for (let x = 0; x < width; x += 1) if (isInk(x, y)) dark += 1;
    if (dark < width * RULE)
      for (let x = 0; x < width; x += 1) counts[x] = (counts[x] ?? 0) + (isInk(x, y) ? 1 : 0);
  }
  return Array.from(counts, (count) => count >= LEAST_INK);
}

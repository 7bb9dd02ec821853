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

/** The letters of a line, from its first column of ink to the one after its last, and what lies between them. */
export interface ReadLine {
  letters: readonly Sign[];
  gaps: readonly Gap[];
  from: number;
  to: number;
}

interface Gap {
  from: number;
  to: number;
  /** The network read a space there. */
  isSpaced: boolean;
  /** In a number or before a period: the digit 1 has a gap on both sides, and a period stands apart in some fonts. */
  isTight: boolean;
}

const inNumber = /^[\d.,/-]+$/;

/** Finds the ink around each letter. */
export function readLine(signs: readonly Sign[], picture: GrayPicture): ReadLine {
  const ink = inkColumns(picture);
  const letters: Sign[] = [];
  const gaps: Gap[] = [];
  let isSpaced = false;
  for (const sign of signs) {
    const before = letters.at(-1);
    const isSpace = sign.text.trim() === '';
    if (before && !isSpace) {
      const isTight = (inNumber.test(before.text) && inNumber.test(sign.text)) || /^[.,;:)]/.test(sign.text);
      gaps.push({ ...widestGap(ink, before.column, sign.column), isSpaced, isTight });
    }
    if (!isSpace) letters.push(sign);
    isSpaced = isSpace;
  }
  return {
    letters,
    gaps,
    from: edgeOf(ink, letters[0]?.column ?? 0, -1),
    to: edgeOf(ink, letters.at(-1)?.column ?? 0, 1),
  };
}

/** In columns. Drawn pages of many fonts lose the fewest words at these. */
const WORD_GAP = 9;
const TIGHT_GAP = 14;

/** A space has this share of the usual width of those that the network read, and a gap in a font of one pitch is narrower. */
const SPACE = 0.7;
/** Without a space on the line: in usual gaps of its letters. */
const LETTER_GAPS = 3;

/** The least gap between two words of a line; letters of one pitch stand as far apart as other fonts' words. */
function wordGapOf(gaps: readonly Gap[]): number {
  const middle = (all: readonly Gap[]) =>
    all.map(({ from, to }) => to - from).toSorted((one, other) => one - other)[
      Math.floor((all.length - 1) / 2)
    ];
  const space = middle(gaps.filter(({ isSpaced }) => isSpaced));
  return Math.max(WORD_GAP, space === undefined ? LETTER_GAPS * (middle(gaps) ?? 0) : SPACE * space);
}

/** Letters become words where a space was read, and where the gap between them is as wide as one. */
export function lineWords({ letters, gaps, from, to }: ReadLine): LineWord[] {
  const words: LineWord[] = [];
  const least = wordGapOf(gaps);
  let start = { at: 0, from };
  for (const [at, letter] of letters.entries()) {
    const gap = gaps[at];
    const isEnd =
      !gap || gap.isSpaced || gap.to - gap.from >= (gap.isTight ? Math.max(TIGHT_GAP, least) : least);
    if (!isEnd) continue;
    const own = letters.slice(start.at, at + 1);
    words.push({
      text: own.map(({ text }) => text).join(''),
      from: start.from,
      to: gap ? gap.from : Math.max(to, letter.column),
      confidence: own.reduce((sum, { probability }) => sum + probability, 0) / own.length,
    });
    start = { at: at + 1, from: gap?.to ?? to };
  }
  return words;
}

function widestGap(ink: readonly boolean[], left: number, right: number) {
  let best = { from: Math.round((left + right) / 2), to: Math.round((left + right) / 2) };
  let from = Math.floor(left);
  for (let column = from; column <= right; column += 1)
    if (ink[column] === true) from = column + 1;
    else if (column + 1 - from > best.to - best.from) best = { from, to: column + 1 };
  return best;
}

/** Where the ink around a sign ends. */
function edgeOf(ink: readonly boolean[], column: number, step: -1 | 1): number {
  let edge = Math.round(column);
  let blank = 0;
  for (let at = edge; at >= 0 && at < ink.length && blank < TIGHT_GAP; at += step) {
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

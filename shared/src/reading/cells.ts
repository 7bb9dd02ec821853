import { type Box, boxAround, type Word } from './words.ts';

/** Words of one line with ordinary spaces between them: what a person sees as one piece of text. */
export interface Cell extends Box {
  words: readonly Word[];
  text: string;
  page: number;
  /** The number of its line, counted over all pages. */
  line: number;
  /** The box that is drawn around it. */
  frame: Box | undefined;
}

/** A gap wider than this many characters separates two columns; a space is about half a character wide. */
const MAX_SPACE = 1.6;

/** Cells in reading order: line by line, from left to right. */
export function cellsOf(words: readonly Word[]): Cell[] {
  return linesOf(words)
    .flatMap((line, index) => splitAtGaps(line).map((cell) => cellOf(cell, index)))
    .filter(({ words: { length } }) => length > 0)
    .slice(0, MOST_CELLS);
}

/** A dense page has eight hundred. More are no form, and each is compared with others. */
const MOST_CELLS = 2_000;

function linesOf(words: readonly Word[]): Word[][] {
  const lines: Word[][] = [];
  const sorted = words.toSorted((a, b) => a.page - b.page || middleOf(a) - middleOf(b));
  for (const word of sorted) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line && first && isBeside(word, first)) line.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => line.toSorted((a, b) => a.x - b.x));
}

const middleOf = ({ y, height }: Box) => y + height / 2;

const isBeside = (one: Word, other: Word) =>
  one.page === other.page &&
  Math.abs(middleOf(one) - middleOf(other)) < Math.min(one.height, other.height) / 2;

function splitAtGaps(line: readonly Word[]): Word[][] {
  const widths = line.map(({ width, text }) => width / text.length).toSorted((a, b) => a - b);
  const space = MAX_SPACE * (widths[Math.floor(widths.length / 2)] ?? 0);
  const cells: Word[][] = [];
  for (const word of line) {
    const last = cells.at(-1)?.at(-1);
    if (last && word.x - (last.x + last.width) <= space && isInFrameOf(word, last)) cells.at(-1)?.push(word);
    else cells.push([word]);
  }
  return cells;
}

const isInFrameOf = (one: Word, { frame }: Word) => one.frame?.x === frame?.x && one.frame?.y === frame?.y;

/** A line of a page has about a hundred characters. More in one cell is no form, and would only take time. */
const MOST_CHARACTERS = 300;

function cellOf(all: readonly Word[], line: number): Cell {
  let left = MOST_CHARACTERS;
  const words = all.filter(({ text: { length } }) => {
    left -= length + 1;
    return left >= 0;
  });
  const text = words.map((word) => word.text).join(' ');
  const [first] = words;
  return { ...boxAround(words), words, text, page: first?.page ?? 1, line, frame: first?.frame };
}

/** The words of a cell that a part of its text covers. */
export function wordsBetween({ words }: Cell, start: number, end: number): Word[] {
  let at = 0;
  return words.filter(({ text }) => {
    const from = at;
    at += text.length + 1;
    return from < end && from + text.length > start;
  });
}

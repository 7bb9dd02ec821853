import { type Cell, wordsBetween } from './cells.ts';

/** A text over several lines of a page. */
export interface Paragraph {
  text: string;
  lines: readonly { cell: Cell; start: number }[];
}

/** A line of a paragraph is about as wide as the page; shorter lines are parts of a form. */
const WIDE = 45;
/** From the top of a line to that of the next one, in heights of a line. */
const NEXT_LINE = 1.9;
const MOST_CHARACTERS = 2_000;

export function paragraphsOf(cells: readonly Cell[]): Paragraph[] {
  const lines = [...Map.groupBy(cells, ({ line }) => line).values()];
  const paragraphs: Cell[][] = [];
  for (const [cell, ...beside] of lines) {
    const last = paragraphs.at(-1)?.at(-1);
    if (!cell || beside.length > 0) paragraphs.push([]);
    else if (last && isNextLine(last, cell)) paragraphs.at(-1)?.push(cell);
    else paragraphs.push([cell]);
  }
  return paragraphs.filter((own) => own.some(({ text }) => text.length >= WIDE)).map(paragraphOf);
}

const isNextLine = (one: Cell, next: Cell) =>
  one.page === next.page && next.y - one.y < NEXT_LINE * one.height && one.text.length >= WIDE;

function paragraphOf(cells: readonly Cell[]): Paragraph {
  let text = '';
  const lines = cells.map((cell) => {
    const start = text.length;
    text += `${cell.text} `;
    return { cell, start };
  });
  return { text: text.slice(0, MOST_CHARACTERS), lines };
}

/** Words without which there is hardly a sentence, and which forms hardly have. */
const small =
  /\b(?:the|is|was|and|for|at|with|he|she|they|her|his|their|my|our|we|i|has|have|had|please|be|will|this|that|by|from|would)\b/gi;
const SENTENCES = 0.08;

/** Sentences of a letter: what looks like a label in them is a word of the sentence. */
export function isProse({ text }: Paragraph): boolean {
  const words = text.split(' ').length;
  const isLabeled = /^\p{Lu}[\p{L} /]{1,40}:/u.test(text);
  return (
    !isLabeled &&
    (text.match(small)?.length ?? 0) > SENTENCES * words &&
    /[\p{L}\d)]{2}\.(?:\s|$)/u.test(text)
  );
}

export interface Sentence {
  text: string;
  /** Its place in the text of its paragraph. */
  start: number;
}

/** A point behind a title, a letter alone or a short form ends no sentence. */
const ends =
  /(?<!\b(?:mr|mrs|ms|dr|st|jr|sr|no|apt|ave|rd|blvd|ste|vs|tel|ph|\p{L}|\p{L}\.\p{L}))[.!?](?=\s+[\p{Lu}\d(]|\s*$)/giu;

export function sentencesOf({ text }: Paragraph): Sentence[] {
  let start = 0;
  const sentences = [...text.matchAll(ends)].map(({ index }) => {
    const sentence = { text: text.slice(start, index), start };
    start = index + 1;
    return sentence;
  });
  return [...sentences, { text: text.slice(start), start }].filter((each) => each.text.trim() !== '');
}

/** The words of a part of a paragraph, with their lines. */
export function placeIn({ lines }: Paragraph, from: number, to: number) {
  const words = lines.flatMap(({ cell, start }) =>
    start < to && start + cell.text.length > from ? wordsBetween(cell, from - start, to - start) : [],
  );
  const text = words.map((word) => word.text).join(' ');
  return { text, words, line: text };
}

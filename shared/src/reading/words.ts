/** A place on a page, in shares of the page's width and height, so that it holds at any zoom. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A word and its place, whatever read it: the text layer of a PDF, a pasted text, or a reader of scans. */
export interface Word extends Box {
  text: string;
  /** Counts from 1. */
  page: number;
  /** How sure a reader of scans is, from 0 to 100; missing where the text itself was there. */
  confidence?: number;
  /** The name of the form field in which it stands, as its author gave it. */
  field?: string;
  /** What a mark at this place would choose for the field. */
  option?: string;
  /** Its font and size, by any name: a label often has another one than its value. */
  style?: string;
  /** The box that is drawn around it, as around each value of a table. */
  frame?: Box;
}

const COLUMNS = 120;
const LINE_HEIGHT = 0.02;

/** A pasted text has no places, so its columns and lines serve as places: they show which words were side by side. */
export function wordsOfText(text: string): Word[] {
  return text.split(/\r?\n/).flatMap((line, index) =>
    [...line.replaceAll('\t', '    ').matchAll(/\S+/g)].map((match) => ({
      text: match[0],
      page: 1,
      x: match.index / COLUMNS,
      y: index * LINE_HEIGHT,
      width: match[0].length / COLUMNS,
      height: LINE_HEIGHT * 0.8,
    })),
  );
}

/** The smallest box around all of them. */
export function boxAround(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

/** Letters and digits only, for comparing what two places say. */
export const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

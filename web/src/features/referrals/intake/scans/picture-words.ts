import type { Word } from '@handoff/shared/reading/words';

/** A line of a picture as Tesseract gives it, in pixels. */
export interface PictureLine {
  baseline: Line;
  rowAttributes: { rowHeight: number };
  words: readonly { text: string; confidence: number; bbox: Line }[];
}

interface Line {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

interface Size {
  width: number;
  height: number;
}

/** All words of a line get the height of the line: the box of "now" alone is half as high as that of "Dr." */
export function wordsOfPicture(lines: readonly PictureLine[], { width, height }: Size, page: number): Word[] {
  return lines.flatMap(({ words, baseline, rowAttributes: { rowHeight } }) =>
    words
      .filter((word) => !isNoise(word))
      .map(({ text, confidence, bbox }) => ({
        text,
        page,
        confidence,
        x: bbox.x0 / width,
        y: (heightAt(baseline, (bbox.x0 + bbox.x1) / 2) - rowHeight * 0.8) / height,
        width: (bbox.x1 - bbox.x0) / width,
        height: rowHeight / height,
      })),
  );
}

function heightAt({ x0, y0, x1, y1 }: Line, x: number): number {
  return x1 === x0 ? y0 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}

/** The lines of a table and specks of dust are read as signs. */
const isNoise = ({ text, confidence }: PictureLine['words'][number]) =>
  confidence < 25 || (confidence < 80 && !/[\p{L}\d[\]()☐☒☑□■#:]/u.test(text)) || /^[|¦_~—-]+$/.test(text);

import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { looking, type WorkBudget } from '@handoff/shared/domain/work-budget';
import { amongRules } from '@handoff/shared/reading/rules';
import type { Box, Word } from '@handoff/shared/reading/words';
import { type DrawnBox, type DrawnPage, drawnOn } from './drawn-rules.ts';
import { type FormPage, wordsOfForm } from './form-fields.ts';

type Content = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type Run = Extract<Content['items'][number], { str: string }>;
type ReadPage = Pick<PDFPageProxy, 'getTextContent'> & DrawnPage & FormPage;

/** The words of typed pages with their places, as the page is shown; a scanned page has none. */
export async function wordsOfPages(pages: readonly ReadPage[], budget: WorkBudget): Promise<Word[]> {
  const read = await Promise.all(
    pages.map(async (page) => {
      const { items } = await page.getTextContent();
      const size = page.getViewport({ scale: 1 });
      const runs = items.filter((item): item is Run => 'str' in item);
      const typed = joined(
        runs.flatMap((run) => {
          const own = wordsOfRun(run, size, page.pageNumber);
          budget.spend(1 + own.length + looking(run.str.length));
          return own;
        }),
      );
      // A scan is a picture, whose operators take long to list.
      const words = [...typed, ...(await wordsOfForm(page, budget))];
      if (words.length === 0) return [];
      const { rules, boxes } = await drawnOn(page, budget);
      return amongRules(withBoxes(words, boxes, budget), rules, budget);
    }),
  );
  return read.flat();
}

/** Boxes to mark become signs. A letter within one is its mark. */
function withBoxes(words: readonly Word[], boxes: readonly DrawnBox[], budget: WorkBudget): Word[] {
  if (boxes.length === 0) return [...words];
  budget.spend((words.length * boxes.length) / BOXES_A_UNIT);
  const signs = boxes.map(({ isMarked, ...box }) => ({
    ...box,
    text: isMarked || words.some((word) => isIn(word, box)) ? '☒' : '☐',
  }));
  return [...words.filter((word) => !boxes.some((box) => isIn(word, box))), ...signs];
}

const isIn = (word: Word, box: Box) =>
  word.text.length <= 2 &&
  Math.abs(word.x + word.width / 2 - box.x - box.width / 2) < box.width / 2 &&
  Math.abs(word.y + word.height / 2 - box.y - box.height / 2) < box.height / 2;

/** Boxes that are compared with a word in the time of a unit of work. */
const BOXES_A_UNIT = 50;

interface Size {
  width: number;
  height: number;
  transform: readonly number[];
}

/** A run has the width of its whole text, so the words in it share that width by the usual widths of their letters. */
function wordsOfRun({ str, transform, width, fontName }: Run, size: Size, page: number): Word[] {
  const [across, slope, lean, up, left, base] = matrixOf(transform);
  const turn = turnOf(size.transform);
  const [along, aside] = turn(across, slope);
  const height = Math.hypot(...turn(lean, up));
  if (Math.abs(aside) > Math.abs(along) || height === 0) return [];
  const [originX, originY] = turn(left, base);
  const [, , , , shiftX, shiftY] = matrixOf(size.transform);
  const [x, y] = [originX + shiftX, originY + shiftY];
  const scale = width / weightOf(str);
  // Summed up, because weighing all that is before each word would take the square of the length.
  let [before, end] = [0, 0];
  return [...str.matchAll(/\S+/g)].map((match) => {
    before += weightOf(str.slice(end, match.index));
    const weight = weightOf(match[0]);
    const word = {
      text: match[0],
      page,
      x: (x + scale * before) / size.width,
      y: (y - height * 0.8) / size.height,
      width: (scale * weight) / size.width,
      height: height / size.height,
      style: `${fontName} ${Math.round(height)}`,
    };
    before += weight;
    end = match.index + match[0].length;
    return word;
  });
}

type Matrix = readonly [number, number, number, number, number, number];

const matrixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [
  a,
  b,
  c,
  d,
  e,
  f,
];

/** Turns a direction on the page as the page is shown. */
function turnOf(transform: readonly number[]) {
  const [a, b, c, d] = matrixOf(transform);
  return (x: number, y: number) => [a * x + c * y, b * x + d * y] as const;
}

/** Many PDFs draw a word in pieces, to bring its letters closer together. */
function joined(words: readonly Word[]): Word[] {
  const whole: Word[] = [];
  for (const word of words) {
    const last = whole.at(-1);
    const gap = last ? word.x - (last.x + last.width) : 1;
    const letter = last ? last.width / last.text.length : 0;
    // A value may begin right behind its label, in another font.
    const isPiece =
      last?.style === word.style &&
      last &&
      Math.abs(last.y - word.y) < word.height / 4 &&
      Math.abs(gap) < letter * 0.15;
    if (last && isPiece)
      whole.splice(-1, 1, { ...last, text: last.text + word.text, width: word.x + word.width - last.x });
    else whole.push(word);
  }
  return whole;
}

function weightOf(text: string): number {
  let weight = 0;
  for (const letter of text) weight += weightOfLetter(letter);
  return weight;
}

function weightOfLetter(letter: string): number {
  if (/[ijlI.,:;'|!()[\]tfr\s/-]/.test(letter)) return 0.55;
  if (/[mwMW@]/.test(letter)) return 1.5;
  return /\p{Lu}/u.test(letter) ? 1.25 : 1;
}

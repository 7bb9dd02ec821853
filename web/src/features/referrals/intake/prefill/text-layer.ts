import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { looking, type WorkBudget } from '@handoff/shared/domain/work-budget';
import { amongRules } from '@handoff/shared/reading/rules';
import type { Word } from '@handoff/shared/reading/words';
import { type DrawnPage, rulesOfPage } from './drawn-rules.ts';

type Content = Awaited<ReturnType<PDFPageProxy['getTextContent']>>;
type Run = Extract<Content['items'][number], { str: string }>;
type ReadPage = Pick<PDFPageProxy, 'getTextContent'> & DrawnPage;

/** The words of typed pages with their places, as the page is shown; a scanned page has none. */
export async function wordsOfPages(pages: readonly ReadPage[], budget: WorkBudget): Promise<Word[]> {
  const read = await Promise.all(
    pages.map(async (page) => {
      const { items } = await page.getTextContent();
      const size = page.getViewport({ scale: 1 });
      const runs = items.filter((item): item is Run => 'str' in item);
      const words = joined(
        runs.flatMap((run) => {
          const own = wordsOfRun(run, size, page.pageNumber);
          budget.spend(1 + own.length + looking(run.str.length));
          return own;
        }),
      );
      // A scan is a picture, whose operators take long to list.
      return words.length === 0 ? [] : amongRules(words, await rulesOfPage(page, budget), budget);
    }),
  );
  return read.flat();
}

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
    const isPiece = last && Math.abs(last.y - word.y) < word.height / 4 && Math.abs(gap) < letter * 0.15;
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

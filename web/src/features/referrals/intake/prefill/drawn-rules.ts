import { OPS, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { WorkBudget } from '@handoff/shared/domain/work-budget';
import type { Rule } from '@handoff/shared/reading/rules';

export type DrawnPage = Pick<PDFPageProxy, 'getOperatorList' | 'getViewport' | 'pageNumber'>;

/** In points: a line is thinner than the one, and longer than the other. */
const THIN = 2.5;
const LONG = 8;
/** A form has a few hundred on a page. A drawing has more. */
const MOST_RULES = 3_000;

type Corners = [x1: number, y1: number, x2: number, y2: number];

/** The level and upright lines of a page, as the page is shown. */
export async function rulesOfPage(page: DrawnPage, budget: WorkBudget): Promise<Rule[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const rules: Rule[] = [];
  const saved: number[][] = [];
  let matrix: number[] = transform;
  for (const [at, operation] of fnArray.entries()) {
    budget.spend(1);
    const given: unknown = argsArray[at];
    if (begins.has(operation)) saved.push(matrix);
    if (ends.has(operation)) matrix = saved.pop() ?? matrix;
    const moved = matrixIn(operation, given);
    if (moved) matrix = Util.transform(matrix, moved);
    if (operation !== OPS.constructPath) continue;
    for (const corners of thinParts(given)) {
      budget.spend(1);
      const box = shown(corners, matrix);
      if (Math.min(box.width, box.height) > THIN || Math.max(box.width, box.height) < LONG) continue;
      rules.push({
        page: page.pageNumber,
        x: box.x / width,
        y: box.y / height,
        width: box.width / width,
        height: box.height / height,
      });
    }
    if (rules.length > MOST_RULES) return [];
  }
  return rules;
}

const begins = new Set<number>([OPS.save, OPS.paintFormXObjectBegin]);
const ends = new Set<number>([OPS.restore, OPS.paintFormXObjectEnd]);

function matrixIn(operation: number, given: unknown): number[] | undefined {
  if (operation === OPS.transform && isMatrix(given)) return given;
  const [first]: unknown[] = operation === OPS.paintFormXObjectBegin && Array.isArray(given) ? given : [];
  return isMatrix(first) ? first : undefined;
}

const isMatrix = (given: unknown): given is number[] =>
  Array.isArray(given) && given.length === 6 && given.every((each) => typeof each === 'number');

function shown([x1, y1, x2, y2]: Corners, [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]) {
  const [fromX, toX] = [a * x1 + c * y1 + e, a * x2 + c * y2 + e];
  const [fromY, toY] = [b * x1 + d * y1 + f, b * x2 + d * y2 + f];
  return {
    x: Math.min(fromX, toX),
    y: Math.min(fromY, toY),
    width: Math.abs(toX - fromX),
    height: Math.abs(toY - fromY),
  };
}

/** What pdf.js calls the steps of a path, and how many numbers follow each: move, line, two curves, close. */
const [MOVE, LINE, CLOSE] = [0, 1, 4];
const numbersAfter = [2, 2, 6, 4, 0];

/** Each line of a path that is stroked, and each part of one that is filled. */
function thinParts(given: unknown): Corners[] {
  const [painted, paths]: unknown[] = Array.isArray(given) ? given : [];
  const [path]: unknown[] = Array.isArray(paths) ? paths : [];
  if (!(path instanceof Float32Array)) return [];
  if (painted === OPS.fill || painted === OPS.eoFill) return partsOf(path);
  return strokes.has(Number(painted)) ? linesOf(path) : [];
}

const strokes = new Set<number>([OPS.stroke, OPS.closeStroke, OPS.fillStroke, OPS.closeFillStroke]);

function linesOf(path: Float32Array): Corners[] {
  const lines: Corners[] = [];
  let from: readonly number[] = [];
  let begun: readonly number[] = [];
  for (const { step, to } of stepsOf(path)) {
    const end = step === CLOSE ? begun : to;
    if (step === LINE || step === CLOSE) lines.push([from[0] ?? 0, from[1] ?? 0, end[0] ?? 0, end[1] ?? 0]);
    if (step === MOVE) begun = to;
    from = end;
  }
  return lines;
}

function partsOf(path: Float32Array): Corners[] {
  const parts: Corners[] = [];
  for (const { step, to } of stepsOf(path)) {
    const [x = 0, y = 0] = to;
    const part = parts.at(-1);
    if (step === MOVE || !part) parts.push([x, y, x, y]);
    else if (step !== CLOSE)
      parts.splice(-1, 1, [
        Math.min(part[0], x),
        Math.min(part[1], y),
        Math.max(part[2], x),
        Math.max(part[3], y),
      ]);
  }
  return parts;
}

function stepsOf(path: Float32Array): { step: number; to: readonly number[] }[] {
  const steps: { step: number; to: readonly number[] }[] = [];
  for (let at = 0; at < path.length;) {
    const step = path[at] ?? 0;
    const end = at + 1 + (numbersAfter[step] ?? 0);
    steps.push({ step, to: [...path.subarray(Math.max(end - 2, at + 1), end)] });
    at = end;
  }
  return steps;
}

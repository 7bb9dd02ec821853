import { OPS, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { WorkBudget } from '@handoff/shared/domain/work-budget';
import type { Rule } from '@handoff/shared/reading/rules';
import type { Box } from '@handoff/shared/reading/words';

export type DrawnPage = Pick<PDFPageProxy, 'getOperatorList' | 'getViewport' | 'pageNumber' | 'cleanup'>;

/** What is drawn on a page besides its text. */
export interface Drawn {
  rules: Rule[];
  /** Boxes to mark, with whether a cross or tick is drawn in them. */
  boxes: DrawnBox[];
}

export interface DrawnBox extends Rule {
  isMarked: boolean;
}

/** In points: a line is thinner than the one, and longer than the other. */
const THIN = 2.5;
const LONG = 4;
/** The sides of a box to mark. */
const MOST_OF_BOX = 18;
/** A form has a few hundred on a page. A drawing has more. */
const MOST_PARTS = 3_000;

export type Corners = [x1: number, y1: number, x2: number, y2: number];

/** The lines and boxes of a page, as the page is shown. */
export async function drawnOn(page: DrawnPage, budget: WorkBudget): Promise<Drawn> {
  const { fnArray, argsArray } = await page.getOperatorList();
  // Frees the pictures that came with them.
  page.cleanup();
  const size = page.getViewport({ scale: 1 });
  const lines: Box[] = [];
  const marks: Box[] = [];
  const saved: number[][] = [];
  let matrix: number[] = size.transform;
  for (const [at, operation] of fnArray.entries()) {
    budget.spend(1);
    const given: unknown = argsArray[at];
    if (begins.has(operation)) saved.push(matrix);
    if (ends.has(operation)) matrix = saved.pop() ?? matrix;
    const moved = matrixIn(operation, given);
    if (moved) matrix = Util.transform(matrix, moved);
    if (operation !== OPS.constructPath) continue;
    const parts = thinParts(given).map((corners) => shown(corners, matrix));
    budget.spend(parts.length);
    if (parts.length > MOST_PARTS) return { rules: [], boxes: [] };
    lines.push(...parts.filter(isLine));
    const whole = boundsOf(parts);
    if (whole && Math.max(whole.width, whole.height) < MOST_OF_BOX) marks.push(whole);
    if (lines.length + marks.length > MOST_PARTS) return { rules: [], boxes: [] };
  }
  const squares = squaresOf(lines);
  const inShares = ({ x, y, width, height }: Box): Rule => ({
    page: page.pageNumber,
    x: x / size.width,
    y: y / size.height,
    width: width / size.width,
    height: height / size.height,
  });
  return {
    rules: lines.filter((line) => !squares.some((square) => isAround(square, line))).map(inShares),
    boxes: squares.map((square) => ({
      ...inShares(square),
      isMarked: marks.some((mark) => isMark(mark, square)),
    })),
  };
}

const isLine = ({ width, height }: Box) => Math.min(width, height) <= THIN && Math.max(width, height) >= LONG;

function boundsOf(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined;
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Two short upright lines as far apart as they are long, and level ones above and below between them. */
function squaresOf(lines: readonly Box[]): Box[] {
  const upright = lines
    .filter((line) => line.height > line.width && isShort(line))
    .toSorted((a, b) => a.x - b.x);
  const level = lines.filter((line) => line.width > line.height && isShort(line));
  return upright.flatMap((left, at) => {
    const right = upright
      .slice(at + 1, at + 60)
      .find(
        (other) =>
          near(other.y, left.y) && near(other.height, left.height) && near(other.x - left.x, left.height, 2),
      );
    if (!right) return [];
    const square = { x: left.x, y: left.y, width: right.x - left.x, height: left.height };
    const sides = level.filter((line) => near(line.x, square.x, 2) && near(line.width, square.width, 2));
    const isClosed = [square.y, square.y + square.height].every((y) =>
      sides.some((side) => near(side.y, y, 2)),
    );
    return isClosed ? [square] : [];
  });
}

const isShort = ({ width, height }: Box) => Math.max(width, height) < MOST_OF_BOX;
const near = (one: number, other: number, by = 1) => Math.abs(one - other) <= by;

/** A side of the box. */
const isAround = (square: Box, line: Box) =>
  line.x > square.x - 2 &&
  line.x + line.width < square.x + square.width + 3 &&
  line.y > square.y - 2 &&
  line.y + line.height < square.y + square.height + 3;

/** Within the box, and smaller than it. */
const isMark = (mark: Box, square: Box) =>
  isAround(square, mark) &&
  mark.width < 0.92 * square.width &&
  mark.height < 0.92 * square.height &&
  mark.width > 0.25 * square.width &&
  mark.height > 0.25 * square.height;

const begins = new Set<number>([OPS.save, OPS.paintFormXObjectBegin]);
const ends = new Set<number>([OPS.restore, OPS.paintFormXObjectEnd]);

function matrixIn(operation: number, given: unknown): number[] | undefined {
  if (operation === OPS.transform && isMatrix(given)) return given;
  const [first]: unknown[] = operation === OPS.paintFormXObjectBegin && Array.isArray(given) ? given : [];
  return isMatrix(first) ? first : undefined;
}

const isMatrix = (given: unknown): given is number[] =>
  Array.isArray(given) && given.length === 6 && given.every((each) => typeof each === 'number');

/** A box of a page as the page is shown. */
export function shown(
  [x1, y1, x2, y2]: Corners,
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[],
) {
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

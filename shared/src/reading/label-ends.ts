import type { Cell } from './cells.ts';
import { type FoundLabel, isWholeLabel, labelsIn } from './find-labels.ts';
import { holdsBoxes } from './services.ts';
import { boxAround } from './words.ts';

// Where a label ends, as its font, its frame and its column show.

/** A label whose value begins in another font or in small letters needs no colon. */
export function labelsOf(cell: Cell): readonly FoundLabel[] {
  const labels = labelsIn(cell);
  if (labels[0]?.isMarked && labels[0].start === 0) return labels;
  const end = endsOfFirstPart(cell).find((each) => isWholeLabel(cell.text.slice(0, each)));
  if (end === undefined) return labels;
  const [label] = labelsIn({ text: cell.text.slice(0, end) });
  return label ? [{ ...label, end, isMarked: true }, ...labels.filter(({ start }) => start >= end)] : labels;
}

/** Where the font changes, where words in capitals end before others, and where the first box to mark is. */
function endsOfFirstPart({ words, text }: Cell): number[] {
  const [first] = words;
  const changes = [
    words.findIndex(({ style }) => style !== first?.style),
    words.findIndex((word) => holdsBoxes(word.text)),
    words.findIndex(
      ({ text: word }) => !/^\d$/.test(word) && (!/\p{Lu}/u.test(word) || /\p{Ll}|\d/u.test(word)),
    ),
  ];
  return changes
    .filter((at) => at > 0)
    .map((at) => words.slice(0, at).reduce((sum, word) => sum + word.text.length + 1, 0))
    .filter((end) => end < text.length);
}

/** A label may take several lines of its frame or column; its value then begins in the line after it. */
export function withWholeLabels(cells: readonly Cell[]): Cell[] {
  const frames = Map.groupBy(
    cells.filter(({ frame }) => frame),
    ({ page, frame }) => `${page} ${frame?.x} ${frame?.y}`,
  );
  const whole = new Map<Cell, Cell | undefined>();
  const join = ([first, ...others]: readonly Cell[]) => {
    if (!first) return;
    const own = [first, ...others];
    whole.set(first, {
      ...first,
      ...boxAround(own),
      words: own.flatMap(({ words }) => words),
      text: textOf(own),
    });
    for (const other of others) whole.set(other, undefined);
  };
  for (const lines of frames.values()) {
    const ends = lines
      .slice(0, LINES_OF_LABEL)
      .map((_, index) => index + 1)
      .toReversed();
    const end = ends.find((each) => each > 1 && isWholeLabel(textOf(lines.slice(0, each))));
    join(lines.slice(0, end ?? 0));
  }
  for (const [at, cell] of cells.entries()) {
    const under = isPartOfLabel(cell)
      ? cells.slice(at + 1, at + CELLS_BETWEEN).find((other) => isRightBelow(cell, other))
      : undefined;
    if (under && isWholeLabel(textOf([cell, under]))) join([cell, under]);
  }
  return cells.flatMap((cell) => (whole.has(cell) ? (whole.get(cell) ?? []) : [cell]));
}

const LINES_OF_LABEL = 5;
/** Cells of other columns between a line and the next one. */
const CELLS_BETWEEN = 8;

/** Words of a label that are none alone, as "Previous" above "address". */
const isPartOfLabel = (cell: Cell) =>
  !cell.frame && cell.words.length <= 3 && /^[\p{L} '’/]+$/u.test(cell.text) && labelsIn(cell).length === 0;

/** In shares of the width of a page. */
export const ALIGNED = 0.008;
/** From one line of a text to the next, in heights of its letters. */
export const NEXT_LINE = 1.6;

const isRightBelow = (cell: Cell, other: Cell) =>
  other.page === cell.page &&
  other.line > cell.line &&
  !other.frame &&
  Math.abs(other.x - cell.x) < ALIGNED &&
  other.y - cell.y < NEXT_LINE * cell.height;

const textOf = (cells: readonly Cell[]) => cells.map(({ text }) => text).join(' ');

import type { Cell } from './cells.ts';
import { type FoundLabel, type ReadCell, tableTitleIn } from './find-labels.ts';
import { headingIn } from './headings.ts';
import type { Meaning, Owner } from './label.ts';
import { labelsOf, withWholeLabels } from './label-ends.ts';
import { isProse, paragraphsOf } from './paragraphs.ts';

/** The cells of a page with their labels and the titles of its parts. */
export function readCells(cells: readonly Cell[]): ReadCell[] {
  const whole = withWholeLabels(cells);
  const prose = new Set(
    paragraphsOf(whole)
      .filter(isProse)
      .flatMap(({ lines }) => lines.map(({ cell }) => cell)),
  );
  const found: ReadCell[] = whole.map((cell) => ({
    ...cell,
    labels: prose.has(cell) ? [] : labelsOf(cell),
    isProse: prose.has(cell),
    heading: undefined,
  }));
  const { line } = pageOf(found);
  const labeled = found.map((cell) =>
    cell.labels.length === 0 && isTitled(cell, line(cell)) ? { ...cell, labels: tableTitleIn(cell) } : cell,
  );
  const page = pageOf(labeled);
  return labeled.map((cell) => ({ ...cell, heading: headingOf(cell, page) }));
}

/** Words that may also be values are titles among other titles, and before a name. */
const isTitled = (cell: ReadCell, line: readonly ReadCell[]) =>
  line.filter(isTitle).length > 1 || isBesideName(cell, line);

/** A title of a person with a name beside it, and nothing else on the line. */
const isBesideName = (cell: ReadCell, [first, second, third]: readonly ReadCell[]) =>
  cell === first &&
  third === undefined &&
  isPersonTitle(cell) &&
  /^\p{Lu}[\p{L}'’.-]+ \p{Lu}[\p{L}'’.-]+(?:,|$)/u.test(second?.text ?? '');

/** Its label fills the cell, as in the first row of a table. */
export const isTitle = ({ labels: [label], text }: ReadCell) =>
  label !== undefined && !label.isMarked && label.start === 0 && label.end === text.length;

/** A title with "Information", or one above the labels of its part. */
function headingOf(cell: ReadCell, page: Page): Owner | undefined {
  const heading = titleIn(cell, page);
  if (!heading) return undefined;
  if (heading.isSure || isAboveTitles(cell, page)) return heading.owner;
  const { below, right } = page;
  const beside = right(cell);
  const first = below(cell)?.labels.find(isFirst);
  if ((beside && !beside.labels.some(isFirst)) || !first) return undefined;
  const isMarked = cell.text.trim().endsWith(':');
  return isMarked && !bareMeanings.has(first.row?.means ?? 'nothing') ? undefined : heading.owner;
}

/** "Referral" is the title of a paper, too: no part about a sender begins with a birth date. */
function titleIn(cell: ReadCell, page: Page) {
  const heading = headingIn(cell.text);
  return heading?.owner === 'source' && asksForBirth(cell, page) ? undefined : heading;
}

/** Within the first lines of the part below. */
function asksForBirth(cell: ReadCell, { lineAt }: Page): boolean {
  for (let below = 1; below <= LINES_OF_NAME; below += 1) {
    const line = lineAt(cell.line + below);
    if (line.some(({ text }) => headingIn(text))) return false;
    if (line.some(({ labels }) => labels.some(({ row }) => row?.means === 'birth date'))) return true;
  }
  return false;
}

const LINES_OF_NAME = 3;

/** Alone on its line, above a row of titles: several texts without a number. */
function isAboveTitles(cell: ReadCell, { line, below }: Page): boolean {
  const first = below(cell);
  const titles = first ? line(first) : [];
  return (
    line(cell).length === 1 &&
    !cell.text.trim().endsWith(':') &&
    titles.length > 1 &&
    titles.every(({ text }) => !/[\d:]/.test(text))
  );
}

const bareMeanings = new Set<Meaning>([
  'name',
  'last name',
  'first name',
  'phone',
  'address',
  'npi',
  'member number',
  'birth date',
  'plan',
]);

export const isFirst = ({ start, isQualified }: FoundLabel) => start <= 3 && !isQualified;

export interface Page {
  line: (cell: Cell) => readonly ReadCell[];
  lineAt: (number: number) => readonly ReadCell[];
  /** Where the text of a page ends on the right. */
  end: (page: number) => number;
  right: (cell: Cell) => ReadCell | undefined;
  /** The nearest cell below that begins under this one. */
  below: (cell: Cell) => ReadCell | undefined;
}

export function pageOf(cells: readonly ReadCell[]): Page {
  const lines = new Map<number, ReadCell[]>();
  for (const cell of cells) lines.set(cell.line, [...(lines.get(cell.line) ?? []), cell]);
  const ends = new Map<number, number>();
  for (const { page, x, width } of cells) ends.set(page, Math.max(ends.get(page) ?? 0, x + width));
  const lineAt = (number: number) => lines.get(number) ?? [];
  const line = (cell: Cell) => lineAt(cell.line);
  const right = (cell: Cell) => line(cell).find(({ x }) => x > cell.x);
  return {
    line,
    lineAt,
    end: (page) => ends.get(page) ?? 1,
    right,
    below(cell) {
      const end = Math.min(right(cell)?.x ?? 1, cell.x + Math.max(cell.width, 0.08) + 0.02);
      const isUnder = ({ x, width }: ReadCell) => x < end && x + width > cell.x - 0.01 && x > cell.x - 0.06;
      return nearBelow(cell, lineAt).find(isUnder);
    },
  };
}

/** Lines of other columns may be between a cell and the one below it. */
const LINES_BETWEEN = 6;

export function nearBelow(cell: Cell, lineAt: Page['lineAt']): ReadCell[] {
  const lines = Array.from({ length: LINES_BETWEEN }, (_, index) => lineAt(cell.line + 1 + index));
  return lines
    .flat()
    .filter(
      ({ page, y, height }) =>
        page === cell.page && y - (cell.y + cell.height) < 1.9 * Math.max(cell.height, height),
    );
}

/** A title of a person below a label is the next label, although it could be a value elsewhere. */
export const isPersonTitle = (cell: ReadCell) => tableTitleIn(cell)[0]?.row?.means === 'name';

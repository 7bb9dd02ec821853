import { wordsBetween } from './cells.ts';
import { fits, type FoundLabel, type PlacedLabel, type ReadCell } from './find-labels.ts';
import type { LabelRow, Meaning, Owner } from './label.ts';
import { ALIGNED, NEXT_LINE } from './label-ends.ts';
import { ownersOf } from './owners.ts';
import { isFirst, isPersonTitle, isTitle, nearBelow, type Page, pageOf } from './read-cells.ts';
import { holdsBoxes } from './services.ts';
import type { Word } from './words.ts';

/** A label of a form with the text beside or below it. */
export interface Pair {
  means: Meaning;
  /** Undefined where the page does not say of whom it is. */
  owner: Owner | undefined;
  doubt: string | undefined;
  /** The likeliest first: beside the label, or below it. */
  values: readonly Value[];
}

export interface Value {
  text: string;
  words: readonly Word[];
  /** The text with its label. */
  line: string;
}

export function pairsOf(read: readonly ReadCell[]): Pair[] {
  const page = pageOf(read);
  const placed = read.flatMap((cell) =>
    cell.heading ? [] : cell.labels.map((label) => ({ ...label, cell })),
  );
  const values = new Map(placed.map((label) => [label, valuesOf(label, page)]));
  const owned = ownersOf(placed, read, (label) => values.get(label)?.[0]?.text ?? '');
  return owned.flatMap(({ label, row: { means }, owner, doubt }) => [
    { means, owner, doubt, values: values.get(label) ?? [] },
    ...(owner === 'payer' ? secondRow({ label, means, value: values.get(label)?.[0] }, page) : []),
  ]);
}

/** In a table of payers the second row is the second payer. */
function secondRow(
  {
    label: { cell, start, end },
    means,
    value,
  }: { label: PlacedLabel; means: Meaning; value: Value | undefined },
  page: Page,
): Pair[] {
  const first = page.below(cell);
  const line = page.line(cell);
  // Titles with their values beside them are half of their line.
  const isTable =
    line.filter(isTitle).length > Math.max(1, line.length / 2) && value?.words[0] === first?.words[0];
  const second = first && isTable ? page.below(first) : undefined;
  if (!isFree(second)) return [];
  const values = [valueOf([wholeOf(second)], cell.text.slice(start, end))];
  return [{ means, owner: 'secondary payer', doubt: undefined, values }];
}

function valuesOf({ cell, end, isMarked, row, start }: PlacedLabel, page: Page): Value[] {
  const next = cell.labels.find((other) => other.start > start);
  const named = cell.text.slice(start, end);
  const inline = textBehind({ cell, end, isMarked }, next);
  // Labels that share a value: "DOB / Sex".
  if (next && !isMarked && /^[\s/&(),-]*$/.test(inline)) return valuesOf({ ...next, cell }, page);
  if (/[\p{L}\d]/u.test(inline)) {
    const own = { cell, from: end, to: next?.start ?? cell.text.length };
    return [valueOf([own, ...(next ? [] : following({ row, page, first: own, label: cell }))], named)];
  }
  return next ? [] : apart({ cell, isMarked, row }, page, named);
}

/** The values of a label that is alone in its cell. */
function apart(
  { cell, isMarked, row }: Pick<PlacedLabel, 'cell' | 'isMarked' | 'row'>,
  page: Page,
  named: string,
) {
  const values = besideOrBelow({ cell, isMarked, means: row?.means }, page).map((first) => {
    const part = wholeOf(first);
    return valueOf([part, ...following({ row, page, first: part, label: cell })], named);
  });
  const lines = row && isDiagnosis(row.means) ? linesBelow(cell, page) : [];
  return lines.length > 0 ? [...values, valueOf(lines, named)] : values;
}

const isDiagnosis = (means: Meaning) => means === 'primary diagnosis' || means === 'other diagnoses';

/** In a list of diagnoses the codes may stand to the left of the title, in a column of their own. */
function linesBelow(cell: ReadCell, page: Page): Part[] {
  const end = endOfColumn(cell, page);
  const parts: Part[] = [];
  for (let line = page.lineAt(cell.line + 1), above: ReadCell = cell; ;) {
    const own = line.filter(({ x }) => x < end);
    const [first] = own;
    if (!first || first.page !== cell.page || !own.every(isFree) || first.y - above.y > 4 * cell.height)
      break;
    parts.push(...own.map(wholeOf));
    above = first;
    line = page.lineAt(first.line + 1);
  }
  return parts;
}

/** Where the next title of the line begins. */
const endOfColumn = (label: ReadCell, page: Page) =>
  page.line(label).find(({ x, labels, heading }) => x > label.x && (labels.length > 0 || heading))?.x ?? 2;

/** The text up to the next label. A title with two names, such as "Facility / Office", has no value of its own. */
function textBehind(
  { cell: { text }, end, isMarked }: Pick<PlacedLabel, 'cell' | 'end' | 'isMarked'>,
  next: FoundLabel | undefined,
): string {
  const behind = text.slice(end, next?.start ?? text.length);
  return !isMarked && /^\s*\/\s*[\p{L} -]+$/u.test(behind) ? '' : behind;
}

/** Without a colon, a value below a row of titles is likelier than the next title beside it. */
function besideOrBelow(
  { cell, isMarked, means }: { cell: ReadCell; isMarked: boolean; means: Meaning | undefined },
  page: Page,
): ReadCell[] {
  const right = page.right(cell);
  const below = page.below(cell);
  const beside = isFree(right) ? right : undefined;
  const under = isFree(below) && !isPersonTitle(below) && !isAmongTitles(below, page) ? below : undefined;
  if (!beside || !under) return [beside, under].flatMap((each) => each ?? []);
  const isBelow = !isMarked && isInRowOfTitles(beside, page) && !fitsBetter(means, beside, under);
  return isBelow ? [under, beside] : [beside, under];
}

const isInRowOfTitles = (cell: ReadCell, page: Page) => isFree(page.below(cell)) || isAmongTitles(cell, page);

const fitsBetter = (means: Meaning = 'nothing', one: ReadCell, other: ReadCell) =>
  fits(means, one.text) && !fits(means, other.text);

/** An unknown title in a row of titles, such as "Priority" beside "Payer" and "Plan". */
function isAmongTitles(cell: ReadCell, { line }: Page): boolean {
  const others = line(cell).filter((other) => other !== cell);
  return others.length > 1 && others.every(({ labels, text }) => (labels[0]?.end ?? 0) >= text.length);
}

/** Neither a title nor the beginning of a label. */
const isFree = (cell: ReadCell | undefined): cell is ReadCell =>
  cell !== undefined &&
  !cell.isProse &&
  cell.heading === undefined &&
  !cell.labels.some((label) => isFirst(label) || label.isQualified);

interface Beginning {
  row: LabelRow | undefined;
  page: Page;
  first: Part;
  /** The cell of the label. */
  label: ReadCell;
}

interface Part {
  cell: ReadCell;
  from: number;
  to: number;
}

const wholeOf = (cell: ReadCell): Part => ({ cell, from: 0, to: cell.labels[0]?.start ?? cell.text.length });

interface LongValue {
  lines: number;
  goesOn: (text: string) => boolean;
  /** Only such a line below it belongs to the value, and nothing beside it. */
  next?: RegExp;
}

const short: LongValue = { lines: 3, goesOn: () => true, next: /^$/ };

/** A phone number, or the end of a name of a place, for which the line was too short. */
const wrapped: LongValue = {
  lines: 2,
  goesOn: (text) => !/\d{4}\s*$/.test(text),
  next: /^(?:\d{4}|\(?\d{3}\)?[\s.-]*\d{3}[\s.-]\d{4}|(?:(?:medical|health|care|nursing|rehab\w*|and|&|of|the) )*(?:center|hospital|facility|system|rehabilitation|clinic|associates|home))$/i,
};

const longMeanings: Partial<Record<Meaning, LongValue>> = {
  name: wrapped,
  from: wrapped,
  phone: wrapped,
  address: { lines: 3, goesOn: (text) => !/\b\d{5}(?:-\d{4})?\s*$/.test(text) },
  'primary diagnosis': { lines: 12, goesOn: () => true },
  'other diagnoses': { lines: 12, goesOn: () => true },
  summary: { lines: 8, goesOn: () => true },
  sex: { lines: 1, goesOn: hasBoxes },
  homebound: { lines: 1, goesOn: hasBoxes },
  needed: { lines: 1, goesOn: hasBoxes },
  services: { lines: 5, goesOn: (text) => holdsBoxes(text) || /,\s*$/.test(text) },
};

/** The boxes to mark stand apart from each other. */
function hasBoxes(text: string): boolean {
  return /[[☐☒☑□■]|\(\s*x?\s*\)|__/i.test(text);
}

const lengthOf = (row: LabelRow | undefined) => (row && longMeanings[row.means]) ?? short;

/** An address, a list of diagnoses and a summary go on beside and below their first part, others where their line is full. */
function following({ row, page, first, label }: Beginning): Part[] {
  const long = lengthOf(row);
  const parts = [first];
  const end = endOfColumn(label, page);
  const isOpen = () => long.goesOn(parts.map(({ cell, from, to }) => cell.text.slice(from, to)).join(', '));
  let at: ReadCell | undefined = first.cell;
  for (let lines = 1; at; lines += 1) {
    if (!long.next) for (const beside of freeBeside(at, page, end)) if (isOpen()) parts.push(wholeOf(beside));
    if (lines === long.lines) break;
    at = lineBelow({ at, first: first.cell, label }, { long, isOpen: isOpen() }, page);
    if (at) parts.push(wholeOf(at));
  }
  return parts.slice(1);
}

function lineBelow(
  { at, first, label }: { at: ReadCell; first: ReadCell; label: ReadCell },
  { long, isOpen }: { long: LongValue; isOpen: boolean },
  page: Page,
): ReadCell | undefined {
  const isBeside = at === first;
  const next = isOpen ? nextLine(isBeside ? [at, label] : [at], long, page) : undefined;
  return next ?? (isOpen || !long.next ? restBelow(at, page, isBeside ? label : at) : undefined);
}

/** The cells to the right up to the next label or column. */
function freeBeside(cell: ReadCell, page: Page, end: number): ReadCell[] {
  const others = page.line(cell).filter(({ x }) => x > cell.x);
  const stop = others.findIndex((other) => !isFree(other) || other.x >= end);
  return stop < 0 ? others : others.slice(0, stop);
}

/** The next line begins below the value, or below its label. */
function nextLine(cells: readonly ReadCell[], { next = /./ }: LongValue, page: Page): ReadCell | undefined {
  const [under] = cells.flatMap((cell) => page.below(cell) ?? []);
  return isFree(under) && next.test(under.text.trim()) ? under : undefined;
}

/** The next line of the same frame or column, if its first word had no room on this one. */
function restBelow(cell: ReadCell, page: Page, label: ReadCell): ReadCell | undefined {
  const isAligned = ({ x }: ReadCell) =>
    Math.abs(x - cell.x) < ALIGNED || (label.line === cell.line && Math.abs(x - label.x) < ALIGNED);
  const under = nearBelow(cell, page.lineAt).find((each) => each.line > cell.line && isAligned(each));
  if (!isFree(under) || under.y - cell.y > NEXT_LINE * cell.height) return undefined;
  const isInFrame =
    cell.frame !== undefined && cell.frame.x === under.frame?.x && cell.frame.y === under.frame.y;
  return isInFrame || (!cell.frame && isFull(cell, under, page)) ? under : undefined;
}

/** A comma, a hyphen or a month at the end of a line. */
const isUnfinished = /[,–-]$|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}$/i;

/** Between two columns, and between two words. */
const GUTTER = 0.025;

function isFull(cell: ReadCell, next: ReadCell, page: Page): boolean {
  const [word] = next.words;
  // The next row of a table has as many columns.
  const [own, others] = [page.line(cell).length, page.line(next).length];
  if (own > 1 && others >= own && !isUnfinished.test(cell.text)) return false;
  const near = [-3, -2, -1, 0, 1, 2, 3].flatMap((by) => page.lineAt(cell.line + by));
  const beside = near
    .filter((each) => each.page === cell.page && each.x > cell.x + cell.width)
    .map(({ x }) => x);
  const end = Math.min(page.end(cell.page), ...beside);
  return word !== undefined && cell.x + cell.width + word.width + GUTTER > end;
}

function valueOf(parts: readonly Part[], label: string): Value {
  const text = parts
    .map(({ cell, from, to }) =>
      cell.text
        .slice(from, to)
        .replace(/^[\s:#.\-–—]+/, '')
        .trim(),
    )
    .join('\n');
  return {
    text,
    words: parts.flatMap(({ cell, from, to }) => wordsBetween(cell, from, to)),
    line: `${label.trim()} ${text.replaceAll('\n', ', ')}`,
  };
}

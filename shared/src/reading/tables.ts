import type { Cell } from './cells.ts';
import { dayNow, fieldsOf, type FoundField } from './fields.ts';
import { labelOfClause, labelsIn } from './find-labels.ts';
import type { LabelRow, Meaning, Owner } from './label.ts';
import { list } from './titles.ts';
import { codesIn, daysIn } from './values.ts';

// Tables in which a column says what each row is: the role of a person, the rank of a payer or of a diagnosis.

/** What stands in a column. */
type Column = 'code' | 'what' | 'until' | LabelRow | undefined;

/** The cells of each column; none where a row has nothing there. */
type Row = readonly (readonly Cell[])[];

export interface Table {
  cells: readonly Cell[];
  rows: readonly Row[];
  columns: readonly Column[];
}

const heads: [said: readonly string[], column: Column][] = [
  [
    list('code, codes, icd, icd 10, icd 10 code, icd10, icd 10 cm, dx code, diagnosis code, icd code'),
    'code',
  ],
  [
    list(
      'rank, priority, type, role, status, order, seq, sequence, contact type, provider type, coverage type, address type, use, position, class, category',
    ),
    'what',
  ],
  [
    list('until, to, term date, end date, thru, through, termination date, expires, end, expiration date'),
    'until',
  ],
];

export function tablesIn(cells: readonly Cell[]): Table[] {
  const lines = [...Map.groupBy(cells, ({ line }) => line).values()];
  const tables: Table[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const head = lines[at] ?? [];
    const columns = columnsOf(head);
    if (!columns) continue;
    const below = rowsBelow(head, lines.slice(at + 1, at + 1 + MOST_LINES));
    const table = { columns, rows: below.rows, cells: [...head, ...below.rows.flat(2)] };
    if (!below.rows.some((row) => isSaid(row, table))) continue;
    tables.push(table);
    at += below.lines;
  }
  return tables;
}

const MOST_LINES = 80;
const MOST_COLUMNS = 16;

/** Undefined unless a column says what the rows are, and another what they have. */
function columnsOf(head: readonly Cell[]): readonly Column[] | undefined {
  if (
    head.length < 2 ||
    head.length > MOST_COLUMNS ||
    head.some(({ text }) => text.length > 32 || text.includes(':'))
  )
    return undefined;
  const columns = head.map(({ text }) => columnOf(text));
  const known = columns.filter((column) => column !== undefined);
  const says = columns.some((column) => column === 'code' || column === 'what');
  // A row of labels that asks for a code among other things is a row of a form.
  const isForm =
    columns.includes('code') &&
    known.some((column) => typeof column === 'object' && !ofDiagnoses.has(column.means));
  return says && !isForm && known.length > 1 ? columns : undefined;
}

const ofDiagnoses = new Set<Meaning>(['nothing', 'primary diagnosis', 'other diagnoses']);

function columnOf(text: string): Column {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ')
    .trim();
  const known = heads.find(([said]) => said.includes(plain));
  if (known) return known[1];
  const label = labelOfClause(text);
  return label && label.end >= text.length ? label.row : undefined;
}

function rowsBelow(head: readonly Cell[], lines: readonly (readonly Cell[])[]) {
  const rows: (readonly Cell[])[][] = [];
  let above = head;
  let used = 0;
  for (const line of lines) {
    if (isEnd(line, above, head)) break;
    const placed = head.map((_, column) => line.filter((cell) => columnAt(cell, head) === column));
    const row = rows.at(-1);
    if (row && goesOn(line, above, placed))
      for (const [column, own] of placed.entries()) row.splice(column, 1, [...(row[column] ?? []), ...own]);
    else if (line.length < 2) break;
    else rows.push(placed);
    above = line;
    used += 1;
  }
  return { rows, lines: used };
}

/** The gap above a row, in heights of its letters. */
const MOST_GAP = 3.2;
const NEXT_LINE = 1.5;

function isEnd(
  [first, ...others]: readonly Cell[],
  [above]: readonly Cell[],
  head: readonly Cell[],
): boolean {
  if (!first || !above || first.page !== above.page || first.y - above.y > MOST_GAP * above.height)
    return true;
  const left = head[0]?.x ?? 0;
  return first.x < left - 0.02 || [first, ...others].some((cell) => labelsIn(cell)[0]?.isMarked);
}

/** Within the frames of the row above, or close below it with fewer columns. */
function goesOn(line: readonly Cell[], above: readonly Cell[], placed: Row): boolean {
  const [first] = line;
  const [former] = above;
  if (!first || !former) return false;
  if (first.frame || former.frame)
    return above.some(({ frame }) => frame !== undefined && frame.y === first.frame?.y);
  const isNear = first.y - former.y < NEXT_LINE * former.height;
  return isNear && (placed[0]?.length === 0 || line.length <= above.length / 2);
}

function columnAt(cell: Cell, head: readonly Cell[]): number {
  const middle = cell.x + Math.min(cell.width / 2, 0.02);
  return Math.max(
    0,
    head.findLastIndex(({ x }) => x - 0.012 <= middle),
  );
}

/** Rows of earlier times. */
const isOver =
  /\b(?:previous|prior|former|old|past|history|inactive|resolved|termed|terminated|expired|ruled out|mailing|temporary|billing)\b/i;
const isFirst = /\b(?:primary|principal|first|1st|admitting)\b|^1$/i;
const isSecond = /\b(?:secondary|second|2nd|supplement\w*)\b|^2$/i;

export function fieldsInTable(table: Table, heading: Owner | undefined, today: Date): FoundField[] {
  const rows = table.rows.filter((row) => !isPast(row, table, today));
  return table.columns.includes('code') ? diagnosesIn(rows, table) : recordsIn(rows, table, heading, today);
}

const textIn = (cells: readonly Cell[] = []) => cells.map(({ text }) => text).join(' ');

/** A row of titles above other values is no table. */
function isSaid(row: Row, table: Table): boolean {
  if (table.columns.includes('code')) return codesIn(textIn(row.flat())).length > 0;
  const what = whatIs(row, table);
  return (
    isOver.test(what) ||
    isFirst.test(what) ||
    isSecond.test(what) ||
    labelOfClause(what)?.row.owner !== undefined
  );
}

/** What the row is, by the column that says so. */
const whatIs = (row: Row, { columns }: Table) =>
  row
    .map((cells, at) => (columns[at] === 'what' ? textIn(cells) : ''))
    .join(' ')
    .trim();

function isPast(row: Row, table: Table, today: Date): boolean {
  const until = table.columns.indexOf('until');
  const [end] = until < 0 ? [] : daysIn(textIn(row[until]), new Date(today.getFullYear() + 20, 0));
  return isOver.test(whatIs(row, table)) || (end !== undefined && end < dayNow(today));
}

function diagnosesIn(rows: readonly Row[], table: Table): FoundField[] {
  const found = rows.flatMap((row) => {
    const [code] = codesIn(textIn(row.flat()));
    return code === undefined ? [] : [{ code, row, isFirst: isFirst.test(whatIs(row, table)) }];
  });
  const first = found.find((each) => each.isFirst) ?? found[0];
  if (!first) return [];
  const others = found.filter((each) => each !== first);
  const field = (path: string, value: string, of: typeof found) => {
    const words = of.flatMap(({ row }) => row.flat().flatMap((cell) => cell.words));
    const line = of.map(({ row }) => textIn(row.flat())).join(', ');
    return value === '' ? [] : [{ path, value, from: { text: line, words, line } }];
  };
  return [
    ...field('Clinical.PrimaryDiagnosis', first.code, [first]),
    ...field('Clinical.OtherDiagnoses', others.map(({ code }) => code).join(', '), others),
  ];
}

/** People by their role, payers by their rank, and the address that is current. */
function recordsIn(
  rows: readonly Row[],
  table: Table,
  heading: Owner | undefined,
  today: Date,
): FoundField[] {
  const owned = rows.map((row) => ({ row, ...ownerOfRow(row, table, heading) }));
  return owned.flatMap(({ row, owner, doubt }) => {
    // The first one of two contacts is the one to call, and the one who orders is not the one who attends.
    const same = owned.filter((each) => each.owner === owner);
    const chosen = same.find((each) => each.doubt === undefined) ?? same[0];
    if (owner === undefined || chosen?.row !== row) return [];
    return table.columns.flatMap((column, at) => {
      const cells = row[at] ?? [];
      if (typeof column !== 'object' || cells.length === 0) return [];
      const text = cells.map((cell) => cell.text).join('\n');
      const values = [{ text, words: cells.flatMap(({ words }) => words), line: textIn(row.flat()) }];
      const found = fieldsOf({ means: column.means, owner, doubt, values }, today);
      return found.map((field) => (doubt === undefined ? field : { ...field, doubt }));
    });
  });
}

function ownerOfRow(row: Row, table: Table, heading: Owner | undefined) {
  const what = whatIs(row, table);
  const label = labelOfClause(what)?.row;
  const isPayer = table.columns.some((column) => typeof column === 'object' && column.owner === 'payer');
  if (isPayer)
    return {
      owner: isSecond.test(what)
        ? ('secondary payer' as const)
        : isFirst.test(what)
          ? ('payer' as const)
          : undefined,
      doubt: undefined,
    };
  const isAddress = table.columns.some((column) => typeof column === 'object' && column.means === 'address');
  if (label?.owner) return { owner: label.owner, doubt: label.doubt };
  return { owner: isAddress ? ('patient' as const) : heading, doubt: undefined };
}

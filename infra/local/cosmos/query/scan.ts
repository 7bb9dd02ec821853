import type { DocumentTable } from '../storage/document-table.ts';
import { scalarPathsOf, type IndexingPolicy } from '../storage/indexing-policy.ts';
import type { Parameters } from './evaluator.ts';
import { branchesOf, candidatesOf, heldBy } from './lookups.ts';
import { after, pushDown, type SortColumn, type SqlPart } from './pushdown.ts';
import type { Query } from './syntax.ts';
import { textOf } from '../storage/store.ts';

export interface Scan {
  query: Query;
  parameters: Parameters;
  policy: IndexingPolicy;
  pk: string | undefined;
  columns: SortColumn[];
  /** The sort key of the last row of the page before; empty for the first page. */
  after: (string | number)[];
  now: number;
  /** Lets tests treat few documents as many. */
  fewest?: { fetched: number; listed: number };
}
export interface Row {
  seq: number;
  position: (string | number)[];
}

/** Reads only keys, in order; bodies are fetched row by row, so a first page never sorts an entire partition. */
export function scan(table: DocumentTable, of: Scan): { rows: Iterable<Row>; lookups: number } {
  const { query, parameters, policy, pk, fewest = { fetched: 300, listed: 3000 } } = of;
  const place = pk === undefined ? undefined : { table: table.name, policy, pk, parameters };
  const branches = place && branchesOf(query.where, place);
  const lookups = branches?.flat().length ?? 0;
  if (branches === undefined || !table.isIndexed())
    return { rows: rowsOf(table, scanStatement(table.name, of), of.columns), lookups };
  const listed = candidatesOf(table, branches, fewest.listed);
  if (listed === undefined) return { rows: inOrder(table, of, heldBy(branches, table.name)), lookups };
  const values = [JSON.stringify(listed)];
  if (listed.length > fewest.fetched)
    return { rows: inOrder(table, of, { sql: `+seq ${isListed}`, values }), lookups };
  const statement = scanStatement(table.name, { ...of, candidates: { sql: `seq ${isListed}`, values } });
  return { rows: rowsOf(table, statement, of.columns), lookups };
}

const isListed = 'IN (SELECT value FROM json_each(?))';

function* rowsOf(table: DocumentTable, { sql, values }: SqlPart, columns: SortColumn[]): Generator<Row> {
  for (const row of table.statement(sql).iterate(...values)) {
    const position = columns.map((_, index) => {
      const key = row[`k${index}`];
      return typeof key === 'number' ? key : textOf(key);
    });
    yield { seq: Number(position.at(-1)), position };
  }
}

/** Walks all rows of an index in order, and reads only documents that the indexes allow. */
function* inOrder(table: DocumentTable, of: Scan, narrowed: SqlPart): Generator<Row> {
  const isSorted = (path: string) =>
    path === 'type' || of.query.orderBy.some((order) => order.path.join('.') === path);
  const conditions = conditionsOf(of);
  const inIndex = conditions.filter(({ path }) => isSorted(path));
  const inRow = joined(conditions.filter(({ path }) => !isSorted(path)));
  const statement = selectionOf(table.name, of, [...placeOf(of), ...inIndex, narrowed]);
  const check = table.statement(`SELECT 1 FROM ${table.name} WHERE seq = ? AND ${inRow.sql}`);
  for (const row of rowsOf(table, statement, of.columns)) {
    if (check.get(row.seq, ...inRow.values) !== undefined) yield row;
  }
}

export function scanStatement(table: string, of: Scan & { candidates?: SqlPart }): SqlPart {
  const { candidates } = of;
  // SQLite does not treat the row number as an index, and may choose another one as shorter.
  const from = candidates ? `${table} NOT INDEXED` : table;
  return selectionOf(from, of, [...placeOf(of), ...conditionsOf(of), ...(candidates ? [candidates] : [])]);
}

function placeOf({ pk, columns, after: position }: Scan): SqlPart[] {
  return [
    ...(pk === undefined ? [] : [{ sql: 'pk = ?', values: [pk] }]),
    ...(position.length === 0 ? [] : [after(columns, position)]),
  ];
}

function conditionsOf({ query, parameters, policy, now }: Scan) {
  // Paths of the sort are in its index, too, which gives the rows in order.
  const lookedUp = scalarPathsOf(policy).filter(
    (path) => !query.orderBy.some((order) => order.path.join('.') === path.join('.')),
  );
  return [
    ...pushDown(query.where, parameters, lookedUp),
    { path: '', sql: '(exp IS NULL OR exp > ?)', values: [Math.floor(now / 1000)] },
  ];
}

function selectionOf(from: string, { columns }: Scan, parts: SqlPart[]): SqlPart {
  const selected = columns.map((column, index) => `${column.expression} AS k${index}`);
  const order = columns.map((column) => `${column.expression} ${column.descending ? 'DESC' : 'ASC'}`);
  const where = joined(parts);
  const sql = `SELECT ${selected.join(', ')} FROM ${from} WHERE ${where.sql} ORDER BY ${order.join(', ')}`;
  return { sql, values: where.values };
}

function joined(parts: SqlPart[]): SqlPart {
  return { sql: parts.map((part) => part.sql).join(' AND '), values: parts.flatMap((part) => part.values) };
}

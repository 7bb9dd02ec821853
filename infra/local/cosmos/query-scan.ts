import type { DocumentTable } from './document-table.ts';
import { scalarPathsOf, type IndexingPolicy } from './indexing-policy.ts';
import type { Parameters } from './query-evaluator.ts';
import { branchesOf, candidatesOf, heldBy, type Branches } from './query-lookups.ts';
import { after, pushDown, type SortColumn, type SqlPart } from './query-pushdown.ts';
import type { Query } from './query-syntax.ts';
import { textOf } from './store.ts';

export type Scan = {
  query: Query;
  parameters: Parameters;
  policy: IndexingPolicy;
  pk: string | undefined;
  columns: SortColumn[];
  /** The sort key of the last row of the page before; empty for the first page. */
  after: (string | number)[];
  now: number;
};
export type Row = { seq: number; position: (string | number)[] };

/** Keys only, in order; bodies are fetched row by row, so a first page never drags a partition through a sort. */
export function scan(table: DocumentTable, of: Scan): { rows: Iterable<Row>; lookups: number } {
  const { query, parameters, policy, pk } = of;
  const place = pk === undefined ? undefined : { table: table.name, policy, pk, parameters };
  const branches = place && branchesOf(query.where, place);
  const candidates = branches && candidatesOf(table, branches);
  const statement = scanStatement(table.name, { ...of, branches, candidates });
  return { rows: rowsOf(table, statement, of.columns), lookups: branches?.flat().length ?? 0 };
}

function* rowsOf(table: DocumentTable, { sql, values }: SqlPart, columns: SortColumn[]): Generator<Row> {
  for (const row of table.statement(sql).iterate(...values)) {
    const position = columns.map((_, index) => {
      const key = row[`k${index}`];
      return typeof key === 'number' ? key : textOf(key);
    });
    yield { seq: Number(position.at(-1)), position };
  }
}

type Narrowed = { branches?: Branches | undefined; candidates?: number[] | undefined };

/** Few candidates are fetched by their number and sorted; else rows come in order, judged by the indexes first. */
export function scanStatement(table: string, of: Scan & Narrowed): SqlPart {
  const { query, parameters, policy, pk, columns, now, branches, candidates } = of;
  const isHeld = branches ? [heldBy(branches, table)] : [];
  const isListed = candidates && { sql: oneOfSeqs, values: [JSON.stringify(candidates)] };
  const parts = [
    ...(pk === undefined ? [] : [{ sql: 'pk = ?', values: [pk] }]),
    ...pushDown(query.where, parameters, scalarPathsOf(policy)),
    ...(of.after.length === 0 ? [] : [after(columns, of.after)]),
    { sql: '(exp IS NULL OR exp > ?)', values: [Math.floor(now / 1000)] },
    ...(isListed ? [isListed] : isHeld),
  ];
  const selected = columns.map((column, index) => `${column.expression} AS k${index}`);
  const order = columns.map((column) => `${column.expression} ${column.descending ? 'DESC' : 'ASC'}`);
  const where = parts.map((part) => part.sql).join(' AND ');
  // The row number is no index to SQLite, and left to itself it may take another for a short one.
  const from = candidates ? `${table} NOT INDEXED` : table;
  return {
    sql: `SELECT ${selected.join(', ')} FROM ${from} WHERE ${where} ORDER BY ${order.join(', ')}`,
    values: parts.flatMap((part) => part.values),
  };
}

const oneOfSeqs = 'seq IN (SELECT value FROM json_each(?))';

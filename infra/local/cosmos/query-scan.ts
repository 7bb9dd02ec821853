import type { DocumentTable } from './document-table.ts';
import type { Parameters } from './query-evaluator.ts';
import { after, pushDown, type SortColumn, type SqlPart } from './query-pushdown.ts';
import type { Query } from './query-syntax.ts';
import { textOf } from './store.ts';

export type Scan = {
  query: Query;
  parameters: Parameters;
  pk: string | undefined;
  columns: SortColumn[];
  /** The sort key of the last row of the page before; empty for the first page. */
  after: (string | number)[];
  now: number;
};
export type Row = { seq: number; position: (string | number)[] };

/** Keys only, in order; bodies are fetched row by row, so a first page never drags a partition through a sort. */
export function* scan(table: DocumentTable, of: Scan): Generator<Row> {
  const { sql, values } = scanStatement(table.name, of);
  for (const row of table.statement(sql).iterate(...values)) {
    const position = of.columns.map((_, index) => {
      const key = row[`k${index}`];
      return typeof key === 'number' ? key : textOf(key);
    });
    yield { seq: Number(position.at(-1)), position };
  }
}

export function scanStatement(table: string, of: Scan): SqlPart {
  const { query, parameters, pk, columns, now } = of;
  const parts = [
    ...(pk === undefined ? [] : [{ sql: 'pk = ?', values: [pk] }]),
    ...pushDown(query.where, parameters),
    ...(of.after.length === 0 ? [] : [after(columns, of.after)]),
    { sql: '(exp IS NULL OR exp > ?)', values: [Math.floor(now / 1000)] },
  ];
  const selected = columns.map((column, index) => `${column.expression} AS k${index}`);
  const order = columns.map((column) => `${column.expression} ${column.descending ? 'DESC' : 'ASC'}`);
  const where = parts.map((part) => part.sql).join(' AND ');
  return {
    sql: `SELECT ${selected.join(', ')} FROM ${table} WHERE ${where} ORDER BY ${order.join(', ')}`,
    values: parts.flatMap((part) => part.values),
  };
}

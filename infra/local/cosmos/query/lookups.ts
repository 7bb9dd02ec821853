import type { DocumentTable } from '../storage/document-table.ts';
import { elementIndexName } from '../storage/element-index.ts';
import { arrayPathsOf, scalarPathsOf, type IndexingPolicy } from '../storage/indexing-policy.ts';
import { parameterValue, type Parameters } from './evaluator.ts';
import type { SqlPart } from './pushdown.ts';
import type { Expression } from './syntax.ts';
import { sortColumns, sortValue } from '../storage/sort-keys.ts';
import { numberOf } from '../storage/store.ts';

/** Rows that a separate index has for one value: `SELECT seq FROM {from} WHERE {sql}`. */
type Lookup = SqlPart & { from: string };
/** Alternatives, each with all of its lookups. */
export type Branches = Lookup[][];

interface Place {
  table: string;
  policy: IndexingPolicy;
  pk: string;
  parameters: Parameters;
}

const MAX_BRANCHES = 24;

/**
 * Returns the part of a WHERE that indexes of explicit paths can answer, as alternatives. Like the pushed-down
 * comparisons it may only narrow: undefined when a matching row could be missed.
 */
export function branchesOf(where: Expression | undefined, place: Place): Branches | undefined {
  if (where === undefined) return undefined;
  if (where.kind === 'and' || where.kind === 'or') {
    const left = branchesOf(where.left, place);
    const right = branchesOf(where.right, place);
    if (where.kind === 'and') return all(left, right);
    return left && right && [...left, ...right];
  }
  const lookup = where.kind === 'compare' ? scalarLookup(where, place) : elementLookup(where, place);
  return lookup && [[lookup]];
}

function all(left: Branches | undefined, right: Branches | undefined): Branches | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  if (left.length * right.length > MAX_BRANCHES) return left.length < right.length ? left : right;
  return left.flatMap((one) => right.map((other) => [...one, ...other]));
}

function scalarLookup(where: Extract<Expression, { kind: 'compare' }>, place: Place): Lookup | undefined {
  const { operator, left, right } = where;
  if (operator !== '=' || left.kind !== 'path') return undefined;
  const path = left.path.join('.');
  if (!scalarPathsOf(place.policy).some((own) => own.join('.') === path)) return undefined;
  const bound = sortValue(constantOf(right, place.parameters));
  if (bound === undefined) return undefined;
  const { rank, value } = sortColumns(left.path);
  return {
    from: `${place.table} AS own INDEXED BY "${place.table}_by_${path}"`,
    sql: `own.pk = ? AND (${rank}) = ? AND (${value}) = ?`,
    values: [place.pk, bound.rank, bound.value],
  };
}

function elementLookup(where: Expression, place: Place): Lookup | undefined {
  if (where.kind !== 'call' || where.name !== 'ARRAY_CONTAINS' || where.args.length !== 2) return undefined;
  const [list, wanted] = where.args;
  if (list?.kind !== 'path' || wanted === undefined) return undefined;
  const path = list.path.join('.');
  if (!arrayPathsOf(place.policy).some((own) => own.join('.') === path)) return undefined;
  const element = constantOf(wanted, place.parameters);
  // SQLite ends a text at NUL in places, as in sortValue.
  if (typeof element !== 'string' || element.includes('\0')) return undefined;
  const from = `"${elementIndexName(place.table, list.path)}" AS own`;
  return { from, sql: 'own.element = ?', values: [element] };
}

function constantOf(expression: Expression, parameters: Parameters): unknown {
  if (expression.kind === 'literal') return expression.value;
  return expression.kind === 'parameter' ? parameterValue(expression.name, parameters) : undefined;
}

/** Above this count, one value is as frequent as another. */
const countedUpTo = 4000;

/** Returns the rows of the branches, or undefined when they are more than `most`. */
export function candidatesOf(table: DocumentTable, branches: Branches, most: number): number[] | undefined {
  const found = new Set<number>();
  for (const branch of branches) {
    const [rarest, ...others] = rarestFirst(table, branch);
    if (rarest === undefined) continue;
    const { sql, values } = intersection(rarest, others);
    for (const row of table.statement(sql).all(...values, most + 1)) found.add(numberOf(row['seq']));
    if (found.size > most) return undefined;
  }
  return [...found];
}

/** Orders the lookups by frequency; returns none when one of them finds nothing. */
function rarestFirst(table: DocumentTable, branch: Lookup[]): Lookup[] {
  let least = countedUpTo;
  let rarest = branch[0];
  for (const lookup of branch) {
    const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM ${lookup.from} WHERE ${lookup.sql} LIMIT ?)`;
    const count = numberOf(table.statement(sql).get(...lookup.values, least)?.['n']);
    if (count === 0) return [];
    if (count < least) [least, rarest] = [count, lookup];
  }
  return rarest === undefined ? [] : [rarest, ...branch.filter((lookup) => lookup !== rarest)];
}

function intersection(rarest: Lookup, others: Lookup[]): SqlPart {
  const parts = others.map((other) => holds(other, 'rarest'));
  const both = parts.map((part) => ` AND ${part.sql}`).join('');
  return {
    sql: `SELECT seq FROM (SELECT own.seq AS seq FROM ${rarest.from} WHERE ${rarest.sql}) AS rarest WHERE true${both} LIMIT ?`,
    values: [...rarest.values, ...parts.flatMap((part) => part.values)],
  };
}

/** Builds the condition that the indexes contain the current row, so that other rows need not be read. */
export function heldBy(branches: Branches, table: string): SqlPart {
  const parts = branches.map((branch) => branch.map((lookup) => holds(lookup, table)));
  return {
    sql: `(${parts.map((branch) => `(${branch.map((part) => part.sql).join(' AND ')})`).join(' OR ')})`,
    values: parts.flat().flatMap((part) => part.values),
  };
}

function holds({ from, sql, values }: Lookup, row: string): SqlPart {
  return { sql: `EXISTS (SELECT 1 FROM ${from} WHERE ${sql} AND own.seq = ${row}.seq)`, values };
}

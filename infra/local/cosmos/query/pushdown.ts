import { parameterValue, type Parameters } from './evaluator.ts';
import type { Comparison, Expression, Query } from './syntax.ts';
import {
  isBooleanRank,
  isIndexable,
  sortColumns,
  sortValue,
  type PropertyPath,
} from '../storage/sort-keys.ts';

export interface SqlPart {
  sql: string;
  values: (string | number)[];
}

/**
 * Returns the conjuncts of a WHERE that SQLite can serve from an index. They may only narrow: the evaluator checks
 * every row again, and conditions without an SQL form are left out.
 */
export function pushDown(
  where: Expression | undefined,
  parameters: Parameters,
  lookedUp: readonly PropertyPath[] = [],
): (SqlPart & { path: string })[] {
  if (where === undefined) return [];
  if (where.kind === 'and')
    return [where.left, where.right].flatMap((side) => pushDown(side, parameters, lookedUp));
  if (where.kind !== 'compare' || where.operator === '!=') return [];
  const turned = { operator: mirrored[where.operator], left: where.right, right: where.left };
  const part = comparisonPart(where, parameters) ?? comparisonPart(turned, parameters);
  if (part === undefined) return [];
  const isLookedUp = where.operator === '=' && lookedUp.some((path) => path.join('.') === part.path);
  // Its index was already used (lookups.ts) and has many rows: SQLite, which keeps no statistics, would choose it.
  return [isLookedUp ? { ...part, sql: `+${part.sql}` } : part];
}

const mirrored: Record<Comparison, Comparison> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function comparisonPart(
  of: { operator: Comparison; left: Expression; right: Expression },
  parameters: Parameters,
): (SqlPart & { path: string }) | undefined {
  if (of.left.kind !== 'path' || !isIndexable(of.left.path)) return undefined;
  const { right } = of;
  if (right.kind !== 'literal' && right.kind !== 'parameter') return undefined;
  const bound = sortValue(right.kind === 'literal' ? right.value : parameterValue(right.name, parameters));
  // False and true have two ranks, for sorting; between them only the evaluator can compare.
  if (bound === undefined || (isBooleanRank(bound.rank) && of.operator !== '=')) return undefined;
  const { rank, value } = sortColumns(of.left.path);
  // Same type only: the service compares nothing across types.
  return {
    path: of.left.path.join('.'),
    sql: `(${rank}) = ? AND (${value}) ${of.operator} ?`,
    values: [bound.rank, bound.value],
  };
}

export interface SortColumn {
  expression: string;
  descending: boolean;
}

/**
 * Sort properties that the WHERE fixes to one value order nothing; without them SQLite sees that `WHERE c.type = @t
 * ORDER BY c.type, c.ReceivedAt` is one scan of the composite index.
 */
export function varyingOrders(query: Query, parameters: Parameters): Query['orderBy'] {
  const held = new Set(equalities(query.where, parameters));
  return query.orderBy.filter(({ path }) => !held.has(path.join('/')));
}

function equalities(where: Expression | undefined, parameters: Parameters): string[] {
  if (where?.kind === 'and')
    return [...equalities(where.left, parameters), ...equalities(where.right, parameters)];
  if (where?.kind !== 'compare' || where.operator !== '=' || pushDown(where, parameters).length === 0)
    return [];
  return [where.left, where.right].flatMap((side) => (side.kind === 'path' ? [side.path.join('/')] : []));
}

/** Rank and value of each property, then the creation in the direction of the last one (see indexing-policy.ts). */
export function sortColumnsOf(orderBy: Query['orderBy']): SortColumn[] {
  const columns = orderBy.flatMap(({ path, descending }) => {
    const { rank, value } = sortColumns(path);
    return [
      { expression: rank, descending },
      { expression: value, descending },
    ];
  });
  return [...columns, { expression: 'seq', descending: orderBy.at(-1)?.descending ?? false }];
}

/** Selects rows after a position. The first line repeats a part of the second in the form that an index can seek. */
export function after(columns: SortColumn[], position: (string | number)[]): SqlPart {
  const [first] = columns;
  const start = position[0];
  if (first === undefined || start === undefined) return { sql: '1', values: [] };
  const exact = columns.map((column, index) => {
    const equal = columns.slice(0, index).map((before) => `(${before.expression}) = ?`);
    const beyond = `(${column.expression}) ${column.descending ? '<' : '>'} ?`;
    return { sql: `(${[...equal, beyond].join(' AND ')})`, values: position.slice(0, index + 1) };
  });
  return {
    sql: `(${first.expression}) ${first.descending ? '<=' : '>='} ? AND (${exact.map((part) => part.sql).join(' OR ')})`,
    values: [start, ...exact.flatMap((part) => part.values)],
  };
}

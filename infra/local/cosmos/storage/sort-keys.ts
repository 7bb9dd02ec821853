/** A property path inside a document, `['Address', 'Zip']`. */
export type PropertyPath = readonly string[];

/**
 * Maps a JSON value to two SQL columns with the sort order of Cosmos: undefined < null < false < true < numbers <
 * strings < arrays < objects, and within a type by value. Alone, json_extract would mix null with undefined, booleans
 * with numbers and arrays with strings. `value` is never NULL, so that row comparisons work. Source of the order:
 * learn.microsoft.com/azure/cosmos-db/nosql/query/order-by
 */
export function sortColumns(path: PropertyPath): { rank: string; value: string } {
  const at = `'${jsonPath(path)}'`;
  return {
    rank: `CASE json_type(body, ${at}) WHEN 'null' THEN 1 WHEN 'false' THEN 2 WHEN 'true' THEN 3 WHEN 'integer' THEN 4 WHEN 'real' THEN 4 WHEN 'text' THEN 5 WHEN 'array' THEN 6 WHEN 'object' THEN 7 ELSE 0 END`,
    value: `ifnull(json_extract(body, ${at}), 0)`,
  };
}

/** Returns the same two columns for a scalar from the query text; undefined when SQL cannot compare it. */
export function sortValue(scalar: unknown): { rank: number; value: string | number } | undefined {
  if (scalar === null) return { rank: 1, value: 0 };
  if (typeof scalar === 'boolean') return scalar ? { rank: 3, value: 1 } : { rank: 2, value: 0 };
  if (typeof scalar === 'number') return { rank: 4, value: scalar };
  // SQLite ends a text at NUL in places; leave such a comparison to the evaluator.
  if (typeof scalar === 'string' && !scalar.includes('\0')) return { rank: 5, value: scalar };
  return undefined;
}

export function isBooleanRank(rank: number): boolean {
  return rank === 2 || rank === 3;
}

/** Names with quotes cannot be written as a SQLite path: those stay with the evaluator. */
export function isIndexable(path: PropertyPath): boolean {
  return path.length > 0 && path.every((name) => !/["'\\]/.test(name));
}

/** Formats a path for SQLite; only for one that `isIndexable`. */
export function jsonPath(path: PropertyPath): string {
  return `$${path.map((name) => `."${name}"`).join('')}`;
}

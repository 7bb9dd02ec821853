import * as z from 'zod';
import { isIndexable, sortColumns, type PropertyPath } from './sort-keys.ts';

const pathList = z.array(z.looseObject({ path: z.string().startsWith('/') }));
const compositeIndex = z
  .array(
    z.strictObject({
      path: z.string().regex(/^\/.*[^?*]$/, 'a composite path has no wildcard'),
      order: z.enum(['ascending', 'descending']).default('ascending'),
    }),
  )
  .min(2)
  .max(8);

/** Spatial, vector and full-text indexes are absent on purpose: strictObject refuses them by name. */
export const indexingPolicy = z
  .strictObject({
    automatic: z.boolean().default(true),
    indexingMode: z
      .string()
      .transform((mode) => mode.toLowerCase())
      .pipe(z.enum(['consistent', 'none']))
      .default('consistent'),
    includedPaths: pathList.default([{ path: '/*' }]),
    // The service adds the etag itself; a definition that was read and sent back has it already.
    excludedPaths: pathList
      .default([])
      .transform((paths) => paths.filter(({ path }) => path !== '/"_etag"/?')),
    compositeIndexes: z.array(compositeIndex).max(100).optional(),
  })
  .refine(
    ({ indexingMode, includedPaths, excludedPaths }) =>
      indexingMode === 'none' || [...includedPaths, ...excludedPaths].some(({ path }) => isRoot(path)),
    'the mandatory path "/*" is in neither includedPaths nor excludedPaths',
  );

function isRoot(path: string): boolean {
  return path === '/*' || path === '/';
}

export type IndexingPolicy = z.infer<typeof indexingPolicy>;
export interface SortOrder {
  path: PropertyPath;
  descending: boolean;
}

/**
 * The SQLite indexes for a policy: always the type (with the partition last, so that an allow-listed cross-partition
 * query uses it too), each explicit scalar path, and each composite.
 */
export function indexesOf(policy: IndexingPolicy): { label: string; sql: string }[] {
  const type = sortColumns(['type']);
  const indexes = [{ label: 'type', sql: `${type.rank}, ${type.value}, pk` }];
  for (const names of scalarPathsOf(policy)) {
    const { rank, value } = sortColumns(names);
    indexes.push({ label: names.join('.'), sql: `pk, ${rank}, ${value}` });
  }
  for (const composite of policy.compositeIndexes ?? []) {
    const orders = composite.map((part) => ({
      path: propertyPathOf(part.path),
      descending: part.order === 'descending',
    }));
    if (!orders.every((order) => isIndexable(order.path))) continue;
    indexes.push({
      label: labelOf(orders),
      sql: `pk, ${orders.map((order) => columnsOf(order, orders)).join(', ')}`,
    });
  }
  return indexes;
}

/** Scalars with a separate index here; the service has one for each path under `/*` too. */
export function scalarPathsOf(policy: IndexingPolicy): PropertyPath[] {
  return ownPathsOf(policy).filter((names) => !names.includes(anyElement) && names.join() !== 'type');
}

/** Arrays whose elements are in a separate index: `/tags/[]/?`. */
export function arrayPathsOf(policy: IndexingPolicy): PropertyPath[] {
  return ownPathsOf(policy)
    .filter((names) => names.indexOf(anyElement) === names.length - 1 && names.length > 1)
    .map((names) => names.slice(0, -1));
}

const anyElement = '[]';

function ownPathsOf({ includedPaths }: IndexingPolicy): PropertyPath[] {
  return includedPaths
    .filter(({ path }) => path.endsWith('/?'))
    .map(({ path }) => propertyPathOf(path))
    .filter((names) => isIndexable(names));
}

// SQLite appends the row number ascending to each index. With the last property ascending too, one scan (forward or
// backward) serves `… last ASC, seq ASC` and `… last DESC, seq DESC`.
function columnsOf(order: SortOrder, orders: SortOrder[]): string {
  const direction = order.descending === orders.at(-1)?.descending ? 'ASC' : 'DESC';
  const { rank, value } = sortColumns(order.path);
  return `${rank} ${direction}, ${value} ${direction}`;
}

function labelOf(orders: SortOrder[]): string {
  return orders.map((order) => `${order.path.join('.')}${order.descending ? '-' : '+'}`).join(',');
}

/**
 * Two or more sort properties need a composite index with the same paths in the same sequence, all directions as
 * declared or all reversed. Source: learn.microsoft.com/azure/cosmos-db/index-policy, "Composite indexes".
 */
export function servesSort(policy: IndexingPolicy, orders: SortOrder[]): boolean {
  return (policy.compositeIndexes ?? []).some((composite) => {
    if (composite.length !== orders.length) return false;
    const reversed = composite.map((part, index) => {
      const order = orders[index];
      if (order === undefined || propertyPathOf(part.path).join('/') !== order.path.join('/'))
        return undefined;
      return (part.order === 'descending') !== order.descending;
    });
    return reversed.every((flag) => flag === false) || reversed.every((flag) => flag === true);
  });
}

/** The more precise path wins. Source: learn.microsoft.com/azure/cosmos-db/index-policy, "Include/exclude precedence". */
export function isIndexed(policy: IndexingPolicy, path: PropertyPath): boolean {
  if (policy.indexingMode === 'none') return false;
  const best = (paths: { path: string }[]) =>
    Math.max(-1, ...paths.map((entry) => precision(entry.path, path)));
  return best(policy.includedPaths) > best(policy.excludedPaths);
}

function precision(pattern: string, path: PropertyPath): number {
  const names = propertyPathOf(pattern);
  const matches = names.every((name, index) => name === path[index]);
  if (!matches) return -1;
  if (pattern.endsWith('/?')) return names.length === path.length ? names.length * 2 + 1 : -1;
  return names.length * 2;
}

function propertyPathOf(pattern: string): string[] {
  if (isRoot(pattern)) return [];
  return pattern
    .replace(/\/[?*]$/, '')
    .split('/')
    .slice(1)
    .map((name) => name.replace(/^"(.*)"$/, '$1'));
}

import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openCatalog } from '../storage/catalog.ts';
import { createDocument } from '../storage/documents.ts';
import { parseJson, propertyOf } from '../json-values.ts';
import { compileCondition } from './evaluator.ts';
import { runQuery } from './page.ts';
import { parseQuery } from './parser.ts';
import { openStore } from '../storage/store.ts';

// The indexes may only narrow and order what the evaluator decides; checked with random items and queries, with and
// without SQLite.

const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    true,
    false,
    0,
    1,
    1.5,
    -2,
    '',
    'a',
    'b',
    'B',
    '1',
    'é',
    '\u{1F600}',
    '\uFF5E',
  ),
  fc.constantFrom<unknown>([], ['a'], {}, { a: 1 }),
);
const tags = fc.oneof(
  fc.uniqueArray(fc.constantFrom<unknown>('a', 'b', 'é', '', 1, null, ['a']), { maxLength: 4 }),
  fc.constantFrom<unknown>(undefined, 'a', { a: 'a' }),
);
const item = fc.record({ x: scalar, y: scalar, z: fc.record({ x: scalar }), tags });
const items = fc.array(item, { maxLength: 12 });
const constant = fc.constantFrom(
  'null',
  'true',
  'false',
  '0',
  '1',
  '1.5',
  '-2',
  "''",
  "'a'",
  "'B'",
  "'é'",
  "'1'",
);
const path = fc.constantFrom('c.x', 'c.y', 'c.z.x', 'c.missing');
const comparison = fc
  .tuple(path, fc.constantFrom('=', '!=', '<', '<=', '>', '>='), constant, fc.boolean())
  .map(([left, operator, right, isTurned]) =>
    (isTurned ? [right, operator, left] : [left, operator, right]).join(' '),
  );
const membership = fc
  .constantFrom("'a'", "'b'", "'é'", "''", '1', 'null')
  .map((element) => `ARRAY_CONTAINS(c.tags, ${element})`);
const lookup = fc.oneof(
  membership,
  fc.constantFrom('null', 'true', "'a'", '1').map((value) => `c.x = ${value}`),
);
const lookups = fc
  .tuple(lookup, fc.constantFrom('AND', 'OR'), lookup, fc.constantFrom('AND', 'OR'), lookup)
  .map(([one, first, two, then, three]) => `(${one} ${first} ${two}) ${then} ${three}`);
const condition = fc.oneof(
  comparison,
  lookup,
  lookups,
  lookups,
  fc.tuple(lookups, comparison).map((pair) => pair.join(' AND ')),
  fc.tuple(lookup, comparison).map((pair) => pair.join(' OR ')),
  fc.tuple(comparison, comparison).map((pair) => pair.join(' AND ')),
  fc.tuple(comparison, comparison).map((pair) => pair.join(' OR ')),
  fc.tuple(comparison, comparison).map(([left, right]) => `${left} AND NOT (${right})`),
);
const direction = fc.constantFrom('ASC', 'DESC');
const sort = fc.oneof(
  fc.constant(''),
  fc.tuple(fc.constantFrom('c.x', 'c.y', 'c.z.x'), direction).map((parts) => `ORDER BY ${parts.join(' ')}`),
  fc.constantFrom(
    'ORDER BY c.x, c.y DESC',
    'ORDER BY c.x DESC, c.y',
    'ORDER BY c.y, c.x',
    'ORDER BY c.y DESC, c.x DESC',
  ),
);

test('an index changes neither the result of a query nor its order, complete or in pages', () => {
  const store = openStore({ now: Date.now });
  onTestFinished(store.close);
  const catalog = openCatalog(store);
  catalog.createDatabase({ id: 'db' });
  let runs = 0;
  fc.assert(
    fc.property(
      items,
      condition,
      sort,
      fc.integer({ min: 1, max: 5 }),
      (values, where, orderBy, pageSize) => {
        runs += 1;
        const id = `c${runs}`;
        catalog.createContainer('db', {
          id,
          partitionKey: { paths: ['/pk'] },
          indexingPolicy: { compositeIndexes, includedPaths },
        });
        const container = catalog.container('db', id);
        const bodies = values.map((value, n) => ({ ...value, id: `${n}`, pk: 'a' }));
        store.transact(() => {
          for (const body of bodies) createDocument({ store, container, pk: '["a"]' }, body);
        });
        const text = `SELECT VALUE c.id FROM c WHERE ${where} ${orderBy}`;
        const wanted = expected(bodies, text);
        const request = { text, parameters: new Map<string, unknown>(), pk: '["a"]' };
        for (const fewest of plans) {
          const found = readAll((continuation, size) =>
            runQuery(container, { ...request, pageSize: size, continuation, fewest }, Date.now()),
          );
          expect(found(pageSize)).toEqual(wanted);
          expect(found(100)).toEqual(wanted);
        }
        catalog.deleteContainer('db', id);
      },
    ),
    { numRuns: 150, seed: Number(process.env['SEED'] ?? 1) },
  );
});

const includedPaths = [{ path: '/*' }, { path: '/x/?' }, { path: '/tags/[]/?' }];
/** Cases: candidates are fetched and sorted, listed and filtered in order, or not listed. */
const plans = [
  { fetched: 300, listed: 3000 },
  { fetched: 0, listed: 3000 },
  { fetched: 0, listed: 0 },
];

const compositeIndexes = [
  [{ path: '/x' }, { path: '/y', order: 'descending' }],
  [{ path: '/y' }, { path: '/x' }],
];

function readAll(page: (continuation: string | undefined, size: number) => ReturnType<typeof runQuery>) {
  return (size: number): string[] => {
    const documents: string[] = [];
    let continuation: string | undefined;
    do {
      const next = page(continuation, size);
      documents.push(...next.documents.map((text) => String(parseJson(text))));
      continuation = next.continuation;
    } while (continuation !== undefined);
    return documents;
  };
}

/**
 * Runs the same query over a plain array; equal keys come in the order of creation, in the direction of the last
 * sort.
 */
function expected(bodies: { id: string }[], text: string): string[] {
  const query = parseQuery(text);
  const isWanted = compileCondition(query.where);
  const keyed = bodies
    .filter((body) => isWanted(body))
    .map((body, created) => ({
      id: body.id,
      created,
      keys: query.orderBy.map((order) => order.path.reduce<unknown>(propertyOf, body)),
    }));
  const isTurned = query.orderBy.at(-1)?.descending ?? false;
  keyed.sort((left, right) => {
    for (const [index, { descending }] of query.orderBy.entries()) {
      const order = compareKeys(left.keys[index], right.keys[index]);
      if (order !== 0) return descending ? -order : order;
    }
    return isTurned ? right.created - left.created : left.created - right.created;
  });
  return keyed.map((entry) => entry.id);
}

function compareKeys(left: unknown, right: unknown): number {
  const [rank, otherRank] = [rankOf(left), rankOf(right)];
  if (rank !== otherRank) return rank - otherRank;
  if (typeof left === 'number') return left - Number(right);
  return Buffer.compare(Buffer.from(textOf(left)), Buffer.from(textOf(right)));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function rankOf(value: unknown): number {
  if (value === null) return 1;
  if (Array.isArray(value)) return 6;
  const ranks = { undefined: 0, boolean: value === true ? 3 : 2, number: 4, string: 5, object: 7 };
  return Object.entries(ranks).find(([type]) => type === typeof value)?.[1] ?? 8;
}

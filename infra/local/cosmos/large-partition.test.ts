import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openDocumentTable } from './document-table.ts';
import { indexingPolicy } from './indexing-policy.ts';
import { openLocalEndpoint } from './local-endpoint.ts';
import { parseQuery } from './query-parser.ts';
import { sortColumnsOf, varyingOrders } from './query-pushdown.ts';
import { scanStatement } from './query-scan.ts';
import { openStore } from './store.ts';

const compositeIndexes = [
  [
    { path: '/type', order: 'ascending' as const },
    { path: '/at', order: 'descending' as const },
  ],
];

// A domain's partition holds 50,000 items and more: a page must come out of an index in its order.
describe('the plan of SQLite', () => {
  const at = { pk: '["a"]', parameters: new Map<string, unknown>([['@t', 'note']]), now: 0 };

  function planOf(
    text: string,
    options: { after?: (string | number)[]; pk?: string | undefined } = {},
  ): string {
    const store = openStore({ now: Date.now });
    onTestFinished(store.close);
    openDocumentTable(store, 1).setIndexes(
      indexingPolicy.parse({
        compositeIndexes,
        includedPaths: [{ path: '/name/?' }],
        excludedPaths: [{ path: '/*' }],
      }),
    );
    const query = parseQuery(text);
    const columns = sortColumnsOf(varyingOrders(query, at.parameters));
    const { sql } = scanStatement('docs_1', { ...at, query, columns, after: [], ...options });
    return store.db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map((row) => String(row['detail']))
      .join('; ');
  }

  test.each([
    ["SELECT * FROM c WHERE c.type = 'note'", 'docs_1_by_type '],
    ['SELECT * FROM c WHERE c.type = @t ORDER BY c.at DESC', 'docs_1_by_type+,at- '],
    ['SELECT * FROM c WHERE c.type = @t ORDER BY c.at', 'docs_1_by_type+,at- '],
    ['SELECT * FROM c WHERE c.type = @t ORDER BY c.type, c.at DESC', 'docs_1_by_type+,at- '],
    ['SELECT * FROM c ORDER BY c.type, c.at DESC', 'docs_1_by_type+,at- '],
    ['SELECT * FROM c ORDER BY c.name', 'docs_1_by_name '],
    ['SELECT * FROM c', 'docs_1_pk '],
  ])('%s needs no sort', (text, index) => {
    expect(planOf(text)).toContain(`INDEX ${index}`);
    expect(planOf(text)).not.toContain('TEMP B-TREE');
  });

  test('a following page seeks its place', () => {
    const text = 'SELECT * FROM c WHERE c.type = @t ORDER BY c.type, c.at DESC';
    expect(planOf(text, { after: [4, 7, 12] })).toMatch(/by_type\+,at- \(pk=\? AND .*<expr><\?\)$/);
  });

  test('an allow-listed query over all partitions finds its type', () => {
    expect(planOf("SELECT * FROM c WHERE c.type = 'outbox'", { pk: undefined })).toContain('docs_1_by_type ');
  });
});

test('a first page loads a page, not the partition', async () => {
  const { container } = await openLocalEndpoint({ definition: { indexingPolicy: { compositeIndexes } } });
  for (let batch = 0; batch < 10; batch += 1) {
    await container.items.batch(
      Array.from({ length: 100 }, (_, n) => ({
        operationType: 'Create',
        resourceBody: { id: `${batch}-${n}`, pk: 'a', type: n < 10 ? 'rare' : 'common', at: n },
      })),
      'a',
    );
  }
  // The charge tells how many items were loaded: 1,000 of them would cost 30 and more.
  const cost = async (query: string) => {
    const page = await container.items.query(query, { partitionKey: 'a', maxItemCount: 10 }).fetchNext();
    expect(page.resources).toHaveLength(10);
    return page.requestCharge;
  };
  expect(await cost("SELECT * FROM c WHERE c.type = 'rare'")).toBeLessThan(6);
  expect(await cost('SELECT * FROM c ORDER BY c.at')).toBeLessThan(6);
});

test('indexes follow the policy and survive a reopening untouched', () => {
  const store = openStore({ now: Date.now });
  onTestFinished(store.close);
  const policy = indexingPolicy.parse({ compositeIndexes });
  const table = openDocumentTable(store, 1);
  table.setIndexes(policy);
  const before = storedNames(store.db);
  expect(before).toContain('docs_1_by_type+,at-');
  openDocumentTable(store, 1).setIndexes(policy);
  expect(storedNames(store.db)).toEqual(before);
  table.setIndexes(indexingPolicy.parse({}));
  expect(storedNames(store.db)).not.toContain('docs_1_by_type+,at-');
  table.drop();
  expect(storedNames(store.db).filter((name) => String(name).startsWith('docs_'))).toEqual([]);
});

function storedNames(db: DatabaseSync): unknown[] {
  return db
    .prepare('SELECT name FROM sqlite_master')
    .all()
    .map((row) => row['name']);
}

import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCatalog } from './catalog.ts';
import { openDocumentTable } from './document-table.ts';
import { createDocument } from './documents.ts';
import { indexingPolicy } from './indexing-policy.ts';
import { runQuery } from './query-page.ts';
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
    const policy = indexingPolicy.parse({
      compositeIndexes,
      includedPaths: [{ path: '/name/?' }],
      excludedPaths: [{ path: '/*' }],
    });
    openDocumentTable(store, 1).setIndexes(policy);
    const query = parseQuery(text);
    const columns = sortColumnsOf(varyingOrders(query, at.parameters));
    const { sql } = scanStatement('docs_1', { ...at, policy, query, columns, after: [], ...options });
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

test('a first page loads a page, not the partition', () => {
  const store = openStore({ now: Date.now });
  onTestFinished(store.close);
  const catalog = openCatalog(store);
  catalog.createDatabase({ id: 'db' });
  catalog.createContainer('db', {
    id: 'app',
    partitionKey: { paths: ['/pk'] },
    indexingPolicy: { compositeIndexes },
  });
  const container = catalog.container('db', 'app');
  store.transact(() => {
    for (let n = 0; n < 1000; n += 1) {
      const body = { id: `${n}`, pk: 'a', type: n % 10 === 0 ? 'rare' : 'common', at: n };
      createDocument({ store, container, pk: '["a"]' }, body);
    }
  });
  // The charge tells how many items were loaded: 1,000 of them would cost 30 and more.
  const chargeOf = (text: string): number => {
    const request = { text, parameters: new Map(), pk: '["a"]', pageSize: 10, continuation: undefined };
    const page = runQuery(container, request, Date.now());
    expect(page.documents).toHaveLength(10);
    return page.charge;
  };
  expect(chargeOf("SELECT * FROM c WHERE c.type = 'rare'")).toBeLessThan(6);
  expect(chargeOf('SELECT * FROM c ORDER BY c.at')).toBeLessThan(6);
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

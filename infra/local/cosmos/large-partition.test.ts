import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openCatalog, type Container } from './storage/catalog.ts';
import { openDocumentTable } from './storage/document-table.ts';
import { createDocument, deleteDocument } from './storage/documents.ts';
import { elementIndexName } from './storage/element-index.ts';
import { indexingPolicy } from './storage/indexing-policy.ts';
import { runQuery } from './query/page.ts';
import { parseQuery } from './query/parser.ts';
import { sortColumnsOf, varyingOrders } from './query/pushdown.ts';
import { scan, scanStatement } from './query/scan.ts';
import { openStore } from './storage/store.ts';

const compositeIndexes = [
  [
    { path: '/type', order: 'ascending' as const },
    { path: '/at', order: 'descending' as const },
  ],
  [
    { path: '/type', order: 'ascending' as const },
    { path: '/name', order: 'ascending' as const },
    { path: '/at', order: 'descending' as const },
  ],
];

// A domain's partition holds 50,000 items or more, so an index must deliver a page in its order.
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

  test('a value that a sort fixes is found in its index, even if its path has a separate index', () => {
    const text = "SELECT * FROM c WHERE c.type = @t AND c.name = 'x' ORDER BY c.type, c.name, c.at DESC";
    const held = '<expr>=? AND <expr>=? AND <expr>=? AND <expr>=?';
    expect(planOf(text)).toContain(`INDEX docs_1_by_type+,name+,at- (pk=? AND ${held})`);
    expect(planOf(text)).not.toContain('TEMP B-TREE');
  });

  test('a next page starts at its position, without reading earlier rows', () => {
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
  // The charge shows how many items were loaded: 1,000 of them would cost 30 and more.
  const chargeOf = (text: string): number => {
    const request = { text, parameters: new Map(), pk: '["a"]', pageSize: 10, continuation: undefined };
    const page = runQuery(container, request, Date.now());
    expect(page.documents).toHaveLength(10);
    return page.charge;
  };
  expect(chargeOf("SELECT * FROM c WHERE c.type = 'rare'")).toBeLessThan(6);
  expect(chargeOf('SELECT * FROM c ORDER BY c.at')).toBeLessThan(6);
});

describe('looked up in the indexes of explicit paths', () => {
  const policy = {
    compositeIndexes,
    includedPaths: ['/*', '/state/?', '/tags/[]/?'].map((path) => ({ path })),
  };

  /** 1,000 documents; the oldest few are rare. */
  function filled() {
    const store = openStore({ now: Date.now });
    onTestFinished(store.close);
    const catalog = openCatalog(store);
    catalog.createDatabase({ id: 'db' });
    catalog.createContainer('db', { id: 'app', partitionKey: { paths: ['/pk'] }, indexingPolicy: policy });
    const container = catalog.container('db', 'app');
    store.transact(() => {
      for (let n = 0; n < 1000; n += 1) {
        const tags = ['every', n % 3 === 0 ? 'third' : 'other', ...(n > 2 && n < 8 ? ['rare'] : [])];
        const body = { id: `${n}`, pk: 'a', type: 'note', at: n, state: n < 5 ? 'old' : 'new', tags };
        createDocument({ store, container, pk: '["a"]' }, body);
      }
    });
    return container;
  }

  test.each([
    ["c.state = 'old'", '4 3 2 1 0'],
    ["ARRAY_CONTAINS(c.tags, 'rare')", '7 6 5 4 3'],
    ["ARRAY_CONTAINS(c.tags, 'rare') OR c.state = 'old'", '7 6 5 4 3'],
    ["ARRAY_CONTAINS(c.tags, 'rare') AND (c.state = 'old' OR ARRAY_CONTAINS(c.tags, 'third'))", '6 4 3'],
    ["ARRAY_CONTAINS(c.tags, 'rare') AND ARRAY_CONTAINS(c.tags, 'third')", '6 3'],
    ["ARRAY_CONTAINS(c.tags, 'every') AND c.state = 'old'", '4 3 2 1 0'],
    ["ARRAY_CONTAINS(c.tags, 'nothing') OR c.state = 'nothing'", ''],
    ["ARRAY_CONTAINS(c.tags, 'third') AND ARRAY_CONTAINS(c.tags, 'other')", ''],
    ["ARRAY_CONTAINS(c.tags, 'third')", '999 996 993 990 987'],
  ])('%s loads no more than it finds', (where, found) => {
    const container = filled();
    const text = `SELECT VALUE c.id FROM c WHERE c.type = 'note' AND ${where} ORDER BY c.type, c.at DESC`;
    for (const fewest of [undefined, { fetched: 1, listed: 3000 }, { fetched: 0, listed: 0 }]) {
      const place = { parameters: new Map(), pk: '["a"]', pageSize: 5, continuation: undefined };
      const page = runQuery(container, { text, ...place, ...(fewest && { fewest }) }, Date.now());
      expect(page.documents.map((id) => Number(JSON.parse(id))).join(' ')).toBe(found);
      // 2.3, 0.05 for each of four lookups at most, and 0.06 for each document of a few hundred bytes.
      expect(page.charge).toBeLessThan(2.3 + 0.2 + 0.06 * page.documents.length + 0.01);
    }
  });

  test('an ordered scan opens no document that the indexes rule out', () => {
    const container = filled();
    const query = parseQuery(
      "SELECT * FROM c WHERE c.type = 'note' AND c.state = 'new' ORDER BY c.type, c.at DESC",
    );
    const columns = sortColumnsOf(varyingOrders(query, new Map()));
    const sql: string[] = [];
    const spied = {
      ...container.table,
      statement: (text: string) => (sql.push(text), container.table.statement(text)),
    };
    const of = {
      query,
      parameters: new Map(),
      policy: container.definition.indexingPolicy,
      pk: '["a"]',
      columns,
    };
    const { rows } = scan(spied, { ...of, after: [], now: Date.now(), fewest: { fetched: 0, listed: 0 } });
    expect([...rows]).toHaveLength(995);
    const pass = sql.find((text) => text.includes('ORDER BY')) ?? '';
    expect(planOfStatement(container, pass)).toMatch(/COVERING INDEX docs_\d+_by_type\+,at- /);
    expect(planOfStatement(container, pass)).not.toContain('TEMP B-TREE');
  });
});

test('expired and deleted documents are in no result, and finally in no index', () => {
  let now = 1_000_000;
  const store = openStore({ now: () => now });
  onTestFinished(store.close);
  const catalog = openCatalog(store);
  catalog.createDatabase({ id: 'db' });
  const policy = { includedPaths: [{ path: '/*' }, { path: '/tags/[]/?' }] };
  catalog.createContainer('db', {
    id: 'app',
    partitionKey: { paths: ['/pk'] },
    defaultTtl: -1,
    indexingPolicy: policy,
  });
  const container = catalog.container('db', 'app');
  const at = { store, container, pk: '["a"]' };
  for (const id of ['kept', 'deleted', 'expired'])
    createDocument(at, { id, pk: 'a', tags: ['red'], ...(id === 'expired' && { ttl: 10 }) });
  deleteDocument(at, 'deleted');
  now += 11_000;
  const request = {
    text: "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c.tags, 'red')",
    parameters: new Map(),
  };
  for (const fewest of [undefined, { fetched: 0, listed: 0 }]) {
    const place = { pk: '["a"]', pageSize: 10, continuation: undefined, ...(fewest && { fewest }) };
    expect(runQuery(container, { ...request, ...place }, now).documents).toEqual(['"kept"']);
  }
  container.table.purgeExpired(now / 1000);
  const index = elementIndexName(container.table.name, ['tags']);
  expect(container.table.statement(`SELECT count(*) AS n FROM "${index}"`).get()).toEqual({ n: 1 });
});

function planOfStatement({ table }: Container, sql: string): string {
  const rows = table.statement(`EXPLAIN QUERY PLAN ${sql}`).all();
  return rows.map((row) => String(row['detail'])).join('; ');
}

test('indexes follow the policy and survive a restart unchanged', () => {
  const store = openStore({ now: Date.now });
  onTestFinished(store.close);
  const includedPaths = ['/*', '/name/?', '/tags/[]/?'].map((path) => ({ path }));
  const policy = indexingPolicy.parse({ compositeIndexes, includedPaths });
  const table = openDocumentTable(store, 1);
  table.setIndexes(policy);
  const before = storedNames(store.db);
  expect(before).toEqual(expect.arrayContaining(['docs_1_by_type+,at-', 'docs_1_by_name', 'docs_1_in_tags']));
  expect(before).not.toContain('docs_1_by_tags.[]');
  openDocumentTable(store, 1).setIndexes(policy);
  expect(storedNames(store.db)).toEqual(before);
  table.setIndexes(indexingPolicy.parse({}));
  expect(storedNames(store.db)).not.toContain('docs_1_by_type+,at-');
  expect(storedNames(store.db).filter((name) => String(name).includes('tags'))).toEqual([]);
  table.setIndexes(policy);
  table.drop();
  expect(storedNames(store.db).filter((name) => String(name).startsWith('docs_'))).toEqual([]);
});

test('the indexes of a small table are built with its third document, also when that was undone once', () => {
  const store = openStore({ now: Date.now, indexedFrom: 3 });
  onTestFinished(store.close);
  const catalog = openCatalog(store);
  catalog.createDatabase({ id: 'db' });
  const includedPaths = [{ path: '/*' }, { path: '/tags/[]/?' }];
  const partitionKey = { paths: ['/pk'] };
  catalog.createContainer('db', { id: 'app', partitionKey, indexingPolicy: { includedPaths } });
  const container = catalog.container('db', 'app');
  const add = (id: string) =>
    createDocument({ store, container, pk: '["a"]' }, { id, pk: 'a', tags: ['red'] });
  const reds = () => {
    const text = "SELECT VALUE c.id FROM c WHERE ARRAY_CONTAINS(c.tags, 'red')";
    const place = { pk: '["a"]', pageSize: 10, continuation: undefined };
    return runQuery(container, { text, parameters: new Map(), ...place }, 0).documents;
  };
  const isBuilt = () => storedNames(store.db).some((name) => String(name).endsWith('_in_tags'));

  for (const id of ['one', 'two']) store.transact(() => add(id));
  const undone = () => {
    add('undone');
    throw new Error('undone');
  };
  expect(() => store.transact(undone)).toThrow('undone');
  expect([isBuilt(), reds()]).toEqual([false, ['"one"', '"two"']]);
  store.transact(() => add('three'));
  expect([isBuilt(), reds()]).toEqual([true, ['"one"', '"two"', '"three"']]);
});

function storedNames(db: DatabaseSync): unknown[] {
  return db
    .prepare('SELECT name FROM sqlite_master')
    .all()
    .map((row) => row['name']);
}

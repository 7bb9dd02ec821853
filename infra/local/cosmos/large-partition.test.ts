import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openDocumentTable } from './document-table.ts';
import { indexingPolicy } from './indexing-policy.ts';
import { openLocalEndpoint } from './local-endpoint.ts';
import { openStore } from './store.ts';

const compositeIndexes = [
  [
    { path: '/type', order: 'ascending' as const },
    { path: '/at', order: 'descending' as const },
  ],
];

test('a first page reads a page, not the partition', async () => {
  const { container } = await openLocalEndpoint({ definition: { indexingPolicy: { compositeIndexes } } });
  for (let batch = 0; batch < 30; batch += 1) {
    await container.items.batch(
      Array.from({ length: 100 }, (_, n) => ({
        operationType: 'Create',
        resourceBody: { id: `${batch}-${n}`, pk: 'a', type: n === 0 ? 'rare' : 'common', at: (n * 37) % 100 },
      })),
      'a',
    );
  }
  const cost = async (query: string) => {
    const page = await container.items.query(query, { partitionKey: 'a', maxItemCount: 10 }).fetchNext();
    expect(page.resources).toHaveLength(10);
    return page.requestCharge;
  };
  // The charge tells how many items were loaded: 3,000 of them would cost 90 and more.
  const charges: number[] = [];
  for (const query of [
    "SELECT * FROM c WHERE c.type = 'rare'",
    "SELECT * FROM c WHERE c.type = 'common' ORDER BY c.at DESC",
    "SELECT * FROM c WHERE c.type = 'rare' ORDER BY c.type, c.at DESC",
    'SELECT * FROM c ORDER BY c.at',
  ]) {
    charges.push(await cost(query));
  }
  expect(Math.max(...charges)).toBeLessThan(6);
});

test('indexes follow the policy and survive a reopening untouched', () => {
  const store = openStore({ now: Date.now });
  const policy = indexingPolicy.parse({ compositeIndexes });
  const table = openDocumentTable(store, 1);
  table.setIndexes(policy);
  const before = indexNames(store.db);
  expect(before).toContain('docs_1_by_type');
  expect(before).toContain('docs_1_by_type+,at-');
  openDocumentTable(store, 1).setIndexes(policy);
  expect(indexNames(store.db)).toEqual(before);
  table.setIndexes(indexingPolicy.parse({}));
  expect(indexNames(store.db)).not.toContain('docs_1_by_type+,at-');
  store.close();
});

function indexNames(db: DatabaseSync): unknown[] {
  return db
    .prepare(`SELECT name, rootpage FROM sqlite_master WHERE type = 'index'`)
    .all()
    .map((row) => row['name']);
}

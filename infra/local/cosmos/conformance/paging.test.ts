import type { Container, FeedOptions } from '@azure/cosmos';
import { beforeAll, expect, test } from 'vitest';
import { useAccount } from './account.ts';

const account = useAccount();
let container: Container;

beforeAll(async () => {
  container = await account.newContainer({
    indexingPolicy: {
      includedPaths: [{ path: '/*' }],
      compositeIndexes: [
        [
          { path: '/type', order: 'ascending' },
          { path: '/at', order: 'descending' },
        ],
      ],
    },
  });
  await container.items.batch(
    Array.from({ length: 25 }, (_, n) => ({
      operationType: 'Create',
      // Few different times make pages end between equal sort keys.
      resourceBody: { id: `${n}`, pk: 'a', type: n % 2 === 0 ? 'even' : 'odd', at: n % 3, n },
    })),
    'a',
  );
});

/** Requests every page with a new iterator, like a web request: only the token is passed on. */
async function readPages(query: string, options: FeedOptions = {}): Promise<string[][]> {
  const pages: string[][] = [];
  let continuationToken: string | undefined;
  do {
    const page = await container.items
      .query<string>(query, {
        partitionKey: 'a',
        maxItemCount: 4,
        ...options,
        ...(continuationToken && { continuationToken }),
      })
      .fetchNext();
    pages.push(page.resources);
    continuationToken = page.continuationToken;
  } while (continuationToken !== undefined);
  return pages;
}

// Source: Azure/azure-sdk-for-js query.spec.ts, "executeNext"; learn.microsoft.com/azure/cosmos-db/nosql/query/pagination
test.each([
  'SELECT VALUE c.id FROM c',
  "SELECT VALUE c.id FROM c WHERE c.type = 'even'",
  'SELECT VALUE c.id FROM c ORDER BY c.at',
  'SELECT VALUE c.id FROM c ORDER BY c.at DESC',
  'SELECT VALUE c.id FROM c ORDER BY c.type, c.at DESC',
  'SELECT VALUE c.id FROM c ORDER BY c.type DESC, c.at',
  "SELECT VALUE c.id FROM c WHERE c.type = 'odd' ORDER BY c.type, c.at DESC",
  'SELECT VALUE c.id FROM c WHERE c.n > 3 ORDER BY c.at OFFSET 3 LIMIT 9',
])('%s is complete in pages', async (query) => {
  const pages = await readPages(query);
  const whole = await container.items
    .query<string>(query, { partitionKey: 'a', maxItemCount: 100 })
    .fetchAll();
  expect(pages.flat()).toEqual(whole.resources);
  expect(new Set(pages.flat()).size).toBe(pages.flat().length);
  expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(4);
  expect(pages.length).toBeGreaterThan(1);
});

// Source: query.spec.ts, "executeNext": unsorted documents come in the order of their creation
test('all items of a partition can be read in pages', async () => {
  const iterator = container.items.readAll<{ id: string }>({ partitionKey: 'a', maxItemCount: 10 });
  const { resources } = await iterator.fetchNext();
  expect(resources.map((item) => item.id)).toEqual(Array.from({ length: 10 }, (_, n) => `${n}`));
});

// Source: learn.microsoft.com/azure/cosmos-db/nosql/query/pagination: a continuation keeps its place under writes
test('rows written or deleted before the position shift no page', async () => {
  const query = 'SELECT VALUE c.id FROM c ORDER BY c.n';
  const options = { partitionKey: 'moving', maxItemCount: 2 };
  for (const n of [1, 2, 3, 4, 5]) await container.items.create({ id: `${n}`, pk: 'moving', n });
  const first = await container.items.query<string>(query, options).fetchNext();
  expect(first.resources).toEqual(['1', '2']);
  await container.item('1', 'moving').delete();
  await container.items.create({ id: '0', pk: 'moving', n: 0 });
  const { continuationToken } = first;
  const second = await container.items
    .query<string>(query, { ...options, ...(continuationToken && { continuationToken }) })
    .fetchNext();
  expect(second.resources).toEqual(['3', '4']);
});

// Source: query.spec.ts, "fails with invalid continuation token"
test('an invalid continuation token is refused', async () => {
  const query = container.items.query('SELECT * FROM c', { partitionKey: 'a', continuationToken: 'junk' });
  await expect(query.fetchNext()).rejects.toMatchObject({ code: 400 });
});

// Source: learn.microsoft.com/azure/cosmos-db/concepts-limits, "Maximum response size: 4 MB"
test('a page ends near 4 MB', async () => {
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await container.items.create({ id, pk: 'large', text: 'x'.repeat(1_000_000) });
  }
  const query = container.items.query('SELECT * FROM c', { partitionKey: 'large', maxItemCount: 100 });
  const { resources, continuationToken } = await query.fetchNext();
  expect(JSON.stringify(resources).length).toBeLessThan(4 * 1024 * 1024);
  expect(resources.length).toBeGreaterThan(0);
  expect(continuationToken).toBeDefined();
});

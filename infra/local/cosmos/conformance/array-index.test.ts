import type { Container, OperationInput } from '@azure/cosmos';
import { beforeAll, expect, test } from 'vitest';
import { useAccount } from './account.ts';

// A separate array path in the indexing policy makes ARRAY_CONTAINS cheap and changes no answer. Sources:
// learn.microsoft.com/azure/cosmos-db/index-policy ("/tags/[]/?"), …/nosql/query/array-contains.

const account = useAccount();
const indexingPolicies = {
  'indexed by element': {
    includedPaths: [{ path: '/*' }, { path: '/tags/[]/?' }, { path: '/deep/tags/[]/?' }],
  },
  'not indexed': { includedPaths: [{ path: '/id/?' }], excludedPaths: [{ path: '/*' }] },
};
const partitionKey = 'a';

async function found(
  container: Container,
  where: string,
  parameters: { name: string; value: string }[] = [],
) {
  const query = { query: `SELECT VALUE c.id FROM c WHERE ${where}`, parameters };
  const { resources } = await container.items.query<string>(query, { partitionKey }).fetchAll();
  return resources.toSorted().join(' ');
}

const has = (container: Container, tag: string) =>
  found(container, 'ARRAY_CONTAINS(c.tags, @tag)', [{ name: '@tag', value: tag }]);

async function create(container: Container, items: Record<string, object>) {
  for (const [id, fields] of Object.entries(items)) await container.items.create({ id, pk: 'a', ...fields });
}

test.each(Object.entries(indexingPolicies))(
  'elements of an array are found, %s',
  async (_name, indexingPolicy) => {
    const container = await account.newContainer({ indexingPolicy });
    await create(container, {
      one: { tags: ['red', 'green', 'red'], deep: { tags: ['x'] } },
      two: { tags: ['green', 7, null, ['blue'], { red: 'blue' }] },
      text: { tags: 'red' },
      object: { tags: { 0: 'red' } },
      none: { tags: [] },
      missing: {},
      exotic: { tags: ['Red', 'é', '\u{1F600}', "o'b", 'a"b', ''] },
    });
    await container.items.create({ id: 'elsewhere', pk: 'b', tags: ['red'] });

    expect(await has(container, 'red')).toBe('one');
    expect(await has(container, 'green')).toBe('one two');
    expect(await has(container, 'blue')).toBe('');
    expect(await has(container, 'Red')).toBe('exotic');
    for (const tag of ['é', '\u{1F600}', "o'b", 'a"b', '']) expect(await has(container, tag)).toBe('exotic');
    expect(await found(container, 'ARRAY_CONTAINS(c.tags, 7)')).toBe('two');
    expect(await found(container, 'ARRAY_CONTAINS(c.tags, null)')).toBe('two');
    expect(await found(container, "ARRAY_CONTAINS(c.deep.tags, 'x')")).toBe('one');
    expect(await found(container, "ARRAY_CONTAINS(c.tags, 'red') AND ARRAY_CONTAINS(c.tags, 'green')")).toBe(
      'one',
    );
    expect(await found(container, "ARRAY_CONTAINS(c.tags, 'red') OR ARRAY_CONTAINS(c.tags, 'é')")).toBe(
      'exotic one',
    );
    expect(await found(container, "ARRAY_CONTAINS(c.tags, 'red') OR c.id = 'missing'")).toBe('missing one');
    expect(await found(container, "NOT ARRAY_CONTAINS(c.tags, 'green')")).toBe('exotic none');
  },
);

test.each(Object.entries(indexingPolicies))(
  'changing elements are found, %s',
  async (_name, indexingPolicy) => {
    const container = await account.newContainer({ indexingPolicy });
    await create(container, { one: { tags: ['red', 'green'] }, two: { tags: ['red'] }, three: {} });

    await container.item('one', 'a').replace({ id: 'one', pk: 'a', tags: ['green', 'blue'] });
    await container.item('three', 'a').patch([{ op: 'add', path: '/tags', value: ['red'] }]);
    expect([await has(container, 'red'), await has(container, 'blue')]).toEqual(['three two', 'one']);

    await container.items.upsert({ id: 'two', pk: 'a', tags: 'no array' });
    await container.item('three', 'a').patch([{ op: 'add', path: '/tags/-', value: 'blue' }]);
    expect([await has(container, 'red'), await has(container, 'blue')]).toEqual(['three', 'one three']);

    await container.item('one', 'a').delete();
    await container.item('three', 'a').patch([{ op: 'remove', path: '/tags' }]);
    expect([await has(container, 'green'), await has(container, 'blue')]).toEqual(['', '']);
    await create(container, { one: { tags: ['green'] } });
    expect(await has(container, 'green')).toBe('one');
  },
);

test('a refused batch leaves the elements unchanged', async () => {
  const container = await account.newContainer({ indexingPolicy: indexingPolicies['indexed by element'] });
  await create(container, { one: { tags: ['red'] } });
  const operations: OperationInput[] = [
    { operationType: 'Upsert', resourceBody: { id: 'one', pk: 'a', tags: ['blue'] } },
    { operationType: 'Create', resourceBody: { id: 'two', pk: 'a', tags: ['blue'] } },
    { operationType: 'Create', resourceBody: { id: 'two', pk: 'a', tags: ['blue'] } },
  ];
  expect((await container.items.batch(operations, partitionKey)).code).toBe(207);
  expect([await has(container, 'red'), await has(container, 'blue')]).toEqual(['one', '']);
});

test('an expired item is not found by its elements, and its successor by its own', async () => {
  const container = await account.newContainer({
    indexingPolicy: indexingPolicies['indexed by element'],
    defaultTtl: -1,
  });
  await create(container, { one: { tags: ['red'], ttl: 2 } });
  await account.pass(3);
  expect(await has(container, 'red')).toBe('');
  await create(container, { one: { tags: ['blue'] } });
  expect([await has(container, 'red'), await has(container, 'blue')]).toEqual(['', 'one']);
});

test('an index made later includes existing items, and a removed one changes no answer', async () => {
  const container = await account.newContainer({ indexingPolicy: indexingPolicies['not indexed'] });
  await create(container, { one: { tags: ['red'] } });
  const { resource } = await container.read();
  const definition = { id: container.id, partitionKey: resource?.partitionKey ?? { paths: ['/pk'] } };
  for (const indexingPolicy of [indexingPolicies['indexed by element'], indexingPolicies['not indexed']]) {
    await container.replace({ ...definition, indexingPolicy });
    expect(await has(container, 'red')).toBe('one');
  }
});

let pages: Container;
beforeAll(async () => {
  pages = await account.newContainer({ indexingPolicy: indexingPolicies['indexed by element'] });
  await create(
    pages,
    Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`i${n}`, { n, tags: [n % 3 === 0 ? 'third' : 'other'] }]),
    ),
  );
}, 60_000);

test.each(['c.n', 'c.n DESC'])('items with an element are paged, sorted by %s', async (order) => {
  const query = `SELECT VALUE c.n FROM c WHERE ARRAY_CONTAINS(c.tags, 'third') ORDER BY ${order}`;
  const iterator = pages.items.query<number>(query, { partitionKey, maxItemCount: 3 });
  const read: number[] = [];
  while (iterator.hasMoreResults()) read.push(...(await iterator.fetchNext()).resources);
  expect(read).toEqual(order === 'c.n' ? [0, 3, 6, 9] : [9, 6, 3, 0]);
});

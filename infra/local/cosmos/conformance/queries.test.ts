import type { Container, JSONValue } from '@azure/cosmos';
import { beforeAll, describe, expect, test } from 'vitest';
import { useAccount } from './account.ts';

const account = useAccount();
let container: Container;

const items = [
  {
    id: '1',
    type: 'person',
    name: 'Ann',
    age: 30,
    tags: ['a', 'b'],
    address: { zip: '10001', 'house no': 1 },
  },
  { id: '2', type: 'person', name: 'bob', age: 40, tags: [], address: { zip: '10002' } },
  { id: '3', type: 'person', name: null, age: 50 },
  { id: '4', type: 'person', age: '50', isOpen: true },
  { id: '5', type: 'place', name: 'Café Ann', isOpen: false },
];

beforeAll(async () => {
  container = await account.newContainer({
    indexingPolicy: {
      includedPaths: [{ path: '/*' }],
      excludedPaths: [{ path: '/tags/*' }],
      compositeIndexes: [
        [
          { path: '/type', order: 'ascending' },
          { path: '/name', order: 'descending' },
        ],
      ],
    },
  });
  for (const item of items) await container.items.create({ ...item, pk: 'a' });
  await container.items.create({ id: '1', pk: 'b', type: 'person', name: 'Ann' });
});

type Values = Record<string, JSONValue>;
async function select(query: string, values: Values = {}): Promise<unknown[]> {
  const parameters = Object.entries(values).map(([name, value]) => ({ name: `@${name}`, value }));
  const { resources } = await container.items
    .query<unknown>({ query, parameters }, { partitionKey: 'a' })
    .fetchAll();
  return resources;
}

async function idsWhere(condition: string, values: Values = {}): Promise<string> {
  const ids = await select(`SELECT VALUE c.id FROM c WHERE ${condition}`, values);
  return ids
    .map(String)
    .toSorted((a, b) => a.localeCompare(b))
    .join('');
}

// Source: learn.microsoft.com/azure/cosmos-db/nosql/query/ where, equality-comparison-operators, logical-operators and
// the page of each function
describe('a filter', () => {
  const cases: [string, string, Values?][] = [
    ["c.type = 'person'", '1234'],
    ['c.type = @t AND c.age = 30', '1', { t: 'person' }],
    ['c[\'type\'] = "place"', '5'],
    ["c.address.zip = '10002'", '2'],
    ['c.address["house no"] = 1', '1'],
    // Across types every comparison is undefined, also != and its negation
    ['c.age = 50', '3'],
    ["c.age = '50'", '4'],
    ['c.age != 30', '23'],
    ['c.age <> 30', '23'],
    ['NOT (c.age = 30)', '23'],
    ['c.age >= 40', '23'],
    ['40 <= c.age', '23'],
    ['40 < c.age', '3'],
    ['40 >= c.age', '12'],
    ['40 > c.age', '1'],
    ['c.age > -1 AND c.age < 4e1', '1'],
    ['c.age BETWEEN 30 AND 40', '12'],
    ['c.age NOT BETWEEN 30 AND 40', '3'],
    ['c.age IN (30, 50)', '13'],
    ["c.name IN ('Ann', @n)", '12', { n: 'bob' }],
    ['c.name = null', '3'],
    ['IS_NULL(c.name)', '3'],
    ['IS_DEFINED(c.name)', '1235'],
    ['NOT IS_DEFINED(c.name)', '4'],
    ['c.isOpen = true', '4'],
    ['c.isOpen', '4'],
    ['c.isOpen = false', '5'],
    ['c.isOpen > false', '4'],
    ['true > c.isOpen', '5'],
    ['c.isOpen >= false', '45'],
    // true OR undefined is true, false AND undefined is false
    ["c.missing = 1 OR c.type = 'place'", '5'],
    ["NOT (c.missing = 1 AND c.type = 'place')", '1234'],
    ["NOT (c.missing = 1 OR c.type = 'place')", ''],
    ["c.missing = 1 AND c.type = 'person'", ''],
    ["CONTAINS(c.name, 'nn')", '15'],
    ["CONTAINS(c.name, 'ANN')", ''],
    ["CONTAINS(c.name, 'ANN', true)", '15'],
    ["CONTAINS(c.name, 'CAFÉ', true)", '5'],
    ["STARTSWITH(c.name, 'A')", '1'],
    ["STARTSWITH(c.name, 'B', true)", '2'],
    ["LOWER(c.name) = 'ann'", '1'],
    ["UPPER(c.name) = 'BOB'", '2'],
    ['LENGTH(c.name) = 3', '12'],
    ["ARRAY_CONTAINS(c.tags, 'b')", '1'],
    ['ARRAY_CONTAINS(@ids, c.id)', '25', { ids: ['2', '5', '9'] }],
    ['c.tags = @tags', '1', { tags: ['a', 'b'] }],
    ["c.name = 'it\\'s'", ''],
    ['c.constructor = c.constructor', ''],
  ];
  test.each(cases)('%s → %s', async (condition, expected, values) => {
    expect(await idsWhere(condition, values)).toBe(expected);
  });
});

// Source: learn.microsoft.com/azure/cosmos-db/nosql/query/select
describe('a selection', () => {
  test('with * includes the system properties', async () => {
    const [item] = await select("SELECT * FROM c WHERE c.id = '1'");
    expect(item).toMatchObject({ ...items[0], pk: 'a', _etag: expect.any(String), _ts: expect.any(Number) });
  });

  test('with properties leaves out missing ones', async () => {
    const result = await select("SELECT c.id, c.name, c.address.zip AS code FROM c WHERE c.type = 'person'");
    expect(result).toEqual([
      { id: '1', name: 'Ann', code: '10001' },
      { id: '2', name: 'bob', code: '10002' },
      { id: '3', name: null },
      { id: '4' },
    ]);
  });

  test('with VALUE skips undefined', async () => {
    expect(await select('SELECT VALUE c.age FROM c')).toEqual([30, 40, 50, '50']);
  });

  test('may call the container anything', async () => {
    expect(await select("SELECT VALUE r.id FROM root AS r WHERE r.type = 'place'")).toEqual(['5']);
  });

  // Source: learn.microsoft.com/azure/cosmos-db/nosql/query/count
  test('counts', async () => {
    expect(await select("SELECT VALUE COUNT(1) FROM c WHERE c.type = 'person'")).toEqual([4]);
    expect(await select("SELECT VALUE COUNT(1) FROM c WHERE c.type = 'none'")).toEqual([0]);
  });

  // Source: learn.microsoft.com/azure/cosmos-db/nosql/query/offset-limit and /select, TOP
  test('may be a part', async () => {
    expect(await select('SELECT VALUE c.id FROM c ORDER BY c.id OFFSET 1 LIMIT 2')).toEqual(['2', '3']);
    expect(await select('SELECT TOP @n VALUE c.id FROM c ORDER BY c.id DESC', { n: 2 })).toEqual(['5', '4']);
  });

  test('stays in its partition', async () => {
    const query = container.items.query("SELECT VALUE c.pk FROM c WHERE c.id = '1'", { partitionKey: 'b' });
    expect((await query.fetchAll()).resources).toEqual(['b']);
  });
});

// Source: learn.microsoft.com/azure/cosmos-db/nosql/query/order-by: items without the property are returned too;
// undefined < null < numbers < strings. And learn.microsoft.com/azure/cosmos-db/index-policy for what needs an index.
describe('a sort', () => {
  test('by one property orders across types', async () => {
    expect(await select('SELECT VALUE c.id FROM c ORDER BY c.name')).toEqual(['4', '3', '1', '5', '2']);
    expect(await select('SELECT VALUE c.id FROM c ORDER BY c.age DESC')).toEqual(['4', '3', '2', '1', '5']);
    expect((await select('SELECT VALUE c.id FROM c ORDER BY c.isOpen')).slice(-2)).toEqual(['5', '4']);
  });

  test('by two properties works along the composite index, either way round', async () => {
    const forward = await select('SELECT VALUE c.id FROM c ORDER BY c.type, c.name DESC');
    expect(forward).toEqual(['2', '1', '3', '4', '5']);
    const backward = await select('SELECT VALUE c.id FROM c ORDER BY c.type DESC, c.name ASC');
    expect(backward).toEqual(forward.toReversed());
  });

  test.each([
    'SELECT * FROM c ORDER BY c.type, c.name',
    'SELECT * FROM c ORDER BY c.name DESC, c.type',
    'SELECT * FROM c ORDER BY c.type, c.age',
    'SELECT * FROM c ORDER BY c.type, c.name DESC, c.age',
    'SELECT * FROM c ORDER BY c.tags',
  ])('%s has no index and is refused', async (query) => {
    await expect(select(query)).rejects.toMatchObject({ code: 400 });
  });
});

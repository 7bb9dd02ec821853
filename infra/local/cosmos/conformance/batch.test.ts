import { randomUUID } from 'node:crypto';
import type { Container, OperationInput } from '@azure/cosmos';
import { beforeAll, describe, expect, test } from 'vitest';
import { useAccount } from './account.ts';

const account = useAccount();
let container: Container;
beforeAll(async () => {
  container = await account.newContainer();
});

async function statusOf(id: string, pk: string): Promise<number> {
  return (await container.item(id, pk).read()).statusCode;
}

// Source: Azure/azure-sdk-for-js item/batch.item.spec.ts, "can batch all operation types"
test('all kinds of operations go through together', async () => {
  const pk = randomUUID();
  await container.items.create({ id: 'replaced', pk });
  await container.items.create({ id: 'deleted', pk });
  await container.items.create({ id: 'patched', pk });
  const { result, code } = await container.items.batch(
    [
      { operationType: 'Create', resourceBody: { id: 'created', pk, n: 1 } },
      { operationType: 'Upsert', resourceBody: { id: 'upserted', pk } },
      { operationType: 'Replace', id: 'replaced', resourceBody: { id: 'replaced', pk, isNew: true } },
      { operationType: 'Delete', id: 'deleted' },
      {
        operationType: 'Patch',
        id: 'patched',
        resourceBody: {
          operations: [{ op: 'add', path: '/good', value: 'very' }],
          condition: 'from c where NOT IS_DEFINED(c.good)',
        },
      },
      { operationType: 'Read', id: 'created' },
    ],
    pk,
  );
  expect(code).toBe(200);
  expect(result?.map((entry) => entry.statusCode)).toEqual([201, 201, 200, 204, 200, 200]);
  // A later operation sees the earlier ones. Source: learn.microsoft.com/azure/cosmos-db/transactional-batch
  expect(result?.[5]?.resourceBody).toMatchObject({ id: 'created', n: 1 });
  expect((await container.item('patched', pk).read()).resource).toMatchObject({ good: 'very' });
  expect(result?.[0]?.eTag).toBe((await container.item('created', pk).read()).etag);
});

// Source: batch.item.spec.ts, "rolls back prior operations when one fails"; 424: transactional-batch page.
// The SDK does not throw: `code` is 207, one operation has the reason and the others 424.
test.each<[number, (pk: string) => OperationInput]>([
  [404, () => ({ operationType: 'Delete', id: 'missing' })],
  [404, () => ({ operationType: 'Read', id: 'missing' })],
  [409, (pk) => ({ operationType: 'Create', resourceBody: { id: 'there', pk } })],
  [412, (pk) => ({ operationType: 'Upsert', resourceBody: { id: 'there', pk }, ifMatch: '"old"' })],
  [
    412,
    (pk) => ({ operationType: 'Replace', id: 'there', resourceBody: { id: 'there', pk }, ifMatch: '"old"' }),
  ],
])('a %i undoes the whole batch', async (reason, failing) => {
  const pk = randomUUID();
  const { etag } = await container.items.create({ id: 'there', pk });
  const response = await container.items.batch(
    [
      { operationType: 'Upsert', resourceBody: { id: 'before', pk } },
      failing(pk),
      { operationType: 'Create', resourceBody: { id: 'after', pk } },
    ],
    pk,
  );
  expect(response.code).toBe(207);
  expect(response.result?.map((entry) => entry.statusCode)).toEqual([424, reason, 424]);
  expect([await statusOf('before', pk), await statusOf('after', pk)]).toEqual([404, 404]);
  expect((await container.item('there', pk).read()).etag).toBe(etag);
});

// Source: Azure/azure-cosmos-dotnet-v3 BatchSinglePartitionKeyTests.cs, RunBatchSessionTokenPropertiesTestAsync
test('a read with the current etag answers 304, and the writes of its batch stay', async () => {
  const pk = randomUUID();
  const { etag } = await container.items.create({ id: 'known', pk });
  const read = { operationType: 'Read', id: 'known', ifMatch: etag } as const;
  const create = { operationType: 'Create', resourceBody: { id: 'new', pk } } as const;
  const { code, result } = await container.items.batch([create, read], pk);
  expect(code).toBe(207);
  expect(result?.map((entry) => entry.statusCode)).toEqual([201, 304]);
  expect(result?.[1]?.resourceBody).toBeUndefined();
  expect(await statusOf('new', pk)).toBe(200);
  const readOld = { ...read, ifMatch: '"old"' };
  const other = await container.items.batch([readOld], pk);
  expect([other.code, other.result?.[0]?.statusCode]).toEqual([200, 200]);
});

// Source: batch.item.spec.ts, "should fail if some of operation input partitionKey does not match"
test('an operation of another partition refuses the batch', async () => {
  const pk = randomUUID();
  const batch = container.items.batch(
    [
      { operationType: 'Create', resourceBody: { id: 'one', pk }, partitionKey: pk },
      { operationType: 'Upsert', resourceBody: { id: 'two', pk: 'other' }, partitionKey: 'other' },
    ],
    pk,
  );
  await expect(batch).rejects.toThrow('different partition key value than the request');
  expect(await statusOf('one', pk)).toBe(404);
});

// Source: @azure/cosmos 4.10 client/Item/Items.js: batch wraps what it throws
test('an error of a batch has its code on the cause', async () => {
  const large = { id: 'large', pk: 'a', text: 'x'.repeat(2_200_000) };
  const error: unknown = await container.items
    .batch([{ operationType: 'Create', resourceBody: large }], 'a')
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    message: expect.stringContaining('Batch request error'),
    cause: { code: 413 },
  });
  expect(error).not.toHaveProperty('code', 413);
});

// Source: learn.microsoft.com/azure/cosmos-db/concepts-limits, "Maximum number of operations in a transactional batch: 100"
test('a hundred operations are accepted, one more is refused by the SDK', async () => {
  const pk = randomUUID();
  const creations = (count: number): OperationInput[] =>
    Array.from({ length: count }, (_, index) => ({
      operationType: 'Create',
      resourceBody: { id: `${index}`, pk },
    }));
  const { result } = await container.items.batch(creations(100), pk);
  expect(result).toHaveLength(100);
  await expect(container.items.batch(creations(101), pk)).rejects.toThrow('more than 100 operations');
});

// Source: executeBulkOperations.item.spec.ts, "content response should not be present when …"
test('a batch without content omits the bodies of writes', async () => {
  const pk = randomUUID();
  const { result } = await container.items.batch(
    [
      { operationType: 'Create', resourceBody: { id: 'quiet', pk } },
      { operationType: 'Read', id: 'quiet' },
    ],
    pk,
    { contentResponseOnWriteEnabled: false },
  );
  expect(result?.[0]).toMatchObject({ statusCode: 201 });
  expect(result?.[0]?.resourceBody).toBeUndefined();
  expect(result?.[1]?.resourceBody).toMatchObject({ id: 'quiet' });
});

// Source of all: Azure/azure-sdk-for-js item/executeBulkOperations.item.spec.ts
describe.concurrent('bulk', () => {
  // "should execute bulk CRUD operations"
  test('operations of several partitions each have their answer, in the order given', async () => {
    const [a, b] = [randomUUID(), 5];
    await container.items.create({ id: 'read', pk: a, class: '2010' });
    await container.items.create({ id: 'deleted', pk: a });
    await container.items.create({ id: 'replaced', pk: b });
    await container.items.create({ id: 'patched', pk: b });
    const results = await container.items.executeBulkOperations([
      { operationType: 'Create', partitionKey: a, resourceBody: { id: 'created', pk: a, name: 'sample' } },
      { operationType: 'Create', partitionKey: a, resourceBody: { id: 'read', pk: a } },
      { operationType: 'Read', partitionKey: a, id: 'read' },
      { operationType: 'Delete', partitionKey: a, id: 'deleted' },
      {
        operationType: 'Replace',
        partitionKey: b,
        id: 'replaced',
        resourceBody: { id: 'replaced', pk: b, n: 1 },
      },
      {
        operationType: 'Patch',
        partitionKey: b,
        id: 'patched',
        resourceBody: { operations: [{ op: 'add', path: '/great', value: 'good' }] },
      },
      { operationType: 'Delete', partitionKey: b, id: 'missing' },
    ]);
    expect(results.map((entry) => entry.response?.statusCode ?? entry.error?.code)).toEqual([
      201, 409, 200, 204, 200, 200, 404,
    ]);
    expect(results[0]?.response?.resourceBody).toMatchObject({ name: 'sample' });
    expect(results[2]?.response?.resourceBody).toMatchObject({ class: '2010' });
    expect(results[5]?.response?.resourceBody).toMatchObject({ great: 'good' });
  });

  // Source: item/bulk.item.spec.ts, "multi partition container handles create, upsert, replace, delete"
  test('the simple form answers each operation in order, too', async () => {
    const pk = randomUUID();
    await container.items.create({ id: 'there', pk, class: '2010' });
    const results = await container.items.bulk(
      [
        { operationType: 'Create', partitionKey: pk, resourceBody: { id: 'new', pk } },
        { operationType: 'Create', partitionKey: pk, resourceBody: { id: 'there', pk } },
        { operationType: 'Upsert', partitionKey: randomUUID(), resourceBody: { id: 'other', pk: 'ignored' } },
        { operationType: 'Read', partitionKey: pk, id: 'there' },
      ],
      { continueOnError: true },
      { contentResponseOnWriteEnabled: false },
    );
    expect(results.map(({ statusCode }) => statusCode)).toEqual([201, 409, 400, 200]);
    expect(results.map(({ resourceBody }) => resourceBody?.['class'])).toEqual([
      undefined,
      undefined,
      undefined,
      '2010',
    ]);
    expect(results.every(({ requestCharge }) => requestCharge > 0)).toBe(true);
  });

  // "Check case when cumulative size of all operations is less than threshold" and those after it
  test('the simple form splits what is larger than one request, too', async () => {
    const many = Array.from({ length: 10 }, () => creation(110_000));
    const results = await container.items.bulk(many);
    expect(results.map(({ statusCode }) => statusCode)).toEqual(many.map(() => 201));
    await expect(container.items.bulk([creation(2_400_000), creation(10)])).rejects.toMatchObject({
      cause: { code: 413 },
    });
  });

  // "content response should not be present when contentResponseOnWriteEnabled is set to false"
  test('bodies of writes are omitted on request', async () => {
    const [result] = await container.items.executeBulkOperations(
      [{ operationType: 'Create', partitionKey: 'q', resourceBody: { id: 'quiet', pk: 'q' } }],
      { contentResponseOnWriteEnabled: false },
    );
    expect(result?.response).toMatchObject({ statusCode: 201 });
    expect(result?.response?.resourceBody).toBeUndefined();
  });

  // "multi partition container handles create, upsert, replace, delete": its reads carry a body
  test('a read may carry an empty body', async () => {
    await container.items.create({ id: 'bodied', pk: 'r' });
    const read = { operationType: 'Read', partitionKey: 'r', id: 'bodied', resourceBody: {} } as const;
    const [result] = await container.items.executeBulkOperations([read]);
    expect(result?.response).toMatchObject({ statusCode: 200, resourceBody: { id: 'bodied' } });
  });

  // "handle different batch sizes"
  test('operations larger than one request are split, and one that is too large fails alone', async () => {
    const small = Array.from({ length: 10 }, () => creation(110_000));
    const results = await container.items.executeBulkOperations([...small, creation(2_400_000)]);
    expect(results.map((entry) => entry.response?.statusCode ?? entry.error?.code)).toEqual([
      ...small.map(() => 201),
      413,
    ]);
  });
});

function creation(bytes: number): OperationInput {
  return {
    operationType: 'Create',
    partitionKey: 'sizes',
    resourceBody: { id: randomUUID(), pk: 'sizes', text: 'x'.repeat(bytes) },
  };
}

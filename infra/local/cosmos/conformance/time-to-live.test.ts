import { expect, test } from 'vitest';
import { useAccount } from './account.ts';

// Every test: Azure/azure-sdk-for-js ttl.spec.ts, unless it names another source.
const account = useAccount();

// "Validate container and Item TTL values."
test.each([0, -10, 1.5])('%d is refused as a time to live', async (ttl) => {
  await expect(account.newContainer({ defaultTtl: ttl })).rejects.toMatchObject({ code: 400 });
  const container = await account.newContainer({ defaultTtl: 5 });
  await expect(container.items.create({ id: 'x', pk: 'a', ttl })).rejects.toMatchObject({ code: 400 });
});

test('null is refused as the time to live of an item', async () => {
  const container = await account.newContainer({ defaultTtl: 5 });
  await expect(container.items.upsert({ id: 'x', pk: 'a', ttl: null })).rejects.toMatchObject({ code: 400 });
});

// "Validate Item TTL with -1 defaultTtl."
test('without a default only items that ask for it expire, everywhere at once', async () => {
  const container = await account.newContainer({ defaultTtl: -1 });
  await container.items.create({ id: 'plain', pk: 'a' });
  await container.items.create({ id: 'never', pk: 'a', ttl: -1 });
  const { etag } = await container.items.create({ id: 'short', pk: 'a', ttl: 2 });
  await account.pass(4);

  expect((await container.item('short', 'a').read()).statusCode).toBe(404);
  const { resources } = await container.items
    .query('SELECT VALUE c.id FROM c', { partitionKey: 'a' })
    .fetchAll();
  expect(new Set(resources)).toEqual(new Set(['never', 'plain']));
  const accessCondition = { type: 'IfMatch', condition: etag };
  await expect(container.item('short', 'a').delete({ accessCondition })).rejects.toMatchObject({ code: 404 });
  // "We can create a Item with the same id after the ttl time has expired"; the batch is ours
  const { result } = await container.items.batch(
    [{ operationType: 'Create', resourceBody: { id: 'short', pk: 'a' } }],
    'a',
  );
  expect(result?.[0]?.statusCode).toBe(201);
});

// "Validate Item TTL with positive defaultTtl." and "Validate Item TTL Misc cases."
test('the default counts from the last write and an item can override it', async () => {
  const container = await account.newContainer({ defaultTtl: 5 });
  await container.items.create({ id: 'default', pk: 'a' });
  await container.items.create({ id: 'renewed', pk: 'a' });
  await container.items.create({ id: 'longer', pk: 'a', ttl: 60 });
  await account.pass(3);
  await container.items.upsert({ id: 'renewed', pk: 'a' });
  await account.pass(3);
  const statuses = await Promise.all(
    ['default', 'renewed', 'longer'].map(async (id) => (await container.item(id, 'a').read()).statusCode),
  );
  expect(statuses).toEqual([404, 200, 200]);
});

// "Validate Item TTL with no defaultTtl."
test('nothing expires in a container that does not have it on', async () => {
  const container = await account.newContainer();
  await container.items.create({ id: 'kept', pk: 'a', ttl: 2 });
  await account.pass(4);
  expect((await container.item('kept', 'a').read()).statusCode).toBe(200);
});

// "Validate Item TTL Misc cases.", its last part: replace without defaultTtl turns it off
test('replacing the container without a default turns it off', async () => {
  const container = await account.newContainer({ defaultTtl: 3 });
  const { resource } = await container.read();
  await container.items.create({ id: 'kept', pk: 'a' });
  await container.replace({ id: container.id, partitionKey: resource?.partitionKey ?? { paths: ['/pk'] } });
  expect((await container.read()).resource?.defaultTtl).toBeUndefined();
  await account.pass(5);
  expect((await container.item('kept', 'a').read()).statusCode).toBe(200);
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Container } from '@azure/cosmos';
import { useAccount } from './account.ts';

const account = useAccount();
let container: Container;
beforeAll(async () => {
  container = await account.newContainer();
});

// Source: Azure/azure-sdk-for-js item/item.spec.ts, "Should do document CRUD operations successfully"
test('documents are created, read, replaced, upserted and deleted', async () => {
  const created = await container.items.create({ id: 'one', pk: 'a', name: 'first' });
  expect(created.statusCode).toBe(201);
  expect(created.resource).toMatchObject({ id: 'one', pk: 'a', name: 'first', _etag: created.etag });

  const replaced = await container.item('one', 'a').replace({ id: 'one', pk: 'a', name: 'second' });
  expect(replaced.statusCode).toBe(200);
  expect(replaced.etag).not.toBe(created.etag);

  const upserted = await container.items.upsert({ id: 'one', pk: 'a', name: 'third' });
  expect(upserted.statusCode).toBe(200);
  expect((await container.items.upsert({ id: 'two', pk: 'a' })).statusCode).toBe(201);
  expect((await container.item('one', 'a').read()).resource).toMatchObject({ name: 'third' });

  expect((await container.item('one', 'a').delete()).statusCode).toBe(204);
  // A read of nothing does not throw; a write to nothing does. Source: @azure/cosmos 4.10 client/Item/Item.js
  expect(await container.item('one', 'a').read()).toMatchObject({ statusCode: 404, resource: undefined });
  await expect(container.item('one', 'a').delete()).rejects.toMatchObject({ code: 404 });
  await expect(container.item('one', 'a').replace({ id: 'one', pk: 'a' })).rejects.toMatchObject({
    code: 404,
  });
  await expect(
    container.item('one', 'a').patch([{ op: 'incr', path: '/n', value: 1 }]),
  ).rejects.toMatchObject({
    code: 404,
  });
});

// Source: learn.microsoft.com/rest/api/cosmos-db/create-a-document, status 409
test('an id is unique per partition, not across partitions', async () => {
  await container.items.create({ id: 'same', pk: 'a', from: 'a' });
  await container.items.create({ id: 'same', pk: 'b', from: 'b' });
  await expect(container.items.create({ id: 'same', pk: 'a' })).rejects.toMatchObject({ code: 409 });
  expect((await container.item('same', 'b').read()).resource).toMatchObject({ from: 'b' });
  expect((await container.item('same', 'c').read()).statusCode).toBe(404);
});

// Source: learn.microsoft.com/azure/cosmos-db/database-transactions-optimistic-concurrency
test('a write under an old etag fails with 412 and changes nothing', async () => {
  const { etag: old } = await container.items.create({ id: 'guarded', pk: 'a', n: 1 });
  await container.items.upsert({ id: 'guarded', pk: 'a', n: 2 });
  const accessCondition = { type: 'IfMatch', condition: old };
  const item = container.item('guarded', 'a');
  const stale = { code: 412 };
  await expect(item.replace({ id: 'guarded', pk: 'a', n: 3 }, { accessCondition })).rejects.toMatchObject(
    stale,
  );
  await expect(item.delete({ accessCondition })).rejects.toMatchObject(stale);
  await expect(item.patch([{ op: 'set', path: '/n', value: 3 }], { accessCondition })).rejects.toMatchObject(
    stale,
  );
  await expect(
    container.items.upsert({ id: 'guarded', pk: 'a', n: 3 }, { accessCondition }),
  ).rejects.toMatchObject(stale);
  const { resource, etag } = await item.read();
  expect(resource).toMatchObject({ n: 2 });
  const fresh = { accessCondition: { type: 'IfMatch', condition: etag } };
  expect((await item.replace({ id: 'guarded', pk: 'a', n: 3 }, fresh)).statusCode).toBe(200);
});

// Source: learn.microsoft.com/rest/api/cosmos-db/replace-a-document: the id in the body may be another one
test('a replacement with another id renames the document', async () => {
  const created = await container.items.create({ id: 'before', pk: 'renamed' });
  await container.items.create({ id: 'taken', pk: 'renamed' });
  const item = container.item('before', 'renamed');
  await expect(item.replace({ id: 'taken', pk: 'renamed' })).rejects.toMatchObject({ code: 409 });
  expect((await item.replace({ id: 'after', pk: 'renamed' })).statusCode).toBe(200);
  expect((await item.read()).statusCode).toBe(404);
  const renamed = await container.item('after', 'renamed').read();
  expect(renamed.resource?.['id']).toBe('after');
  expect(renamed.resource?.['_rid']).toBe(created.resource?.['_rid']);
});

// Source: learn.microsoft.com/rest/api/cosmos-db/get-a-document, If-None-Match and status 304
test('a read with the current etag answers 304 without a body', async () => {
  const { etag } = await container.items.create({ id: 'unchanged', pk: 'a' });
  const known = { accessCondition: { type: 'IfNoneMatch', condition: etag } };
  const again = await container.item('unchanged', 'a').read(known);
  expect(again.statusCode).toBe(304);
  expect(again.resource).toBeFalsy();
  await container.items.upsert({ id: 'unchanged', pk: 'a', changed: true });
  expect((await container.item('unchanged', 'a').read(known)).statusCode).toBe(200);
});

// Source: the SDK's extractPartitionKey.js: a body without the property goes to the key `[{}]`
test('a document without the key property is under the none key only', async () => {
  await container.items.create({ id: 'keyless' });
  expect((await container.item('keyless', undefined).read()).statusCode).toBe(200);
  expect((await container.item('keyless', 'a').read()).statusCode).toBe(404);
});

// Source: learn.microsoft.com/troubleshoot/azure/cosmos-db/bad-request, "Wrong partition key value"
test('a body whose key differs from the header is refused with substatus 1001', async () => {
  await container.items.create({ id: 'mine', pk: 'a' });
  await expect(container.item('mine', 'a').replace({ id: 'mine', pk: 'b' })).rejects.toMatchObject({
    code: 400,
    substatus: 1001,
  });
});

// Source: item/itemIdEncoding.spec.ts; `|` and `:` because our own ids use them
describe('ids', () => {
  test.each([
    'Test',
    'This is a test',
    ' Test',
    'WithUnicode鱀',
    'WithAllowedSpecial,=.:~+-@()^${}[]!_Chars',
    'Question?Mark',
    'a|b:c',
  ])('%j survives a round trip', async (id) => {
    expect((await container.items.create({ id, pk: id })).statusCode).toBe(201);
    expect((await container.item(id, id).read()).resource).toMatchObject({ id, pk: id });
    expect((await container.item(id, id).replace({ id, pk: id })).statusCode).toBe(200);
    expect((await container.item(id, id).delete()).statusCode).toBe(204);
  });

  // Source: item/itemIdEncoding.spec.ts, the tests of the routing gateway (RGW_…)
  test.each([
    'Test ',
    'Test   ',
    'IdEndingWithPercentEncodedWhitespace%20',
    'WithPercentEncodedSpecialChar%E9%B1%80',
  ])('%j can be created, but its address does not pass the gateway', async (id) => {
    expect((await container.items.create({ id, pk: id })).statusCode).toBe(201);
    const item = container.item(id, id);
    const requests = [item.read(), item.replace({ id, pk: id }), item.delete()];
    expect(await codesOf(requests)).toEqual([401, 401, 401]);
  });

  // Source: item/itemIdEncoding.spec.ts, "Id contains illegal chars."
  test.each(['a/b', 'a\\b'])('%j is refused by the SDK before it is sent', async (id) => {
    await expect(container.items.create({ id, pk: 'a' })).rejects.toThrow('illegal chars');
  });

  // Source: learn.microsoft.com/azure/cosmos-db/concepts-limits, "Maximum length of ID value: 1,023 bytes"
  test('may have 1,023 bytes, not characters', async () => {
    expect((await container.items.create({ id: 'x'.repeat(1023), pk: 'a' })).statusCode).toBe(201);
    await expect(container.items.create({ id: '鱀'.repeat(342), pk: 'a' })).rejects.toMatchObject({
      code: 400,
    });
  });
});

// Source: learn.microsoft.com/azure/cosmos-db/concepts-limits, item size, nesting and partition key length
test('an item has 2 MB, 128 levels and a key of 2,048 bytes at most', async () => {
  expect((await container.items.create(itemOf(1_900_000))).statusCode).toBe(201);
  await expect(container.items.create(itemOf(2_200_000))).rejects.toMatchObject({ code: 413 });

  const nested = (levels: number): unknown => (levels === 1 ? {} : { in: nested(levels - 1) });
  await expect(container.items.create({ id: 'deep', pk: 'a', body: nested(130) })).rejects.toMatchObject({
    code: 400,
  });
  await expect(container.items.create({ id: 'long-key', pk: 'k'.repeat(2049) })).rejects.toMatchObject({
    code: 400,
  });
});

// Source: item/item.spec.ts, "Document CRUD over multiple partition": null, booleans, numbers and '' are keys
test.each([null, false, true, 1, '', 'A'])('%j is a separate partition key', async (pk) => {
  await container.items.create({ id: 'typed', pk });
  const { resources } = await container.items
    .query('SELECT VALUE c.pk FROM c', { partitionKey: pk })
    .fetchAll();
  expect(new Set(resources)).toEqual(new Set([pk]));
});

// Source: learn.microsoft.com/azure/cosmos-db/understand-request-unit-consumption; never to the decimal
test('reads and writes report their charge', async () => {
  const write = await container.items.create({ id: 'priced', pk: 'a' });
  const read = await container.item('priced', 'a').read();
  expect(read.requestCharge).toBeGreaterThan(0.5);
  expect(read.requestCharge).toBeLessThan(1.5);
  expect(write.requestCharge).toBeGreaterThan(3 * read.requestCharge);
});

// Source: learn.microsoft.com/azure/cosmos-db/database-transactions-optimistic-concurrency
test('one of 20 writers with the same etag wins', async () => {
  const { etag } = await container.items.create({ id: 'contended', pk: 'a', by: -1 });
  const accessCondition = { type: 'IfMatch', condition: etag };
  const item = container.item('contended', 'a');
  const writes = Array.from({ length: 20 }, (_, by) =>
    item.replace({ id: 'contended', pk: 'a', by }, { accessCondition }),
  );
  const codes = await codesOf(writes);
  expect(codes.filter((code) => code === 200)).toHaveLength(1);
  expect(codes.filter((code) => code === 412)).toHaveLength(19);
  expect((await item.read()).resource).toMatchObject({ by: codes.indexOf(200) });
});

// Source: learn.microsoft.com/rest/api/cosmos-db/create-a-document, status 409
test('one of 20 creators of the same id wins', async () => {
  const codes = await codesOf(
    Array.from({ length: 20 }, (_, by) => container.items.create({ id: 'claimed', pk: 'a', by })),
  );
  expect(codes.filter((code) => code === 201)).toHaveLength(1);
  expect(codes.filter((code) => code === 409)).toHaveLength(19);
});

// Source: learn.microsoft.com/azure/cosmos-db/partial-document-update, incr
test('50 parallel increments sum up', async () => {
  await container.items.create({ id: 'counter', pk: 'a', n: 0 });
  const item = container.item('counter', 'a');
  await Promise.all(Array.from({ length: 50 }, () => item.patch([{ op: 'incr', path: '/n', value: 1 }])));
  expect((await item.read()).resource).toMatchObject({ n: 50 });
});

function itemOf(bytes: number) {
  return { id: randomUUID(), pk: 'a', text: 'x'.repeat(bytes) };
}

async function codesOf(attempts: Promise<{ statusCode: number }>[]): Promise<number[]> {
  const settled = await Promise.allSettled(attempts);
  return settled.map((entry) =>
    entry.status === 'fulfilled' ? entry.value.statusCode : codeOf(entry.reason),
  );
}

function codeOf(reason: unknown): number {
  return typeof reason === 'object' && reason !== null && 'code' in reason ? Number(reason.code) : 0;
}

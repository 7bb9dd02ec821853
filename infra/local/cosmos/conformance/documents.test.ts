import { describe, expect, test } from 'vitest';
import { useAccount } from './account.ts';

const account = useAccount();

describe('documents', () => {
  // Source: Azure/azure-sdk-for-js item/item.spec.ts, "Should do document CRUD operations successfully"
  test('are created, read, replaced, upserted and deleted', async () => {
    const container = await account.newContainer();
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
    const gone = await container.item('one', 'a').read();
    expect(gone).toMatchObject({ statusCode: 404, resource: undefined });
  });
});

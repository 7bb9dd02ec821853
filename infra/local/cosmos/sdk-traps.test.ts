import { Agent } from 'node:http';
import type { OperationInput } from '@azure/cosmos';
import { expect, test } from 'vitest';
import { openLocalEndpoint } from './local-endpoint.ts';

// Rows of cosmos.md §5 that are no failures: they must still hold after an upgrade of the SDK.

test('an agent of our own breaks plain http', async () => {
  const opening = openLocalEndpoint({ clientOptions: { agent: new Agent() } });
  await expect(opening).rejects.toThrow('allowInsecureConnection');
});

test('an empty batch is sent', async () => {
  const { container, seen } = await openLocalEndpoint();
  seen();
  await expect(container.items.batch([], 'a')).rejects.toMatchObject({ cause: { code: 400 } });
  expect(seen()).toContain('batch');
});

test('a batch changes the operations it is given', async () => {
  const { container } = await openLocalEndpoint();
  const operations: OperationInput[] = [
    { operationType: 'Create', partitionKey: 'a', resourceBody: { id: '1', pk: 'a' } },
  ];
  await container.items.batch(operations, 'a');
  expect(operations[0]).toMatchObject({ partitionKey: '["a"]' });
});

test('an etag comes in quotes', async () => {
  const { container } = await openLocalEndpoint();
  expect((await container.items.create({ id: '1', pk: 'a' })).etag).toMatch(/^".+"$/);
});

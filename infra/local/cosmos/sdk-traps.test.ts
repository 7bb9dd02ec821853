import { Agent } from 'node:http';
import type { Container, OperationInput } from '@azure/cosmos';
import { expect, test } from 'vitest';
import { failAtRandom, failNext, type Fault } from './faults.ts';
import { openLocalEndpoint } from './local-endpoint.ts';
import { createThrottle } from './storage/request-units.ts';

// Surprising behavior of the pinned SDK. The adapter's error mapping (functions/src/platform/azure/cosmos/failure.ts)
// depends on it, so it must still hold after an upgrade.

async function batchError(container: Container): Promise<unknown> {
  return container.items
    .batch([{ operationType: 'Create', resourceBody: { id: 'one', pk: 'a' } }], 'a')
    .then(() => undefined)
    .catch((reason: unknown) => reason);
}

const isBatch = (request: { kind: string }) => request.kind === 'batch';
const isDocument = (request: { kind: string }) => request.kind === 'document';

test.each<[string, Fault, boolean]>([
  ['dropped before the commit', { kind: 'drop-before-commit' }, false],
  ['lost after the commit', { kind: 'lose-answer' }, true],
])('a batch %s is sent once and looks the same to the client', async (_name, fault, isApplied) => {
  const { container, faults, seen } = await openLocalEndpoint();
  faults.decide = failNext(fault, { when: isBatch });
  seen();
  const error = await batchError(container);
  expect(error).toMatchObject({ cause: { code: 'ECONNRESET' } });
  expect(error).not.toHaveProperty('code');
  expect(seen().filter((kind) => kind === 'batch')).toHaveLength(1);
  expect((await container.item('one', 'a').read()).statusCode).toBe(isApplied ? 200 : 404);
});

test.each([408, 449, 503] as const)('a batch answered %i is not repeated', async (status) => {
  const { container, faults, seen } = await openLocalEndpoint();
  faults.decide = failNext({ kind: 'answer', status }, { when: isBatch });
  seen();
  expect(await batchError(container)).toMatchObject({ cause: { code: status } });
  expect(seen().filter((kind) => kind === 'batch')).toHaveLength(1);
});

test('a batch that never answers ends with the time limit, after one attempt', async () => {
  const { container, impatient, faults, seen } = await openLocalEndpoint();
  faults.decide = failNext({ kind: 'hang' }, { when: isBatch });
  seen();
  expect(await batchError(impatient)).toMatchObject({ cause: { name: 'TimeoutError' } });
  expect(seen().filter((kind) => kind === 'batch')).toHaveLength(1);
  expect((await container.item('one', 'a').read()).statusCode).toBe(404);
});

test('a delayed batch is applied after its client has given up', async () => {
  const { container, impatient, faults } = await openLocalEndpoint();
  faults.decide = failNext({ kind: 'delay', ms: 900 }, { when: isBatch });
  expect(await batchError(impatient)).toMatchObject({ cause: { name: 'TimeoutError' } });
  await expect.poll(async () => (await container.item('one', 'a').read()).statusCode).toBe(200);
});

test('the SDK itself repeats a throttled batch, nine times at most', async () => {
  const { container, faults, seen } = await openLocalEndpoint();
  faults.decide = failNext({ kind: 'answer', status: 429, retryAfterMs: 1 }, { when: isBatch, times: 2 });
  seen();
  expect(await batchError(container)).toBeUndefined();
  expect(seen().filter((kind) => kind === 'batch')).toHaveLength(3);

  faults.decide = () => ({ kind: 'answer', status: 429, retryAfterMs: 1 });
  expect(await batchError(container)).toMatchObject({ cause: { code: 429, retryAfterInMs: 1 } });
  expect(seen().filter((kind) => kind === 'batch')).toHaveLength(10);
});

test('bulk reads the ranges of the container first and hides a throttled request', async () => {
  const { container, faults, seen } = await openLocalEndpoint();
  seen();
  faults.decide = failNext({ kind: 'answer', status: 429 }, { when: (request) => request.kind === 'bulk' });
  const [result] = await container.items.executeBulkOperations([
    { operationType: 'Create', partitionKey: 'a', resourceBody: { id: 'one', pk: 'a' } },
  ]);
  expect(result?.response?.statusCode).toBe(201);
  expect(seen()).toEqual(['ranges', 'bulk', 'bulk']);
});

test('the simple form of bulk does not repeat a throttled request', async () => {
  const { container, faults, seen } = await openLocalEndpoint();
  faults.decide = failNext(
    { kind: 'answer', status: 429, retryAfterMs: 1 },
    { when: (request) => request.kind === 'bulk' },
  );
  seen();
  const write = container.items.bulk([
    { operationType: 'Create', partitionKey: 'a', resourceBody: { id: 'one', pk: 'a' } },
  ]);
  await expect(write).rejects.toMatchObject({ cause: { code: 429, retryAfterInMs: 1 } });
  expect(seen().filter((kind) => kind === 'bulk')).toHaveLength(1);
});

test('a single write answered 449 surfaces, a read is repeated until it works', async () => {
  const { container, faults, seen } = await openLocalEndpoint();
  faults.decide = failNext({ kind: 'answer', status: 449 }, { when: isDocument });
  await expect(container.items.create({ id: 'x', pk: 'a' })).rejects.toMatchObject({ code: 449 });
  seen();
  faults.decide = failNext({ kind: 'drop-before-commit' }, { when: isDocument });
  expect((await container.item('x', 'a').read()).statusCode).toBe(404);
  expect(seen().filter((kind) => kind === 'document')).toHaveLength(2);
});

test('a query also requests its plan, and a point read is one request', async () => {
  const { container, seen } = await openLocalEndpoint();
  seen();
  await container.item('x', 'a').read();
  expect(seen()).toEqual(['document']);
  await container.items.query('SELECT * FROM c', { partitionKey: 'a' }).fetchAll();
  expect(new Set(seen())).toEqual(new Set(['plan', 'query']));
});

test('random faults repeat with the same random numbers', () => {
  const chances = [
    { fault: { kind: 'lose-answer' } as const, probability: 0.3 },
    { fault: { kind: 'hang' } as const, probability: 0.3, when: isBatch },
  ];
  const run = () => {
    const draws = [0.1, 0.5, 0.9, 0.5];
    const decide = failAtRandom(() => draws.shift() ?? 1, chances);
    const kinds = ['batch', 'batch', 'batch', 'document'] as const;
    return kinds.map((kind) => decide({ verb: 'POST', kind, path: '/' })?.kind);
  };
  expect(run()).toEqual(['lose-answer', 'hang', undefined, undefined]);
  expect(run()).toEqual(run());
});

test('above its throughput the endpoint answers 429, and the SDK waits for the given time', async () => {
  const { container, seen } = await openLocalEndpoint({ ruPerSecond: 400 });
  // About 625 RU: allowed, but overdrawn for half a second.
  await container.items.create({ id: 'large', pk: 'a', text: 'x'.repeat(1_048_000) });
  seen();
  await container.items.create({ id: 'next', pk: 'a' });
  expect(seen().length).toBeGreaterThanOrEqual(2);
});

test('the bucket refills evenly and says how long to wait', () => {
  let now = 0;
  const throttle = createThrottle({ ruPerSecond: 100, now: () => now });
  throttle.admit();
  throttle.spend(150);
  expect(() => throttle.admit()).toThrow(
    expect.objectContaining({ status: 429, substatus: 3200, retryAfterMs: 500 }),
  );
  now = 501;
  expect(() => throttle.admit()).not.toThrow();
});

// These traps are no failures.

test('the SDK cannot reach a plain http endpoint with an agent of our own', async () => {
  const opening = openLocalEndpoint({ clientOptions: { agent: new Agent() } });
  await expect(opening).rejects.toThrow('allowInsecureConnection');
});

test('an empty batch is sent', async () => {
  const { container, seen } = await openLocalEndpoint();
  seen();
  await expect(container.items.batch([], 'a')).rejects.toMatchObject({ cause: { code: 400 } });
  expect(seen()).toContain('batch');
});

test('a batch changes its array of operations', async () => {
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

import { expect, test } from 'vitest';
import { openContinuation, signContinuation } from './continuation.ts';
import { createSigningKeys } from './signing-keys.ts';

const keys = createSigningKeys(async () => ['secret']);
const place = { query: 'listedReferrals', partitionKey: 'd:1', token: '{"rid":"é+RID:~"}' };
const continuation = await signContinuation(keys, place);
const { token, ...at } = place;

test('the place comes back for the query and the partition it was signed for', async () => {
  expect(await openContinuation(keys, { ...at, continuation })).toBe(token);
});

test('it is good for no other query, partition or key', async () => {
  expect(await openContinuation(keys, { ...at, query: 'notesOfReferral', continuation })).toBeUndefined();
  expect(await openContinuation(keys, { ...at, partitionKey: 'd:2', continuation })).toBeUndefined();
  expect(
    await openContinuation(
      createSigningKeys(async () => ['another']),
      { ...at, continuation },
    ),
  ).toBeUndefined();
});

test.each(['', '.', 'a.b', continuation.slice(0, -4), `A${continuation}`, continuation.split('.')[1] ?? ''])(
  'a forged one is nothing: %s',
  async (forged) => {
    expect(await openContinuation(keys, { ...at, continuation: forged })).toBeUndefined();
  },
);

test('the longest token the store gives stays below the 4,000 characters of the contract', async () => {
  expect((await signContinuation(keys, { ...place, token: 'x'.repeat(2048) })).length).toBeLessThan(4000);
});

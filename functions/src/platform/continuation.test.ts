import { expect, test } from 'vitest';
import { openContinuation, signContinuation } from './continuation.ts';
import { createSigningKeys } from './signing-keys.ts';

const keys = createSigningKeys(['secret']);
const place = { query: 'listedReferrals', partitionKey: 'd:1', token: '{"rid":"é+RID:~"}' };
const continuation = signContinuation(keys, place);
const { token, ...at } = place;

test('the place comes back for the query and the partition it was signed for', () => {
  expect(openContinuation(keys, { ...at, continuation })).toBe(token);
});

test('it is good for no other query, partition or key', () => {
  expect(openContinuation(keys, { ...at, query: 'notesOfReferral', continuation })).toBeUndefined();
  expect(openContinuation(keys, { ...at, partitionKey: 'd:2', continuation })).toBeUndefined();
  expect(openContinuation(createSigningKeys(['another']), { ...at, continuation })).toBeUndefined();
});

test.each(['', '.', 'a.b', continuation.slice(0, -4), `A${continuation}`, continuation.split('.')[1] ?? ''])(
  'a forged one is nothing: %s',
  (forged) => {
    expect(openContinuation(keys, { ...at, continuation: forged })).toBeUndefined();
  },
);

test('the longest token the store gives stays below the 4,000 characters of the contract', () => {
  expect(signContinuation(keys, { ...place, token: 'x'.repeat(2048) }).length).toBeLessThan(4000);
});

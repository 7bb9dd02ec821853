import { expect, test } from 'vitest';
import { openContinuation, sealContinuation } from './continuation.ts';
import { createSigningKeys } from './signing-keys.ts';

const now = new Date();
const keys = createSigningKeys(async () => ['secret']);
const place = { query: 'listedReferrals', partitionKey: 'd:1', token: '{"rid":"é+RID:~"}' };
const continuation = await sealContinuation(keys, place, now);
const { token, ...at } = place;

test('a continuation hides the token of the store', () => {
  for (const part of continuation.split('.'))
    expect(Buffer.from(part, 'base64url').toString()).not.toContain('rid');
});

test('a continuation expires after a day', async () => {
  const later = new Date(now.getTime() + 24 * 3_600_000);
  expect(await openContinuation(keys, { ...at, continuation }, later)).toBeUndefined();
});

test('the token opens for its own query and partition', async () => {
  expect(await openContinuation(keys, { ...at, continuation }, now)).toBe(token);
});

test('a continuation opens for no other query, partition or key', async () => {
  expect(
    await openContinuation(keys, { ...at, query: 'notesOfReferral', continuation }, now),
  ).toBeUndefined();
  expect(await openContinuation(keys, { ...at, partitionKey: 'd:2', continuation }, now)).toBeUndefined();
  expect(
    await openContinuation(
      createSigningKeys(async () => ['another']),
      { ...at, continuation },
      now,
    ),
  ).toBeUndefined();
});

test.each(['', '.', 'a.b', continuation.slice(0, -4), `A${continuation}`, continuation.split('.')[1] ?? ''])(
  'a forged continuation is refused: %s',
  async (forged) => {
    expect(await openContinuation(keys, { ...at, continuation: forged }, now)).toBeUndefined();
  },
);

test('the longest token the store gives stays below the 4,000 characters of the contract', async () => {
  expect((await sealContinuation(keys, { ...place, token: 'x'.repeat(2048) }, now)).length).toBeLessThan(
    4000,
  );
});

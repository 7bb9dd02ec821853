import type { EffectContext } from '../core/context.ts';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { HARBOR } from '../testing/people.ts';
import { storedIn } from '../testing/stored.ts';
import { acting, actOnThing, keepAs, pipelineOn, thingsKept, writeOf } from '../testing/writes.ts';
import { AppError } from '../core/app-error.ts';
import { LeaseFailure, runLease } from './lease.ts';

// In these tests the first try runs past its lease, and another try takes the key over.

const PAST_THE_LEASE_MS = 61_000;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const record = async () => (await storedIn(handoff.store, `d:${HARBOR}`)).find(({ type }) => type === 'idem');
const names = () => thingsKept(handoff.store);
const write = () => writeOf(pipelineOn(handoff.platform), actOnThing, { key: 'k' });

const inProgress = { code: 'request_in_progress', details: { retryAfterSeconds: 1 } };

/** Runs a first try that lost the key to another one, which is still working. */
async function losing(how: (context: EffectContext) => Promise<unknown>) {
  const release = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const first = runLease(
    write(),
    acting('one', async (context) => {
      handoff.advance(PAST_THE_LEASE_MS);
      const second = runLease(
        write(),
        acting('two', async () => {
          taken.resolve();
          await release.promise;
        }),
      );
      await taken.promise;
      try {
        await how(context);
      } finally {
        void second.then(() => ended.resolve());
      }
    }),
  );
  const ended = Promise.withResolvers<void>();
  const outcome = await first.catch((error: unknown) => error);
  const whileHeld = await record();
  release.resolve();
  await ended.promise;
  return { outcome, whileHeld };
}

test('a try that lost the key cannot complete', async () => {
  const { outcome, whileHeld } = await losing(async () => {});
  expect(outcome).toMatchObject(inProgress);
  expect(whileHeld).toMatchObject({ state: 'claimed' });
  expect(await names()).toEqual(['two']);
});

test('nor note that it asks', async () => {
  const { outcome, whileHeld } = await losing((context) => context.markSent(async () => {}));
  expect(outcome).toMatchObject(inProgress);
  expect(whileHeld).toMatchObject({ state: 'claimed' });
});

test('a try that lost the key cannot record a failure', async () => {
  const answer = new AppError('bad_gateway', 'No answer');
  const { outcome, whileHeld } = await losing(async () => {
    throw new LeaseFailure(answer, async (context) => void (await keepAs('failure')(context)));
  });
  expect(outcome).toMatchObject(inProgress);
  expect(whileHeld).toMatchObject({ failures: 0 });
  expect(await names()).toEqual(['two']);
});

test('a try that lost the key cannot release it', async () => {
  const refusal = new AppError('not_found', 'The referral was not found.');
  const { outcome, whileHeld } = await losing(() => Promise.reject(refusal));
  expect(outcome).toBe(refusal);
  expect(whileHeld).toMatchObject({ state: 'claimed' });
});

/** Runs a first try that lost the key to another one, which has finished. */
const overtaken = (how: (context: EffectContext) => Promise<unknown>) =>
  runLease(
    write(),
    acting('one', async (context) => {
      handoff.advance(PAST_THE_LEASE_MS);
      await runLease(write(), acting('two'));
      await how(context);
    }),
  );

test.each<[string, (context: EffectContext) => Promise<unknown>]>([
  ['is refused', () => Promise.reject(new AppError('not_found', 'It was not found.'))],
  ['fails', () => Promise.reject(new LeaseFailure(new AppError('bad_gateway', 'No'), async () => {}))],
])('a try that %s after another one finished returns the answer of that one', async (_case, how) => {
  const done = await overtaken(how);
  expect(done).toMatchObject({ replayed: true, body: (await record())?.['body'] });
  expect(await names()).toEqual(['two']);
});

test('a try does not send its request after another one finished', async () => {
  let asked = false;
  const done = await overtaken(async (context) => {
    await context.markSent(async () => {});
    asked = true;
  });
  expect([done.replayed, asked]).toEqual([true, false]);
});

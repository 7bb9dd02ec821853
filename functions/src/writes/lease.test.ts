import type { EffectContext } from '../core/context.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Platform } from '../platform/ports.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { HARBOR } from '../testing/people.ts';
import { storedIn, verifyAuditChains } from '../testing/stored.ts';
import {
  acting,
  actOnThing,
  keepAs,
  pipelineOn,
  thingKind,
  thingsKept,
  watched,
  writeOf,
} from '../testing/writes.ts';
import { AppError } from '../core/app-error.ts';
import { LeaseFailure, runLease, type RunLease } from './lease.ts';

const LEASE_MS = 60_000;

let handoff: TestApi;
let actedAgain = 0;
beforeEach(async () => {
  handoff = await freshApi();
  actedAgain = 0;
});

const record = async () => (await storedIn(handoff.store, `d:${HARBOR}`)).find(({ type }) => type === 'idem');
const names = () => thingsKept(handoff.store);

/** Writes under one key, on a clock that `advance` moves. */
const write = (more: { fingerprint?: string; platform?: Platform } = {}) =>
  writeOf(pipelineOn(more.platform ?? handoff.platform), actOnThing, { key: 'k', ...more });

const neverAgain: RunLease = () => {
  actedAgain += 1;
  return Promise.reject(new Error('It acted again'));
};

const inProgress = (retryAfterSeconds: number) => ({
  code: 'request_in_progress',
  message: 'This request is still being worked on.',
  details: { retryAfterSeconds },
});

test('a lease lasts a minute, and its answer is stored for a week', async () => {
  let held;
  const done = await runLease(
    write(),
    acting('one', async ({ now }) => {
      held = await record();
      expect(Date.parse(String(held?.['leaseUntil'])) - now.getTime()).toBeLessThan(LEASE_MS + 5_000);
      expect(Date.parse(String(held?.['leaseUntil'])) - now.getTime()).toBeGreaterThanOrEqual(LEASE_MS);
    }),
  );
  expect(held).toMatchObject({ state: 'claimed', body: null });
  expect(done).toMatchObject({ replayed: false });
  expect(await record()).toMatchObject({ state: 'done', body: done.body, leaseUntil: null, ttl: 7 * 86_400 });
  expect(await runLease(write(), neverAgain)).toMatchObject({ body: done.body, replayed: true });
  expect([actedAgain, await names()]).toEqual([0, ['one']]);
  await verifyAuditChains(handoff.store);
});

test('a slow call says how long its lease lasts', async () => {
  const slow = { ...write(), endpoint: { ...actOnThing, leaseSeconds: 300 } };
  await runLease(
    slow,
    acting('one', async ({ now }) => {
      const until = Date.parse(String((await record())?.['leaseUntil']));
      expect(until - now.getTime()).toBeGreaterThanOrEqual(300_000);
    }),
  );
});

test('a new key is claimed without a lookup', async () => {
  const { platform, asked } = watched(handoff.platform);
  await runLease(write({ platform }), acting('one'));
  expect(asked.slice(0, 2)).toEqual(['read audit-head', 'commit idem']);
});

test('checkpoints come in their order', async () => {
  const passed: string[] = [];
  const platform = { ...handoff.platform, checkpoint: async (name: string) => void passed.push(name) };
  const effect = async () => void passed.push('effect');
  await runLease(write({ platform }), acting('one', effect));
  expect(passed).toEqual(['B1', 'B2', 'effect', 'B3', 'B4']);
});

test.each([
  ['just begun: in a second', 0, 1],
  ['at it for twenty seconds: in as many', 20_000, 20],
  ['about to end: when it ends', 50_000, 10],
])('while another try holds the key, the answer says when to retry, %s', async (_case, after, seconds) => {
  const { platform } = handoff;
  const began = platform.clock.now().getTime();
  const at = (ms: number) => ({ ...platform, clock: { ...platform.clock, now: () => new Date(began + ms) } });
  await runLease(
    write({ platform: at(0) }),
    acting('one', async () => {
      const another = runLease(write({ platform: at(after) }), neverAgain);
      await expect(another).rejects.toMatchObject(inProgress(seconds));
    }),
  );
  expect(await names()).toEqual(['one']);
});

test('while another try holds the key, a different request is refused', async () => {
  await runLease(
    write(),
    acting('one', async () => {
      const other = runLease(write({ fingerprint: 'another' }), neverAgain);
      await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    }),
  );
});

test('an expired lease is taken over the moment it ends, under the same names', async () => {
  const { platform } = handoff;
  const began = platform.clock.now().getTime();
  const at = (ms: number) => ({ ...platform, clock: { ...platform.clock, now: () => new Date(began + ms) } });
  const derived: string[] = [];
  const effect = async (context: EffectContext) => void derived.push(context.derive('file'));
  const first = await runLease(
    write({ platform: at(0) }),
    acting('one', async (context) => {
      await effect(context);
      await runLease(write({ platform: at(LEASE_MS) }), acting('two', effect));
    }),
  );
  // The first try is fenced off and returns the second one's answer.
  expect(first).toMatchObject({ replayed: true });
  expect(await names()).toEqual(['two']);
  expect(new Set(derived).size).toBe(1);
  await verifyAuditChains(handoff.store);
});

test('a refusal releases the key for the same request only', async () => {
  const refusal = new AppError('not_found', 'It was not found.');
  await expect(runLease(write(), () => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(await record()).toMatchObject({ state: 'released', failures: 0, leaseUntil: null });
  await expect(runLease(write({ fingerprint: 'another' }), neverAgain)).rejects.toMatchObject({
    code: 'idempotency_key_reused',
  });
  expect(await runLease(write(), acting('one'))).toMatchObject({ replayed: false });
  expect(await names()).toEqual(['one']);
});

test('a failed release does not change the refusal', async () => {
  const refusal = new AppError('not_found', 'It was not found.');
  const refusing: RunLease = () => {
    handoff.failStore('batch', { kind: 'answer', status: 413 });
    return Promise.reject(refusal);
  };
  await expect(runLease(write(), refusing)).rejects.toBe(refusal);
  expect(await record()).toMatchObject({ state: 'claimed' });
});

test('a recorded failure is answered with its message, and the next try has other names', async () => {
  const answer = new AppError('bad_gateway', 'No answer');
  const derived: string[] = [];
  const effect = async (context: EffectContext) => void derived.push(context.derive('file'));
  const failing = acting('never', async (context) => {
    await effect(context);
    throw new LeaseFailure(answer, async (writing) => void (await keepAs('failure')(writing)));
  });
  const passed: string[] = [];
  const checkpoint = async (name: string) => void passed.push(name);
  const failed = runLease(write({ platform: { ...handoff.platform, checkpoint } }), failing);
  await expect(failed).rejects.toBe(answer);
  expect(passed).toEqual(['B1', 'B2', 'B4']);
  expect(await record()).toMatchObject({ state: 'failed', failures: 1, ttl: -1 });

  await runLease(write(), acting('success', effect));
  expect(await names()).toEqual(['failure', 'success']);
  expect(new Set(derived).size).toBe(2);
  await verifyAuditChains(handoff.store);
});

test('the count and the mark that the request was sent are written together or not at all', async () => {
  await runLease(
    write(),
    acting('answer', async (context) => {
      expect(context.wasSent).toBe(false);
      const full = new AppError('too_many_requests', 'No more today.');
      const refused = context.markSent(() => Promise.reject(full));
      await expect(refused).rejects.toBe(full);
      expect(await record()).toMatchObject({ state: 'claimed' });

      await context.markSent(async (writing) => void (await keepAs('count')(writing)));
      expect(await record()).toMatchObject({ state: 'sent' });
      expect(await names()).toEqual(['count']);
    }),
  );
});

test('a try that sent its request keeps the key when it fails, and the next try knows that an answer is pending', async () => {
  const asking = acting('never', async (context) => {
    handoff.advance(30_000);
    await context.markSent(async () => {});
    throw new Error('The connection broke');
  });
  await expect(runLease(write(), asking)).rejects.toThrow('The connection broke');
  const left = await record();
  expect(left).toMatchObject({ state: 'sent' });
  // The whole lease was still ahead when it asked.
  const began = Date.parse(String(left?.['createdAt']));
  expect(Date.parse(String(left?.['leaseUntil'])) - began).toBeGreaterThanOrEqual(30_000 + LEASE_MS);

  handoff.advance(LEASE_MS + 1_000);
  let wasSent;
  const none = acting('no answer', async (context) => {
    ({ wasSent } = context);
    expect(await record()).toMatchObject({ state: 'sent' });
  });
  await runLease(write(), none);
  expect(wasSent).toBe(true);
  expect(await names()).toEqual(['no answer']);
});

test("a failure has its own name and the answer's message", () => {
  const failure = new LeaseFailure(new AppError('bad_gateway', 'No answer'), async () => {});
  expect([failure.name, failure.message]).toEqual(['LeaseFailure', 'No answer']);
});

test('an effect reads only its agency and the users', async () => {
  await runLease(
    write(),
    acting('one', async ({ find, system, caller, callerAddresses }) => {
      expect(await find.get(thingKind, 'none')).toBeUndefined();
      expect(await system.get(thingKind, 'none')).toBeUndefined();
      expect([caller.businessDomainId, callerAddresses]).toEqual([HARBOR, []]);
    }),
  );
});

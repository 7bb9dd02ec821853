import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { StoreUnavailable } from '../../../platform/ports.ts';
import type { TestApi } from '../../../testing/api.ts';
import { countingApi } from '../../../testing/eligibility/counting-provider.ts';
import { askMedicare, pastChecks } from '../../../testing/examples/eligibility-examples.ts';
import { openExchangeFile } from '../../../records/exchange-files.ts';
import { HARBOR } from '../../../testing/people.ts';
import { storedIn, verifyAuditChains } from '../../../testing/stored.ts';

/**
 * Crashes at the checkpoint, repeats the request during the lease and after it, and then a person decides to send it
 * again.
 */
async function diesAt(checkpoint: string) {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  const died = handoff.crashAt(checkpoint);
  void askMedicare(handoff, {}, key);
  await died;
  const askedFirst = asked.length;
  const early = await askMedicare(handoff, {}, key);
  handoff.advance(90_001);
  const retry = await askMedicare(handoff, {}, key);
  const askedByItself = asked.length - askedFirst;
  const past = await pastChecks(handoff);
  const decided = await askMedicare(handoff, {}, key);
  await verifyAuditChains(handoff.store);
  return {
    statuses: [early.status, retry.status, decided.status],
    waitsFor: Number(early.headers['Retry-After'] ?? 0),
    asked: [askedFirst, askedByItself, asked.length],
    past: past.map(({ FailureMessage }) => FailureMessage?.slice(0, 16)),
  };
}

test('a crash before the key is claimed leaves nothing', async () => {
  expect(await diesAt('B1')).toMatchObject({ statuses: [200, 200, 200], asked: [0, 1, 1] });
});

test('a check is taken over after a crash before the inquiry, and Medicare is asked then', async () => {
  const { waitsFor, ...rest } = await diesAt('B2');
  expect(waitsFor).toBe(1);
  expect(rest).toEqual({ statuses: [409, 200, 200], asked: [0, 1, 1], past: [undefined] });
});

test.each([
  ['about to ask', 'B3a', [0, 0, 1]],
  ['having asked', 'B3p', [1, 0, 2]],
  ['with the answer', 'B3', [1, 0, 2]],
])(
  'a crash when %s is recorded as unanswered, and only a person repeats the check',
  async (_what, point, asked) => {
    const { waitsFor, ...rest } = await diesAt(point);
    expect(waitsFor).toBe(1);
    expect(rest).toEqual({ statuses: [409, 503, 200], asked, past: ['No response came'] });
  },
);

/** Another instance on the same store, which cannot store answers. */
function withoutBlobs(handoff: TestApi, error: Error) {
  const { blobs } = handoff.platform;
  const putIfAbsent: typeof blobs.putIfAbsent = async (container, name, content) => {
    if (name.endsWith('.271')) throw error;
    return blobs.putIfAbsent(container, name, content);
  };
  return { ...handoff, ...handoff.another({ blobs: { ...blobs, putIfAbsent } }) };
}

test('an error after the inquiry leaves it open: it is not repeated automatically', async () => {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  const failing = handoff.another({
    checkpoint: async (name) => {
      if (name === 'B3') throw new Error('a mistake');
    },
  });
  expect((await askMedicare({ ...handoff, ...failing }, {}, key)).status).toBe(500);
  expect((await askMedicare(handoff, {}, key)).error().code).toBe('request_in_progress');
  handoff.advance(90_001);
  expect([(await askMedicare(handoff, {}, key)).status, asked.length]).toEqual([503, 1]);
});

test.each([
  ['is down', new StoreUnavailable('down', { retryAfterMs: 1 })],
  ['refuses', new Error('AuthorizationFailure')],
])('an answer counts while the storage %s, and its text is stored by the timer', async (_what, error) => {
  const { handoff, asked } = await countingApi();
  const answer = (await askMedicare(withoutBlobs(handoff, error))).ok();
  expect(answer).toMatchObject({ isPartBEligible: true });
  expect([await pastChecks(handoff), asked]).toMatchObject([[{ HasExchange: true }], [{}]]);
  const name = `${HARBOR}/${answer.CheckId}.271`;
  expect(await handoff.platform.blobs.exists('payer-exchanges', name)).toBe(false);
  await handoff.app.jobs.eligibility.run();
  const stored = await handoff.platform.blobs.read('payer-exchanges', name);
  const of = { domainId: HARBOR, checkId: answer.CheckId, part: '271' as const };
  const text = await openExchangeFile(handoff.platform.fieldKeys, of, stored?.bytes ?? new Uint8Array());
  expect(text).toMatch(/^ISA/);
  expect(JSON.stringify(await storedIn(handoff.store, `d:${HARBOR}`))).not.toContain(
    '"IsUploadPending":true',
  );
  await verifyAuditChains(handoff.store);
});

test('a crash after the answer was committed loses nothing', async () => {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  const died = handoff.crashAt('B4');
  void askMedicare(handoff, {}, key);
  await died;
  const retry = await askMedicare(handoff, {}, key);
  expect([retry.status, retry.headers[IDEMPOTENT_REPLAYED], asked.length]).toEqual([200, 'true', 1]);
});

test('an owner that resumes after a takeover changes nothing', async () => {
  const { handoff, asked } = await countingApi();
  const key = randomUUID();
  const held = handoff.holdAt('B3p');
  const slow = askMedicare(handoff, {}, key);
  await held.reached;
  handoff.advance(90_001);
  expect((await askMedicare(handoff, {}, key)).status).toBe(503);
  held.release();
  expect([(await slow).error().code, asked.length]).toEqual(['request_in_progress', 1]);
  expect(await pastChecks(handoff)).toMatchObject([{ Verdict: 'notCompleted' }]);
});

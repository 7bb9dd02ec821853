import { randomUUID } from 'node:crypto';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { describe, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { everyExample, hasOwnWay, writePerHandler } from '../testing/examples/endpoint-examples.ts';
import { crashStory } from '../testing/faults/crash-story.ts';
import { drawFew } from '../testing/faults/run-size.ts';
import { countByType, everythingStored, verifyAuditChains } from '../testing/stored.ts';

/** They share the handlers of partners; and a check is never repeated by itself (check-eligibility.test.ts). */
const likePartners = new Set(['contractedPayers', 'serviceAreas']);
const isByPerson = ({ endpoint }: (typeof writePerHandler)[number]) =>
  endpoint.mode === 'lease' && endpoint.repeat;

const crashing = writePerHandler.filter((example) => !likePartners.has(example.area) && !isByPerson(example));

test.each(drawFew('crash', crashing, hasOwnWay))(
  '$name: wherever the process is killed, the retry ends in one effect and one answer',
  async (example) => {
    expect((await crashStory(example)).length).toBeGreaterThanOrEqual(3);
  },
);

/** One write per kind, for behavior that does not depend on the call. */
const nameOf = (mode: 'atomic' | 'lease') => (mode === 'atomic' ? 'referrals.create' : 'services.uploadFile');

describe.each(['atomic', 'lease'] as const)('%s, with a store that fails', (mode) => {
  const example = everyExample.find(({ name }) => name === nameOf(mode));
  if (!example) throw new Error('the example is missing');

  async function effectOf(fail: (handoff: TestApi) => void) {
    if (!example) throw new Error('the example is missing');
    const handoff = await freshApi();
    const input = await example.input(handoff);
    const before = countByType(await everythingStored(handoff.store));
    fail(handoff);
    const answer = await handoff.call(example.endpoint, input, { as: example.as });
    await verifyAuditChains(handoff.store);
    const after = countByType(await everythingStored(handoff.store));
    const more = (type: string) => (after[type] ?? 0) - (before[type] ?? 0);
    return {
      status: answer.status,
      isReplay: IDEMPOTENT_REPLAYED in answer.headers,
      made: more('referral') + more('document'),
      audited: more('audit'),
    };
  }

  test.each([
    ['a request is lost', { kind: 'drop-before-commit' }],
    ['an answer is lost', { kind: 'lose-answer' }],
    ['it answers 449', { kind: 'answer', status: 449 }],
    ['it answers 429', { kind: 'answer', status: 429, retryAfterMs: 1 }],
    ['it answers 503', { kind: 'answer', status: 503 }],
    ['it answers 408', { kind: 'answer', status: 408 }],
  ] as const)('%s: one effect and its first answer', async (_what, fault) => {
    const effect = await effectOf((handoff) => handoff.failStore('batch', fault));
    expect(effect).toEqual({ status: 200, isReplay: false, made: 1, audited: 1 });
  });
});

test('while the store is down the answer is 503 with a retry time, and the key still works afterwards', async () => {
  const handoff = await freshApi();
  const example = everyExample.find(({ name }) => name === 'referrals.create');
  if (!example) throw new Error('the example is missing');
  const key = randomUUID();
  const send = async () =>
    handoff.call(example.endpoint, await example.input(handoff), { as: example.as, key });
  handoff.failStore('batch', { kind: 'answer', status: 503 }, 1_000);
  const down = await send();
  expect([down.error().code, down.headers['Retry-After']]).toEqual(['unavailable', '1']);
  handoff.failStore('document', { kind: 'answer', status: 429, retryAfterMs: 1 }, 1_000);
  expect((await send()).error().code).toBe('unavailable');
  handoff.failStore('batch', { kind: 'lose-answer' }, 0);
  expect((await send()).status).toBe(200);
});

import { api } from '@handoff/shared/contract/api';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { limitsFor, type Limits } from '../../../auth/limits.ts';
import { StoreUnavailable } from '../../../platform/ports.ts';
import type { TestApi } from '../../../testing/api.ts';
import { countingApi } from '../../../testing/eligibility/counting-provider.ts';
import { checkDraft } from '../../../testing/examples/eligibility-examples.ts';
import { everythingStored } from '../../../testing/stored.ts';

const { medicareEligibility } = api;
const HOUR_MS = 3_600_000;

interface Asked {
  as?: 'ana' | 'mia' | 'eve';
  key?: string;
  Mbi?: string;
}
const check = (handoff: TestApi, { as = 'ana', key = randomUUID(), ...changes }: Asked = {}) =>
  handoff.call(medicareEligibility.check, { body: checkDraft(changes) }, { as, key });

const limited = (changes: Partial<Limits['checks']>) =>
  countingApi([], { limits: { checks: { ...limitsFor({ callsPerMinute: 300 }).checks, ...changes } } });

/** These tests use the real clock, so this avoids that a full hour begins within one. */
function toMidHour(handoff: TestApi): void {
  const into = handoff.platform.clock.now().getTime() % HOUR_MS;
  handoff.advance((into < HOUR_MS / 2 ? HOUR_MS / 2 : HOUR_MS * 1.5) - into);
}

const putIfAbsent = async () => Promise.reject(new StoreUnavailable('down', { retryAfterMs: 1 }));

test('eight simultaneous checks do not exceed the hourly limit of a person', async () => {
  const { handoff, asked } = await limited({ perUserAndHour: 3 });
  toMidHour(handoff);
  const answers = await Promise.all(Array.from({ length: 8 }, () => check(handoff)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map((answer) => answer.error().code)).toEqual(Array(5).fill('too_many_requests'));
  expect(asked).toHaveLength(3);
  const waits = Number(refused[0]?.headers['Retry-After']);
  expect(waits).toBeGreaterThan(1_700);
  expect(waits).toBeLessThanOrEqual(1_800);

  const stored = await everythingStored(handoff.store);
  const ofType = (wanted: string) => stored.filter(({ type }) => type === wanted);
  expect(['medicare-check', 'exchange'].map((type) => ofType(type).length)).toEqual([3, 3]);
  expect(ofType('idem').filter(({ state }) => state === 'done')).toHaveLength(3);
  expect((await check(handoff, { as: 'mia' })).status).toBe(200);
  handoff.advance(waits * 1_000);
  expect((await check(handoff)).status).toBe(200);
});

test('each agency has its own daily limit', async () => {
  const { handoff, asked } = await limited({ perAgencyAndDay: 2 });
  toMidHour(handoff);
  await check(handoff);
  await check(handoff, { as: 'mia' });
  const third = await check(handoff);
  expect([third.status, third.error().ErrorMessage]).toEqual([429, expect.stringContaining('tomorrow')]);
  expect(Number(third.headers['Retry-After'])).toBeGreaterThan(0);
  expect((await check(handoff, { as: 'eve' })).status).toBe(200);
  expect(asked).toHaveLength(3);
});

test('requests that send no inquiry are not counted: wrong input, replays, tries of the same key', async () => {
  const { handoff } = await limited({ perUserAndHour: 2 });
  toMidHour(handoff);
  const key = randomUUID();
  expect((await check(handoff, { Mbi: 'wrong' })).ok().isInputWrong).toBe(true);
  expect((await check(handoff, { key })).status).toBe(200);
  expect((await check(handoff, { key })).status).toBe(200);
  expect((await check(handoff)).status).toBe(200);
  expect((await check(handoff)).status).toBe(429);
  expect((await check(handoff, { key })).status).toBe(200);
  expect((await check(handoff, { Mbi: 'wrong' })).status).toBe(200);
});

test('an inquiry that cannot be stored is not sent, and the key is free for another try', async () => {
  const { handoff, asked } = await limited({});
  const { blobs } = handoff.platform;
  const down = { ...handoff, ...handoff.another({ blobs: { ...blobs, putIfAbsent } }) };
  const key = randomUUID();
  const refused = await check(down, { key });
  expect([refused.status, refused.error().ErrorMessage]).toEqual([
    503,
    expect.stringContaining('not contacted'),
  ]);
  expect([(await check(handoff, { key })).status, asked.length]).toEqual([200, 1]);
});

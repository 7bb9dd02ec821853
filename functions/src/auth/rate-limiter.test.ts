import { beforeEach, expect, test } from 'vitest';
import type { Platform } from '../platform/ports.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { withPartitions } from '../testing/changed-store.ts';
import { storedIn } from '../testing/stored.ts';
import { limitsFor } from './limits.ts';
import { createRateLimiters } from './rate-limiter.ts';

const wait = (retryAfterSeconds: number) => ({
  code: 'too_many_requests',
  message: 'Too many requests. Please wait a moment.',
  details: { retryAfterSeconds },
});

let handoff: TestApi;
let now: number;
beforeEach(async () => {
  handoff = await freshApi();
  now = Date.parse('2026-11-24T12:00:00.000Z');
});

/** Creates limiters with this burst and rate, on a clock that only this test moves. */
function limited(burst: number, perMinute: number, changes: Partial<Platform> = {}) {
  const rate = { burst, perMinute };
  const clock = { now: () => new Date(now), sleep: async (ms: number) => void (now += ms) };
  const all = { ...limitsFor({ callsPerMinute: 300 }), calls: rate, writes: rate, anonymous: rate };
  const limits = { ...all, reveals: rate, exports: rate, emergencySearches: rate, numbers: rate };
  return createRateLimiters({ ...handoff.platform, clock, ...changes }, limits);
}

test('a person starts with the full burst and regains calls over time', () => {
  const limiters = limited(3, 60);
  for (let n = 0; n < 3; n += 1) limiters.calls('ana');
  expect(() => limiters.calls('ana')).toThrow(expect.objectContaining(wait(1)));
  now += 999;
  expect(() => limiters.calls('ana')).toThrow(expect.objectContaining(wait(1)));
  now += 1;
  limiters.calls('ana');
  expect(() => limiters.calls('ana')).toThrow('Too many requests');
});

test('rest regains the burst at most', () => {
  const limiters = limited(3, 60);
  limiters.calls('ana');
  now += 3_600_000;
  for (let n = 0; n < 3; n += 1) limiters.calls('ana');
  expect(() => limiters.calls('ana')).toThrow('Too many requests');
});

test('setting the clock back changes nothing', () => {
  const limiters = limited(2, 60);
  limiters.calls('ana');
  now -= 60_000;
  limiters.calls('ana');
  expect(() => limiters.calls('ana')).toThrow(expect.objectContaining(wait(1)));
});

test('the wait lasts until the next call is regained', () => {
  const limiters = limited(1, 2);
  limiters.calls('ana');
  expect(() => limiters.calls('ana')).toThrow(expect.objectContaining(wait(30)));
  now += 15_000;
  expect(() => limiters.calls('ana')).toThrow(expect.objectContaining(wait(15)));
});

test.each(['calls', 'writes', 'anonymous', 'reveals', 'exports', 'emergencySearches', 'numbers'] as const)(
  'each person, or address, has a separate limit: %s',
  async (kind) => {
    const limiters = limited(1, 1);
    const take = async (who: string) => limiters[kind](who);
    await take('ana');
    await expect(take('ana')).rejects.toMatchObject(wait(60));
    await take('mia');
  },
);

test('each limit counts separately in the store, too', async () => {
  const limiters = limited(1, 1);
  limiters.calls('ana');
  limiters.writes('ana');
  limiters.anonymous('ana');
  await limiters.reveals('ana');
  await limiters.exports('ana');
  await expect(limiters.emergencySearches('ana')).resolves.toEqual([]);
});

test('with ten thousand people known, only rested ones are forgotten', () => {
  const limiters = limited(1, 1);
  limiters.calls('ana');
  now += 60_000;
  for (let n = 1; n < 10_000; n += 1) limiters.calls(`person ${n}`);
  // One person is known and the other is new; Ana has rested by now.
  expect(() => limiters.calls('person 1')).toThrow('Too many requests');
  limiters.calls('another');
  expect(() => limiters.calls('person 2')).toThrow('Too many requests');
  limiters.calls('ana');
});

test('a stored bucket expires a minute after it would be full again', async () => {
  const limiters = limited(4, 2);
  await limiters.reveals('ana');
  await limiters.reveals('ana');
  expect(await storedIn(handoff.store, 'u:ana')).toMatchObject([
    { id: 'rate|reveals', type: 'rate', left: 2, at: now, ttl: 180 },
  ]);
});

test('concurrent calls get exactly what is left', async () => {
  const clock = { ...handoff.platform.clock };
  const instances = [1, 2, 3].map(() => limited(2, 1, { clock }));
  const asked = await Promise.allSettled(
    instances.flatMap((each) => [each.exports('ana'), each.exports('ana')]),
  );
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
});

test('a call that always loses the race waits a moment each time, and is then refused for a retry', async () => {
  const waits: number[] = [];
  const clock = { now: () => new Date(now), sleep: async (ms: number) => void waits.push(ms) };
  const store = withPartitions(handoff.store, () => ({
    commit: async () => ({ outcome: 'refused', index: 0, reason: 'changed' }),
  }));
  const random = { ...handoff.platform.random, fraction: () => 0.5 };
  const limiters = limited(4, 2, { clock, store, random });
  await expect(limiters.reveals('ana')).rejects.toMatchObject({ code: 'unavailable' });
  expect(new Set(waits)).toEqual(new Set([10]));
  expect(waits).toHaveLength(40);
});

test("half of a minute's calls may come at once, and a fifth as writes", () => {
  expect(limitsFor({ callsPerMinute: 304 })).toMatchObject({
    calls: { burst: 152, perMinute: 304 },
    writes: { burst: 60, perMinute: 304 },
    exports: { burst: 20, perMinute: 20 / 60 },
    emergencySearches: { burst: 10, perMinute: 20 / 60 },
    uploads: { bytesPerAgencyAndDay: 2_147_483_648 },
  });
});

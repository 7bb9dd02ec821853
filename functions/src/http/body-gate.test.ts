import { expect, test } from 'vitest';
import { createBodyGate } from './body-gate.ts';

const MB = 1024 * 1024;

function clockOf() {
  let now = 0;
  return {
    now: () => new Date(now),
    sleep: async (ms: number) => {
      now += ms;
      await new Promise((resolve) => void setImmediate(resolve));
    },
  };
}

function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

test('a body beyond the memory waits for the ones before it, and is asked to come again if they stay', async () => {
  const gate = createBodyGate(clockOf());
  const [one, other] = [held(), held()];
  const first = gate.run(60 * MB, one.work);
  const second = gate.run(30 * MB, other.work);
  await expect(gate.run(20 * MB, async () => 'stored')).rejects.toMatchObject({
    code: 'unavailable',
    details: { retryAfterSeconds: 3 },
  });
  expect(await gate.run(1 * MB, async () => 'stored')).toBe('stored');
  const third = gate.run(20 * MB, async () => 'stored');
  one.end();
  expect(await third).toBe('stored');
  other.end();
  await Promise.all([first, second]);
});

test('a body that is larger than all memory for bodies runs alone', async () => {
  expect(await createBodyGate(clockOf()).run(200 * MB, async () => 'stored')).toBe('stored');
});

const failing = () => Promise.reject(new Error('no'));

test('a call that fails gives its memory back', async () => {
  const gate = createBodyGate(clockOf());
  await expect(gate.run(90 * MB, failing)).rejects.toThrow('no');
  expect(await gate.run(90 * MB, async () => 'stored')).toBe('stored');
});

import { expect, test } from 'vitest';
import { CallError } from '../../../../data/send/call-error.ts';
import { createBulkRun } from './bulk-run.ts';

const ids = Array.from({ length: 10 }, (_, n) => `r${n}`);
const statesOf = (run: ReturnType<typeof createBulkRun>) => [...run.outcomes().values()].map(({ is }) => is);

test('every row is sent once under a key of its own, four at a time', async () => {
  const keys = new Map<string, string>();
  let [now, most] = [0, 0];
  const run = createBulkRun(ids, async (id, key) => {
    expect(keys.has(id)).toBe(false);
    keys.set(id, key);
    most = Math.max(most, (now += 1));
    await new Promise((done) => setTimeout(done, 1));
    now -= 1;
  });
  await run.start();
  expect(statesOf(run)).toEqual(ids.map(() => 'done'));
  expect(new Set(keys.values()).size).toBe(ids.length);
  expect(most).toBe(4);
});

test('a second start keeps finished rows, reuses the key of a lost answer and sends a refused row under a new key', async () => {
  const sent: Record<string, string[]> = { lost: [], refused: [], done: [] };
  const run = createBulkRun(Object.keys(sent), async (id, key) => {
    sent[id]?.push(key);
    if (id === 'lost' && sent[id]?.length === 1) throw new CallError('No response', { isAnswered: false });
    if (id === 'refused') throw new CallError('"Admitted" needs: Orders.', { isAnswered: true });
  });
  await run.start();
  await run.start();
  const [lost, refused] = [sent['lost'] ?? [], sent['refused'] ?? []];
  expect(lost[0]).toBe(lost[1]);
  expect(refused[0]).not.toBe(refused[1]);
  expect(sent['done']).toHaveLength(1);
  expect(Object.fromEntries(run.outcomes())).toEqual({
    lost: { is: 'done' },
    refused: { is: 'refused', reason: '"Admitted" needs: Orders.' },
    done: { is: 'done' },
  });
});

test('a cancel waits for requests in progress and sends no more until the next start', async () => {
  const sent: string[] = [];
  const run = createBulkRun(ids, async (id) => {
    sent.push(id);
    run.cancel();
  });
  await run.start();
  expect(sent.length).toBeLessThanOrEqual(4);
  expect(statesOf(run).filter((is) => is === 'canceled')).toHaveLength(ids.length - sent.length);
  expect(statesOf(run).filter((is) => is === 'done')).toHaveLength(sent.length);
  await run.start();
  expect(new Set(sent).size).toBe(sent.length);
});

import { expect, test } from 'vitest';
import type { Partition, Versioned } from '../platform/ports.ts';
import { startTestStores } from '../testing/test-store.ts';
import { createWriteTurns, type Turn } from './write-turns.ts';

const stores = await startTestStores();

const headOf = (etag: string): Versioned => ({ id: 'audit-head', type: 'audit-head', _etag: etag });

/** Creates turns on a clock that only waiting moves; each wait is this fraction of its range. */
function turnsAt(fraction = 0.5) {
  const time = { now: 0 };
  const waited: number[] = [];
  const sleep = async (ms: number) => {
    waited.push(ms);
    time.now += ms;
  };
  const clock = { now: () => new Date(time.now), sleep };
  return {
    turns: createWriteTurns({ clock, random: { uuid: () => '', fraction: () => fraction } }),
    time,
    waited,
  };
}

/** A partition whose head reads as these versions in turn; the last one stays. */
async function partitionOf(...etags: string[]): Promise<{ partition: Partition; reads: () => number }> {
  const partition = (await stores.newStore()).app('d:a');
  let reads = 0;
  const read = async () => {
    const etag = etags[Math.min(reads, etags.length - 1)];
    reads += 1;
    return etag === undefined ? undefined : headOf(etag);
  };
  return { partition: { ...partition, read }, reads: () => reads };
}

const etagOf = async (turn: Turn) => (await turn.head())?._etag;

test('writers of one partition take turns in order of arrival', async () => {
  const { turns } = turnsAt();
  const { partition } = await partitionOf('e1');
  const other = { ...partition, key: 'd:b' };
  const done: string[] = [];
  const held = Promise.withResolvers<void>();
  const writing = [
    turns.inTurn(partition, async () => {
      await held.promise;
      done.push('first');
    }),
    turns.inTurn(partition, async () => done.push('second')),
    turns.inTurn(partition, async () => done.push('third')),
  ];
  await turns.inTurn(other, async () => done.push('of another partition'));
  held.resolve();
  await Promise.all(writing);
  expect(done).toEqual(['of another partition', 'first', 'second', 'third']);
});

test('a new writer waits behind those that already wait', async () => {
  const { turns } = turnsAt();
  const { partition } = await partitionOf('e1');
  const done: string[] = [];
  const [began, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = turns.inTurn(partition, async () => {});
  const second = turns.inTurn(partition, async () => {
    began.resolve();
    await held.promise;
    done.push('second');
  });
  await Promise.all([first, began.promise]);
  const third = turns.inTurn(partition, async () => done.push('third'));
  held.resolve();
  await Promise.all([second, third]);
  expect(done).toEqual(['second', 'third']);
});

test('the next turn gets the left head without a read, once', async () => {
  const { turns } = turnsAt();
  const { partition, reads } = await partitionOf('read');
  const seen: unknown[] = [];
  await Promise.all([
    turns.inTurn(partition, async (turn) => {
      seen.push(await etagOf(turn));
      turn.leave(headOf('left'));
    }),
    turns.inTurn(partition, async (turn) => void seen.push(await etagOf(turn))),
    // The turn before left no head.
    turns.inTurn(partition, async (turn) => void seen.push(await etagOf(turn))),
  ]);
  expect(seen).toEqual(['read', 'left', 'read']);
  expect(reads()).toBe(2);
});

test('a left head is forgotten when no one waits, and a later writer reads it', async () => {
  const { turns } = turnsAt();
  const { partition } = await partitionOf('read');
  await turns.inTurn(partition, async (turn) => turn.leave(headOf('left')));
  expect(await turns.inTurn(partition, etagOf)).toBe('read');
});

test('a failed write ends its turn', async () => {
  const { turns } = turnsAt();
  const { partition } = await partitionOf('e1');
  const failed = turns.inTurn(partition, () => Promise.reject(new Error('It failed')));
  const next = turns.inTurn(partition, async () => 'done');
  await expect(failed).rejects.toThrow('It failed');
  expect(await next).toBe('done');
});

test('a writer that waited over eight seconds is refused, and the next one gets its turn', async () => {
  const { turns, time } = turnsAt();
  const { partition } = await partitionOf('e1');
  const slow = turns.inTurn(partition, async () => void (time.now = 8_000));
  const inTime = turns.inTurn(partition, async () => void (time.now += 1));
  const late = turns.inTurn(partition, async () => 'written');
  await expect(late).rejects.toMatchObject({ code: 'unavailable', details: { retryAfterSeconds: 1 } });
  await Promise.all([slow, inTime]);
  expect(await turns.inTurn(partition, async () => 'written')).toBe('written');
});

test('a refused writer waits until the head is the same twice', async () => {
  const { turns, waited } = turnsAt();
  const { partition, reads } = await partitionOf('e1', 'e2', 'e3', 'e4', 'e4', 'e5');
  const second = await turns.inTurn(partition, async (turn) => {
    await turn.head();
    return etagOf(turn);
  });
  expect(second).toBe('e4');
  expect([reads(), waited]).toEqual([5, [5, 5, 5]]);
});

test('an empty partition counts as stable', async () => {
  const { turns } = turnsAt();
  const { partition, reads } = await partitionOf();
  const heads = await turns.inTurn(partition, async (turn) => [await turn.head(), await turn.head()]);
  expect(heads).toEqual([undefined, undefined]);
  expect(reads()).toBe(3);
});

test.each([
  [0, 2.5],
  [1, 7.5],
])('reads are spread, so that waiting writers do not read at the same time', async (fraction, ms) => {
  const { turns, waited } = turnsAt(fraction);
  const { partition } = await partitionOf('e1');
  await turns.inTurn(partition, async (turn) => {
    await turn.head();
    await turn.head();
  });
  expect(waited).toEqual([ms]);
});

test('a head that keeps changing is used after fifty reads', async () => {
  const { turns, waited } = turnsAt();
  const { partition } = await partitionOf(...Array.from({ length: 99 }, (_, n) => `e${n}`));
  const last = await turns.inTurn(partition, async (turn) => {
    await turn.head();
    return etagOf(turn);
  });
  expect(waited).toHaveLength(50);
  expect(last).toBe('e51');
});

/** Returns the heads that three consecutive turns get when the first takes this long. */
async function threeTurns(takes: number, ...etags: string[]) {
  const { turns, time, waited } = turnsAt();
  const { partition } = await partitionOf(...etags);
  const seen: unknown[] = [];
  const inTurn = (ms: number) =>
    turns.inTurn(partition, async (turn) => {
      seen.push(await etagOf(turn));
      time.now += ms;
      turn.leave(headOf('left'));
    });
  await Promise.all([inTurn(takes), inTurn(0), inTurn(0)]);
  return { seen, looks: waited.length };
}

test('one process keeps writing for a tenth of a second, each time on the head that it left', async () => {
  expect(await threeTurns(100, 'e1')).toEqual({ seen: ['e1', 'left', 'left'], looks: 0 });
});

test('then it pauses for four reads, and continues', async () => {
  expect(await threeTurns(101, 'e1')).toEqual({ seen: ['e1', 'e1', 'left'], looks: 4 });
});

test('a process that pauses and sees other writers waits like a refused one', async () => {
  // The head is read twice, and then another process has written.
  const { seen, looks } = await threeTurns(101, 'e1', 'e1', 'e1', 'e2', 'e2', 'e3');
  expect({ seen, looks }).toEqual({ seen: ['e1', 'e2', 'left'], looks: 3 });
});

import { expect, test } from 'vitest';
import type { CommitResult, Creations, Operation, Partition, PlacedDocument } from '../platform/ports.ts';
import { freshApi } from '../testing/api.ts';
import { withPartitions } from '../testing/changed-store.ts';
import { storedIn } from '../testing/stored.ts';
import { startTestStores } from '../testing/test-store.ts';
import { thingKind } from '../testing/writes.ts';
import {
  commitWithRetry,
  createOnce,
  createWithRetry,
  retriedPartition,
  triesOf,
  unavailable,
} from './commit.ts';

const stores = await startTestStores();

const create = (id: string): Operation => ({ op: 'create', document: { id, type: 'thing' } });
const unknown = { outcome: 'unknown' } as const;
const busy = { outcome: 'busy', retryAfterMs: 700 } as const;
const wait = { code: 'unavailable', details: { retryAfterSeconds: 1 } };

/** Only sleeping moves this clock; random waits have their maximum length. */
function patience() {
  let at = 0;
  const slept: number[] = [];
  const sleep = async (ms: number) => {
    slept.push(ms);
    at += ms;
  };
  return {
    slept,
    platform: {
      clock: { now: () => new Date(at), sleep },
      random: { uuid: () => `write-${slept.length}`, fraction: () => 1 },
    },
  };
}

/** A partition of a real store that answers some commits differently. */
async function partitionWith(answer: (commit: number) => CommitResult | undefined) {
  let commits = 0;
  const sent: (readonly Operation[])[] = [];
  const store = withPartitions(await stores.newStore(), (partition) => ({
    commit: async (operations) => {
      sent.push(operations);
      commits += 1;
      return answer(commits) ?? partition.commit(operations);
    },
  }));
  return { partition: store.app('sys'), sent };
}

/** Applies the first commit but loses its answer. */
function losingFirst(partition: Partition): Partition {
  let commits = 0;
  return {
    ...partition,
    commit: async (operations) => {
      const result = await partition.commit(operations);
      commits += 1;
      return commits === 1 ? unknown : result;
    },
  };
}

const ids = async (partition: Partition) => {
  const { documents } = await partition.query({ sql: 'SELECT * FROM c', parameters: {}, pageSize: 100 });
  return documents.map(({ id }) => id).toSorted();
};

test('the same batch is sent again while its outcome is unknown', async () => {
  const { partition, sent } = await partitionWith((commit) => (commit <= 3 ? unknown : undefined));
  const { platform } = patience();
  const done = await commitWithRetry(platform, partition, [create('a'), create('b')]);
  expect(done).toMatchObject({ outcome: 'applied', wasLost: false });
  expect(sent).toHaveLength(4);
  for (const batch of sent) expect(batch).toEqual(sent[0]);
  expect(await ids(partition)).toEqual(['a', 'b']);
});

test("only the first document carries the write's mark", async () => {
  const { partition } = await partitionWith(() => undefined);
  const done = await commitWithRetry(patience().platform, partition, [create('a'), create('b')]);
  const [a, b] = [await partition.read('a'), await partition.read('b')];
  expect(done).toMatchObject({ writeId: a?.['writeId'], etags: [a?._etag, b?._etag] });
  expect(b).not.toHaveProperty('writeId');
});

test('waits after unknown outcomes double up to a quarter of a second, for eight tries', async () => {
  const { partition, sent } = await partitionWith(() => unknown);
  const { platform, slept } = patience();
  await expect(commitWithRetry(platform, partition, [create('a')])).rejects.toMatchObject(wait);
  expect(slept.slice(0, 8)).toEqual([20, 40, 80, 160, 250, 250, 250, 250]);
  expect(sent).toHaveLength(9);
});

test('a busy store is retried when it says, up to ten times', async () => {
  const { partition, sent } = await partitionWith(() => busy);
  const { platform, slept } = patience();
  await expect(commitWithRetry(platform, partition, [create('a')])).rejects.toMatchObject(wait);
  expect(slept).toEqual(Array(11).fill(700));
  expect(sent).toHaveLength(11);
});

test('a write that waited eight seconds is refused with a time to retry', async () => {
  const { partition, sent } = await partitionWith(() => ({ outcome: 'busy', retryAfterMs: 4_000 }));
  await expect(commitWithRetry(patience().platform, partition, [create('a')])).rejects.toMatchObject(wait);
  // At the start, after four and after eight.
  expect(sent).toHaveLength(3);
});

test('a batch whose answer was lost is recognized, with the current etags', async () => {
  const store = await stores.newStore();
  const partition = store.app('sys');
  stores.fail('batch', { kind: 'lose-answer' });
  const done = await commitWithRetry(patience().platform, partition, [create('a'), create('b')]);
  expect(done).toMatchObject({
    outcome: 'applied',
    wasLost: true,
    etags: [(await partition.read('a'))?._etag, (await partition.read('b'))?._etag],
  });
});

test('a document removed before its lost batch was recognized has no etag', async () => {
  const { partition } = await partitionWith((commit) => (commit === 1 ? unknown : undefined));
  const { platform } = patience();
  const losing = {
    ...partition,
    commit: async (operations: readonly Operation[]) => {
      const applied = await partition.commit(operations);
      if (applied.outcome !== 'applied') return applied;
      await partition.remove('b', applied.etags[1] ?? '');
      return unknown;
    },
  };
  const done = await commitWithRetry(platform, losing, [create('a'), create('b')]);
  expect(done).toMatchObject({ outcome: 'applied', wasLost: true, etags: [expect.any(String), ''] });
});

test('a document written by another write is refused, whether or not an answer was lost', async () => {
  const { partition } = await partitionWith((commit) => (commit === 2 ? unknown : undefined));
  const { platform } = patience();
  await commitWithRetry(platform, partition, [create('a')]);
  const other = { ...platform, random: { ...platform.random, uuid: () => 'another' } };
  const refused = { outcome: 'refused', index: 0, reason: 'exists' };
  // The second commit is lost before it is applied.
  expect(await commitWithRetry(other, partition, [create('a')])).toEqual(refused);
  expect(await commitWithRetry(other, partition, [create('a')])).toEqual(refused);
});

test('a batch refused in one of its later documents was not applied', async () => {
  const { partition } = await partitionWith((commit) => (commit === 2 ? unknown : undefined));
  const { platform } = patience();
  await commitWithRetry(platform, partition, [create('b')]);
  expect(await commitWithRetry(platform, partition, [create('a'), create('b')])).toMatchObject({
    outcome: 'refused',
    index: 1,
  });
  expect(await ids(partition)).toEqual(['b']);
});

test('a refused batch is not read again when no answer was lost', async () => {
  const { partition } = await partitionWith(() => undefined);
  const { platform } = patience();
  await commitWithRetry(platform, partition, [create('a')]);
  // The mark is the same, as if this were a copy; a clear answer still needs no read.
  const unread = { ...partition, read: () => Promise.reject(new Error('It was read')) };
  expect(await commitWithRetry(platform, unread, [create('a')])).toMatchObject({ outcome: 'refused' });
});

test('a batch that upserts its first document is recognized as applied, wherever it is refused', async () => {
  const partition = (await stores.newStore()).app('sys');
  const put: Operation = { op: 'upsert', document: { id: 'a', type: 'thing' } };
  const losing = losingFirst(partition);
  expect(await commitWithRetry(patience().platform, losing, [put, create('b')])).toMatchObject({
    outcome: 'applied',
    wasLost: true,
  });
});

test('a retrying partition reads like any other, and retries writes until the outcome is known', async () => {
  const { partition, sent } = await partitionWith((commit) => (commit === 1 ? unknown : undefined));
  const retried = retriedPartition(patience().platform, partition);
  expect(await retried.write([create('a')])).toMatchObject({ outcome: 'applied' });
  const all = { sql: 'SELECT * FROM c', parameters: {} };
  const { documents } = await retried.query({ ...all, pageSize: 10 });
  expect([sent.length, documents.map(({ id }) => id), retried.key]).toEqual([2, ['a'], 'sys']);
  expect(await retried.read('a')).toMatchObject({ id: 'a' });
  expect(await retried.count({ ...all, sql: 'SELECT VALUE COUNT(1) FROM c' })).toBe(1);
});

test('a write is tried forty times, or for eight seconds', () => {
  const { platform } = patience();
  expect([...triesOf(platform)]).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
  const slow = [];
  for (const tries of triesOf(platform)) {
    slow.push(tries);
    void platform.clock.sleep(4_000);
  }
  expect(slow).toEqual([1, 2, 3]);
});

test('the time to wait is in seconds without fractions, and one second when unknown', () => {
  expect(unavailable()).toMatchObject(wait);
  expect(unavailable().message).toBe('This is taking longer than it should. Please try again.');
});

const placed = (...codes: string[]): PlacedDocument[] =>
  codes.map((code) => ({ partitionKey: `CT:${code}`, document: { id: `zip-${code}`, type: 'zip' } }));

const each = (documents: PlacedDocument[], { signal } = new AbortController()) => ({ documents, signal });

/** A store that gives these answers in turn, and then repeats the last one. */
function answering(...answers: Creations[]) {
  const sent: string[] = [];
  const createAddresses = async (documents: readonly PlacedDocument[]) => {
    sent.push(documents.map(({ document }) => document.id.slice(4)).join(' '));
    return answers.length > 1 ? (answers.shift() ?? { outcomes: [] }) : (answers[0] ?? { outcomes: [] });
  };
  return { sent, store: { createAddresses } };
}

const takeFirst = async (documents: readonly PlacedDocument[]): Promise<Creations> => ({
  outcomes: documents.map((_, index) => (index === 0 ? 'created' : 'open')),
  retryAfterMs: 5_000,
});

test('only documents that are still open are sent again', async () => {
  const { store, sent } = answering(
    { outcomes: ['created', 'open', 'exists', 'open'] },
    { outcomes: ['exists', 'open'], retryAfterMs: 700 },
    { outcomes: ['created'] },
  );
  const { platform, slept } = patience();
  await createWithRetry(platform, store, each(placed('1', '2', '3', '4')));
  expect(sent).toEqual(['1 2 3 4', '2 4', '4']);
  expect(slept).toEqual([20, 700]);
});

test('documents are given up when ten more tries, or eight seconds, create none of them', async () => {
  const open = { outcomes: ['open', 'open'] } satisfies Creations;
  const failing = answering(open);
  const { platform, slept } = patience();
  await expect(createWithRetry(platform, failing.store, each(placed('1', '2')))).rejects.toMatchObject(wait);
  expect(slept.slice(0, 6)).toEqual([20, 40, 80, 160, 250, 250]);
  expect(failing.sent).toHaveLength(11);

  const throttled = answering({ ...open, retryAfterMs: 4_000 });
  const again = createWithRetry(patience().platform, throttled.store, each(placed('1', '2')));
  await expect(again).rejects.toMatchObject(wait);
  // At the start, after four and after eight.
  expect(throttled.sent).toHaveLength(3);
});

test('documents are waited for as long as each try creates one of them', async () => {
  const many = placed(...Array.from({ length: 30 }, (_, n) => String(n)));
  const { platform, slept } = patience();
  await createWithRetry(platform, { createAddresses: takeFirst }, each(many));
  expect(slept).toHaveLength(29);
});

test('a document that is too large is named in the error', async () => {
  const { store } = answering({ outcomes: ['created', 'tooLarge'] });
  const write = createWithRetry(patience().platform, store, each(placed('1', '2')));
  await expect(write).rejects.toThrow('zip-2 was refused as too large');
});

test('an aborted signal ends the work before the next try, with its reason', async () => {
  const { store, sent } = answering({ outcomes: ['open'], retryAfterMs: 700 });
  const { platform, slept } = patience();
  const stop = new AbortController();
  const createAddresses = async (documents: readonly PlacedDocument[]) => {
    if (sent.length === 1) stop.abort(new Error('Cancelled'));
    return store.createAddresses(documents);
  };
  const write = createWithRetry(platform, { createAddresses }, each(placed('1'), stop));
  await expect(write).rejects.toThrow('Cancelled');
  expect(sent).toHaveLength(2);
  expect(slept).toEqual([700, 700]);
});

test('a first record is created once, whoever writes it again', async () => {
  const { platform, store } = await freshApi();
  const first = { partitionKey: 'd:new', kind: thingKind, record: { Id: 't1', Name: 'One' } };
  await createOnce(platform, first);
  await createOnce(platform, { ...first, record: { Id: 't1', Name: 'Two' } });
  expect(await storedIn(store, 'd:new')).toMatchObject([
    { id: 't1', Id: 't1', type: 'thing', Name: 'One', DeletedAt: null },
  ]);
});

test('a record that the store refuses is an error', async () => {
  const handoff = await freshApi();
  handoff.failStore('batch', { kind: 'answer', status: 413 });
  const record = { Id: 't1', Name: 'One' };
  await expect(
    createOnce(handoff.platform, { partitionKey: 'd:new', kind: thingKind, record }),
  ).rejects.toThrow('thing was refused: tooLarge');
});

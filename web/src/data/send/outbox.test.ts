import { expect, test } from 'vitest';
import { referralNotesApi } from '@handoff/shared/contract/referrals/referral-notes';
import { talkTo } from '../../testing/talk-to.ts';
import { createOutbox, type Work } from './outbox.ts';

const answered = { status: 200, body: { ReferralNotes: [] } };

async function offline(replies: Parameters<typeof talkTo>[0]) {
  const queue = createOutbox({ askEveryMs: 1 });
  queue.setCut(true);
  const { client, seen } = await talkTo(replies);
  const write = (key: string, signal?: AbortSignal) =>
    queue.enter({
      lane: key,
      wish: key,
      run: (place) =>
        client.call(
          referralNotesApi.readNote,
          { body: { Id: key } },
          { key, ...(place && { place }), ...(signal && { signal }) },
        ),
    });
  return { queue, seen, write };
}

test('without a connection writes wait however long, and go out one by one as asked for, each under its key', async () => {
  const { queue, seen, write } = await offline([
    ...Array.from({ length: 20 }, () => 'hang up' as const),
    answered,
  ]);
  const done: string[] = [];
  const waiting: number[] = [];
  queue.subscribe(() => void waiting.push(queue.waiting()));
  const keys = ['first', 'second', 'third'];
  await Promise.all(keys.map((key) => write(key).then(() => done.push(key))));
  await queue.settled(1);
  expect(done).toEqual(keys);
  const sent = seen.map(({ headers, body }) => [headers['idempotency-key'], body]);
  expect(sent.slice(20)).toEqual(keys.map((key) => [key, JSON.stringify({ Id: key })]));
  expect([Math.max(...waiting), queue.waiting()]).toEqual([3, 0]);
});

test('with a connection a write whose answers are lost fails after its tries', async () => {
  const { queue, seen, write } = await offline(['hang up']);
  queue.setCut(false);
  await expect(write('one')).rejects.toThrow('No response');
  await queue.settled(1);
  expect([seen.length, queue.waiting()]).toEqual([5, 0]);
});

test('a canceled write leaves its slot to the next', async () => {
  const { write } = await offline(['hang up', 'hang up', answered]);
  const stop = new AbortController();
  const given = write('one', stop.signal);
  stop.abort();
  await expect(given).rejects.toThrow('Cancelled');
  await write('two');
});

test('it is settled only after work of many calls, however long that takes', async () => {
  const queue = createOutbox();
  const work = Promise.withResolvers<void>();
  queue.hold(work.promise);
  let isSettled = false;
  const settled = queue.settled(1).then(() => (isSettled = true));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isSettled).toBe(false);
  work.reject(new Error('refused'));
  await settled;
});

test('it is settled once the last write has left, or when it takes too long', async () => {
  const queue = createOutbox();
  await queue.settled(60_000);
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  for (const { promise } of [one, other]) void queue.enter({ lane: {}, wish: '', run: () => promise });
  const steps: string[] = [];
  const settled = queue.settled(60_000).then(() => steps.push('settled'));
  one.resolve();
  await new Promise((resolve) => setTimeout(resolve, 5));
  steps.push('last');
  other.resolve();
  await settled;
  expect(steps).toEqual(['last', 'settled']);
  void queue.enter({ lane: {}, wish: '', run: () => new Promise(() => {}) });
  await queue.settled(1);
});

test('background work holds up no other write', async () => {
  const queue = createOutbox();
  void queue.enter({ lane: {}, wish: '', silent: true, run: () => new Promise(() => {}) });
  expect(await queue.settled(60_000)).toBeUndefined();
});

/** Saves that end on demand. */
function saves() {
  const queue = createOutbox();
  const log: string[] = [];
  const finish: (() => void)[] = [];
  const save = (wish: string, lane: Work<string>['lane'] = 'a record') =>
    queue.enter({
      lane,
      wish,
      async run() {
        log.push(`begin ${wish}`);
        await new Promise<void>((resolve) => finish.push(resolve));
        log.push(`end ${wish}`);
        return `saved ${wish}`;
      },
    });
  return { save, log, finishNext: () => finish.shift()?.() };
}

test('a double click is one write with one outcome', async () => {
  const { save, log, finishNext } = saves();
  const both = [save('one'), save('one')];
  finishNext();
  expect(await Promise.all(both)).toEqual(['saved one', 'saved one']);
  expect(log).toEqual(['begin one', 'end one']);
});

test('another wish for the same record waits, and the last one asked for is the last one done', async () => {
  const { save, log, finishNext } = saves();
  const all = [save('one'), save('two'), save('one')];
  for (const each of all) {
    finishNext();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await each;
    // oxlint-disable-next-line no-await-in-loop -- the next one begins
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect(log).toEqual(['begin one', 'end one', 'begin two', 'end two', 'begin one', 'end one']);
});

test('another record does not wait', () => {
  const { save, log } = saves();
  void save('one');
  void save('two', 'another record');
  expect(log).toEqual(['begin one', 'begin two']);
});

test('a failure is its own: what waits begins all the same', async () => {
  const queue = createOutbox();
  const failing = queue.enter({ lane: 'a', wish: '1', run: () => Promise.reject(new Error('no')) });
  const next = queue.enter({ lane: 'a', wish: '2', run: () => Promise.resolve('yes') });
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('the same asked for again after it is done is done again', async () => {
  const queue = createOutbox();
  let times = 0;
  const count = () => queue.enter({ lane: 'a', wish: '1', run: () => Promise.resolve((times += 1)) });
  await count();
  expect(await count()).toBe(2);
});

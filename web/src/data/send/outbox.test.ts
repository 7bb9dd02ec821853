import { expect, test } from 'vitest';
import { api } from '@handoff/shared/contract/api';
import { createOutbox } from './outbox.ts';
import { talkTo } from '../../testing/talk-to.ts';

const answered = { status: 200, body: { ReferralNotes: [] } };

test('without a connection writes wait however long, and go out one by one as asked for, each under its key', async () => {
  const outbox = createOutbox({ askEveryMs: 1 });
  outbox.setCut(true);
  const { client, seen } = await talkTo([...Array.from({ length: 20 }, () => 'hang up' as const), answered]);
  const done: string[] = [];
  const waiting: number[] = [];
  outbox.subscribe(() => void waiting.push(outbox.waiting()));
  const write = async (key: string) => {
    const place = outbox.enter();
    await client.call(api.referrals.readNote, { body: { Id: key } }, { key, place });
    done.push(key);
    place.leave();
  };
  await Promise.all(['first', 'second', 'third'].map(write));

  expect(done).toEqual(['first', 'second', 'third']);
  const sent = seen.map(({ headers, body }) => [headers['idempotency-key'], body]);
  expect(sent.slice(20)).toEqual(done.map((key) => [key, JSON.stringify({ Id: key })]));
  expect([Math.max(...waiting), outbox.waiting()]).toEqual([3, 0]);
});

test('with a connection a write whose answers are lost fails after its tries', async () => {
  const outbox = createOutbox({ askEveryMs: 1 });
  const { client, seen } = await talkTo(['hang up']);
  const how = { key: 'one', place: outbox.enter() };
  await expect(client.call(api.referrals.readNote, { body: { Id: 'n' } }, how)).rejects.toThrow(
    'No response',
  );
  expect([seen.length, outbox.waiting()]).toEqual([5, 0]);
});

test('one that is called off leaves its place to the next', async () => {
  const outbox = createOutbox({ askEveryMs: 1 });
  outbox.setCut(true);
  const { client } = await talkTo(['hang up', 'hang up', answered]);
  const stop = new AbortController();
  const first = outbox.enter();
  const body = { Id: 'n' };
  const given = client
    .call(api.referrals.readNote, { body }, { key: 'one', place: first, signal: stop.signal })
    .finally(() => first.leave());
  stop.abort();
  await expect(given).rejects.toThrow('Cancelled');
  const place = outbox.enter();
  await client.call(api.referrals.readNote, { body }, { key: 'two', place });
});

test('it is settled once the last write has left, or when it takes too long', async () => {
  const outbox = createOutbox();
  await outbox.settled(60_000);
  const [one, other] = [outbox.enter(), outbox.enter()];
  const steps: string[] = [];
  const settled = outbox.settled(60_000).then(() => steps.push('settled'));
  one.leave();
  await new Promise((resolve) => setTimeout(resolve, 5));
  steps.push('last');
  other.leave();
  await settled;
  expect(steps).toEqual(['last', 'settled']);
  outbox.enter();
  await outbox.settled(1);
});

import { api } from '@handoff/shared/contract/api';
import { domainGroup } from '@handoff/shared/contract/realtime';
import { expect, test } from 'vitest';
import type { Platform, StoredDocument } from '../platform/ports.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { referral } from '../testing/examples/example-records.ts';
import { referralDraft } from '../testing/examples/drafts.ts';
import { HARBOR } from '../testing/people.ts';
import { everythingStored } from '../testing/stored.ts';
import { outboxOperations, sendCommitted, sweepOutbox } from './outbox.ts';

const outbox = async ({ store }: TestApi) =>
  (await everythingStored(store)).filter(({ type }) => type === 'outbox');

test('a change is pushed at once, after it is saved', async () => {
  const handoff = await freshApi();
  const { Id } = await referral(handoff);
  expect(handoff.sent).toEqual([
    {
      audience: { group: domainGroup(HARBOR) },
      message: expect.objectContaining({ topic: 'referral', id: Id }),
    },
  ]);
  await expect.poll(() => outbox(handoff)).toEqual([]);
});

test('while live messages are down, requests succeed and the sweep delivers later', async () => {
  const handoff = await freshApi();
  handoff.breakRealtime(true);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await referral(handoff)).Id);
  expect(handoff.log).toContainEqual({ level: 'warn', event: 'outbox-left-for-sweep', count: 1 });
  await handoff.app.jobs.outbox.run();
  expect(handoff.sent).toEqual([]);

  handoff.advance(16_000);
  await handoff.app.jobs.outbox.run();
  handoff.breakRealtime(false);
  await handoff.app.jobs.outbox.run();
  // The failed try postponed the next one by half a minute.
  expect(handoff.sent).toEqual([]);
  handoff.advance(31_000);
  await handoff.app.jobs.outbox.run();
  expect(handoff.sent.map(({ message }) => message.id)).toEqual(expect.arrayContaining(ids));
  expect([handoff.sent.length, await outbox(handoff)]).toEqual([5, []]);
});

test('two sweepers send each message once', async () => {
  const handoff = await freshApi();
  handoff.breakRealtime(true);
  for (let count = 0; count < 5; count += 1) await referral(handoff);
  handoff.breakRealtime(false);
  handoff.advance(16_000);
  const now = handoff.platform.clock.now().toISOString();
  const due = await handoff.store.dueOutbox({ now, most: 200 });
  // Both find the same five before either takes one.
  const sweeper = () => handoff.another({ store: { ...handoff.store, dueOutbox: async () => due } }).app;
  await Promise.all([sweeper().jobs.outbox.run(), sweeper().jobs.outbox.run()]);
  expect([handoff.sent.length, await outbox(handoff)]).toEqual([5, []]);
});

test('an undeliverable message is given up after six tries', async () => {
  const handoff = await freshApi();
  handoff.breakRealtime(true);
  await referral(handoff);
  for (let sweeps = 0; sweeps < 7; sweeps += 1) {
    // The longest pause between two tries; the store forgets the message after an hour.
    handoff.advance(17 * 60_000);
    await handoff.app.jobs.outbox.run();
  }
  expect(await outbox(handoff)).toEqual([]);
  expect(handoff.log.filter(({ event }) => event === 'outbox-send-failed')).toHaveLength(6);
});

test('an unreadable message does not hold up the others', async () => {
  const handoff = await freshApi();
  handoff.breakRealtime(true);
  await referral(handoff);
  handoff.breakRealtime(false);
  const document: StoredDocument = { id: 'outbox|0', type: 'outbox', dueAt: '2026-01-01T00:00:00.000Z' };
  await handoff.store.app('sys').commit([{ op: 'create', document }]);
  handoff.advance(16_000);
  await handoff.app.jobs.outbox.run();
  expect(handoff.sent).toHaveLength(1);
  expect(handoff.log).toContainEqual({ level: 'error', event: 'outbox-unreadable', count: 1 });
});

test('a hanging service delays a request by one second at most', async () => {
  const handoff = await freshApi();
  const slow = handoff.another({
    realtime: { ...handoff.platform.realtime, send: () => new Promise(() => {}) },
    clock: { ...handoff.platform.clock, sleep: async () => {} },
  });
  const answer = await slow.call(api.referrals.create, { body: referralDraft() }, { as: 'ana' });
  expect(answer.status).toBe(200);
  expect(await outbox(handoff)).toHaveLength(1);
});

const identity = { id: 'idem|1', attempt: 1 };
const now = new Date('2026-11-24T12:00:00.000Z');
const message = { topic: 'user', id: 'u1' } as const;

test('a message waits 15 seconds for the request that committed it, and expires after an hour', () => {
  const hints = [
    { audience: { group: 'g' }, message },
    { audience: { user: 'ana' }, message, disconnects: 'ana' },
  ];
  const [first, second] = outboxOperations(hints, { identity, now });
  expect(first).toEqual({
    op: 'create',
    document: {
      ...hints[0],
      id: expect.stringMatching(/^outbox\|[0-9a-f]{32}$/),
      type: 'outbox',
      dueAt: '2026-11-24T12:00:15.000Z',
      tries: 0,
      ttl: 3_600,
    },
  });
  expect(second?.document).toMatchObject({ disconnects: 'ana' });
  expect(second?.document.id).not.toBe(first?.document.id);
});

/** Stores messages of the system that are due, each with these fields. */
async function owed(handoff: TestApi, ...each: object[]): Promise<void> {
  const operations = each.map((fields, n) => {
    const hint = { audience: { group: `g${n}` }, message };
    const [made] = outboxOperations([hint], { identity: { id: `idem|${n}`, attempt: 1 }, now });
    return { op: 'create' as const, document: { id: '', type: 'outbox', ...made?.document, ...fields } };
  });
  const done = await handoff.store.app('sys').commit(operations);
  expect(done.outcome).toBe('applied');
}

/** Collects the attributes that spans record, by span name. */
function traced(handoff: TestApi) {
  const noted: [string, object][] = [];
  const trace: Platform['trace'] = {
    ...handoff.platform.trace,
    span: ({ name }, work) => work((more) => void noted.push([name, more])),
  };
  return { platform: { ...handoff.platform, trace }, noted };
}

test('a user who lost permissions is disconnected after the message, by the request and by the sweep', async () => {
  const handoff = await freshApi();
  await owed(handoff, { audience: { user: 'ana' }, disconnects: 'ana' }, {});
  await sweepOutbox(handoff.platform);
  expect([handoff.sent.length, handoff.disconnected, await outbox(handoff)]).toEqual([2, ['ana'], []]);

  const document = { id: 'outbox|1', type: 'outbox', dueAt: '', tries: 0, audience: { user: 'bo' }, message };
  const messages = [{ document: { ...document, disconnects: 'bo' }, etag: 'e1' }];
  await sendCommitted(handoff.platform, handoff.store.app('sys'), committed(messages));
  expect(handoff.disconnected).toEqual(['ana', 'bo']);
});

test('each try that fails doubles the time until the next one', async () => {
  const handoff = await freshApi();
  handoff.breakRealtime(true);
  await owed(handoff, { tries: 0 }, { tries: 1 }, { tries: 5 });
  const before = handoff.platform.clock.now().getTime();
  await sweepOutbox(handoff.platform);
  const left = (await outbox(handoff)).toSorted((a, b) => Number(a['tries']) - Number(b['tries']));
  expect(left.map(({ tries }) => tries)).toEqual([1, 2, 6]);
  const waits = left.map(({ dueAt }) => Math.floor((Date.parse(String(dueAt)) - before) / 10_000) * 10);
  expect(waits).toEqual([30, 60, 960]);
  expect(
    handoff.log
      .filter(({ event }) => event === 'outbox-send-failed')
      .map(({ level, count }) => [level, count]),
  ).toEqual(
    expect.arrayContaining([
      ['warn', 1],
      ['warn', 2],
      ['warn', 6],
    ]),
  );
});

test('a message that used up its tries is removed without being sent', async () => {
  const handoff = await freshApi();
  await owed(handoff, { tries: 6 }, { tries: 5 });
  await sweepOutbox(handoff.platform);
  expect(handoff.sent.map(({ audience }) => audience)).toEqual([{ group: 'g1' }]);
  expect(await outbox(handoff)).toEqual([]);
});

test('the sweep delivers ten at once, until all are delivered', async () => {
  const handoff = await freshApi();
  await owed(handoff, ...Array.from({ length: 25 }, () => ({})));
  let [sending, most] = [0, 0];
  const realtime = {
    ...handoff.platform.realtime,
    send: async () => {
      sending += 1;
      most = Math.max(most, sending);
      await new Promise((resolve) => setTimeout(resolve, 5));
      sending -= 1;
    },
  };
  await sweepOutbox({ ...handoff.platform, realtime });
  expect([most, await outbox(handoff)]).toEqual([10, []]);
});

test('a sweep records how many messages are due and how long the oldest has waited', async () => {
  const handoff = await freshApi();
  const at = { ...handoff.platform.clock, now: () => new Date('2026-11-24T12:01:00.000Z') };
  const { platform, noted } = traced(handoff);
  await sweepOutbox({ ...platform, clock: at });
  await owed(handoff, { dueAt: '2026-11-24T12:00:50.000Z' }, { dueAt: '2026-11-24T12:00:15.000Z' });
  const unreadable: StoredDocument = { id: 'outbox|0', type: 'outbox', dueAt: '' };
  await handoff.store.app('sys').commit([{ op: 'create', document: unreadable }]);
  await sweepOutbox({ ...platform, clock: at });
  expect(noted).toEqual([
    ['outbox sweep', { count: 0, age: 0 }],
    ['outbox sweep', { count: 3, age: 45 }],
  ]);
});

test('immediate sends are recorded with the request, and an empty send records nothing', async () => {
  const handoff = await freshApi();
  const passed: string[] = [];
  const { platform, noted } = traced(handoff);
  const checkpoint = async (name: string) => void passed.push(name);
  const partition = handoff.store.app('sys');
  await sendCommitted({ ...platform, checkpoint }, partition, committed([]));
  expect([noted, passed]).toEqual([[], []]);
  const document = { id: 'outbox|1', type: 'outbox', dueAt: '', tries: 0, audience: { group: 'g' }, message };
  await sendCommitted({ ...platform, checkpoint }, partition, committed([{ document, etag: 'e1' }]));
  expect([noted, passed]).toEqual([[['outbox', { count: 1 }]], ['C1', 'C2']]);
  expect(handoff.log).toEqual([]);
});

test('a sent message that cannot be removed is left for the sweep', async () => {
  const handoff = await freshApi();
  const partition = {
    ...handoff.store.app('sys'),
    remove: () => Promise.reject(new Error('The store is down')),
  };
  const document = { id: 'outbox|1', type: 'outbox', dueAt: '', tries: 0, audience: { group: 'g' }, message };
  await sendCommitted(handoff.platform, partition, committed([{ document, etag: 'e1' }]));
  await expect.poll(() => handoff.log).toEqual([{ level: 'warn', event: 'outbox-left-for-sweep', count: 1 }]);
});

const committed = (messages: { document: StoredDocument; etag: string }[]) => ({
  operations: messages.map(({ document }) => ({ op: 'create' as const, document })),
  etags: messages.map(({ etag }) => etag),
});

const to = (group: string) => ({
  document: { id: `outbox|${group}`, type: 'outbox', dueAt: '', tries: 0, audience: { group }, message },
  etag: 'e1',
});

test('failed messages count as left over, and all of them do when time ran out', async () => {
  const handoff = await freshApi();
  const partition = handoff.store.app('sys');
  const messages = ['g1', 'g2', 'g3'].map(to);
  const { realtime, clock } = handoff.platform;
  const failing = { ...realtime, send: () => Promise.reject(new Error('down')) };
  await sendCommitted({ ...handoff.platform, realtime: failing }, partition, committed(messages));
  const waited: number[] = [];
  const sleep = async (ms: number) => void waited.push(ms);
  const hanging = { ...realtime, send: () => new Promise<never>(() => {}) };
  await sendCommitted(
    { ...handoff.platform, realtime: hanging, clock: { ...clock, sleep } },
    partition,
    committed(messages.slice(1)),
  );
  expect(waited).toEqual([1_000]);
  const left = { level: 'warn', event: 'outbox-left-for-sweep' };
  expect(handoff.log).toEqual([
    { ...left, count: 3 },
    { ...left, count: 2 },
  ]);
});

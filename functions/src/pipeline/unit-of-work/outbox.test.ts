import { api } from '@handoff/shared/contract/api';
import { domainGroup } from '@handoff/shared/contract/realtime';
import { expect, test } from 'vitest';
import type { StoredDocument } from '../../platform/ports.ts';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';
import { HARBOR } from '../../testing/people.ts';
import { everythingStored } from '../../testing/stored.ts';

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

test('while live messages are down requests succeed, and the sweep delivers each message later', async () => {
  const handoff = await freshApi();
  handoff.breakRealtime(true);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await referral(handoff)).Id);
  expect(handoff.log).toContainEqual({ level: 'warn', event: 'outbox-left-for-sweep', count: 1 });
  await handoff.app.sweeps.outbox();
  expect(handoff.sent).toEqual([]);

  handoff.advance(16_000);
  await handoff.app.sweeps.outbox();
  handoff.breakRealtime(false);
  await handoff.app.sweeps.outbox();
  // The try that failed put the next one off by half a minute.
  expect(handoff.sent).toEqual([]);
  handoff.advance(31_000);
  await handoff.app.sweeps.outbox();
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
  // Both have found the same five before either takes one.
  const sweeper = () => handoff.another({ store: { ...handoff.store, dueOutbox: async () => due } }).app;
  await Promise.all([sweeper().sweeps.outbox(), sweeper().sweeps.outbox()]);
  expect([handoff.sent.length, await outbox(handoff)]).toEqual([5, []]);
});

test('a message that cannot be sent is given up after six tries', async () => {
  const handoff = await freshApi();
  handoff.breakRealtime(true);
  await referral(handoff);
  for (let sweeps = 0; sweeps < 7; sweeps += 1) {
    // The longest pause between two tries; the store forgets the message after an hour.
    handoff.advance(17 * 60_000);
    await handoff.app.sweeps.outbox();
  }
  expect(await outbox(handoff)).toEqual([]);
  expect(handoff.log.filter(({ event }) => event === 'outbox-send-failed')).toHaveLength(6);
});

test('a message nobody can read does not hold up the others', async () => {
  const handoff = await freshApi();
  handoff.breakRealtime(true);
  await referral(handoff);
  handoff.breakRealtime(false);
  const document: StoredDocument = { id: 'outbox|0', type: 'outbox', dueAt: '2026-01-01T00:00:00.000Z' };
  await handoff.store.app('sys').commit([{ op: 'create', document }]);
  handoff.advance(16_000);
  await handoff.app.sweeps.outbox();
  expect(handoff.sent).toHaveLength(1);
  expect(handoff.log).toContainEqual({ level: 'error', event: 'outbox-unreadable', count: 1 });
});

test('a service that hangs costs a request a second, not more', async () => {
  const handoff = await freshApi();
  const slow = handoff.another({
    realtime: { ...handoff.platform.realtime, send: () => new Promise(() => {}) },
    clock: { ...handoff.platform.clock, sleep: async () => {} },
  });
  const answer = await slow.call(api.referrals.create, { body: referralDraft() }, { as: 'ana' });
  expect(answer.status).toBe(200);
  expect(await outbox(handoff)).toHaveLength(1);
});

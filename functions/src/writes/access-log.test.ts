import { addMs } from '../core/time.ts';
import type { AuditAction } from '@handoff/shared/domain/records/audit-actions';
import { defineEndpoint } from '@handoff/shared/contract/endpoint';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { auditKind } from '../records/kinds/audit-records.ts';
import { sha256 } from '../core/hash.ts';
import type { Operation } from '../platform/ports.ts';
import { withPartitions } from '../testing/changed-store.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { HARBOR } from '../testing/people.ts';
import { storedIn } from '../testing/stored.ts';
import { callerNamed } from '../testing/writes.ts';
import { createAccessLog, recordAttempt } from './access-log.ts';

const noon = new Date('2026-11-24T12:00:00.000Z');
const minutes = (count: number) => addMs(noon, count * 60_000);

const unseen = defineEndpoint({
  method: 'GET',
  path: '/things',
  summary: 'Things',
  access: 'member',
  mode: 'read',
  scope: 'domain',
  output: z.unknown(),
});
const seen = { ...unseen, audit: 'referral.viewed' } as const;
const eachSeen = { ...seen, audit: 'referrals.exported', auditedEachTime: true } as const;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

type View = Parameters<ReturnType<typeof createAccessLog>['add']>;

/** Sends a call of Ana's at this time, under this key. */
async function look(
  endpoint: typeof unseen & { audit?: AuditAction; auditedEachTime?: true },
  ...rest: [View?, Date?, string?]
) {
  const [view, now = noon, request = 'k'] = rest;
  const log = createAccessLog(endpoint);
  if (view) log.add(...view);
  const viewing = { platform: handoff.platform, caller: callerNamed('ana'), requestId: 'r-1', now };
  await log.record(viewing, endpoint.auditedEachTime && request);
}

const views = async () =>
  (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ type }) => type === 'audit-view');

const entryOf = (view: unknown) => auditKind.schema.parse(view);

test('a view says who saw what, when and why, and stays out of the audit chain', async () => {
  await look(seen, ['referrals', ['referral-2', 'referral-1'], 'A call from the family']);
  const [view] = await views();
  expect(view).toMatchObject({ type: 'audit-view', shown: ['referral-2', 'referral-1'] });
  expect(entryOf(view)).toEqual({
    Id: view?.id,
    seq: 0,
    at: noon.toISOString(),
    oid: callerNamed('ana').claims.oid,
    name: 'Ana Intake',
    requestId: 'r-1',
    action: 'referral.viewed',
    subject: 'referrals',
    shown: ['referral-2', 'referral-1'],
    reason: 'A call from the family',
    changes: [],
  });
});

test('a view of one record names only that record', async () => {
  await look(seen, ['referral-1']);
  const [view] = await views();
  expect(view).toMatchObject({ subject: 'referral-1' });
  for (const one of [view, entryOf(view)])
    for (const field of ['shown', 'reason', 'traceId']) expect(one).not.toHaveProperty(field);
});

test('a traced view names its trace', async () => {
  const { platform } = handoff;
  const log = createAccessLog(seen);
  log.add('referral-1');
  const traced = { ...platform, trace: { ...platform.trace, traceId: () => 'abc' } };
  await log.record({ platform: traced, caller: callerNamed('ana'), requestId: 'r', now: noon }, undefined);
  expect(entryOf((await views())[0])).toMatchObject({ requestId: 'r', traceId: 'abc' });
});

test('a view of a page has the ids of its fifty rows once, in 2.5 kB', async () => {
  const commits: { operations: readonly Operation[]; ru: number }[] = [];
  const store = withPartitions(handoff.store, (partition) => ({
    commit: async (operations) => {
      const result = await partition.commit(operations);
      if (result.outcome === 'applied') commits.push({ operations, ru: result.ru });
      return result;
    },
  }));
  const log = createAccessLog({ ...unseen, audit: 'referrals.listed' });
  log.add(
    'List of referrals',
    Array.from({ length: 50 }, (_, n) => `referral-${sha256(String(n)).slice(0, 32)}`),
  );
  const viewing = { platform: { ...handoff.platform, store }, caller: callerNamed('ana'), now: noon };
  await log.record({ ...viewing, requestId: randomUUID() }, undefined);
  const [{ operations, ru } = { operations: [], ru: 0 }] = commits;
  expect(Buffer.byteLength(JSON.stringify(operations.map(({ document }) => document)))).toBeLessThan(2560);
  // Fifty terms of the index, by which a patient's views are found, are ten of them.
  expect(ru).toBeLessThan(17.5);
});

test('viewing the same records again within ten minutes is logged once', async () => {
  await look(seen, ['referrals', ['referral-1', 'referral-2']], noon, 'one');
  await look(seen, ['referrals', ['referral-2', 'referral-1']], minutes(9.99), 'another');
  expect(await views()).toHaveLength(1);
  await look(seen, ['referrals', ['referral-1', 'referral-2']], minutes(10), 'one');
  await look(seen, ['referrals', ['referral-1']], noon, 'one');
  await look(seen, ['referral-1'], noon, 'one');
  expect(await views()).toHaveLength(4);
  // Different lists never share an id.
  await look(seen, ['referrals', ['referral-12']], noon, 'one');
  await look(seen, ['referrals', ['referral-1', '2']], noon, 'one');
  expect(await views()).toHaveLength(6);
});

test('a disclosure is logged each time, and a retry of its request is logged once', async () => {
  await look(eachSeen, ['referral-1'], noon, 'one');
  await look(eachSeen, ['referral-1'], minutes(60), 'one');
  expect(await views()).toHaveLength(1);
  await look(eachSeen, ['referral-1'], noon, 'another');
  expect(await views()).toHaveLength(2);
});

test('an empty list is not logged, except where each search counts', async () => {
  await look(seen, ['referrals', []]);
  expect(await views()).toEqual([]);
  await look(eachSeen, ['referrals', []]);
  expect(await views()).toHaveLength(1);
});

test('a call that shows no patients logs nothing', async () => {
  await look(unseen);
  expect(await views()).toEqual([]);
});

test('an endpoint that declares a view must name one, and only the declared one', async () => {
  const mistake = 'A call either declares its views and names the record, or does neither';
  await expect(look(seen)).rejects.toThrow(mistake);
  await expect(look(unseen, ['referral-1'])).rejects.toThrow(mistake);
});

test('a refused view of a restricted referral is logged once in ten minutes', async () => {
  const partition = handoff.store.app(`d:${HARBOR}`);
  const refuse = (now: Date) =>
    recordAttempt(
      { platform: handoff.platform, caller: callerNamed('vic'), requestId: 'r-1', now },
      { partition, action: 'restricted.refused', subject: 'referral-1' },
    );
  await refuse(noon);
  await refuse(minutes(5));
  expect(await views()).toMatchObject([{ action: 'restricted.refused', subject: 'referral-1' }]);
});

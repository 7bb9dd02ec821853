import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { startTestStores } from '../../../testing/test-store.ts';
import { StoreUnavailable, type Partition } from '../../ports.ts';
import { IdentityUnavailable } from '../identity/managed-identity.ts';
import { createCosmosStore } from './store.ts';

const stores = await startTestStores();
const impatient = { attemptMs: 100, readMs: 300, commitMs: 300, throttleSeconds: 1 };

const received = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00Z`;

async function addReferrals(partition: Partition, days: number[]) {
  await partition.commit(
    days.map((day) => ({
      op: 'create',
      document: { id: `r${day}`, type: 'referral', DeletedAt: null, ReceivedAt: received(day) },
    })),
  );
}

const newest = (pageSize: number, continuation?: string) => ({
  sql: "SELECT * FROM c WHERE c.type = 'referral' AND c.DeletedAt = null ORDER BY c.type ASC, c.ReceivedAt DESC",
  parameters: {},
  pageSize,
  continuation,
});

test('a document is read back as written, with its etag and no fields of the service', async () => {
  const store = await stores.newStore();
  const document = { id: 'idem|a-b_c:1', type: 'idem', ttl: 60, nested: { list: [1, null, 'ü'] } };
  await store.app('u:1').commit([{ op: 'create', document }]);
  expect(await store.app('u:1').read(document.id)).toEqual({
    ...document,
    _etag: expect.stringMatching(/^".+"$/),
  });
});

test('a missing document, or an impossible id, reads as undefined', async () => {
  const store = await stores.newStore();
  for (const id of ['no one', '', 'a/b', '../x', 'a?b', 'ü', 'x'.repeat(2000)])
    expect(await store.app('sys').read(id)).toBeUndefined();
});

test('a partition cannot reach another, by id, query or removal', async () => {
  const store = await stores.newStore();
  const [ours, theirs] = [store.app('d:ours'), store.app('d:theirs')];
  await addReferrals(ours, [1, 2]);
  await addReferrals(theirs, [3]);
  const addresses = store.addresses('d:ours');
  const found = await ours.read('r1');
  expect(found).toBeDefined();
  for (const other of [theirs, addresses]) {
    expect(await other.read('r1')).toBeUndefined();
    expect(await other.remove('r1', found?._etag ?? '')).toBe(false);
  }
  expect((await theirs.query(newest(10))).documents.map((document) => document.id)).toEqual(['r3']);
  expect((await ours.query(newest(10))).documents.map((document) => document.id)).toEqual(['r2', 'r1']);
});

test('a partition without a key is refused: the SDK would ask all of them', async () => {
  const store = await stores.newStore();
  expect(() => store.app('')).toThrow(TypeError);
  const broken: { key?: string } = {};
  // @ts-expect-error -- what a mistake in a caller's type assertion would pass
  expect(() => store.app(broken.key)).toThrow(TypeError);
});

test('pages follow one another without gaps or repeats while someone writes', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await addReferrals(domain, [1, 2, 3, 5, 6, 7]);
  const seen: unknown[] = [];
  let continuation: string | undefined;
  do {
    const page = await domain.query(newest(2, continuation));
    expect(page.documents.length).toBeGreaterThan(0);
    expect(page.ru).toBeGreaterThan(0);
    seen.push(...page.documents.map((document) => document.id));
    continuation = page.continuation;
    if (seen.length === 2) await addReferrals(domain, [4, 9]);
  } while (continuation !== undefined);
  expect(seen).toEqual(['r7', 'r6', 'r5', 'r4', 'r3', 'r2', 'r1']);
});

test('a document is removed only in the version that was read', async () => {
  const store = await stores.newStore();
  const sys = store.app('sys');
  await sys.commit([{ op: 'create', document: { id: 'a', type: 'thing' } }]);
  const seen = (await sys.read('a'))?._etag ?? '';
  await sys.commit([{ op: 'upsert', document: { id: 'a', type: 'thing', changed: true } }]);
  expect(await sys.remove('a', seen)).toBe(false);
  expect(await sys.remove('a', (await sys.read('a'))?._etag ?? '')).toBe(true);
  expect(await sys.read('a')).toBeUndefined();
  expect(await sys.remove('a', seen)).toBe(false);
});

const outbox = (id: string, dueAt: string) => ({ id, type: 'outbox', dueAt });

test('due messages are found in every partition, with their partition', async () => {
  const store = await stores.newStore();
  await store.app('d:1').commit([
    { op: 'create', document: outbox('a', '2026-11-21T08:00:00Z') },
    { op: 'create', document: outbox('later', '2026-11-21T09:00:00Z') },
    { op: 'create', document: { ...outbox('other', '2026-11-21T08:00:00Z'), type: 'idem' } },
  ]);
  await store.app('sys').commit([{ op: 'create', document: outbox('b', '2026-11-21T07:00:00Z') }]);
  const now = '2026-11-21T08:00:00Z';
  const due = await store.dueOutbox({ now, most: 200 });
  expect(new Set(due.map(({ partitionKey, document }) => `${partitionKey} ${document.id}`))).toEqual(
    new Set(['d:1 a', 'sys b']),
  );
  expect(due[0]?.document).not.toHaveProperty('pk');
  expect(await store.dueOutbox({ now, most: 1 })).toHaveLength(1);
});

test('at most the requested number of due messages is returned, however the service pages', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  const message = 'x'.repeat(1_500_000);
  for (const id of ['a', 'b', 'c', 'd', 'e', 'f'])
    await domain.commit([{ op: 'create', document: { ...outbox(id, ''), message } }]);
  expect(await store.dueOutbox({ now: '', most: 4 })).toHaveLength(4);
});

test('a read sends the session of earlier writes', async () => {
  const store = await stores.newStore();
  const sessions: unknown[] = [];
  const record = (message: unknown) => {
    const { request } = z.object({ request: z.instanceof(ClientRequest) }).parse(message);
    if (request.method === 'GET') sessions.push(request.getHeader('x-ms-session-token'));
  };
  await addReferrals(store.app('d:1'), [1]);
  subscribe('http.client.request.start', record);
  onTestFinished(() => void unsubscribe('http.client.request.start', record));
  await store.app('d:1').read('r1');
  expect(sessions).toEqual([expect.stringMatching(/^0:/)]);
});

test('a page of a partition is one request; only a query across partitions asks for a plan', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await domain.query(newest(10));
  const plans: boolean[] = [];
  const record = (message: unknown) => {
    const { request } = z.object({ request: z.instanceof(ClientRequest) }).parse(message);
    plans.push(request.getHeader('x-ms-cosmos-is-query-plan-request') !== undefined);
  };
  subscribe('http.client.request.start', record);
  onTestFinished(() => void unsubscribe('http.client.request.start', record));
  await domain.query(newest(10));
  await domain.count({ sql: 'SELECT VALUE COUNT(1) FROM c', parameters: {} });
  expect(plans).toEqual([false, false]);
});

test('a service that hangs, breaks or throttles is reported as unavailable within seconds', async () => {
  const store = await stores.newStore({ limits: impatient });
  const domain = store.app('d:1');
  const throttled = { kind: 'answer', status: 429, retryAfterMs: 1 } as const;
  stores.fail('document', { kind: 'hang' }, 100);
  await expect(domain.read('a')).rejects.toThrow(StoreUnavailable);
  await expect(domain.remove('a', '"1"')).rejects.toThrow(StoreUnavailable);
  stores.fail('document', throttled, 100);
  await expect(domain.read('a')).rejects.toMatchObject({ name: 'StoreUnavailable', retryAfterMs: 1 });
  stores.fail('query', { kind: 'hang' }, 100);
  await expect(domain.query(newest(10))).rejects.toThrow(StoreUnavailable);
  stores.fail('query', { kind: 'answer', status: 503 }, 100);
  await expect(store.dueOutbox({ now: '', most: 1 })).rejects.toThrow(StoreUnavailable);
  stores.fail('query', throttled, 1);
  expect((await domain.query(newest(10))).documents).toEqual([]);
});

test('a read whose connection broke is repeated', async () => {
  const store = await stores.newStore();
  await addReferrals(store.app('d:1'), [1]);
  stores.fail('document', { kind: 'drop-before-commit' });
  expect(await store.app('d:1').read('r1')).toBeDefined();
});

const noIdentity = {
  getToken: async () => {
    throw new IdentityUnavailable();
  },
};

test('a port no one listens on is unavailable for reads and busy for writes', async () => {
  const closed = createCosmosStore({
    endpoint: 'http://127.0.0.1:1',
    key: 'a2V5',
    database: 'x',
    limits: impatient,
  });
  try {
    const sys = closed.app('sys');
    await expect(sys.read('a')).rejects.toThrow(StoreUnavailable);
    expect(await sys.commit([{ op: 'create', document: { id: 'a', type: 'thing' } }])).toMatchObject({
      outcome: 'busy',
    });
  } finally {
    closed.close();
  }
});

test('a wrong database or query is a defect, not an empty answer', async () => {
  const store = await stores.newStore();
  await expect(store.app('sys').query({ ...newest(10), sql: 'SELEKT' })).rejects.toMatchObject({ code: 400 });
  const { endpoint, key } = stores.at;
  const nowhere = createCosmosStore({ endpoint, key, database: 'nowhere' });
  await expect(nowhere.app('sys').read('a')).rejects.toMatchObject({ code: 404 });
  nowhere.close();
});

test('without a token nothing is sent, and the store is unavailable at the first try', async () => {
  const endpoint = 'https://127.0.0.1:1';
  const store = createCosmosStore({ endpoint, credential: noIdentity, database: 'x', limits: impatient });
  try {
    const sys = store.app('sys');
    await expect(sys.read('a')).rejects.toThrow(StoreUnavailable);
    const operations = [{ op: 'create' as const, document: { id: 'a', type: 'thing' } }];
    await expect(sys.commit(operations)).rejects.toMatchObject({ dependency: 'identity' });
  } finally {
    store.close();
  }
});

import { addMs } from '../core/time.ts';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { Partition, Versioned } from '../platform/ports.ts';
import { createSigningKeys } from '../platform/signing-keys.ts';
import { startTestStores } from '../testing/test-store.ts';
import { seesAll } from './restriction.ts';
import { createReader, listAll } from './reader.ts';
import { select, selectByName } from './select.ts';

const stores = await startTestStores();
const now = () => new Date('2026-11-24T12:00:00.000Z');
const signingKeys = createSigningKeys(async () => ['secret']);

const thing = { type: 'thing', schema: z.object({ Id: z.string(), Name: z.string() }) };
const byName = selectByName(thing);

let partition: Partition;
beforeEach(async () => {
  partition = (await stores.newStore()).app('d:a');
});

async function store(count: number, fields: object = {}): Promise<void> {
  const operations = Array.from({ length: count }, (_, n) => {
    const id = `t${String(n).padStart(3, '0')}`;
    const document = { id, Id: id, type: 'thing', Name: id, DeletedAt: null, ...fields };
    return { op: 'create' as const, document };
  });
  await partition.commit(operations);
}

const reader = (options: Partial<Parameters<typeof createReader>[0]> = {}) =>
  createReader({ partition, signingKeys, now, sight: seesAll, ...options });
const names = ({ items }: { items: { Name: string }[] }) => items.map(({ Name }) => Name);

test('a record is parsed by its kind, and the reader reports the stored document', async () => {
  await store(1, { internal: 'not of the kind' });
  const read: Versioned[] = [];
  const find = reader({ onRead: (document) => read.push(document) });
  expect(await find.get(thing, 't000')).toEqual({ Id: 't000', Name: 't000' });
  expect(read).toMatchObject([{ id: 't000', internal: 'not of the kind', _etag: expect.any(String) }]);
});

const onRead = () => expect.unreachable('It was told');

test.each([
  ['is not there', 't1', {}],
  ['is of another kind', 't000', { type: 'other' }],
  ['was deleted', 't000', { DeletedAt: '2026-11-01T00:00:00.000Z' }],
])('a record that %s is not found and not reported', async (_case, id, fields) => {
  await store(1, fields);
  expect(await reader({ onRead }).get(thing, id)).toBeUndefined();
});

test('a record that the caller may not see is not found', async () => {
  await store(1);
  const sight = { ...seesAll, sees: async () => false };
  expect(await reader({ sight, onRead }).get(thing, 't000')).toBeUndefined();
});

test('only reads of referrals are announced', async () => {
  const expected: string[] = [];
  const sight = { ...seesAll, expect: (id: string) => void expected.push(id) };
  await reader({ sight }).get(thing, 't000');
  await reader({ sight }).get({ ...thing, type: 'referral' }, 'referral-1');
  expect(expected).toEqual(['referral-1']);
});

test('a page has fifty records and points to the next one', async () => {
  await store(51);
  const first = await reader().list(byName);
  expect(first.items).toHaveLength(50);
  const second = await reader().list(byName, { continuation: first.Continuation ?? '' });
  expect([names(second), second.Continuation]).toEqual([['t050'], null]);
});

test('a continuation works only in its own list and partition', async () => {
  await store(3);
  const { Continuation } = await reader().list(byName, { pageSize: 2 });
  const page = { pageSize: 2, continuation: Continuation ?? '' };
  const refused = {
    code: 'invalid_request',
    message: 'This page is no longer available. Start again from the first page.',
  };
  const elsewhere = reader({ partition: { ...partition, key: 'd:b' } });
  await expect(elsewhere.list(byName, page)).rejects.toMatchObject(refused);
  const others = { ...byName, parameters: { p0: 'another value' } };
  await expect(reader().list(others, page)).rejects.toMatchObject(refused);
  await expect(reader().list(select(thing), page)).rejects.toMatchObject(refused);
  const tomorrow = reader({ now: () => addMs(now(), 86_400_000) });
  await expect(tomorrow.list(byName, page)).rejects.toMatchObject(refused);
  expect(names(await reader().list(byName, page))).toEqual(['t002']);
});

const only = (seen: string) => ({
  ...seesAll,
  visible: async <D extends Versioned>(documents: readonly D[]) => documents.filter(({ id }) => id === seen),
});

test('a fully hidden page is skipped, and only the last page may be empty', async () => {
  await store(5);
  const page = { pageSize: 2 };
  const third = await reader({ sight: only('t004') }).list(byName, page);
  expect([names(third), third.Continuation]).toEqual([['t004'], null]);
  const second = await reader({ sight: only('t003') }).list(byName, page);
  expect([names(second), second.Continuation]).toEqual([['t003'], expect.any(String)]);
  expect(await reader({ sight: only('none') }).list(byName, page)).toEqual({ items: [], Continuation: null });
});

test('counts leave out hidden referrals and their records', async () => {
  const stored = [
    { id: 'referral-1', Id: 'referral-1', type: 'referral' },
    { id: 'referral-2', Id: 'referral-2', type: 'referral' },
    { id: 'document-1', Id: 'document-1', type: 'document', ReferralId: 'referral-1' },
    { id: 'document-2', Id: 'document-2', type: 'document', ReferralId: 'referral-2' },
    { id: 'document-3', Id: 'document-3', type: 'document', ReferralId: null },
  ];
  await partition.commit(stored.map((document) => ({ op: 'create' as const, document })));
  const sight = { ...seesAll, hidden: async () => ['referral-1'] };
  expect([await count('referral'), await count('document')]).toEqual([2, 3]);
  expect([await count('referral', { sight }), await count('document', { sight })]).toEqual([1, 2]);
});

test('an empty page of the store is returned unchanged', async () => {
  let pages = 0;
  const query: Partition['query'] = async () => {
    pages += 1;
    return { documents: [], continuation: 'more', ru: 1 };
  };
  const page = await reader({ partition: { ...partition, query } }).list(byName);
  expect([page.items, typeof page.Continuation, pages]).toEqual([[], 'string', 1]);
});

test('a full list has all of its pages, in order', async () => {
  await store(5);
  const all = await listAll(reader(), byName, 2);
  expect(all.map(({ Id }) => Id)).toEqual(['t000', 't001', 't002', 't003', 't004']);
  expect(await listAll(reader(), select({ ...thing, type: 'other' }))).toEqual([]);
});

test('counts are per partition', async () => {
  await store(3);
  expect(await count('thing')).toBe(3);
});

const count = async (type: string, options = {}) =>
  reader(options).count(select({ ...thing, type }, { withDeleted: true }));

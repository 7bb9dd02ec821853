import { defineEndpoint } from '@handoff/shared/contract/endpoint';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { Partition, Query, StoredDocument, Versioned } from '../platform/ports.ts';
import { people, type PersonName } from '../testing/people.ts';
import { startTestStores } from '../testing/test-store.ts';
import { callerNamed } from '../testing/writes.ts';
import { userId } from './kinds/user-records.ts';
import { isNamed, seesAll, sightOf } from './restriction.ts';

const stores = await startTestStores();
const now = new Date('2026-11-24T12:00:00.000Z');
const later = '2026-11-24T12:00:00.001Z';

const endpoint = defineEndpoint({
  method: 'GET',
  path: '/things',
  summary: 'Things',
  access: 'member',
  scope: 'domain',
  mode: 'read',
  output: z.unknown(),
});

let partition: Partition;
let queries: string[];
beforeEach(async () => {
  const stored = (await stores.newStore()).app('d:a');
  queries = [];
  const query = (asked: Query) => {
    queries.push(asked.sql.includes('break-glass') ? 'opened' : 'restricted');
    return stored.query(asked);
  };
  partition = { ...stored, query };
});

const person = (name: PersonName) => ({ Id: userId(people[name].oid), FullName: people[name].name });
const restricted = { Restriction: { Since: '2026-11-01T00:00:00.000Z', People: [person('cal')] } };
const referral = (n: number, fields: object = {}) => {
  const id = `referral-${n}`;
  return { id, Id: id, type: 'referral', Owner: null, CreatedBy: person('ana'), ...fields };
};

async function store(...documents: StoredDocument[]): Promise<Versioned[]> {
  await partition.commit(documents.map((document) => ({ op: 'create', document })));
  const read = await Promise.all(documents.map(({ id }) => partition.read(id)));
  return read.filter((document) => document !== undefined);
}

const sightFor = (name: PersonName, changes: Partial<typeof endpoint> & { seesRestricted?: true } = {}) =>
  sightOf({ endpoint: { ...endpoint, ...changes }, caller: callerNamed(name), partition, now });
const idsSeen = async (name: PersonName, documents: readonly Versioned[]) =>
  (await sightFor(name).visible(documents)).map(({ id }) => id);

test('a restricted referral is visible to its creator, its owner and named people, in lists and by its id', async () => {
  const documents = await store(referral(1), referral(2, { ...restricted, Owner: person('bo') }));
  for (const name of ['ana', 'bo', 'cal'] as const)
    expect(await idsSeen(name, documents)).toEqual(['referral-1', 'referral-2']);
  expect(await idsSeen('vic', documents)).toEqual(['referral-1']);
  const [open, hidden] = documents;
  const sight = sightFor('vic');
  expect(open && (await sight.sees(open))).toBe(true);
  expect(sight.withheld()).toBeUndefined();
  expect(hidden && (await sight.sees(hidden))).toBe(false);
  expect(sight.withheld()).toBe('referral-2');
});

test.each([
  ['no restriction', {}, true],
  ['one that was lifted', { Restriction: null }, true],
  ['one that names no one', { Restriction: { People: [] } }, false],
  ['one that names them', { Restriction: { People: [person('vic')] } }, true],
  ['one, as its owner', { Restriction: { People: [] }, Owner: person('vic') }, true],
  ['one, recorded by them', { Restriction: { People: [] }, CreatedBy: person('vic') }, true],
])('a referral names this person: %s', (_case, fields, isSeen) => {
  expect(isNamed(fields, callerNamed('vic'))).toBe(isSeen);
});

test('records of a restricted referral are hidden with it, by the referral that they name or that an entry is about', async () => {
  const [, ...parts] = await store(
    referral(1, restricted),
    { id: 'note-1', type: 'note', ReferralId: 'referral-1' },
    { id: 'audit-1', type: 'audit', subject: 'referral-1' },
    { id: 'note-2', type: 'note', ReferralId: 'referral-2' },
    { id: 'audit-2', type: 'audit', subject: 'partner-1' },
    { id: 'partner-1', type: 'partner' },
  );
  expect(await idsSeen('vic', parts)).toEqual(['note-2', 'audit-2', 'partner-1']);
  expect(await idsSeen('cal', parts)).toHaveLength(5);
});

test('a list takes one query, and nothing is looked up twice', async () => {
  const [, , ...notes] = await store(
    referral(1, restricted),
    referral(2),
    { id: 'note-1', type: 'note', ReferralId: 'referral-1' },
    { id: 'note-2', type: 'note', ReferralId: 'referral-2' },
    { id: 'note-3', type: 'note', ReferralId: 'referral-2' },
  );
  const sight = sightFor('vic');
  const seen = (await sight.visible(notes)).map(({ id }) => id);
  expect([seen, queries]).toEqual([
    ['note-2', 'note-3'],
    ['restricted', 'opened'],
  ]);
  await sight.visible(notes);
  expect(queries).toHaveLength(2);
});

test('a complete referral needs no lookup of its viewers, and a partial one does', async () => {
  const [whole] = await store(referral(1, { Restriction: null }));
  if (!whole) throw new Error('It is not there');
  await sightFor('vic').visible([whole]);
  expect(queries).toEqual([]);
  const { Restriction: _withoutIt, ...part } = whole;
  expect(await idsSeen('vic', [part])).toEqual(['referral-1']);
  expect(queries).toEqual(['restricted']);
});

test('records without a referral take no query', async () => {
  const partners = await store({ id: 'partner-1', type: 'partner' });
  expect([await idsSeen('vic', partners), queries]).toEqual([['partner-1'], []]);
});

test('managers, calls that may see restricted referrals, and calls outside an agency see all without a lookup', async () => {
  const documents = await store(referral(1, restricted));
  expect(await idsSeen('mia', documents)).toEqual(['referral-1']);
  expect(await sightFor('vic', { seesRestricted: true }).visible(documents)).toHaveLength(1);
  const elsewhere = { ...endpoint, scope: 'user' } as const;
  const sight = sightOf({ endpoint: elsewhere, caller: callerNamed('vic'), partition, now });
  expect(await sight.visible(documents)).toHaveLength(1);
  expect(queries).toEqual([]);
});

const opened = (fields: object = {}) => ({
  id: 'break-1',
  type: 'break-glass',
  ReferralId: 'referral-1',
  Person: person('vic'),
  Until: later,
  ...fields,
});

test('emergency access opens one referral to one person until it expires', async () => {
  const documents = await store(referral(1, restricted), referral(2, restricted));
  await store(opened());
  expect(await idsSeen('vic', documents)).toEqual(['referral-1']);
  expect(await idsSeen('bo', documents)).toEqual([]);
});

test.each([
  ['has ended', { Until: now.toISOString() }],
  ['is another person’s', { Person: person('bo') }],
])('emergency access that %s opens nothing', async (_case, fields) => {
  const documents = await store(referral(1, restricted));
  await store(opened(fields));
  expect(await idsSeen('vic', documents)).toEqual([]);
});

test('every one of many referrals and accesses counts', async () => {
  const count = 99;
  const referrals = await store(...Array.from({ length: count }, (_, n) => referral(n, restricted)));
  const more = await store(...Array.from({ length: count }, (_, n) => referral(n + count, restricted)));
  const notes = [...referrals, ...more].map(({ id, _etag }) => ({
    id: `note-of-${id}`,
    type: 'note',
    ReferralId: id,
    _etag,
  }));
  expect(await idsSeen('vic', notes)).toEqual([]);
  for (const some of [referrals, more])
    await store(...some.map(({ id }) => opened({ id: `break-${id}`, ReferralId: id })));
  expect(await idsSeen('vic', notes)).toHaveLength(2 * count);
});

test('a record of a referral that is being read waits for that read instead of querying', async () => {
  const [hidden, open, note] = await store(referral(1, restricted), referral(2), {
    id: 'note-1',
    type: 'note',
    ReferralId: 'referral-1',
  });
  if (!note) throw new Error('It is not there');
  const sight = sightFor('vic');
  sight.expect('referral-1', Promise.resolve(hidden));
  expect(await sight.visible([note])).toEqual([]);
  expect(queries).toEqual(['opened']);
  for (const found of [open, undefined]) {
    const another = sightFor('vic');
    another.expect('referral-1', Promise.resolve(found));
    expect(await another.visible([note])).toHaveLength(1);
  }
});

test('when a read fails, only the lookups that wait for it fail', async () => {
  const [note] = await store({ id: 'note-1', type: 'note', ReferralId: 'referral-1' });
  if (!note) throw new Error('It is not there');
  const sight = sightFor('vic');
  sight.expect('referral-1', Promise.reject(new Error('The store is down')));
  await new Promise((resolve) => setTimeout(resolve, 5));
  await expect(sight.visible([note])).rejects.toThrow('The store is down');
});

test('counts leave out hidden referrals, which are looked up once', async () => {
  await store(referral(1, restricted), referral(2), referral(3, { ...restricted, Owner: person('vic') }));
  const sight = sightFor('vic');
  expect([await sight.hidden(), await sight.hidden()]).toEqual([['referral-1'], ['referral-1']]);
  expect(queries).toEqual(['restricted', 'opened']);
  expect([await sightFor('cal').hidden(), await seesAll.hidden()]).toEqual([[], []]);
});

test('emergency access leaves a mark when it was needed', async () => {
  const access = { ReferralId: 'referral-1', Person: person('vic'), Until: later };
  const [hidden, open] = await store(referral(1, restricted), referral(2), {
    id: 'access-1',
    type: 'break-glass',
    ...access,
  });
  if (!hidden || !open) throw new Error('It is not there');
  const sight = sightFor('vic');
  expect([await sight.sees(open), sight.usedEmergency()]).toEqual([true, false]);
  expect([await sight.sees(hidden), sight.usedEmergency()]).toEqual([true, true]);
  expect(seesAll.usedEmergency()).toBe(false);
});

test('an unrestricted caller never gets a denied referral', async () => {
  const [hidden] = await store(referral(1, restricted));
  if (!hidden) throw new Error('It is not there');
  seesAll.expect('referral-1', Promise.resolve(hidden));
  expect([await seesAll.sees(hidden), await seesAll.visible([hidden]), seesAll.withheld()]).toEqual([
    true,
    [hidden],
    undefined,
  ]);
});

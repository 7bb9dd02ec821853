import { domainGroup } from '@handoff/shared/contract/realtime';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { Partition, StoredDocument } from '../platform/ports.ts';
import type { RecordKind } from '../core/unit-of-work.ts';
import { createSigningKeys } from '../platform/signing-keys.ts';
import { startTestStores } from '../testing/test-store.ts';
import { seesAll } from '../records/restriction.ts';
import { stageWork } from './unit-of-work.ts';
import { answeredRecord } from './idempotency-record.ts';
import { noTrace } from '../platform/telemetry/trace.ts';
import { select } from '../records/select.ts';

const stores = await startTestStores();
const now = new Date('2026-11-24T12:00:00.000Z');
const inThirtyDays = '2026-12-24T12:00:00.000Z';

interface Thing {
  Id: string;
  Name: string;
}
const thing: RecordKind<Thing> = {
  type: 'thing',
  schema: z.object({ Id: z.string(), Name: z.string() }),
  derivedFields: ({ Name }) => ({ sortName: Name.toLowerCase() }),
};
const renamed = { ...thing, type: 'renamed' };

let partition: Partition;
beforeEach(async () => {
  partition = (await stores.newStore()).app('d:a');
});

const stage = (sight = seesAll) =>
  stageWork({
    partition,
    identity: { id: 'idem|1', attempt: 1 },
    now,
    signingKeys: createSigningKeys(async () => ['secret']),
    caller,
    sight,
    viewersOf: async () => undefined,
  });

async function stored(document: Partial<StoredDocument> = {}): Promise<string> {
  const whole = { id: 't1', Id: 't1', type: 'thing', Name: 'One', DeletedAt: null, ...document };
  const done = await partition.commit([{ op: 'create', document: whole }]);
  if (done.outcome !== 'applied') throw new Error(done.outcome);
  return done.etags[0] ?? '';
}

async function read({ work }: ReturnType<typeof stage>) {
  const found = await work.get(thing, 't1');
  if (!found) throw new Error('It is not there');
  return found;
}

const caller = {
  claims: { oid: '1', tid: '', name: 'Ana Intake', email: '', signedInAt: 0 },
  person: { Id: 'user-1', FullName: 'Ana Intake' },
  roles: { SystemRole: 'User' as const },
  businessDomainId: 'a',
};
const request = { id: 'idem|1', fingerprint: '', isFingerprint: () => true, now };
const batchOf = ({ toBatch }: ReturnType<typeof stage>) =>
  toBatch({
    record: answeredRecord({ request, before: undefined }, '{}'),
    stored: undefined,
    head: undefined,
    caller,
    requestId: '',
    platform: { trace: noTrace },
  });

const operationsOf = ({ staged }: ReturnType<typeof stage>) => [...staged.operations.values()];

test('a new record is stored under its id and kind, with its derived fields', () => {
  const { work, staged } = stage();
  work.create(thing, { Id: 't1', Name: 'One' });
  expect([...staged.operations.values()]).toEqual([
    {
      op: 'create',
      document: { Id: 't1', Name: 'One', sortName: 'one', id: 't1', type: 'thing', DeletedAt: null },
    },
  ]);
});

test('a record is replaced in the version that was read, and keeps fields outside its kind', async () => {
  const etag = await stored({ ttl: 77, older: 'field' });
  const staging = stage();
  staging.work.replace(thing, await read(staging), { Id: 't1', Name: 'TWO' });
  expect(operationsOf(staging)).toMatchObject([
    {
      op: 'replace',
      ifMatch: etag,
      document: { id: 't1', type: 'thing', Name: 'TWO', sortName: 'two', ttl: 77, older: 'field' },
    },
  ]);
  expect(operationsOf(staging)[0]?.document).not.toHaveProperty('_etag');
});

test('two changes of one record, or its creation and a change, are one write', async () => {
  await stored();
  const staging = stage();
  const found = await read(staging);
  staging.work.replace(thing, found, { ...found, Name: 'Two' });
  staging.work.replace(thing, found, { ...found, Name: 'Three' });
  await staging.work.put(thing, { Id: 't2', Name: 'New' });
  expect(operationsOf(staging).map(({ op, document }) => [op, document['Name']])).toEqual([
    ['replace', 'Three'],
    ['create', 'New'],
  ]);
});

test('put replaces an existing record and creates a missing one', async () => {
  const etag = await stored();
  const { work, staged } = stage();
  await work.put(thing, { Id: 't1', Name: 'Two' });
  await work.put(thing, { Id: 't2', Name: 'Other' });
  expect([...staged.operations.values()]).toMatchObject([
    { op: 'replace', ifMatch: etag, document: { Name: 'Two' } },
    { op: 'create', document: { Name: 'Other' } },
  ]);
});

test('a record that this request did not read, or read as another kind, cannot be changed', async () => {
  await stored();
  const staging = stage();
  const found = await read(stage());
  expect(() => staging.work.softDelete(thing, found)).toThrow('thing is changed without having been read');
  await read(staging);
  expect(() => staging.work.softDelete(renamed, found)).toThrow(
    'renamed is changed without having been read',
  );
});

test('two new records with one id are an error', () => {
  const { work } = stage();
  work.create(thing, { Id: work.newId('thing'), Name: 'One' });
  expect(() => work.create(thing, { Id: work.newId('thing'), Name: 'Two' })).toThrow(
    'thing: two new things of one id need two salts',
  );
  expect(() => work.create(thing, { Id: work.newId('thing', 'b'), Name: 'Two' })).not.toThrow();
});

test('changes, audit entries and messages of one request fit into a batch of the store, or it is refused', async () => {
  const more = [
    ({ work }: ReturnType<typeof stage>) => work.create(thing, { Id: 't49', Name: '' }),
    ({ work }: ReturnType<typeof stage>) => work.audit({ action: 'note.written', subject: 't49' }),
    ({ work }: ReturnType<typeof stage>) => work.notify({ group: 'g' }, { topic: 'settings', id: 't49' }),
  ];
  for (const stageOneMore of more) {
    const staging = stage();
    for (let n = 0; n < 49; n += 1) {
      staging.work.create(thing, { Id: `t${n}`, Name: '' });
      staging.work.audit({ action: 'note.written', subject: `t${n}` });
    }
    expect((await batchOf(staging)).operations).toHaveLength(100);
    stageOneMore(staging);
    await expect(batchOf(staging)).rejects.toThrow('This changes too much at once.');
  }
});

test('ids are derived from the request, its attempt, the prefix and the salt', () => {
  const { work } = stage();
  const ids = [work.newId('thing'), work.newId('thing', 'a'), work.newId('note', 'a'), work.etag];
  expect(new Set(ids).size).toBe(4);
  expect(ids[0]).toMatch(/^thing-[0-9a-f]{32}$/);
  expect(stage().work.newId('thing')).toBe(ids[0]);
});

test('a deleted record with files stays for thirty days and never expires by itself', async () => {
  await stored();
  const staging = stage();
  expect(staging.work.deleteUntilPurged(thing, await read(staging))).toBe(inThirtyDays);
  const [operation] = operationsOf(staging);
  expect(operation).toMatchObject({
    op: 'replace',
    document: { Name: 'One', DeletedAt: now.toISOString(), PurgeAt: inThirtyDays },
  });
  expect(operation?.document).not.toHaveProperty('ttl');
});

test('a deleted record without files expires by itself after thirty days', async () => {
  await stored();
  const staging = stage();
  staging.work.softDelete(thing, await read(staging));
  expect(operationsOf(staging)).toMatchObject([
    { document: { DeletedAt: now.toISOString(), ttl: 30 * 86_400 } },
  ]);
});

const deleted = { DeletedAt: '2026-11-20T00:00:00.000Z', PurgeAt: '2026-12-20T00:00:00.000Z' };

test('a deleted record can be restored until its purge, with or without changes', async () => {
  const etag = await stored(deleted);
  const { work, staged } = stage();
  const found = await work.restore(thing, 't1');
  expect(found).toMatchObject({
    record: { Id: 't1', Name: 'One' },
    deletedAt: deleted.DeletedAt,
    purgeAt: deleted.PurgeAt,
  });
  expect(found?.restore({ Name: 'Two' })).toEqual({ Id: 't1', Name: 'Two' });
  const [operation] = staged.operations.values();
  expect(operation).toMatchObject({
    op: 'replace',
    ifMatch: etag,
    document: { Name: 'Two', DeletedAt: null },
  });
  expect(operation?.document['PurgeAt']).toBeUndefined();
  expect(found?.restore()).toEqual({ Id: 't1', Name: 'One' });
});

test.each<[string, Partial<StoredDocument>]>([
  ['is not there', { id: 't2', Id: 't2', ...deleted }],
  ['is of another kind', { ...deleted, type: 'other' }],
  ['was not deleted', { PurgeAt: deleted.PurgeAt }],
  ['goes by itself', { DeletedAt: deleted.DeletedAt }],
])('a record that %s cannot be restored', async (_case, document) => {
  await stored(document);
  expect(await stage().work.restore(thing, 't1')).toBeUndefined();
});

test('a caller cannot restore a record that they may not see', async () => {
  await stored(deleted);
  expect(await stage({ ...seesAll, sees: async () => false }).work.restore(thing, 't1')).toBeUndefined();
});

test('reading many records returns those that exist', async () => {
  await stored();
  const { work, staged } = stage();
  const found = await work.getAll(thing, ['t0', 't1', 't2']);
  expect(found).toEqual([{ Id: 't1', Name: 'One' }]);
  for (const one of found) work.replace(thing, one, { ...one, Name: 'Two' });
  expect([...staged.operations.values()]).toHaveLength(1);
});

test('a list is read page by page', async () => {
  await stored();
  await stored({ id: 't2', Id: 't2' });
  const { Continuation } = await stage().work.list(select(thing), { pageSize: 1 });
  const page = { pageSize: 1, continuation: Continuation ?? '' };
  const next = await stage().work.list(select(thing), page);
  expect(next.items).toMatchObject([{ Id: 't2' }]);
});

test('a change that is recorded is in the history, and its agency’s screens hear of it', () => {
  const { work, staged } = stage();
  work.record({ action: 'list.updated', subject: 't1', topic: 'partner' });
  work.record({ action: 'list.updated', subject: 't1', topic: 'referral', announced: 'r1' });
  const entry = { action: 'list.updated', subject: 't1', changes: [] };
  expect(staged.audits).toEqual([entry, entry]);
  const by = 'user-1';
  expect(staged.hints).toEqual([
    { audience: { group: domainGroup('a') }, message: { topic: 'partner', id: 't1', by } },
    { audience: { group: domainGroup('a') }, message: { topic: 'referral', id: 'r1', by } },
  ]);
});

test('entries and messages wait for the commit', () => {
  const { work, staged } = stage();
  work.audit({ action: 'list.updated', subject: 't1' });
  const changes = [{ field: 'Name', old: 'One', new: 'Two' }];
  work.audit({ action: 'note.edited', subject: 't1', changes });
  const message = { topic: 'user', id: 'u1' } as const;
  work.notify({ group: 'g' }, message);
  work.disconnect('ana', message);
  expect(staged).toEqual({
    operations: new Map(),
    audits: [
      { action: 'list.updated', subject: 't1', changes: [] },
      { action: 'note.edited', subject: 't1', changes },
    ],
    hints: [
      { audience: { group: 'g' }, message },
      { audience: { user: 'ana' }, message, disconnects: 'ana' },
    ],
  });
});

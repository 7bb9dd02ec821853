import { blockingKeyNames } from '@handoff/shared/domain/duplicates/blocking-keys';
import { expect, test } from 'vitest';
import { startTestStores } from '../testing/test-store.ts';
import type { Partition, Query, StoredDocument } from './ports.ts';
import * as queries from './queries.ts';

const stores = await startTestStores();

/** Ten documents a day apart, each with the fields of its number. */
async function fill(partition: Partition, type: string, fields: (n: number) => object) {
  await partition.commit(
    Array.from({ length: 10 }, (_, n) => {
      const document: StoredDocument = { id: `${type}${n}`, type, DeletedAt: null, ...fields(n) };
      return { op: 'create', document };
    }),
  );
}

const at = (n: number) => `2026-11-${10 + n}T00:00:00Z`;

async function found(partition: Partition, sql: string, parameters: Query['parameters'] = {}) {
  const { documents } = await partition.query({ sql, parameters, pageSize: 100 });
  return documents.map((document) => document.id).join(' ');
}

test('referrals by view and status, newest received first, without the deleted', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'referral', (n) => ({
    ReceivedAt: at(n),
    DeletedAt: n === 9 ? at(9) : null,
    UpdatedAt: at(n),
    SortName: `${'cba'[n % 3]}${n}`,
    StatusId: n < 5 ? 'new' : 'called',
    Owner: n % 2 === 0 ? null : { Id: n % 3 === 0 ? 'me' : 'you', FullName: '' },
    Decision: { Kind: n > 6 ? 'Accepted' : 'Pending' },
    Source: { Kind: n % 2 === 0 ? 'Fax' : 'Phone' },
    Address: { ZipCode: String(n % 3) },
    SearchGrams: { Patient: n === 3 || n === 4 ? ['ac'] : ['ab'] },
    SearchTexts: { Patient: n < 3 ? 'abc' : 'acd', Owner: n > 2 && n < 7 ? 'b' : 'c' },
  }));
  await fill(domain, 'other', () => ({ ReceivedAt: at(0) }));
  const referrals = async (of: Parameters<typeof queries.listedReferrals>[0], parameters = {}) =>
    (await found(domain, queries.listedReferrals(of), parameters)).replaceAll('referral', '');

  expect(await referrals({ view: 'All' })).toBe('8 7 6 5 4 3 2 1 0');
  expect(await referrals({ view: 'Mine' }, { me: 'me' })).toBe('3');
  expect(await referrals({ view: 'Unassigned' })).toBe('8 6 4 2 0');
  expect(await referrals({ view: 'Pending' })).toBe('6 5 4 3 2 1 0');
  const called = { status: 'called' };
  expect(await referrals({ view: 'All', by: ['status'] }, called)).toBe('8 7 6 5');
  expect(await referrals({ view: 'Unassigned', by: ['status'] }, called)).toBe('8 6');
  expect(await referrals({ view: 'All', by: ['decision'] }, { decision: 'Accepted' })).toBe('8 7');
  expect(await referrals({ view: 'All', by: ['owner'] }, { owner: 'you' })).toBe('7 5 1');
  expect(await referrals({ view: 'All', by: ['zip', 'source'] }, { zip: '2', source: 'Fax' })).toBe('8 2');
  expect(await referrals({ view: 'All', sort: 'ReceivedOldest' })).toBe('0 1 2 3 4 5 6 7 8');
  expect(await referrals({ view: 'Pending', sort: 'PatientName' })).toBe('2 5 1 4 0 3 6');
  expect(await referrals({ view: 'Mine', sort: 'UpdatedNewest' }, { me: 'me' })).toBe('3');
  const text = { text: 'b' };
  expect(await referrals({ view: 'All', textIn: ['Patient', 'Owner'] }, text)).toBe('6 5 4 3 2 1 0');
  expect(await referrals({ view: 'All', textIn: ['Owner'], by: ['status'] }, { ...text, ...called })).toBe(
    '6 5',
  );
  const grams = { text: 'ac', gram0: 'ac', gram1: 'ac', gram2: 'ac' };
  expect(await referrals({ view: 'All', textIn: ['Patient'], byGrams: true }, grams)).toBe('4 3');
});

test.each(blockingKeyNames)('referrals that share the key %s, without the deleted', async (name) => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'referral', (n) => ({
    DuplicateKeys: { [n === 1 ? 'other' : name]: n < 4 ? 'hash' : 'another' },
    DeletedAt: n === 2 ? at(0) : null,
  }));
  await fill(store.app('d:2'), 'referral', () => ({ DuplicateKeys: { [name]: 'hash' } }));
  const keys = { ...Object.fromEntries(blockingKeyNames.map((key) => [key, ''])), [name]: 'hash' };
  expect(await found(domain, queries.referralsSharingAKey, keys)).toBe('referral0 referral3');
});

test.each([
  ['note', queries.notesOfReferral, 'CreatedAt'],
  ['document', queries.documentsOfReferral, 'UploadedAt'],
])('%ss of a referral, newest first, without the deleted', async (type, sql, time) => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, type, (n) => ({
    ReferralId: n < 4 ? 'r1' : 'r2',
    [time]: at(9 - n),
    DeletedAt: n === 2 ? at(0) : null,
  }));
  expect(await found(domain, sql, { referral: 'r1' })).toBe(`${type}0 ${type}1 ${type}3`);
});

test('the activity of a record, the last entry first', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'audit', (n) => ({ subject: n % 3 === 0 ? 'r1' : 'r2', seq: n }));
  const activity = await found(domain, queries.activityOfSubject, { subject: 'r1' });
  expect(activity).toBe('audit9 audit6 audit3 audit0');
});

test('the notifications of a user, newest first', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'notification', (n) => ({ UserId: n > 7 ? 'me' : 'you', CreatedAt: at(n) }));
  const mine = await found(domain, queries.notificationsOfUser, { user: 'me' });
  expect(mine).toBe('notification9 notification8');
});

test('the unread of a user since a moment are counted', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'notification', (n) => ({
    UserId: n > 0 ? 'me' : 'you',
    CreatedAt: at(n),
    ReadAt: n === 5 ? at(6) : null,
  }));
  const since = (until: string) =>
    domain.count({ sql: queries.unreadNotificationsOfUser, parameters: { user: 'me', until } });
  expect([await since(''), await since(at(4)), await since(at(9))]).toEqual([8, 4, 0]);
});

test('the users of a domain, and the domains', async () => {
  const store = await stores.newStore();
  const sys = store.app('sys');
  await fill(sys, 'user', (n) => ({ DomainIds: n < 2 ? ['east', 'west'] : n < 3 ? [] : ['north'] }));
  await fill(sys, 'domain', (n) => ({ Name: `Agency ${n}` }));
  expect(await found(sys, queries.usersOfDomain, { domain: 'west' })).toBe('user0 user1');
  expect((await found(sys, queries.domains)).split(' ')).toHaveLength(10);
});

test('the imports of a state, newest first', async () => {
  const store = await stores.newStore();
  const state = store.addresses('CT');
  await fill(state, 'import', (n) => ({ CreatedAt: at(n) }));
  await fill(state, 'manifest', () => ({}));
  expect(await found(state, queries.importsOfState)).toMatch(/^import9 import8 .*import0$/);
});

test('referrals that are due to be verified again, and exchanges that were kept long enough', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'reverification', (n) => ({ CheckedAt: at(n), NotBefore: n % 2 === 0 ? '' : at(9) }));
  await fill(domain, 'exchange', (n) => ({ KeptAt: at(n), DeletedAt: n === 0 ? at(9) : null }));
  const due = async (now: string) =>
    found(domain, queries.dueReverifications, { before: at(3), now }).then((ids) =>
      ids.replaceAll('reverification', '').split(' ').toSorted().join(' '),
    );
  expect(await due(at(8))).toBe('0 2');
  expect(await due(at(9))).toBe('0 1 2 3');
  const old = await found(domain, queries.exchangesBefore, { before: at(3) });
  expect(old.split(' ').toSorted()).toEqual(['exchange1', 'exchange2']);
});

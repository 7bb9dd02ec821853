import { blockingKeyNames } from '@handoff/shared/domain/duplicates/blocking-keys';
import { expect, test } from 'vitest';
import { nthDay, fill, found, startTestStores } from '../../testing/test-store.ts';
import { listedReferrals, referralsSharingAKey, type Asking, type Listed } from './referral-queries.ts';
import { documentsOf, notesOf } from '../../records/kinds/referral-records.ts';

const stores = await startTestStores();

const asking = (statuses: object): Asking => ({
  me: 'me',
  statuses: { first: '', closed: [], review: [], ...statuses },
  lateSince: '',
});

test('finds referrals by view and status, newest received first, without deleted ones', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'referral', (n) => ({
    ReceivedAt: nthDay(n),
    DeletedAt: n === 9 ? nthDay(9) : null,
    UpdatedAt: nthDay(n),
    SortName: `${'cba'[n % 3]}${n}`,
    StatusId: n < 5 ? 'new' : 'called',
    Owner: n % 2 === 0 ? null : { Id: n % 3 === 0 ? 'me' : 'you', FullName: '' },
    Decision: { Kind: n > 6 ? 'Accepted' : 'Pending' },
    Source: { Channel: n % 2 === 0 ? 'Fax' : 'Phone' },
    Address: { ZipCode: String(n % 3) },
    SearchGrams: { Patient: n === 3 || n === 4 ? ['ac'] : ['ab'] },
    SearchTexts: { Patient: n < 3 ? 'abc' : 'acd', Owner: n > 2 && n < 7 ? 'b' : 'c' },
  }));
  await fill(domain, 'other', () => ({ ReceivedAt: nthDay(0) }));
  const referrals = async (of: Listed, statuses = {}) =>
    (await found(domain, listedReferrals(of, asking(statuses)))).replaceAll('referral', '');

  expect(await referrals({})).toBe('8 7 6 5 4 3 2 1 0');
  expect(await referrals({ View: 'Mine' })).toBe('3');
  expect(await referrals({ View: 'Unassigned' })).toBe('8 6 4 2 0');
  expect(await referrals({ View: 'Pending' })).toBe('6 5 4 3 2 1 0');
  const StatusId = 'called';
  expect(await referrals({ StatusId })).toBe('8 7 6 5');
  expect(await referrals({ View: 'Unassigned', StatusId })).toBe('8 6');
  expect(await referrals({ Decision: 'Accepted' })).toBe('8 7');
  expect(await referrals({ OwnerId: 'you' })).toBe('7 5 1');
  expect(await referrals({ OwnerId: ['you', 'me'] })).toBe('7 5 3 1');
  expect(await referrals({ StatusId: ['called', 'new'] })).toBe('8 7 6 5 4 3 2 1 0');
  expect(await referrals({ ZipCode: '2', Channel: 'Fax' })).toBe('8 2');
  expect(await referrals({ Sort: 'ReceivedOldest' })).toBe('0 1 2 3 4 5 6 7 8');
  expect(await referrals({ Sort: 'DueFirst' })).toBe('0 1 2 3 4 5 6 7 8');
  expect(await referrals({ Sort: 'DueFirst', StatusId })).toBe('5 6 7 8');
  expect(await referrals({ View: 'Pending', Sort: 'PatientNameLast' })).toBe('6 3 0 4 1 5 2');
  expect(await referrals({ View: 'Pending', Sort: 'PatientName' })).toBe('2 5 1 4 0 3 6');
  expect(await referrals({ View: 'Mine', Sort: 'UpdatedNewest' })).toBe('3');
  expect(await referrals({ Text: 'b', Fields: ['Patient', 'Owner'] })).toBe('6 5 4 3 2 1 0');
  expect(await referrals({ Text: 'b', Fields: ['Owner'], StatusId })).toBe('6 5');
  // Two letters or more are found by the index of the n-grams.
  expect(await referrals({ Text: 'ac', Fields: ['Patient'] })).toBe('4 3');
});

test('finds referrals that are new, wait for an answer, or need review', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'referral', (n) => ({
    ReceivedAt: nthDay(n),
    StatusId: n < 5 ? 'new' : 'called',
    Decision: { Kind: n > 6 ? 'Accepted' : 'Pending' },
    ...((n === 4 || n === 7) && { EligibilityStatusId: 'look' }),
  }));
  const referrals = async (of: Listed, statuses = {}) =>
    (await found(domain, listedReferrals(of, asking(statuses)))).replaceAll('referral', '');

  expect(await referrals({ View: 'New' }, { first: 'called' })).toBe('9 8 7 6 5');
  const closed = ['new', 'gone'];
  expect(await referrals({ View: 'Waiting' }, { closed })).toBe('6 5');
  expect(await referrals({ View: 'NeedsReview' }, { closed, review: ['look'] })).toBe('7');
});

test('finds referrals by source, payer, county, eligibility and time of receipt', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'referral', (n) => ({
    ReceivedAt: nthDay(n),
    Source: { Organization: n === 2 ? '' : 'Shore' },
    Payers: n === 5 ? [] : [{ Name: 'Medicare', Plan: '' }, { Name: n === 6 ? 'Sample' : 'Other' }],
    ...(n % 4 === 0 && { EligibilityStatusId: 'eligible' }),
    Address: { County: n < 2 ? 'Kent' : 'Essex', State: n === 1 ? 'RI' : 'MA' },
  }));
  const referrals = async (of: Listed, statuses = {}) =>
    (await found(domain, listedReferrals(of, asking(statuses)))).replaceAll('referral', '');

  expect(await referrals({ Organization: '' })).toBe('2');
  const payer = (Payer: string) => referrals({ Payer });
  expect([await payer('Sample'), await payer('Medicare')]).toEqual(['6', '9 8 7 6 4 3 2 1 0']);
  expect(await referrals({ County: 'Kent', State: 'MA' })).toBe('0');
  expect(await referrals({ Payer: ['Sample', 'Other'] })).toBe('9 8 7 6 4 3 2 1 0');
  expect(await referrals({ EligibilityStatusId: 'eligible' })).toBe('8 4 0');
  expect(await referrals({ ReceivedFrom: nthDay(3), ReceivedBefore: nthDay(5) })).toBe('4 3');
});

test.each(blockingKeyNames)('finds referrals that share the key %s, without deleted ones', async (name) => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'referral', (n) => ({
    DuplicateKeys: { [n === 1 ? 'other' : name]: n < 4 ? 'hash' : 'another' },
    DeletedAt: n === 2 ? nthDay(0) : null,
  }));
  await fill(store.app('d:2'), 'referral', () => ({ DuplicateKeys: { [name]: 'hash' } }));
  expect(await found(domain, referralsSharingAKey({ [name]: 'hash' }))).toBe('referral0 referral3');
});

test.each([
  ['note', notesOf('r1'), 'CreatedAt'],
  ['document', documentsOf('r1'), 'UploadedAt'],
])('%ss of a referral, newest first, without the deleted', async (type, selection, time) => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, type, (n) => ({
    ReferralId: n < 4 ? 'r1' : 'r2',
    [time]: nthDay(9 - n),
    DeletedAt: n === 2 ? nthDay(0) : null,
  }));
  expect(await found(domain, selection)).toBe(`${type}0 ${type}1 ${type}3`);
});

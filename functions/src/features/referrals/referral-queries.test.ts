import { documentsOfReferral } from '../../records/kinds/referral-records.ts';
import { blockingKeyNames } from '@handoff/shared/domain/duplicates/blocking-keys';
import { expect, test } from 'vitest';
import { nthDay, fill, found, startTestStores } from '../../testing/test-store.ts';
import { notesOfReferral } from './notes/notes.ts';
import { listedReferrals, referralsSharingAKey } from './referral-queries.ts';

const stores = await startTestStores();

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
    Source: { Kind: n % 2 === 0 ? 'Fax' : 'Phone' },
    Address: { ZipCode: String(n % 3) },
    SearchGrams: { Patient: n === 3 || n === 4 ? ['ac'] : ['ab'] },
    SearchTexts: { Patient: n < 3 ? 'abc' : 'acd', Owner: n > 2 && n < 7 ? 'b' : 'c' },
  }));
  await fill(domain, 'other', () => ({ ReceivedAt: nthDay(0) }));
  const referrals = async (of: Parameters<typeof listedReferrals>[0], parameters = {}) =>
    (await found(domain, listedReferrals(of), parameters)).replaceAll('referral', '');

  expect(await referrals({ view: 'All' })).toBe('8 7 6 5 4 3 2 1 0');
  expect(await referrals({ view: 'Mine' }, { me: 'me' })).toBe('3');
  expect(await referrals({ view: 'Unassigned' })).toBe('8 6 4 2 0');
  expect(await referrals({ view: 'Pending' })).toBe('6 5 4 3 2 1 0');
  const called = { status: 'called' };
  expect(await referrals({ view: 'All', by: ['status'] }, called)).toBe('8 7 6 5');
  expect(await referrals({ view: 'Unassigned', by: ['status'] }, called)).toBe('8 6');
  expect(await referrals({ view: 'All', by: ['decision'] }, { decision: 'Accepted' })).toBe('8 7');
  expect(await referrals({ view: 'All', by: ['owner'] }, { owner: 'you' })).toBe('7 5 1');
  expect(await referrals({ view: 'All', by: ['owners'] }, { owners: ['you', 'me'] })).toBe('7 5 3 1');
  const both = { statuses: ['called', 'new'] };
  expect(await referrals({ view: 'All', by: ['statuses'] }, both)).toBe('8 7 6 5 4 3 2 1 0');
  expect(await referrals({ view: 'All', by: ['zip', 'source'] }, { zip: '2', source: 'Fax' })).toBe('8 2');
  expect(await referrals({ view: 'All', sort: 'ReceivedOldest' })).toBe('0 1 2 3 4 5 6 7 8');
  expect(await referrals({ view: 'All', sort: 'DueFirst' })).toBe('0 1 2 3 4 5 6 7 8');
  expect(await referrals({ view: 'All', sort: 'DueFirst', by: ['status'] }, called)).toBe('5 6 7 8');
  expect(await referrals({ view: 'Pending', sort: 'PatientNameLast' })).toBe('6 3 0 4 1 5 2');
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

test('finds referrals that are new, wait for an answer, or need review', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'referral', (n) => ({
    ReceivedAt: nthDay(n),
    StatusId: n < 5 ? 'new' : 'called',
    Decision: { Kind: n > 6 ? 'Accepted' : 'Pending' },
    ...((n === 4 || n === 7) && { EligibilityStatusId: 'look' }),
  }));
  const referrals = async (of: Parameters<typeof listedReferrals>[0], parameters = {}) =>
    (await found(domain, listedReferrals(of), parameters)).replaceAll('referral', '');

  expect(await referrals({ view: 'New' }, { first: 'called' })).toBe('9 8 7 6 5');
  const closed = ['new', 'gone'];
  expect(await referrals({ view: 'Waiting' }, { closed })).toBe('6 5');
  expect(await referrals({ view: 'NeedsReview' }, { closed, review: ['look'] })).toBe('7');
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
  const referrals = async (of: Parameters<typeof listedReferrals>[0], parameters = {}) =>
    (await found(domain, listedReferrals(of), parameters)).replaceAll('referral', '');

  expect(await referrals({ view: 'All', by: ['organization'] }, { organization: '' })).toBe('2');
  const payer = (Name: string) => referrals({ view: 'All', by: ['payer'] }, { payer: { Name } });
  expect([await payer('Sample'), await payer('Medicare')]).toEqual(['6', '9 8 7 6 4 3 2 1 0']);
  const kent = { county: 'Kent', state: 'MA' };
  expect(await referrals({ view: 'All', by: ['county', 'state'] }, kent)).toBe('0');
  const several = { ...sixOf('payers', [{ Name: 'Sample' }, { Name: 'Other' }]) };
  expect(await referrals({ view: 'All', by: ['payers'] }, several)).toBe('9 8 7 6 4 3 2 1 0');
  expect(await referrals({ view: 'All', by: ['eligibility'] }, { eligibility: 'eligible' })).toBe('8 4 0');
  const days = { from: nthDay(3), before: nthDay(5) };
  expect(await referrals({ view: 'All', by: ['from', 'before'] }, days)).toBe('4 3');
});

/** The parameters of a filter with several values, the last of which repeats. */
const sixOf = <Value>(name: string, values: readonly Value[]) =>
  Object.fromEntries(Array.from({ length: 6 }, (_, n) => [`${name}${n}`, values[n] ?? values.at(-1)]));

test.each(blockingKeyNames)('finds referrals that share the key %s, without deleted ones', async (name) => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'referral', (n) => ({
    DuplicateKeys: { [n === 1 ? 'other' : name]: n < 4 ? 'hash' : 'another' },
    DeletedAt: n === 2 ? nthDay(0) : null,
  }));
  await fill(store.app('d:2'), 'referral', () => ({ DuplicateKeys: { [name]: 'hash' } }));
  const keys = { ...Object.fromEntries(blockingKeyNames.map((key) => [key, ''])), [name]: 'hash' };
  expect(await found(domain, referralsSharingAKey, keys)).toBe('referral0 referral3');
});

test.each([
  ['note', notesOfReferral, 'CreatedAt'],
  ['document', documentsOfReferral, 'UploadedAt'],
])('%ss of a referral, newest first, without the deleted', async (type, sql, time) => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, type, (n) => ({
    ReferralId: n < 4 ? 'r1' : 'r2',
    [time]: nthDay(9 - n),
    DeletedAt: n === 2 ? nthDay(0) : null,
  }));
  expect(await found(domain, sql, { referral: 'r1' })).toBe(`${type}0 ${type}1 ${type}3`);
});

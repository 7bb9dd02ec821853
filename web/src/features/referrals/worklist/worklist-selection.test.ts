import { expect, test } from 'vitest';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { addressOf, type Filters, isInSelection, type View, WorklistAddress } from './worklist-selection.ts';

const me = { Id: 'u-me', FullName: 'Mia Manager' };
const at = '2026-01-01T10:00:00.000Z';

const referral = (changes: Partial<ReferralRow>): ReferralRow => ({
  Id: 'r-1',
  Etag: 'e',
  StatusId: 'new',
  Decision: { Kind: 'Pending', Reason: '' },
  Owner: null,
  CreatedAt: at,
  CreatedBy: me,
  UpdatedAt: at,
  UpdatedBy: me,
  DocumentCount: 0,
  NoteCount: 0,
  ReceivedAt: at,
  Source: { Kind: 'Hospital', Organization: 'Saint Example' },
  Patient: { FirstName: 'Pat', LastName: 'Sample', DateOfBirth: '1948-03-12' },
  Address: {
    City: 'HARTFORD',
    County: '',
    State: 'CT',
    ZipCode: '06103',
  },
  Payers: [{ Name: 'Medicare' }],
  Services: ['Hospice'],
  ...changes,
});

const lists = { first: 'new', closed: ['closed'], review: ['look'] };

const accepted = { Decision: { Kind: 'Accepted', Reason: '' } } satisfies Partial<ReferralRow>;

test.each<[View, Partial<ReferralRow>, boolean]>([
  ['All', accepted, true],
  ['Mine', { Owner: me }, true],
  ['Mine', { Owner: { Id: 'u-other', FullName: 'Other' } }, false],
  ['Unassigned', {}, true],
  ['Unassigned', { Owner: me }, false],
  ['Pending', {}, true],
  ['Pending', accepted, false],
  ['New', {}, true],
  ['New', { StatusId: 'review' }, false],
  ['Waiting', {}, true],
  ['Waiting', { StatusId: 'closed' }, false],
  ['Waiting', accepted, false],
  ['NeedsReview', { EligibilityStatusId: 'look' }, true],
  ['NeedsReview', {}, false],
])('%s shows %j: %s', (view, changes, isShown) => {
  expect(isInSelection(referral(changes), { view, me: me.Id, text: '' }, lists)).toBe(isShown);
  expect(isInSelection(referral(changes), { view, status: 'new', me: me.Id, text: '' }, lists)).toBe(isShown);
  expect(isInSelection(referral(changes), { view, status: 'closed', me: me.Id, text: '' }, lists)).toBe(
    false,
  );
});

test.each<[Filters, boolean]>([
  [{ decision: 'Pending' }, true],
  [{ decision: 'Declined' }, false],
  [{ owner: me.Id }, false],
  [{ source: 'Hospital' }, true],
  [{ source: 'Fax' }, false],
  [{ zip: '06103' }, true],
  [{ zip: '06104' }, false],
  [{ decision: 'Pending', source: 'Hospital', zip: '06104' }, false],
])('%j lets it through: %s', (filters, isShown) => {
  expect(isInSelection(referral({}), { ...filters, view: 'All', me: me.Id, text: '' }, lists)).toBe(isShown);
});

test.each([
  ['sample, pat', true],
  ['PAT SAM', true],
  ['0610', true],
  ['hartford', true],
  ['medicare', true],
  ['saint', true],
  ['  ', true],
  ['Mia', false],
])('a search for "%s" finds it: %s', (text, isFound) => {
  const selection = { view: 'All', me: me.Id, text } as const;
  expect(isInSelection(referral({}), selection, lists)).toBe(isFound);
});

test('the address names what differs from the list everybody sees first', () => {
  expect(addressOf({ view: 'All', sort: 'ReceivedNewest' })).toEqual({});
  expect(addressOf({ view: 'Mine', status: 'new', sort: 'PatientName' })).toEqual({
    view: 'Mine',
    status: 'new',
    sort: 'PatientName',
  });
});

test('what is not understood in an address is left out', () => {
  expect(WorklistAddress.parse({ zip: 10001 })).toEqual({ zip: '10001' });
  expect(WorklistAddress.parse({ zip: '61', source: 'Pigeon', decision: 'Accepted' })).toEqual({
    decision: 'Accepted',
  });
});

import { expect, test } from 'vitest';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import type { ReferralView } from '@handoff/shared/domain/referral/referral-filters';
import type { SavedView } from '@handoff/shared/domain/referral/saved-view';
import { addressOf, type Filters, isInSelection, shownAt, WorklistAddress } from './worklist-selection.ts';
import { isAsSaved, savedQueryOf } from './views/saved-query.ts';

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
  Source: { Kind: 'Hospital', Channel: '', Organization: 'Saint Example' },
  Patient: { FirstName: 'Pat', LastName: 'Sample', DateOfBirth: '1948-03-12' },
  Address: {
    City: 'HARTFORD',
    County: '',
    State: 'CT',
    ZipCode: '06103',
  },
  Payers: [{ Name: 'Medicare' }],
  Services: ['Hospice'],
  Clinical: { RequestedStart: '2026-01-05' },
  ...changes,
});

const lists = { first: 'new', closed: ['closed'], review: ['look'], responseHours: 24 };

const accepted = { Decision: { Kind: 'Accepted', Reason: '' } } satisfies Partial<ReferralRow>;

test.each<[ReferralView, Partial<ReferralRow>, boolean]>([
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
  [{ source: 'Family' }, false],
  [{ channel: 'Fax' }, false],
  [{ zip: '06103' }, true],
  [{ zip: '06104' }, false],
  [{ eligibility: 'look' }, false],
  [{ decision: 'Pending', source: 'Hospital', zip: '06104' }, false],
  [{ status: ['review', 'new'] }, true],
  [{ status: ['review', 'closed'] }, false],
  [{ payer: ['Other', 'Medicare'] }, true],
  [{ payer: 'Other' }, false],
  [{ service: ['Hospice'] }, true],
  [{ service: 'Nursing' }, false],
  [{ start: '2026-01-05' }, true],
  [{ start: '2026-01-04' }, false],
  [{ late: true }, true],
  [{ late: true, owner: me.Id }, false],
])('filter %j includes the referral: %s', (filters, isShown) => {
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

test.each<[string, Partial<ReferralRow>, boolean]>([
  ['by a colleague then', { UpdatedAt: at, UpdatedBy: { Id: 'u-other', FullName: 'Other' } }, true],
  [
    'by a colleague before',
    { UpdatedAt: '2026-01-01T09:59:59.999Z', UpdatedBy: { Id: 'u-other', FullName: 'Other' } },
    false,
  ],
  ['by the caller', { UpdatedAt: '2026-01-01T11:00:00.000Z' }, false],
])('a referral that was changed %s is one of the changes: %s', (_who, changes, isShown) => {
  const wanted = { changed: at, view: 'All', me: me.Id, text: '' } as const;
  expect(isInSelection(referral(changes), wanted, lists)).toBe(isShown);
});

test('an answered or recent referral is not late', () => {
  const wanted = { late: true, view: 'All', me: me.Id, text: '' } as const;
  expect(isInSelection(referral(accepted), wanted, lists)).toBe(false);
  expect(isInSelection(referral({ ReceivedAt: new Date().toISOString() }), wanted, lists)).toBe(false);
});

test('the address has only what differs from the default list', () => {
  expect(addressOf({ view: 'Waiting', sort: 'DueFirst' })).toEqual({});
  expect(addressOf({ view: 'All' })).toEqual({ view: 'All' });
  expect(addressOf({ view: 'Mine', status: 'new', sort: 'PatientName' })).toEqual({
    view: 'Mine',
    status: 'new',
    sort: 'PatientName',
  });
});

test('invalid parts of an address are dropped', () => {
  expect(WorklistAddress.parse({ zip: 10001 })).toEqual({ zip: '10001' });
  expect(WorklistAddress.parse({ zip: '61', source: 'Pigeon', decision: 'Accepted' })).toEqual({
    decision: 'Accepted',
  });
});

const savedView: SavedView = {
  Id: 'view-1',
  Etag: 'e',
  Name: 'Hartford by phone',
  Shared: true,
  Filters: { View: 'Mine', SourceKind: 'Family', County: 'Hartford' },
  Sort: 'ReceivedOldest',
  Layout: { Columns: ['Owner'], Density: 'Compact' },
  Author: me,
  UpdatedAt: at,
  UpdatedBy: me,
};

test('a link to a saved view shows its current filters; filters in the address replace them', () => {
  const inAgency = { saved: 'view-1', domain: 'domain-harbor' };
  const shown = shownAt(inAgency, [savedView]);
  expect(shown).toMatchObject({ view: 'Mine', source: 'Family', county: 'Hartford', sort: 'ReceivedOldest' });
  const changed = addressOf({ ...shown, view: 'All', source: undefined, county: undefined, sort: undefined });
  expect(shownAt(WorklistAddress.parse(changed), [savedView])).toMatchObject({
    view: 'All',
    saved: 'view-1',
  });
  expect(shownAt({ saved: 'view-gone' }, [savedView])).toBeUndefined();
});

test('a view counts as saved until a filter or the order changes; a search does not matter', () => {
  const { saved, ...shown } = shownAt({ saved: 'view-1' }, [savedView]) ?? {};
  const selection = {
    ...shown,
    saved,
    view: 'Mine',
    sort: 'ReceivedOldest',
    me: me.Id,
    text: 'sam',
  } as const;
  expect(isAsSaved(selection, savedView)).toBe(true);
  expect(savedQueryOf(selection)).toEqual({ Filters: savedView.Filters, Sort: savedView.Sort });
  expect(isAsSaved({ ...selection, county: undefined }, savedView)).toBe(false);
  expect(isAsSaved({ ...selection, sort: 'PatientName' }, savedView)).toBe(false);
});

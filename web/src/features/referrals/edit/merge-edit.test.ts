import type { Referral } from '@handoff/shared/domain/referral/referral';
import { expect, test } from 'vitest';
import { editable, mergeEdit, type ReferralEdit } from './merge-edit.ts';

const nobody = { Id: 'user-1', FullName: 'Ana' };
const base: Referral = {
  Id: 'referral-1',
  Etag: 'one',
  ReceivedAt: '2026-11-20T14:05:00.000Z',
  Source: { Kind: 'Fax', Organization: 'Saint Example', ContactName: '', Phone: '' },
  Patient: { FirstName: 'Pat', LastName: 'Sample', DateOfBirth: '1948-03-12', Phone: '', Ssn: '', Mbi: '' },
  Address: {
    StreetAddress: '12 MAIN ST',
    Unit: '',
    City: 'HARTFORD',
    County: 'Hartford',
    State: 'CT',
    ZipCode: '06103',
    InFile: true,
  },
  Payers: [{ Name: 'Medicare', Plan: '', MemberId: '' }],
  Services: ['Hospice'],
  ClinicalSummary: '',
  StatusId: 'new',
  Decision: { Kind: 'Pending', Reason: '', Comment: '' },
  Owner: null,
  CreatedAt: '',
  CreatedBy: nobody,
  UpdatedAt: '',
  UpdatedBy: nobody,
  DocumentCount: 0,
  NoteCount: 0,
};
const patient = (changes: Partial<Referral['Patient']>) => ({ ...base.Patient, ...changes });
const address = (changes: Partial<Referral['Address']>) => ({ ...base.Address, ...changes });
const after = (changes: Partial<Referral>): Referral => ({ ...base, ...changes, Etag: 'two' });
const merge = (mine: ReferralEdit, theirs: Partial<Referral>, ...chosen: [string, 'mine' | 'theirs'][]) =>
  mergeEdit({ base: editable(base), mine, current: after(theirs) }, new Map(chosen));

test('what only one side changed goes together, within one part too', () => {
  expect(
    merge({ Patient: patient({ Phone: '8605550102' }) }, { Patient: patient({ Ssn: '***-**-1234' }) }),
  ).toEqual({ conflicting: [], edit: { Patient: patient({ Phone: '8605550102', Ssn: '***-**-1234' }) } });
  expect(merge({ StatusId: 'review' }, { Owner: nobody })).toEqual({
    conflicting: [],
    edit: { StatusId: 'review' },
  });
});

test('the same change made twice is no conflict, and nothing is left to send', () => {
  expect(merge({ StatusId: 'review' }, { StatusId: 'review' })).toEqual({ conflicting: [], edit: {} });
});

test('what both changed is asked for, and the choice is what is sent', () => {
  const mine = { Patient: patient({ LastName: 'Simple', Phone: '8605550102' }), StatusId: 'review' };
  const theirs = { Patient: patient({ LastName: 'Semple' }), StatusId: 'closed' };
  expect(merge(mine, theirs).conflicting).toEqual(['Patient.LastName', 'StatusId']);
  expect(merge(mine, theirs, ['Patient.LastName', 'mine'], ['StatusId', 'theirs']).edit).toEqual({
    Patient: mine.Patient,
  });
  expect(merge(mine, theirs, ['Patient.LastName', 'theirs'], ['StatusId', 'mine']).edit).toEqual({
    Patient: patient({ LastName: 'Semple', Phone: '8605550102' }),
    StatusId: 'review',
  });
});

test('a decision and a list of payers are one field each', () => {
  const Declined = { Kind: 'Declined', Reason: 'No capacity', Comment: '' } as const;
  const Accepted = { Kind: 'Accepted', Reason: '', Comment: 'Gladly' } as const;
  const versions = { base, mine: { Decision: Accepted }, current: after({ Decision: Declined }) };
  expect(mergeEdit(versions).conflicting).toEqual(['Decision']);
  const Payers = [{ Name: 'Aetna', Plan: '', MemberId: '' }];
  expect(merge({ Payers: [] }, { Payers }, ['Payers', 'mine'])).toEqual({
    conflicting: ['Payers'],
    edit: { Payers: [] },
  });
});

test('whether a street is in the file goes with the street, and is never asked for', () => {
  const mine = { Address: address({ StreetAddress: '1 NEW RD', InFile: false }) };
  expect(merge(mine, { Address: address({ Unit: '2' }) }).edit).toEqual({
    Address: address({ StreetAddress: '1 NEW RD', InFile: false, Unit: '2' }),
  });
  const theirs = { Address: address({ StreetAddress: '9 OAK ST', InFile: true }) };
  expect(merge(mine, theirs, [`Address.StreetAddress`, 'theirs'])).toEqual({
    conflicting: ['Address.StreetAddress'],
    edit: {},
  });
});

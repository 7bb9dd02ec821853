import { noClinical } from '@handoff/shared/domain/person/clinical-block';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { expect, test } from 'vitest';
import { type Referral, undecided } from '@handoff/shared/domain/referral/referral';
import { noAddress, noPatient, noSource } from '@handoff/shared/domain/referral/referral-fields';
import { checkOfReferral, CheckQuestion, troublesIn } from './check-values.ts';

const person = { Id: 'user-1', FullName: 'Ana Marshdemo' };
const referral: Referral = {
  Id: 'referral-1',
  Etag: 'e',
  ReceivedAt: '2026-03-20T12:00:00Z',
  Source: { Kind: 'Other', ...noSource },
  Patient: {
    ...noPatient,
    FirstName: 'Nora',
    LastName: 'Newcomer',
    DateOfBirth: '1948-03-12',
    Mbi: '****-***-MK00',
  },
  Address: {
    ...noAddress,
    StreetAddress: '1 Test St',
    City: 'Hartford',
    State: 'CT',
    ZipCode: '06103',
    InFile: true,
  },
  Payers: [],
  Services: ['Skilled nursing'],
  Clinical: noClinical,
  ClinicalSummary: '',
  StatusId: 'status-new',
  Decision: undecided,
  Owner: null,
  CreatedAt: '2026-03-20T12:00:00Z',
  CreatedBy: person,
  UpdatedAt: '2026-03-20T12:00:00Z',
  UpdatedBy: person,
  DocumentCount: 0,
  NoteCount: 0,
};

test('a referral fills the form, and its masked number is sent unchanged', () => {
  const values = checkOfReferral(referral);
  expect(troublesIn(values)).toEqual([]);
  expect(CheckQuestion.parse(values)).toMatchObject({
    Mbi: '****-***-MK00',
    FirstName: 'Nora',
    DateOfBirth: '1948-03-12',
    Category: 'Home Care',
  });
});

test('a check asks about the start of care, if it is ahead and Medicare answers for it, else about today', () => {
  const today = dayIn(medicareTimeZone, new Date());
  expect(serviceDay({ RequestedStart: addDays(today, 2) })).toBe(addDays(today, 2));
  expect(serviceDay({ RequestedStart: addDays(today, 2), StartOfCare: addDays(today, 3) })).toBe(
    addDays(today, 3),
  );
  expect(serviceDay({ RequestedStart: addDays(today, -2) })).toBe(today);
  expect(serviceDay({ RequestedStart: addDays(today, 200) })).toBe(today);
  expect(serviceDay({})).toBe(today);
});

test('without an MBI, the member ID under Medicare is used, but never that of another payer', () => {
  const Patient = { ...referral.Patient, Mbi: '' };
  const mbiOf = (...names: string[]) =>
    checkOfReferral({ ...referral, Patient, Payers: names.map(member) }).Mbi;
  expect(mbiOf('Sample Plan', 'Medicare')).toBe('*******MK00');
  expect(mbiOf('Sample Plan')).toBe('');
});

test('only hospice services make a Hospice check', () => {
  expect(categoryOf('Hospice', 'Palliative care')).toBe('Hospice');
  expect(categoryOf('Hospice', 'Skilled nursing')).toBe('Home Care');
});

test('a hospice agency always checks as Hospice', () => {
  const orders = [[], ['Hospice', 'Skilled nursing'], ['Home health aide']];
  const asked = orders.map((Services) => checkOfReferral({ ...referral, Services }, 'Hospice').Category);
  expect(asked).toEqual(['Hospice', 'Hospice', 'Hospice']);
});

const serviceDay = (facts: object) =>
  checkOfReferral({ ...referral, Clinical: { ...noClinical, ...facts } }).DateOfService;

function member(Name: string) {
  return { Name, Plan: '', MemberId: '*******MK00' };
}

function categoryOf(...Services: Referral['Services']) {
  return checkOfReferral({ ...referral, Services }).Category;
}

import { expect, test } from 'vitest';
import { Referral } from '@handoff/shared/domain/referral/referral';
import {
  asSent,
  blankIntake,
  blankPayer,
  editOf,
  IntakeReferral,
  type IntakeValues,
  valuesOfReferral,
} from './intake-values.ts';
import { countOf, missingIn } from './intake-form.ts';

const now = new Date('2026-11-21T14:05:00Z');
const blank = () => blankIntake({ state: 'CT', now });

function typed() {
  const values = blank();
  return {
    ...values,
    Source: { ...values.Source, Kind: 'Hospital' as const, Phone: '(860) 555-0100' },
    Patient: { FirstName: ' Ada ', LastName: 'Stone', DateOfBirth: '1948-09-14', Phone: '' },
    Address: { ...values.Address, StreetAddress: '14 MAIN ST', City: 'HARTFORD', ZipCode: '6103' },
  };
}

test('a typed referral is sent as the contract wants it', () => {
  const sent = IntakeReferral.parse(asSent(typed()));
  expect(sent).toMatchObject({
    ReceivedAt: '2026-11-21T14:05:00.000Z',
    Source: { Phone: '8605550100' },
    Patient: { FirstName: 'Ada', Phone: '' },
    Address: { ZipCode: '06103' },
    Payers: [],
    DocumentIds: [],
  });
});

test('a blank form names what is missing in the words of a person', () => {
  const result = IntakeReferral.safeParse(asSent({ ...blank(), ReceivedAt: '' }));
  expect(result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'ReceivedAt: Enter when the referral came in',
    'Source.Kind: Choose how the referral came in',
    'Patient.FirstName: Enter the first name',
    'Patient.LastName: Enter the last name',
    'Patient.DateOfBirth: Enter a date',
    'Address.StreetAddress: Enter the street address',
    'Address.City: Enter the city',
    'Address.ZipCode: Enter a ZIP code of 5 digits',
  ]);
});

test('blank payers at the end are not sent, one before a filled one is asked for', () => {
  const medicare = { ...blankPayer, Name: 'Medicare' };
  const end = asSent({ ...typed(), Payers: [medicare, blankPayer] });
  expect(IntakeReferral.parse(end).Payers).toEqual([medicare]);
  const between = asSent({ ...typed(), Payers: [blankPayer, medicare] });
  expect(IntakeReferral.safeParse(between).error?.issues[0]?.path).toEqual(['Payers', 0, 'Name']);
});

test('nobody is born tomorrow', () => {
  const values = typed();
  const unborn = asSent({ ...values, Patient: { ...values.Patient, DateOfBirth: '2999-01-01' } });
  expect(IntakeReferral.safeParse(unborn).error?.issues[0]?.message).toBe(
    'The date of birth is in the future',
  );
});

test('a recorded referral comes back as it was: only what was changed is an edit', () => {
  const ana = { Id: 'user-1', FullName: 'Ana' };
  const { DocumentIds: _none, ...fields } = IntakeReferral.parse(asSent(typed()));
  const referral = Referral.parse({
    ...fields,
    ReceivedAt: '2026-11-21T14:05:31.250Z',
    Patient: { ...fields.Patient, Ssn: '***-**-1234', Mbi: '****-***-MK73' },
    Payers: [{ Name: 'Medicare', Plan: '', MemberId: '*******MK73' }],
    Id: 'referral-1',
    Etag: 'e',
    StatusId: 'new',
    Owner: null,
    CreatedAt: '',
    CreatedBy: ana,
    UpdatedAt: '',
    UpdatedBy: ana,
    DocumentCount: 0,
    NoteCount: 0,
    Decision: { Kind: 'Pending', Reason: '', Comment: '' },
  });
  const edit = (change: (values: IntakeValues) => Partial<IntakeValues>) => {
    const values = valuesOfReferral(referral);
    return editOf(referral, IntakeReferral.parse(asSent({ ...values, ...change(values) })));
  };
  expect(edit(() => ({}))).toEqual({});
  expect(edit(({ Patient }) => ({ Patient: { ...Patient, Phone: '860 555 0102' } }))).toEqual({
    Patient: { ...referral.Patient, Phone: '8605550102' },
  });
});

test('what is empty is missing, what is there but wrong is wrong', () => {
  const empty = missingIn(blank()).length;
  expect(countOf(missingIn(blank()))).toBe(`${empty} fields are missing`);
  const mistyped = { ...blank(), Patient: { ...blank().Patient, Mbi: '1EG4', LastName: 'Sample' } };
  expect(countOf(missingIn(mistyped))).toBe(`${empty - 1} fields are missing, 1 is wrong`);
  expect(countOf(missingIn(mistyped).filter(({ isWrong }) => isWrong))).toBe('1 field is wrong');
});

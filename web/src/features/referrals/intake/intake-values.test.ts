import { expect, test } from 'vitest';
import { blankIntake, blankPayer, IntakeReferral } from './intake-values.ts';
import { countOf, missingIn } from './missing-fields.ts';

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

test('a typed referral is sent in the form of the contract', () => {
  const sent = IntakeReferral.parse(typed());
  expect(sent).toMatchObject({
    ReceivedAt: '2026-11-21T14:05:00.000Z',
    Source: { Phone: '8605550100' },
    Patient: { FirstName: 'Ada', Phone: '' },
    Address: { ZipCode: '06103' },
    Payers: [],
  });
});

test('a blank form names the missing fields in plain words', () => {
  const result = IntakeReferral.safeParse({ ...blank(), ReceivedAt: '' });
  expect(result.error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'ReceivedAt: Enter when the referral came in',
    'Source.Kind: Choose who refers',
    'Patient.LastName: Enter the last name',
    'Patient.Phone: Enter a phone number to call back, or complete the patient and the address',
  ]);
});

test('trailing blank payers are not sent, but a blank one before another payer is an error', () => {
  const medicare = { ...blankPayer, Name: 'Medicare' };
  const end = { ...typed(), Payers: [medicare, blankPayer] };
  expect(IntakeReferral.parse(end).Payers).toEqual([medicare]);
  const between = { ...typed(), Payers: [blankPayer, medicare] };
  expect(IntakeReferral.safeParse(between).error?.issues[0]?.path).toEqual(['Payers', 0, 'Name']);
});

test('a date of birth cannot be in the future', () => {
  const values = typed();
  const unborn = { ...values, Patient: { ...values.Patient, DateOfBirth: '2999-01-01' } };
  expect(IntakeReferral.safeParse(unborn).error?.issues[0]?.message).toBe(
    'The date of birth is in the future',
  );
});

test('an empty field counts as missing, and a field with an invalid value as wrong', () => {
  expect(countOf(missingIn(blank()))).toBe('3 required fields are empty');
  const mistyped = { ...blank(), Patient: { ...blank().Patient, Mbi: '1EG4', LastName: 'Sample' } };
  expect(countOf(missingIn(mistyped))).toBe('2 required fields are empty, 1 has an error');
  expect(countOf(missingIn(mistyped).filter(({ isWrong }) => isWrong))).toBe('1 field has an error');
});

test('a name and a phone number can be saved, and the form says what can follow', () => {
  const { Source, Patient, ...others } = blank();
  const called = {
    ...others,
    Source: { ...Source, Kind: 'Family' as const },
    Patient: { ...Patient, LastName: 'Halfknown', Phone: '(860) 555-0177' },
  };
  expect(IntakeReferral.safeParse(called).success).toBe(true);
  expect(missingIn(called).map(({ path, isLater }) => [path, isLater])).toEqual([
    ['Patient.FirstName', true],
    ['Patient.DateOfBirth', true],
    ['Address.ZipCode', true],
    ['Address.City', true],
    ['Address.StreetAddress', true],
  ]);
  expect(countOf(missingIn(called))).toBe('5 fields can wait');
});

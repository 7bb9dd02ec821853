import { expect, test } from 'vitest';
import { checkInquiry, rangeAround, type TypedInquiry } from './inquiry.ts';
import { defaultEligibilitySettings } from '@handoff/shared/domain/eligibility/settings';

const typed: TypedInquiry = {
  FirstName: ' Ana ',
  LastName: 'Sample',
  DateOfBirth: '1948-03-12',
  Mbi: '1eg4-te5-mk73',
  Category: 'Home Care',
};

function check(change: Partial<TypedInquiry>) {
  const context = { today: '2025-06-30', settings: defaultEligibilitySettings };
  return checkInquiry({ ...typed, ...change }, context);
}
const wrongFields = (change: Partial<TypedInquiry>) => check(change).wrong.map(({ Field }) => Field);

test('typed details are prepared for the inquiry; the date of service defaults to today', () => {
  expect(check({})).toEqual({
    wrong: [],
    inquiry: {
      firstName: 'Ana',
      lastName: 'Sample',
      birthDate: '1948-03-12',
      mbi: '1EG4TE5MK73',
      category: 'Home Care',
      dateOfService: '2025-06-30',
    },
  });
  expect(check({ DateOfService: '2025-06-01' }).inquiry.dateOfService).toBe('2025-06-01');
  expect(check({ DateOfService: ' ' }).inquiry.dateOfService).toBe('2025-06-30');
});

test('the window is 48 months back and 4 ahead, to the last day of a shorter month', () => {
  for (const day of ['2021-06-30', '2025-10-30']) expect(wrongFields({ DateOfService: day })).toEqual([]);
  for (const day of ['2021-06-29', '2025-10-31', '2025-02-30', 'soon'])
    expect(wrongFields({ DateOfService: day })).toEqual(['DateOfService']);
});

test('each wrong entry is named', () => {
  expect(wrongFields({ Mbi: '123-45-6789A' })).toEqual(['Mbi']);
  expect(wrongFields({ FirstName: ' ', LastName: '日本' })).toEqual(['FirstName', 'LastName']);
  for (const day of ['2025-07-01', '1948-02-30', '03/12/1948', ''])
    expect(wrongFields({ DateOfBirth: day })).toEqual(['DateOfBirth']);
  expect(wrongFields({ DateOfBirth: '2025-06-20', DateOfService: '2025-06-10' })).toEqual(['DateOfBirth']);
});

test.each<[Partial<TypedInquiry>, string]>([
  [{ Mbi: '****-***-MK73' }, 'Enter the full number: no referral shows this masked number.'],
  [{ Mbi: '1EG4' }, 'This is not a Medicare number: it has 11 characters, like 1EG4-TE5-MK73.'],
  [{ FirstName: ' ' }, 'Enter the first name.'],
  [{ LastName: '日本' }, 'Enter the last name in Latin letters, as on the Medicare card.'],
  [{ LastName: '3 .' }, 'Enter the last name.'],
  [{ DateOfBirth: '' }, 'Enter the birth date.'],
  [{ DateOfBirth: '2025-07-01' }, 'The birth date is in the future.'],
  [{ DateOfService: 'soon' }, 'Enter the date of service.'],
  [{ DateOfService: '2025-10-31' }, 'Medicare answers for dates from 06/30/2021 to 10/30/2025.'],
  [
    { DateOfBirth: '2025-06-20', DateOfService: '2025-06-19' },
    'The birth date is after the date of service.',
  ],
])('%j is a blocker that says: %s', (change, Text) => {
  expect(check(change).wrong).toMatchObject([{ Code: 'inputWrong', Severity: 'blocker', Text }]);
});

test('a person born on the day of the check or of the service can be checked', () => {
  expect(wrongFields({ DateOfBirth: '2025-06-30' })).toEqual([]);
  expect(wrongFields({ DateOfBirth: '2025-06-10', DateOfService: '2025-06-10' })).toEqual([]);
});

test('spaces around a name and a date are removed', () => {
  const { inquiry, wrong } = check({ LastName: ' Sample ', DateOfBirth: ' 1948-03-12 ' });
  expect(wrong).toEqual([]);
  expect(inquiry).toMatchObject({ lastName: 'Sample', birthDate: '1948-03-12' });
});

test('an error message never repeats a wrong number', () => {
  expect(JSON.stringify(check({ Mbi: '1EG4TE5MK7' }).wrong)).not.toContain('1EG4TE5MK7"');
});

test("a number is looked up by the person's details if the agency allows it", () => {
  const LookUp = { State: 'NJ' };
  const lookUp = (mayLookUpMbi: boolean, change: Partial<TypedInquiry> = {}) =>
    checkInquiry(
      { ...typed, Mbi: '', LookUp, ...change },
      { today: '2025-06-30', settings: { ...defaultEligibilitySettings, mayLookUpMbi } },
    );
  const allowed = lookUp(true, { Mbi: '1EG4TE5MK73' });
  expect(allowed).toMatchObject({ wrong: [], inquiry: { mbi: '', lookUp: LookUp } });
  expect(lookUp(true, { FirstName: '' }).wrong).toMatchObject([{ Field: 'FirstName' }]);
  expect(lookUp(false, { LastName: '' }).wrong).toMatchObject([
    {
      Field: 'Mbi',
      Text: 'This agency does not look up Medicare numbers. A manager can allow it in the rules.',
    },
    { Field: 'LastName', Text: 'Enter the last name.' },
  ]);
  expect(check({}).inquiry).not.toHaveProperty('lookUp');
});

test('the history range surrounds the day, within the limits of Medicare', () => {
  const settings = {
    ...defaultEligibilitySettings,
    monthsBack: 48,
    monthsAhead: 4,
    rangeMonthsBack: 12,
    rangeMonthsAhead: 2,
  };
  const around = (day: string) => rangeAround(day, { today: '2025-06-30', settings });
  expect(around('2025-06-30')).toEqual({ from: '2024-06-30', to: '2025-08-30' });
  expect(around('2021-07-10')).toEqual({ from: '2021-06-30', to: '2021-09-10' });
  expect(around('2025-10-30')).toEqual({ from: '2024-10-30', to: '2025-10-30' });
});

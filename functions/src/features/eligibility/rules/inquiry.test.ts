import { expect, test } from 'vitest';
import { checkInquiry, type TypedInquiry } from './inquiry.ts';
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

test('what was typed is made ready to ask; the date of service is today unless given', () => {
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

test('a wrong number never comes back in what is said about it', () => {
  expect(JSON.stringify(check({ Mbi: '1EG4TE5MK7' }).wrong)).not.toContain('1EG4TE5MK7"');
});

import { expect, test } from 'vitest';
import { referralOrder, sortName, type ReferralSort } from './referral-sort.ts';

const named = (LastName: string, FirstName: string, day = '1') => ({
  Patient: { FirstName, LastName, DateOfBirth: '1948-03-12', Phone: '', Ssn: '', Mbi: '' },
  ReceivedAt: `2026-01-0${day}T10:00:00.000Z`,
  UpdatedAt: `2026-02-0${10 - Number(day)}T10:00:00.000Z`,
});

test('names stand in order whatever their case and accents', () => {
  const names = [named('Zed', 'A'), named('Ångström', 'B'), named('de Silva', 'C'), named('Angstrom', 'A')];
  const sorted = names.toSorted(referralOrder('PatientName')).map(sortName);
  expect(sorted).toEqual(['angstrom, a', 'angstrom, b', 'de silva, c', 'zed, a']);
});

test.each<[ReferralSort, string]>([
  ['ReceivedNewest', 'C B A'],
  ['ReceivedOldest', 'A B C'],
  ['UpdatedNewest', 'A B C'],
  ['PatientName', 'A B C'],
])('%s: %s', (sort, order) => {
  const referrals = [named('B', 'x', '2'), named('A', 'x', '1'), named('C', 'x', '3')];
  const sorted = referrals.toSorted(referralOrder(sort));
  expect(sorted.map(({ Patient }) => Patient.LastName).join(' ')).toBe(order);
});

import { type AddressState, addressStates } from '@handoff/shared/domain/address/us-state';
import { expect, test } from 'vitest';
import { countyName } from './county-fips.ts';

test.each<[text: string, state: AddressState, county: string]>([
  ['09003', 'CT', 'HARTFORD'],
  ['9003', 'CT', 'HARTFORD'],
  ['003', 'CT', 'HARTFORD'],
  ['3', 'CT', 'HARTFORD'],
  ['09110', 'CT', 'CAPITOL'],
  ['36061', 'NY', 'NEW YORK'],
  ['42133', 'PA', 'YORK'],
  ['23031.0', 'ME', 'YORK'],
  ['50027', 'VT', 'WINDSOR'],
  ['44009', 'RI', 'WASHINGTON'],
  ['34041', 'NJ', 'WARREN'],
  ['33019', 'NH', 'SULLIVAN'],
  ['25027', 'MA', 'WORCESTER'],
  ['49039', 'CT', ''],
  ['99', 'CT', ''],
  ['HARTFORD', 'CT', 'HARTFORD'],
  ['', 'CT', ''],
])('county %j in a file of %s is %j', (text, state, county) => {
  expect(countyName(text, state)).toBe(county);
});

test.each(addressStates)('a file of %s may give its counties by code', (state) => {
  expect(countyName('001', state)).toMatch(/^[A-Z]/);
});

import { expect, test } from 'vitest';
import { checkOf, type KnownData } from './checks.ts';

const known: KnownData = {
  today: new Date(2026, 10, 27),
  city: 'HARTFORD',
  isStreetKnown: true,
  payers: ['Medicare'],
  organizations: ['Sample General Hospital'],
  ordering: undefined,
};
const place = { page: 1, box: { x: 0, y: 0, width: 1, height: 1 } };
const check = (path: string, value: string, data: Partial<KnownData> = {}) =>
  checkOf({ path, value, place, doubt: undefined }, { ...known, ...data });

test.each([
  ['Patient.Mbi', '1EG4-TE5-MK73', 'It has the form of a Medicare number'],
  ['Clinical.OrderingNpi', '1427038314', 'Its check digit is right'],
  ['Address.ZipCode', '06103', 'In the address data: HARTFORD'],
  ['Address.StreetAddress', '41 Demo Orchard St', 'In the address data of the ZIP code'],
  ['Address.City', 'Hartford', 'The city of the ZIP code'],
  ['Payers.0.Name', 'MEDICARE', 'In the list of your payers'],
  ['Source.Organization', 'Sample General Hospital', 'In the list of your agencies'],
])('%s %j passes: %s', (path, value, sentence) => {
  expect(check(path, value)).toEqual({ state: 'yes', sentence });
});

test.each([
  ['Patient.DateOfBirth', '1949-03-06'],
  ['Patient.Phone', '(203) 555-0125'],
  ['Patient.Ssn', '219-09-9999'],
  ['Clinical.PrimaryDiagnosis', 'I50.22'],
  ['Clinical.DischargeDate', '2026-11-30'],
  ['Clinical.Language', 'Spanish'],
])('the form of %s %j is no proof, and the same value at another place is one', (path, value) => {
  expect(check(path, value).state).not.toBe('yes');
  const repeated = { path, value, place, doubt: undefined, isRepeated: true } as const;
  expect(checkOf(repeated, known)).toEqual({ state: 'yes', sentence: 'The document has it twice' });
  expect(checkOf({ ...repeated, doubt: 'Another' }, known).state).not.toBe('yes');
  const coded = { path, value, place: undefined, doubt: undefined };
  expect(checkOf(coded, known)).toEqual({ state: 'yes', sentence: 'Coded in the file' });
});

test.each([
  ['Patient.Mbi', '1SG4-TE5-MK73', {}],
  ['Clinical.OrderingNpi', '1427038315', {}],
  ['Patient.DateOfBirth', '2026-12-24', {}],
  ['Patient.DateOfBirth', '1849-03-06', {}],
  ['Patient.DateOfBirth', '2019-03-06', {}],
  ['Clinical.DischargeDate', '2016-11-30', {}],
  ['Address.ZipCode', '06999', { city: '' }],
  ['Address.StreetAddress', '41 Unknown St', { isStreetKnown: false }],
  ['Address.StreetAddress', '41 Unknown St', { isStreetKnown: undefined }],
  ['Address.City', 'New Haven', {}],
  ['Clinical.Language', 'Spanish', {}],
  ['Address.City', 'New Haven', { city: '' }],
  ['Payers.0.Name', 'Other Plan', {}],
  ['Payers.0.Name', 'Medicare', { payers: undefined }],
])('%s %j has a warning', (path, value, data) => {
  expect(check(path, value, data).state).not.toBe('yes');
});

test('an exchanged letter passes only with a check digit or a form without look-alikes, and is always said', () => {
  const npi = {
    path: 'Clinical.OrderingNpi',
    value: '1427038314',
    place,
    doubt: undefined,
    repairedFrom: '14270383I4',
  };
  expect(checkOf(npi, known)).toEqual({
    state: 'yes',
    sentence: 'Letters and digits were exchanged: the page was read as 14270383I4. Its check digit is right',
  });
  const phone = { ...npi, path: 'Patient.Phone', value: '(203) 555-0125', repairedFrom: '203-555-O125' };
  expect(checkOf(phone, known).state).not.toBe('yes');
});

test('a check digit alone does not verify the NPI of a scan; a second place or the list of CMS does', () => {
  const npi = { path: 'Clinical.OrderingNpi', value: '1427038314', place, doubt: undefined } as const;
  const scanned = { ...npi, isScanned: true } as const;
  expect(checkOf(npi, known).state).toBe('yes');
  expect(checkOf(scanned, known).state).toBe('unknown');
  expect(checkOf({ ...scanned, isRepeated: true }, known).state).toBe('yes');
  const ordering = { isGood: true, sentence: 'PLACEHOLDER, PAT: may order home health.' };
  expect(checkOf(scanned, { ...known, ordering }).state).toBe('yes');
});

test.each([
  ['2026-11-26T14:40', true],
  ['2026-11-30T14:40', false],
  ['2026-10-01T14:40', false],
])('the time received %s passes: %s', (minute, isPassed) => {
  expect(check('ReceivedAt', minute).state === 'yes').toBe(isPassed);
});

test('a doubt about the place of a value is a warning, whatever its form', () => {
  const doubt = 'The document also has 06/03/1949, on page 1';
  const given = { path: 'Patient.DateOfBirth', value: '1949-03-06', place, doubt };
  expect(checkOf(given, known)).toEqual({ state: 'look', sentence: doubt });
});

test('an ordering NPI that CMS lists with another name is a contradiction, and with this name a proof', () => {
  const other = { isGood: false, sentence: 'CMS has this NPI as PRESCRIBER, DANA.' };
  expect(check('Clinical.OrderingNpi', '1427038314', { ordering: other })).toEqual({
    state: 'no',
    sentence: 'CMS has this NPI as PRESCRIBER, DANA',
  });
  const same = { isGood: true, sentence: 'PLACEHOLDER, PAT: may order home health.' };
  expect(check('Clinical.OrderingNpi', '1427038314', { ordering: same }).state).toBe('yes');
  expect(check('Clinical.OrderingNpi', '1427038315', { ordering: same }).state).toBe('look');
});

import { expect, test } from 'vitest';
import { readText } from './read-document.ts';

const found = (text: string) => Object.fromEntries(readText(text).map(({ path, value }) => [path, value]));

test('reads a face sheet with two labels on a line', () => {
  const text = `SAMPLE GENERAL HOSPITAL                Face sheet
Patient: PRETENDEZ, RAYMOND      DOB: 03/06/1949
MBI: 1EG4-TE5-MK12               Phone: 203-555-0125
Address: 41 DEMO ORCHARD ST      HARTFORD CT 06103`;
  expect(found(text)).toEqual({
    'Patient.LastName': 'Pretendez',
    'Patient.FirstName': 'Raymond',
    'Patient.DateOfBirth': '1949-03-06',
    'Patient.Phone': '(203) 555-0125',
    'Patient.Mbi': '1EG4-TE5-MK12',
    'Address.ZipCode': '06103',
    'Address.StreetAddress': '41 DEMO ORCHARD ST',
    'Address.City': 'Hartford',
    'Address.State': 'CT',
    'Source.Organization': 'SAMPLE GENERAL HOSPITAL',
  });
});

test('reads a letter with the address on two lines and the number of the sender', () => {
  const text = `Referral from: Saint Example Clinic, Tel. (860) 555-0101
Patient Name: Raymond J. Pretendez
Date of Birth: March 6, 1949
Social Security Number: 219-09-9999
Home: 41 Demo Orchard Street
Hartford, CT 06103-1234
Cell: (203) 555-0125   Fax: 203-555-0999`;
  expect(found(text)).toEqual({
    'Source.Phone': '(860) 555-0101',
    'Patient.LastName': 'Pretendez',
    'Patient.FirstName': 'Raymond',
    'Patient.DateOfBirth': '1949-03-06',
    'Patient.Phone': '(203) 555-0125',
    'Patient.Ssn': '219-09-9999',
    'Address.ZipCode': '06103',
    'Address.StreetAddress': '41 Demo Orchard Street',
    'Address.City': 'Hartford',
    'Address.State': 'CT',
    'Source.Organization': 'Saint Example Clinic',
  });
});

test('reads a form with a label on each line', () => {
  const text = `Last Name: O'Testerly
First Name: Mary-Kay
D.O.B.: 1949-03-06
Medicare #: 1eg4 te5 mk73
SSN: 219099999
ZIP Code: 06511`;
  expect(found(text)).toEqual({
    'Patient.LastName': "O'Testerly",
    'Patient.FirstName': 'Mary-Kay',
    'Patient.DateOfBirth': '1949-03-06',
    'Patient.Mbi': '1EG4-TE5-MK73',
    'Patient.Ssn': '219099999',
    'Address.ZipCode': '06511',
  });
});

test.each([
  ['DOB 3-6-49', '1949-03-06'],
  ['Born 06 Mar 1949 in Hartford', '1949-03-06'],
  ['Birthdate: 3/6/1949 (77 y)', '1949-03-06'],
  ['Birth date 13/40/1949', undefined],
  ['Admitted 11/20/2026', undefined],
  ['DOB: Smarch 6, 1949', undefined],
])('the birth date in %j is %s', (text, value) => {
  expect(found(text)['Patient.DateOfBirth']).toBe(value);
});

test.each([
  ['Patient: Doe, Jane Q', ['Doe', 'Jane']],
  ['PT NAME: JANE DOE MRN 123456', ['Doe', 'Jane']],
  ['Resident: Doe', ['Doe', undefined]],
  ['Patient: see attached, page 2', [undefined, undefined]],
  ['Please call us about the patient.', [undefined, undefined]],
])('the name in %j is %j', (text, [last, first]) => {
  expect([found(text)['Patient.LastName'], found(text)['Patient.FirstName']]).toEqual([last, first]);
});

test.each([
  ['Account 123-45-67890', 'Patient.Ssn'],
  ['SSN 000-12-3456', 'Patient.Ssn'],
  ['Ref 1SG4-TE5-MK73', 'Patient.Mbi'],
  ['Order 2026-11-20-0042', 'Patient.Phone'],
  ['Fax: (203) 555-0999', 'Patient.Phone'],
  ['HARTFORD RI 06103', 'Address.ZipCode'],
  ['Invoice CT 99999', 'Address.ZipCode'],
])('%j has no value for %s', (text, path) => {
  expect(found(text)[path]).toBe(undefined);
});

test('a city and ZIP code below the patient are the address, and those of a letterhead are not', () => {
  const below = 'Patient: PRETENDEZ, RAYMOND  DOB: 03/06/1949\nMBI: 1EG4-TE5-MK12\nHARTFORD CT 06103';
  expect(found(below)['Address.ZipCode']).toBe('06103');
  const letterhead = 'Sample General Hospital\nHARTFORD CT 06103\n\nPatient: PRETENDEZ, RAYMOND';
  expect(found(letterhead)['Address.ZipCode']).toBe(undefined);
});

test.each(['1 ', 'Aa, ', '(((', 'Patient name ', '12 Mar ', 'a-'])(
  'twice an endless line of "%s" takes about twice as long to read, and proposes little',
  (piece) => {
    const proposed = (times: number) => readText(piece.repeat(times)).length;
    proposed(20_000);
    const [half = 0, whole = Infinity] = [20_000, 40_000].map((times) => fastestOf(() => proposed(times)));
    // A few milliseconds are noise.
    expect(whole / Math.max(half, 20)).toBeLessThan(4);
    expect(proposed(20_000)).toBeLessThan(3);
  },
);

/** In milliseconds of CPU of this thread, to which a busy machine adds nothing. */
function fastestOf(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const started = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(started);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

test('a text without patterns proposes nothing, however long', () => {
  expect(readText('')).toEqual([]);
  expect(readText('Recovering at home after a fall.\n'.repeat(600))).toEqual([]);
});

import { expect, test } from 'vitest';
import { readText } from './read-document.ts';

const today = new Date(2026, 10, 27);
const read = (text: string) => readText(text, today);
const found = (text: string) => Object.fromEntries(read(text).map(({ path, value }) => [path, value]));

const letter = `Sample General Hospital
Department of Care Coordination

November 27, 2026

Dear Home Health Intake Coordinator,

RE: Jane Doe, DOB 03/06/1949

We would like to refer the above patient after her discharge, planned for December 3, 2026. She
lives at 41 Demo Orchard St Apt 4B, Hartford, CT 06103, and can be reached at (203) 555-0125. Her
preferred language is Portuguese. Secondary coverage is Sample Supplement (ID SUP30363).

Please provide skilled nursing and physical therapy. We request a start of care of 12/05/2026. The
face-to-face encounter took place on 11/26/2026. The patient is not homebound.

Sincerely,

Dana Desk, RN
Case Manager
(860) 555-0107`;

test('a letter says in sentences what forms have beside labels, and who sends it above and below', () => {
  expect(found(letter)).toEqual({
    'Patient.LastName': 'Doe',
    'Patient.FirstName': 'Jane',
    'Patient.DateOfBirth': '1949-03-06',
    'Patient.Phone': '(203) 555-0125',
    'Address.StreetAddress': '41 Demo Orchard St',
    'Address.Unit': '4B',
    'Address.City': 'Hartford',
    'Address.State': 'CT',
    'Address.ZipCode': '06103',
    'Clinical.Language': 'Portuguese',
    'Clinical.DischargeDate': '2026-12-03',
    'Clinical.RequestedStart': '2026-12-05',
    'Clinical.FaceToFaceDate': '2026-11-26',
    'Clinical.Homebound': 'No',
    'Payers.1.Name': 'Sample Supplement',
    'Payers.1.MemberId': 'SUP30363',
    'Source.Organization': 'Sample General Hospital',
    'Source.ContactName': 'Dana Desk',
    'Source.Phone': '(860) 555-0107',
    Services: 'Skilled nursing, Physical therapy',
  });
});

test('a value of a sentence is accepted only by itself, after a look at the page', () => {
  const ofSentences = read(letter).filter(({ path }) => path.startsWith('Clinical.'));
  expect(new Set(ofSentences.map(({ doubt }) => doubt))).toEqual(
    new Set(['Read in a sentence. Compare it with the page']),
  );
});

test('the place of a value that goes on in the next line covers both lines', () => {
  const street = read(letter).find(({ path }) => path === 'Address.StreetAddress');
  expect(street?.line).toMatch(/^lives at 41 Demo Orchard St .* Hartford, CT 06103/);
});

test.each([
  ['The patient is an 81-year-old retired woman who lives alone with her cat and needs help.', 'Female'],
  ['This pleasant 79 yo male was admitted with increasing shortness of breath and swelling.', 'Male'],
  ['An 81-year-old patient was admitted with increasing shortness of breath and swelling now.', undefined],
])('the sex in %j is %s', (text, sex) => {
  expect(found(text)['Clinical.Sex']).toBe(sex);
});

test.each([
  'Please call me with questions: I can be reached at (203) 555-0125 on every weekday before five.',
  'Dr. Roe lives at the seaside and would be glad to speak with your nurses about this patient.',
  'The patient was discharged from physical therapy last year, and her visits were paid by us.',
])('%j says nothing of the patient’s phone, address or discharge', (text) => {
  expect(found(text)).toEqual({});
});

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

const ofPractice = `Sample Internal Medicine
32 Clinic Way, Hartford, CT 06103
Phone (860) 555-0101 Fax (860) 555-0102

November 20, 2026

Dear colleagues,

I am referring my patient, Mrs. Jane van der Doe, born October 2, 1945, for home health care. She lives
at 45 Demo Street, Apt 3, Hartford, CT 06103; her phone is (203) 555-0125. She moved there this spring
from 1 Old Sample Rd, Hartford.

The primary diagnosis is kidney disease (N18.30). She also has diabetes (E11.9) and knee pain (M17.11).
Pneumonia (J18.9) was ruled out. She has a history of infection (N39.0), now resolved.

Please provide skilled nursing and physical therapy. She declines speech therapy. I saw her on November
19, 2026. She is confined to her home. Care should begin on December 7, 2026. Her son speaks English.

She has Medicare, number 1EG4-TE5-MK73. In an emergency please call her son, Sam Doe, at (203) 555-0126.

Sincerely,

Olive Orderdemo, MD
NPI 1427038314`;

test('a letter of a practice says of whom, what for, and who signs it', () => {
  expect(found(ofPractice)).toEqual({
    'Patient.LastName': 'van der Doe',
    'Patient.FirstName': 'Jane',
    'Patient.DateOfBirth': '1945-10-02',
    'Patient.Phone': '(203) 555-0125',
    'Patient.Mbi': '1EG4-TE5-MK73',
    'Address.StreetAddress': '45 Demo Street',
    'Address.Unit': '3',
    'Address.City': 'Hartford',
    'Address.State': 'CT',
    'Address.ZipCode': '06103',
    'Clinical.PrimaryDiagnosis': 'N18.30',
    'Clinical.OtherDiagnoses': 'E11.9, M17.11',
    'Clinical.FaceToFaceDate': '2026-11-19',
    'Clinical.RequestedStart': '2026-12-07',
    'Clinical.Homebound': 'Yes',
    'Clinical.OrderingPractitioner': 'Olive Orderdemo, MD',
    'Clinical.OrderingNpi': '1427038314',
    'Clinical.EmergencyContact': 'Sam Doe',
    'Clinical.EmergencyPhone': '(203) 555-0126',
    'Payers.0.Name': 'Medicare',
    'Source.Organization': 'Sample Internal Medicine',
    'Source.Phone': '(860) 555-0101',
    Services: 'Skilled nursing, Physical therapy',
  });
});

test('an e-mail names who writes it above, and where below', () => {
  const text = `From: Dana Desk <dana.desk@hospital.example>
To: Intake <intake@agency.example>

We have a new patient for you, Jane Doe, born 03/06/1949.

Thanks,
Dana Desk, RN, Case Manager
Sample General Hospital
Tel (860) 555-0107`;
  expect(found(text)).toMatchObject({
    'Source.ContactName': 'Dana Desk',
    'Source.Organization': 'Sample General Hospital',
    'Source.Phone': '(860) 555-0107',
  });
});

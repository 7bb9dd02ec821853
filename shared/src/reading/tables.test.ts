import { expect, test } from 'vitest';
import { readText } from './read-document.ts';

const today = new Date(2026, 10, 27, 12);
const found = (text: string) =>
  Object.fromEntries(
    readText(text, today).map(({ path, value }) => [path.replace(/^Clinical\./, ''), value]),
  );

test('a table of diagnoses says which one is first, and which are over', () => {
  const text = `Hospital Problems
Description              Code       Rank
Essential hypertension   I10        Secondary
Pressure ulcer, sacral   L89.152    Primary
Pneumonia                J18.9      Resolved`;
  expect(found(text)).toEqual({ PrimaryDiagnosis: 'L89.152', OtherDiagnoses: 'I10' });
});

test('a table of people says the role of each', () => {
  const text = `Contacts
Name             Relationship   Contact Type         Phone
Ann Roe          Daughter       Emergency Contact    (203) 555-0126
Sam Poe          Friend         Guarantor            (203) 555-0127
Eve Coe          Niece          Health Care Proxy    (203) 555-0128
Max Moe          Son            Emergency Contact    (203) 555-0129`;
  expect(found(text)).toEqual({
    EmergencyContact: 'Ann Roe',
    EmergencyPhone: '(203) 555-0126',
    Representative: 'Eve Coe',
    RepresentativePhone: '(203) 555-0128',
  });
});

test('the number of another practitioner is as doubtful as the name', () => {
  const text = `Treatment Team
Role                  Name                  NPI
Attending Physician   Rhoda Roundsby, NP    1321041273
Ordering Physician    Olive Orderdemo, MD   1427038314`;
  expect(found(text)).toEqual({ OrderingPractitioner: 'Olive Orderdemo, MD', OrderingNpi: '1427038314' });
});

test('a table of payers says which is first, and which has ended', () => {
  const text = `Coverage
Rank        Payer              Plan          Member ID    Term Date
Primary     Tidewater Mutual   Tide PPO      TM731519     11/26/2026
Primary     Sample Advantage   Sample HMO    H5008026     11/27/2026
Secondary   Demo Supplement                  592527394`;
  expect(found(text)).toEqual({
    'Payers.0.Name': 'Sample Advantage',
    'Payers.0.Plan': 'Sample HMO',
    'Payers.0.MemberId': 'H5008026',
    'Payers.1.Name': 'Demo Supplement',
    'Payers.1.MemberId': '592527394',
  });
});

test('a table of addresses says which is the present one', () => {
  const text = `Address History
Type       Street            City, State ZIP      Until
Previous   6 Sample St       Albany, NY 12207     07/02/2026
Current    61 Demo Ave       Troy, NY 12180       present`;
  expect(found(text)).toMatchObject({ 'Address.StreetAddress': '61 Demo Ave', 'Address.City': 'Troy' });
});

test('titles above one row of other values are no table', () => {
  const text = `Patient name     Type         Date of birth
Jane Doe         Routine      03/06/1949`;
  expect(found(text)).toMatchObject({ 'Patient.LastName': 'Doe', 'Patient.DateOfBirth': '1949-03-06' });
});

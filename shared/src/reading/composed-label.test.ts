import { expect, test } from 'vitest';
import { composedLabel } from './composed-label.ts';
import { labels } from './labels.ts';
import { readDocument, readText } from './read-document.ts';
import { wordsOfText } from './words.ts';

const found = (text: string) =>
  Object.fromEntries(
    readText(text, new Date(2026, 10, 27)).map(({ path, value }) => [path.replace(/^\w+\./, ''), value]),
  );
const reading = (label: string) => {
  const row = composedLabel(label.toLowerCase().split(' '))?.row;
  return row && [row.means, row.owner];
};

test.each([
  ['Name of Referring Physician', 'name', 'ordering'],
  ['Physician who will sign orders', 'name', 'certifying'],
  ['Date the referral was received', 'received', undefined],
  ['Hospital discharge date', 'discharge', undefined],
  ['Anticipated dismissal date', 'discharge', undefined],
  ['Next of kin telephone', 'phone', 'emergency'],
  ['Secondary insurance ID number', 'member number', 'secondary payer'],
  ['Subscriber identification', 'member number', 'payer'],
  ['Subscribers date of birth', 'birth date', 'other'],
  ['Policy holder identification', 'member number', 'other'],
  ['Insureds date of birth', 'birth date', 'other'],
  ['Insureds id number', 'member number', 'payer'],
  ['Other insureds policy number', 'member number', 'secondary payer'],
  ['Other insureds plan', 'name', 'secondary payer'],
  ['Emergency contact 2', 'name', 'other'],
  ['Cert dr npi', 'npi', 'certifying'],
  ['Date of f2f encounter', 'date', 'encounter'],
  ['Former residence', 'nothing', 'former'],
  ['Marital status', 'nothing', undefined],
])('"%s" is read word by word', (label, means, owner) => {
  expect(reading(label)).toEqual([means, owner]);
});

test('the table has no label of several words that is read alike word by word', () => {
  const alike = labels.flatMap(({ said, ...row }) =>
    said.filter((text) => {
      const plain = text.split(' ');
      const read = composedLabel(plain);
      const { means, owner, doubt, isVague } = read?.row ?? {};
      return (
        plain.length > 1 &&
        read?.length === plain.length &&
        [means, owner, doubt, isVague].every(
          (each, at) => each === [row.means, row.owner, row.doubt, row.isVague][at],
        )
      );
    }),
  );
  expect(alike).toEqual([]);
});

test('marks within a word, and between two words for the same, do not end a label', () => {
  expect(found('Planned/Expected D/C Date: 11/30/2026')).toEqual({ DischargeDate: '2026-11-30' });
});

test('the name of a practitioner ends before the address that is asked for beside it', () => {
  const text = "24. Physician's Name and Address: Olive Orderdemo, MD, 12 Main St, Albany, NY 12207";
  expect(found(text)).toEqual({ CertifyingPractitioner: 'Olive Orderdemo, MD' });
});

test.each(['of the', 'orchard view', 'the patient'])('"%s" is no label', (text) => {
  expect(reading(text)).toBeUndefined();
});

test('an earlier address is not taken, and what stands beside it is', () => {
  const text = `Previous Address: 1 Sample Rd, Albany, NY 12207    DOB: 04-Mar-1941    Sex: F
Address: 22 Demo St, Troy, NY 12180`;
  expect(found(text)).toMatchObject({
    DateOfBirth: '1941-03-04',
    Sex: 'Female',
    StreetAddress: '22 Demo St',
  });
});

test('care goes to the house, and not to the post box', () => {
  expect(found('Home Address: PO Box 12, 45 Demo Street, 2nd Floor, Troy, NY 12180')).toMatchObject({
    StreetAddress: '45 Demo Street',
    Unit: '2nd Floor',
    City: 'Troy',
  });
});

test.each([
  ['AGE/SX: 82/F', 'Female'],
  ['Male X  Female ___', 'Male'],
  ['Sex: Male ___ Female _X_', 'Female'],
  ['Gender: M / (F)', 'Female'],
  ['Gender: M / F', undefined],
])('the sex of "%s" is %s', (text, sex) => {
  expect(found(text)['Sex']).toBe(sex);
});

test.each([
  ['Services: PT yes, OT no, SN yes', 'Skilled nursing, Physical therapy'],
  ['Services: SN, OT; declines PT', 'Skilled nursing, Occupational therapy'],
])('refused services of "%s" are not asked for', (text, services) => {
  expect(found(text)['Services']).toBe(services);
});

test.each([
  ['Primary Diagnosis: r/o J18.9', undefined, undefined],
  ['Primary Diagnosis: I50.22, possible J18.9, hx of Z86.73', 'I50.22', 'Z86.73'],
])('only what was found counts in "%s"', (text, primary, others) => {
  expect([found(text)['PrimaryDiagnosis'], found(text)['OtherDiagnoses']]).toEqual([primary, others]);
});

test.each([
  ['Patient Name: Percival R St. Germain, III', 'St. Germain', 'Percival'],
  ['Last Name: van der Meulen Jr.   First Name: Fatima Zahra', 'van der Meulen', 'Fatima Zahra'],
])('names have no suffix in "%s", as Medicare has it in a field of its own', (text, last, first) => {
  expect(found(text)).toMatchObject({ LastName: last, FirstName: first });
});

test('another given name, which may be a middle one, is a reason to look', () => {
  const [last, first] = readText('Patient: EL IDRISSI, FATIMA ZAHRA');
  expect(last?.value).toBe('El Idrissi');
  expect(first).toMatchObject({ value: 'Fatima', doubt: expect.stringContaining('another given name') });
});

test('two lists of diagnoses side by side keep to their columns', () => {
  const text = `Primary Diagnosis            Other Diagnoses
I50.22 Heart failure         N18.4 Kidney disease
                             E11.9 Diabetes`;
  expect(found(text)).toEqual({ PrimaryDiagnosis: 'I50.22', OtherDiagnoses: 'N18.4, E11.9' });
});

test('codes in a column of their own belong to the title beside it', () => {
  const text = `11. ICD   Principal Diagnosis          Date
I50.22    Heart failure      11/01/26
13. ICD   Other Pertinent Diagnoses    Date
N18.4     Kidney disease
E11.9     Diabetes`;
  expect(found(text)).toEqual({ PrimaryDiagnosis: 'I50.22', OtherDiagnoses: 'N18.4, E11.9' });
});

test('the number below a doubtful name is as doubtful', () => {
  const text = `Primary Care Physician: Olive Orderdemo, MD
NPI: 1427038314`;
  const doubts = readText(text, new Date(2026, 10, 27)).map(({ path, doubt }) => [path, doubt]);
  const doubt = 'The page says primary care physician. Check who certifies the care';
  expect(doubts).toEqual([
    ['Clinical.CertifyingPractitioner', doubt],
    ['Clinical.CertifyingNpi', doubt],
  ]);
});

test.each([
  ['Patient City, State / ZIP Code: Troy, NY 12180', { City: 'Troy', State: 'NY', ZipCode: '12180' }],
  ['Primary Coverage: ☐ Medicare ☒ Medicaid ☐ Other', { '0.Name': 'Medicaid' }],
  ['Start of Care Date: 12/05/2026', { RequestedStart: '2026-12-05' }],
  ['Start of Care Date: 11/05/2026', { StartOfCare: '2026-11-05' }],
  ['PREVIOUS   5 Sample Ave\nADDRESS    Troy, NY 12180', {}],
])('reads %j', (text, values) => {
  expect(found(text)).toEqual(values);
});

test.each([
  ['DATEOF BIRTH: 03/06/1949', { DateOfBirth: '1949-03-06' }],
  ["PATIENT'STELEPHONE: (203) 555-0125", { Phone: '(203) 555-0125' }],
  ['PATIENTNAME: DOE, JANE', { LastName: 'Doe', FirstName: 'Jane' }],
])('words that lost the space between them are still a label in %j', (text, values) => {
  expect(found(text)).toEqual(values);
});

test('a label that a scan has with a wrong letter is read, and typed text is taken as it stands', () => {
  const words = wordsOfText('Patlent Narne: Doe, Jane   Dale of Blrth: 03/06/1949');
  const scanned = words.map((word) => ({ ...word, confidence: 90 }));
  const values = (of: typeof words) => readDocument(of, new Date(2026, 10, 27)).map(({ value }) => value);
  expect(values(scanned)).toEqual(['Doe', 'Jane', '1949-03-06']);
  expect(values(words)).toEqual([]);
});

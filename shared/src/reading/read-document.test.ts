import { expect, test } from 'vitest';
import { readDocument, readText } from './read-document.ts';
import { wordsOfText } from './words.ts';

const today = new Date(2026, 10, 27);
const read = (text: string) => readText(text, today);
const found = (text: string) => Object.fromEntries(read(text).map(({ path, value }) => [path, value]));

test('reads two columns, each with its own title and bare labels', () => {
  const text = `PATIENT                                REFERRING PHYSICIAN
Name: Doe, Jane                        Name: Dr. Olive Orderdemo
Phone: 203-555-0125                    Phone: 860-555-0101
Address: 41 Demo Orchard St            NPI: 1427038314
Hartford, CT 06103                     Fax: 860-555-0102`;
  expect(found(text)).toEqual({
    'Patient.LastName': 'Doe',
    'Patient.FirstName': 'Jane',
    'Patient.Phone': '(203) 555-0125',
    'Address.StreetAddress': '41 Demo Orchard St',
    'Address.City': 'Hartford',
    'Address.State': 'CT',
    'Address.ZipCode': '06103',
    'Clinical.OrderingPractitioner': 'Dr. Olive Orderdemo',
    'Clinical.OrderingNpi': '1427038314',
  });
});

test('reads values below their labels, past a label that is unknown', () => {
  const text = `Last name           First name          Nickname
Doe                 Jane                JJ

Birth date          Preferred language  Room
03/06/1949          Spanish             214`;
  expect(found(text)).toEqual({
    'Patient.LastName': 'Doe',
    'Patient.FirstName': 'Jane',
    'Patient.DateOfBirth': '1949-03-06',
    'Clinical.Language': 'Spanish',
    'Clinical.Room': '214',
  });
});

test.each([
  [
    'REFERRAL\n\nLast Name           First Name          DOB\nDoe                 Jane                03/06/1949',
  ],
  ['Referral\n\nLast Name: Doe      First Name: Jane\nDOB: 03/06/1949'],
])('a paper that is titled Referral begins with its patient: %j', (text) => {
  expect(found(text)).toEqual({
    'Patient.LastName': 'Doe',
    'Patient.FirstName': 'Jane',
    'Patient.DateOfBirth': '1949-03-06',
  });
});

test('a part that is titled Referral, above that of the patient, is about the sender', () => {
  const text = `Referral
Name: Dana Desk     Phone: (203) 555-0110

Patient
Name: Jane Doe      DOB: 03/06/1949`;
  expect(found(text)).toEqual({
    'Source.ContactName': 'Dana Desk',
    'Source.Phone': '(203) 555-0110',
    'Patient.LastName': 'Doe',
    'Patient.FirstName': 'Jane',
    'Patient.DateOfBirth': '1949-03-06',
  });
});

test('reads labels without colons, where an unknown one is below a known one', () => {
  const text = `Ordering clinician      Dr. Olive Orderdemo
Clinic phone            (860) 555-0100`;
  expect(found(text)).toEqual({ 'Clinical.OrderingPractitioner': 'Dr. Olive Orderdemo' });
});

test('a question above a part says whose its bare labels are', () => {
  const text = `Who are we caring for?
Name            Jane Doe
Telephone       (203) 555-0125
Who do we call in an emergency?
Name            Ann Roe
Telephone       (203) 555-0126`;
  expect(found(text)).toEqual({
    'Patient.LastName': 'Doe',
    'Patient.FirstName': 'Jane',
    'Patient.Phone': '(203) 555-0125',
    'Clinical.EmergencyContact': 'Ann Roe',
    'Clinical.EmergencyPhone': '(203) 555-0126',
  });
});

test('reads the care: diagnoses in a list, marked boxes, an encounter and an authorization', () => {
  const text = `Primary Dx: I50.9 Heart failure
            E11.9 Diabetes
Homebound:  [ ] No  [X] Yes
F2F date: 11/20/2026 by Dr. Olive Orderdemo
Anticipated discharge: 11/29/26
Requested SOC: 12/1/26
Prior auth #: AU-77120
Auth dates: 12/01/2026 - 01/29/2027
Visits authorized: 12`;
  expect(found(text)).toEqual({
    'Clinical.PrimaryDiagnosis': 'I50.9',
    'Clinical.OtherDiagnoses': 'E11.9',
    'Clinical.Homebound': 'Yes',
    'Clinical.FaceToFaceDate': '2026-11-20',
    'Clinical.FaceToFaceBy': 'Dr. Olive Orderdemo',
    'Clinical.DischargeDate': '2026-11-29',
    'Clinical.RequestedStart': '2026-12-01',
    'Clinical.AuthorizationNumber': 'AU-77120',
    'Clinical.AuthorizedFrom': '2026-12-01',
    'Clinical.AuthorizedTo': '2027-01-29',
    'Clinical.AuthorizedVisits': '12',
  });
});

test('reads services by the names of the trade, marked or listed, and the time received from its two fields', () => {
  const listed = `Referral Date           Time
11/26/2026              2:40 PM

Disciplines: SN, PT and MSW`;
  expect(found(listed)).toEqual({
    ReceivedAt: '2026-11-26T14:40',
    Services: 'Skilled nursing, Physical therapy, Medical social work',
  });
  expect(found('SERVICES\n[X] SN   [ ] PT   [X] OT')).toEqual({
    Services: 'Skilled nursing, Occupational therapy',
  });
  expect(found('Referral date: 11/26/2026')).toEqual({});
});

test('a title in a row of titles is no value, and neither is the second name of a label', () => {
  const text = `Coverage
Priority        Payer           Plan            Subscriber ID
1               Medicare        Part A          8842017-B

Referring facility / office
Sample General Hospital`;
  expect(found(text)).toMatchObject({
    'Payers.0.Name': 'Medicare',
    'Payers.0.Plan': 'Part A',
    'Source.Organization': 'Sample General Hospital',
  });
});

test('a word that the reader of a scan was not sure of is a reason to look', () => {
  const words = wordsOfText('Language: Spanish   Room: 214').map((word) => ({
    ...word,
    confidence: word.text === '214' ? 51 : 96,
  }));
  const doubts = Object.fromEntries(readDocument(words, today).map(({ path, doubt }) => [path, doubt]));
  expect(doubts).toEqual({
    'Clinical.Language': undefined,
    'Clinical.Room': 'The scan is not clear here. Compare it with the page',
  });
});

test('look-alikes of a scan are exchanged where the form shows which is meant, never in typed text', () => {
  const text = 'Medicare #: 1EGA-TES-MK73\nOrdering MD: Dr. Olive Orderdemo   NPI: 14270383I4';
  const scanned = wordsOfText(text).map((word) => ({ ...word, confidence: 95 }));
  expect(readDocument(scanned, today)).toMatchObject([
    { path: 'Patient.Mbi', value: '1EG4-TE5-MK73', repairedFrom: '1EGA-TES-MK73' },
    { path: 'Clinical.OrderingPractitioner' },
    { path: 'Clinical.OrderingNpi', value: '1427038314', repairedFrom: '14270383I4' },
  ]);
  expect(found(text)['Clinical.OrderingNpi']).toBe(undefined);
});

test.each([
  ['Emergency contact: Ann Roe   Phone: 203-555-0125', 'Clinical.EmergencyPhone'],
  ['Health care proxy: Ann Roe\nPhone: 203-555-0125', 'Clinical.RepresentativePhone'],
  ['Case manager: Ann Roe\nDirect line: 203-555-0125', 'Source.Phone'],
  ['Patient: Doe, Jane\nCell: 203-555-0125', 'Patient.Phone'],
])('the phone number in %j is %s', (text, path) => {
  const phones = read(text).filter((each) => each.path.endsWith('Phone'));
  expect(phones.map((each) => each.path)).toEqual([path]);
});

test.each([
  'Primary care physician: Dr. A. Docdemo\nPhone: 203-555-0125',
  'Patient: Doe, Jane\nNeighbor: Ann Roe\nPhone: 203-555-0125',
  'Patient: Doe, Jane   Pharmacy: Sample Drugs   Phone: 203-555-0125',
  "Patient: Doe, Jane\nLandlord's phone: 203-555-0125",
  'Sample General Hospital   Phone: 203-555-0125',
  'Insurance: Medicare\nPhone: 203-555-0125',
])('the phone number in %j is not the patient’s', (text) => {
  expect(read(text).filter(({ path }) => path.endsWith('Phone'))).toEqual([]);
});

test('a birth date of the policy holder is not the patient’s', () => {
  const text = 'Patient: Doe, Jane   DOB: 03/06/1949\nSubscriber: Doe, John   Subscriber DOB: 01/02/1947';
  expect(found(text)['Patient.DateOfBirth']).toBe('1949-03-06');
  expect(read(text).map(({ doubt }) => doubt)).toEqual([undefined, undefined, undefined]);
});

test('two values for a field are a reason to look, and so is a physician whose part is not said', () => {
  const text = 'Patient: Doe, Jane   DOB: 03/06/1949\nDate of birth: 06/03/1949\nAttending physician: Dr. B';
  const doubts = Object.fromEntries(read(text).map(({ path, doubt }) => [path, doubt]));
  expect(doubts['Patient.DateOfBirth']).toBe('The document also has 06/03/1949, on page 1');
  expect(doubts['Clinical.OrderingPractitioner']).toMatch(/attending physician/);
  expect(doubts['Patient.LastName']).toBe(undefined);
});

test.each([
  ['DOE JR, JANE', ['Doe', 'Jane']],
  ['Jane Q. van der Doe', ['van der Doe', 'Jane']],
  ["Mrs. Mary-Kay O'Testerly", ["O'Testerly", 'Mary-Kay']],
  ['JANE DOE (77 F)', ['Doe', 'Jane']],
])('the name %j is %j', (name, [last, first]) => {
  const values = found(`Patient name: ${name}`);
  expect([values['Patient.LastName'], values['Patient.FirstName']]).toEqual([last, first]);
});

test.each([
  ['41 Demo Orchard St, Apt 4B, Hartford, CT 06103', ['41 Demo Orchard St', '4B', 'Hartford', '06103']],
  ['12 CHURCH HILL RD NEWTOWN CT 06470', ['12 CHURCH HILL RD', '', 'Newtown', '06470']],
  ['9 Broadway, New Haven, CT 06511-1234', ['9 Broadway', '', 'New Haven', '06511']],
])('the address %j is %j', (text, parts) => {
  const values = found(`Patient: Doe, Jane\nAddress: ${text}`);
  const paths = ['StreetAddress', 'Unit', 'City', 'ZipCode'];
  expect(paths.map((path) => values[`Address.${path}`] ?? '')).toEqual(parts);
});

test('a value has its page and the box of its words', () => {
  const words = wordsOfText('Patient: Doe, Jane').map((word) => ({ ...word, page: 2 }));
  const [last] = readDocument(words);
  const [, doe, jane] = words;
  expect(last?.place?.page).toBe(2);
  expect(last?.place?.box.x).toBe(doe?.x);
  expect(last?.place && last.place.box.x + last.place.box.width).toBeCloseTo(
    (jane?.x ?? 0) + (jane?.width ?? 0),
  );
});

test('in a table of payers the second row is the second payer', () => {
  const text = `Coverage Information
Coverage    Payor               Plan               Subscriber ID
Primary     MEDICARE            PART A AND B       1EG4-TE5-MK12
Secondary   Sample Supplement   MEDIGAP F          SUP53856`;
  expect(found(text)).toMatchObject({
    'Payers.0.Name': 'MEDICARE',
    'Payers.1.Name': 'Sample Supplement',
    'Payers.1.Plan': 'MEDIGAP F',
    'Payers.1.MemberId': 'SUP53856',
  });
});

test('below the title of a contact the column "Home" has a phone number', () => {
  const text = `Emergency Contact(s)
Name             Relation       Home             Mobile
Ann Roe          Daughter                        (401) 555-0145`;
  expect(found(text)).toEqual({
    'Clinical.EmergencyContact': 'Ann Roe',
    'Clinical.EmergencyPhone': '(401) 555-0145',
  });
});

test('a value that goes on below for want of space is one value', () => {
  const text = `Referring Facility: Example Shore Medical      Emergency contact / phone: Ann Roe (860) 555-
Center                                         0124`;
  expect(found(text)).toEqual({
    'Source.Organization': 'Example Shore Medical Center',
    'Clinical.EmergencyContact': 'Ann Roe',
    'Clinical.EmergencyPhone': '(860) 555-0124',
  });
});

test('boxes for both sexes need no label', () => {
  expect(found('DOB: 03/06/1949          ☐ M ☒ F')['Clinical.Sex']).toBe('Female');
});

test('beside an unknown title a name is the value, and not the title below', () => {
  const text = `Responsible party      Ruth Roe (POA)         Phone      (860) 555-0112
Community doctor       Dr. Olive Orderdemo    NPI        1427038314`;
  expect(found(text)).toMatchObject({
    'Clinical.Representative': 'Ruth Roe',
    'Clinical.RepresentativePhone': '(860) 555-0112',
  });
});

test('a relation or a payer directly behind its label is a value', () => {
  const text = 'NOK: Ann Roe REL: spouse TEL: (401) 555-0142\nPAYOR: Medicare POLICY#: 1EG4-TE5-MK12';
  expect(found(text)).toMatchObject({
    'Clinical.EmergencyContact': 'Ann Roe',
    'Clinical.EmergencyPhone': '(401) 555-0142',
    'Payers.0.Name': 'Medicare',
  });
});

test('"St #" within an address is no label of the state', () => {
  const values = found('RE: Jane Doe\nHome: 67 Demo Orchard St #6A, Hartford CT 06103');
  expect([values['Address.StreetAddress'], values['Address.Unit']]).toEqual(['67 Demo Orchard St', '6A']);
});

test('titles with their values beside them are no table of payers', () => {
  const text = `Payer           Sample Plan      Plan           HMO
Benefit year    calendar         Network        wide
Pays since      January          Agent          none`;
  expect(Object.keys(found(text)).filter((path) => path.startsWith('Payers.1'))).toEqual([]);
});

test('reads a phone number with its extension, and no fax number', () => {
  const text = `Patient phone: 860-555-0142 x12
Emergency contact: Ann Roe   Phone: (203) 555-0125 x4`;
  expect(found(text)).toMatchObject({
    'Patient.Phone': '(860) 555-0142 ext 12',
    'Clinical.EmergencyPhone': '(203) 555-0125 ext 4',
  });
});

const repeatedIn = (text: string) => read(text).flatMap(({ path, isRepeated }) => (isRepeated ? path : []));

test('words that two labels share are one fact, and the same value at another place is a second one', () => {
  const diagnoses = 'Primary Diagnosis    I50.9\nOther Diagnoses      E11.9, I10';
  expect(repeatedIn(diagnoses)).toEqual([]);
  expect(repeatedIn(`${diagnoses}\n\nSummary\nOther Diagnoses: E11.9, I10`)).toContain(
    'Clinical.OtherDiagnoses',
  );
});

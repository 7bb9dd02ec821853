import { expect, test } from 'vitest';
import { zipOf } from '../../../testing/examples/drafts.ts';
import { messageText, sampleFile } from '../../../testing/examples/referral-files.ts';
import { bytesOf, leftIn, textOf, valuesIn } from '../../../testing/referral-files/read-values.ts';
import { readReferralFile } from './read-referral-file.ts';

test('a referral note of C-CDA fills the fields of its header, reason, problems and payers', async () => {
  const note = await sampleFile('referral-note.xml');
  expect(await valuesIn(note)).toEqual({
    'Patient.LastName': 'Sampledeen & Reed',
    'Patient.FirstName': 'Ottilie',
    'Patient.DateOfBirth': '1944-05-02',
    'Patient.Phone': '(860) 555-0111',
    'Patient.Mbi': '1EG4-TE5-MK73',
    'Clinical.Sex': 'Female',
    'Clinical.Language': 'Spanish',
    'Address.StreetAddress': '48 Sample Hill Road',
    'Address.Unit': 'Unit 2',
    'Address.City': 'Hartford',
    'Address.County': 'Hartford',
    'Address.State': 'CT',
    'Address.ZipCode': '06103',
    'Clinical.Representative': 'Rae Repdemo',
    'Clinical.RepresentativePhone': '(860) 555-0113',
    'Clinical.EmergencyContact': 'Sam Sample',
    'Clinical.EmergencyPhone': '(860) 555-0112',
    'Clinical.OrderingPractitioner': 'Olive Orderdemo MD',
    'Clinical.OrderingNpi': '1427038314',
    'Source.Organization': 'Riverbend Sample Hospital',
    'Source.Phone': '(860) 555-0121',
    'Clinical.Facility': 'Riverbend Sample Hospital, 4 West',
    'Clinical.DischargeDate': '2026-11-21',
    'Payers.0.Name': 'Sample Health Plan',
    'Payers.0.MemberId': 'M-123456',
    'Clinical.PrimaryDiagnosis': 'I50.9',
    'Clinical.OtherDiagnoses': 'E11.9',
    ClinicalSummary:
      'Skilled nursing for wound care & heart failure teaching.\nDaily weights\nDressing every 2 days',
  });
  const { Orders, attached } = await readReferralFile(note);
  expect(Orders).toEqual([{ System: 'urn:oid:2.16.840.1.113883.19.5.1', Value: 'ORD-2001' }]);
  expect(attached.map(({ name, bytes }) => [name, new TextDecoder().decode(bytes.subarray(0, 5))])).toEqual([
    ['document.pdf', '%PDF-'],
  ]);
});

const patient = (id: string, family: string) => ({
  resourceType: 'Patient',
  id,
  name: [{ family, given: ['Pat'] }],
});
const about = (id: string) => ({ reference: `Patient/${id}` });
const icd10 = (code: string) => ({ coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code }] });
const payer = (display: string) => ({ payor: [{ display }] });

test('facts about another patient of the same bundle are left, and never proposed', async () => {
  const resources = [
    patient('other', 'Otherdemo'),
    patient('own', 'Owndemo'),
    { resourceType: 'Condition', id: 'c1', subject: about('other'), code: icd10('C61') },
    { resourceType: 'Coverage', id: 'v1', beneficiary: about('other'), ...payer('Other Sample Plan') },
    {
      resourceType: 'RelatedPerson',
      id: 'p1',
      patient: about('other'),
      relationship: [{ text: 'C' }],
      name: [{ text: 'Ora Otherdemo' }],
    },
    { resourceType: 'ServiceRequest', id: 's', intent: 'order', subject: about('own') },
    { resourceType: 'Condition', id: 'c2', subject: about('own'), code: icd10('I50.9') },
    { resourceType: 'Coverage', id: 'v2', beneficiary: about('own'), ...payer('Own Sample Plan') },
  ];
  const entry = resources.map((resource) => ({ resource }));
  const file = bytesOf(JSON.stringify({ resourceType: 'Bundle', type: 'collection', entry }));
  expect(await valuesIn(file)).toEqual({
    'Patient.LastName': 'Owndemo',
    'Patient.FirstName': 'Pat',
    'Payers.0.Name': 'Own Sample Plan',
    'Clinical.PrimaryDiagnosis': 'I50.9',
  });
  expect(await leftIn(file)).toEqual([
    'Condition is about another patient',
    'Coverage is about another patient',
    'RelatedPerson is about another patient',
    'Patient: Pat Otherdemo is a second one',
  ]);
});

test('the parts that have no field are named, and no others', async () => {
  expect(await leftIn(await sampleFile('referral-note.xml'))).toEqual([
    'Problems: Anxiety has no ICD-10 code',
    'Allergies has no field',
    'Medications has no field',
  ]);
  expect(await leftIn(await sampleFile('clinical-order.json'))).toEqual([
    'Contact: Debra Samplebrook is not named as an emergency contact or representative',
    'Diagnosis: Anxiety has no ICD-10 code',
    'Document: Face sheet is not in the file',
    'Allergies has no field',
  ]);
  expect(await leftIn(bytesOf(messageText))).toEqual(['Allergies has no field']);
});

test('a document of C-CDA that is a scan brings its patient and the PDF', async () => {
  const scan = await sampleFile('scanned-summary.xml');
  expect(await valuesIn(scan)).toEqual({
    'Patient.LastName': 'Sampleshore',
    'Patient.FirstName': 'Walt',
    'Patient.DateOfBirth': '1939-08-07',
    'Clinical.Sex': 'Male',
    'Patient.Ssn': '512-44-1234',
    'Source.Organization': 'Lakeside Sample Rehab',
  });
  expect((await readReferralFile(scan)).attached).toHaveLength(1);
});

test('a clinical order of FHIR fills what its request, patient, coverage and documents say', async () => {
  const order = await sampleFile('clinical-order.json');
  expect(await valuesIn(order)).toMatchObject({
    'Patient.LastName': 'Samplebrook',
    'Patient.Mbi': '1EG4-TE5-MK73',
    'Address.Unit': 'Apt 4',
    'Clinical.Language': 'Portuguese',
    'Clinical.EmergencyContact': 'Otto Samplebrook',
    'Clinical.OrderingPractitioner': 'Olive Orderdemo',
    'Clinical.OrderingNpi': '1427038314',
    'Clinical.RequestedStart': '2026-11-24',
    // The reasons of the request are in another order than the conditions of the bundle.
    'Clinical.PrimaryDiagnosis': 'I50.9',
    'Clinical.OtherDiagnoses': 'E11.9',
    'Source.Organization': 'Riverbend Sample Hospital',
    'Payers.0.Name': 'Sample Health Plan',
    'Payers.0.Plan': 'Gold Plan',
    'Payers.0.MemberId': 'M-123456',
    ClinicalSummary: 'Requested: Skilled nursing, Physical therapy\n\nLives alone, needs wound care.',
  });
  const { Orders, attached } = await readReferralFile(order);
  expect(Orders).toEqual([
    { System: 'https://ehr.example.org/orders', Value: '5f8b4be6' },
    { System: 'https://ehr.example.org/tasks', Value: 'f085e001' },
  ]);
  expect(attached.map(({ name }) => name)).toEqual(['Discharge summary.pdf']);
});

test('a message of BSeR is read with the document inside it, and keeps only the numbers of the sender', async () => {
  const message = await sampleFile('bser-message.json');
  expect(await valuesIn(message)).toMatchObject({
    'Patient.LastName': 'Samplewoman',
    'Address.State': 'GA',
    'Clinical.OrderingPractitioner': 'Henry Sampleseven, MD',
    'Source.Organization': 'Saint Luke Sample Clinic',
    'Payers.0.MemberId': '12345',
  });
  const { Orders } = await readReferralFile(message);
  expect(Orders.map(({ Value }) => Value)).toEqual(['88888888', '66666666']);
});

test('a transfer of care fills the stay, the reason and the diagnoses', async () => {
  expect(await valuesIn(await sampleFile('transfer-of-care.json'))).toMatchObject({
    'Patient.LastName': 'Sample-Johnson',
    'Clinical.Facility': 'Sample Nursing Facility',
    'Clinical.DischargeDate': '2026-11-22',
    'Clinical.PrimaryDiagnosis': 'I50.9',
    ClinicalSummary: 'Goes home after rehab.\nNeeds therapy & nursing.',
  });
});

test('a referral of HL7 v2 fills its segments', async () => {
  expect(await valuesIn(bytesOf(messageText))).toMatchObject({
    'Patient.LastName': 'Sampledrop',
    'Patient.Mbi': '1EG4-TE5-MK73',
    'Patient.Phone': '(860) 555-0101',
    'Address.County': 'Hartford',
    'Clinical.EmergencyContact': 'Otto Sampledrop',
    'Clinical.OrderingNpi': '1427038314',
    'Clinical.PrimaryDiagnosis': 'I50.9',
    'Clinical.OtherDiagnoses': 'E11.9',
    'Source.Organization': 'Riverbend Sample Hospital',
    'Source.Phone': '(860) 555-0140',
    'Payers.0.Plan': 'Gold Plan',
    ClinicalSummary: 'Lives alone\nNeeds help with wounds',
  });
});

test('an order of HL7 v2 fills the stay and the authorization, and brings its PDF', async () => {
  const order = await sampleFile('order.hl7');
  expect(await valuesIn(order)).toMatchObject({
    'Clinical.Room': '412',
    'Clinical.Facility': 'Riverbend Sample Hospital',
    'Clinical.DischargeDate': '2026-11-23',
    'Clinical.Language': 'Spanish',
    'Patient.Ssn': '512-44-1234',
    'Clinical.AuthorizationNumber': 'A-555',
    'Clinical.AuthorizedTo': '2027-01-20',
    'Clinical.AuthorizedVisits': '12',
    ClinicalSummary: 'Requested: Home health evaluation\n\nWound care at home',
  });
  expect((await readReferralFile(order)).attached.map(({ name }) => name)).toEqual(['Discharge summary.pdf']);
});

test('a 360X package is its order and its documents together', async () => {
  const bytes = zipOf({
    'README.TXT': 'Referral',
    'INDEX.HTM': '<html/>',
    'IHE_XDM/SUBSET01/METADATA.XML': '<SubmitObjectsRequest/>',
    'IHE_XDM/SUBSET01/DOC0001.XML': await textOf('referral-note.xml'),
    'IHE_XDM/SUBSET01/ORDER.HL7': 'MSH|^~\\&|A|B|C|D|20261120||OMG^O19|1|P|2.5.1\rORC|NW|REF-3001^RIVERBEND',
    'IHE_XDM/SUBSET01/face.pdf': '%PDF-1.4\n%%EOF\n',
    'IHE_XDM/SUBSET01/other.xml': '<other/>',
  });
  const { ending, attached, Orders, Left } = await readReferralFile(bytes);
  expect(ending).toBe('zip');
  expect(attached.map(({ name }) => name)).toEqual(['document.pdf', 'DOC0001.XML', 'face.pdf']);
  expect(Orders.map(({ Value }) => Value)).toEqual(['ORD-2001', 'REF-3001']);
  expect(Left).toContainEqual({ Where: 'other.xml', Why: 'cannot be read' });
  expect((await valuesIn(bytes))['Patient.LastName']).toBe('Sampledeen & Reed');
});

test('a document of another patient in a package is left with everything in it', async () => {
  const note = await textOf('referral-note.xml');
  const other = note
    .replace('19440502', '19210101')
    .replaceAll('I50.9', 'C61')
    .replaceAll('ORD-2001', 'ORD-9999');
  const bytes = zipOf({ 'a.xml': note, 'b.xml': other });
  const { attached, Orders, Left } = await readReferralFile(bytes);
  expect(attached.map(({ name }) => name)).toEqual(['document.pdf', 'a.xml']);
  expect(Orders.map(({ Value }) => Value)).toEqual(['ORD-2001']);
  expect(Left).toContainEqual({ Where: 'b.xml', Why: 'is about another patient' });
  expect(await valuesIn(bytes)).toEqual(await valuesIn(bytesOf(note)));
});

test('a message about several patients is refused', async () => {
  const both = bytesOf(`${messageText}\rPID|2||77^^^RIVERBEND^MR||Otherdemo^Ora||19210101|F`);
  await expect(readReferralFile(both)).rejects.toThrow('This message is about several patients.');
});

test('a 360X message that an adapter has unpacked is read the same way', async () => {
  const { attached, Orders } = await readReferralFile(await sampleFile('360x-adapter.json'));
  expect(Orders.map(({ Value }) => Value)).toEqual(['REF-3001', 'ORD-2001']);
  expect(attached.map(({ name }) => name)).toEqual(['document.pdf', 'doc-1.xml']);
});

test('files in UTF-16 and Windows-1252 are read in their own characters', async () => {
  const note = (await textOf('referral-note.xml')).replace('Ottilie', 'Zoë');
  const utf16 = Buffer.from(`\uFEFF${note}`, 'utf16le');
  expect((await valuesIn(utf16))['Patient.FirstName']).toBe('Zoë');
  const windows = Buffer.from(note.replace('UTF-8', 'windows-1252'), 'latin1');
  expect((await valuesIn(windows))['Patient.FirstName']).toBe('Zoë');
  const reference = bytesOf(note.replace('Zoë', 'Zo&#235;'));
  expect((await valuesIn(reference))['Patient.FirstName']).toBe('Zoë');
});

const laughs = `<!DOCTYPE a [<!ENTITY x "${'x'.repeat(1000)}">]><a>${'&x;'.repeat(1000)}</a>`;
const message = (type: string) => `MSH|^~\\&|A|B|C|D|1||${type}|1|P|2.5.1\rPID|1||||Sample^Ann`;

test.each<[string, string, string]>([
  ['a document type with entities', laughs, 'XML with a document type or entities is not accepted.'],
  [
    'an entity of the system',
    '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
    'XML with a document type or entities is not accepted.',
  ],
  ['deep XML', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, 'The parts of this file are nested too deeply.'],
  [
    'deep JSON',
    `{"a":${'['.repeat(200)}${']'.repeat(200)}}`,
    'The parts of this file are nested too deeply.',
  ],
  ['very many elements', `<a>${'<b/>'.repeat(400_001)}</a>`, 'This file has too many parts.'],
  ['very many values', `{"a":[${'1,'.repeat(400_001)}1]}`, 'This file has too many parts.'],
  ['XML that is cut off', '<ClinicalDocument><a>', 'The XML of this file is damaged or incomplete.'],
  [
    'a name that is reserved',
    '<a><__proto__>1</__proto__></a>',
    'The XML of this file is damaged or incomplete.',
  ],
  [
    'JSON that is cut off',
    '{"resourceType":"Bundle","entry":[',
    'The JSON of this file is damaged or incomplete.',
  ],
  ['XML of another kind', '<invoice/>', 'XML of the kind invoice is not a referral.'],
  ['JSON of another kind', '{"name":"x"}', 'This JSON is not FHIR.'],
  ['a message of another kind', message('ORU^R01'), 'A message of type ORU is not a referral.'],
  [
    'two messages',
    `${message('REF^I12')}\r${message('REF^I12')}`,
    'This file has several messages. Send each on its own.',
  ],
  [
    'a file without a patient',
    '{"resourceType":"Bundle","entry":[{"resource":{"resourceType":"Task"}}]}',
    'There is no patient with a name in this file.',
  ],
  ['text', 'Please see Mrs. Sample.', 'This is neither C-CDA, FHIR in JSON nor a message of HL7 v2.'],
  ['nothing', '', 'This is neither C-CDA, FHIR in JSON nor a message of HL7 v2.'],
  ['characters that are none', '\u0000', 'The characters of this file cannot be read. Send it in UTF-8.'],
])('%s is refused with its reason', async (_what, text, reason) => {
  await expect(readReferralFile(bytesOf(text))).rejects.toMatchObject({
    code: 'unsupported_file',
    message: reason,
  });
});

test.each<[string, Uint8Array, string]>([
  [
    'a zip inside of a zip',
    zipOf({ 'a.zip': zipOf({ 'b.xml': '<a/>' }).toString('latin1') }),
    'There is no referral in this zip file.',
  ],
  [
    'a zip that is cut off',
    zipOf({ 'a.xml': '<a/>' }).subarray(0, 40),
    'This zip file is damaged or incomplete.',
  ],
  ['a zip without a referral', zipOf({ 'a.xml': '<a/>' }), 'There is no referral in this zip file.'],
])('%s is refused with its reason', async (_what, bytes, reason) => {
  await expect(readReferralFile(bytes)).rejects.toMatchObject({ code: 'unsupported_file', message: reason });
});

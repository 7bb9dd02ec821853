import { expect, test } from 'vitest';
import { messageText } from '../../../testing/examples/referral-files.ts';
import { bytesOf, leftIn, textOf, valuesIn } from '../../../testing/referral-files/read-values.ts';
import { readReferralFile } from './read-referral-file.ts';

// Values that files of other systems brought without a word, although they were wrong.

const patient = (id: string, family: string) => ({
  resourceType: 'Patient',
  id,
  name: [{ family, given: ['Pat'] }],
});

/** A sample with some of its text replaced. */
async function changed(name: string, ...changes: [string | RegExp, string][]): Promise<Uint8Array> {
  let text = await textOf(name);
  for (const [from, to] of changes) {
    const former = text;
    text = text.replace(from, to);
    expect(text).not.toBe(former);
  }
  return bytesOf(text);
}

const bundle = (...resources: object[]) =>
  bytesOf(JSON.stringify({ resourceType: 'Bundle', entry: resources.map((resource) => ({ resource })) }));
const encounter = (code: string | undefined, end: string) => ({
  resourceType: 'Encounter',
  ...(code !== undefined && { class: { code } }),
  period: { start: '1950-01-01', end },
});

test.each([
  [
    'the latest of several stays',
    [encounter('IMP', '1951-03-01'), encounter('IMP', '2026-11-20')],
    '2026-11-20',
  ],
  [
    'the stay, not a later visit',
    [encounter('IMP', '2026-11-20'), encounter('AMB', '2026-11-25')],
    '2026-11-20',
  ],
  ['no visit', [encounter('AMB', '2026-11-25')], undefined],
  [
    'none of several without a class',
    [encounter(undefined, '1951-03-01'), encounter(undefined, '2026-11-20')],
    undefined,
  ],
])('the discharge date of a bundle is that of %s', async (_what, encounters, expected) => {
  const values = await valuesIn(bundle(patient('p', 'Sample'), ...encounters));
  expect(values['Clinical.DischargeDate']).toBe(expected);
});

test('the end of an office visit in a C-CDA is no discharge, and its place no place of stay', async () => {
  const visit = await changed('referral-note.xml', ['code="IMP"', 'code="AMB"']);
  const values = await valuesIn(visit);
  expect([values['Clinical.DischargeDate'], values['Clinical.Facility']]).toEqual([undefined, undefined]);
  expect(await leftIn(visit)).toContain('Visit: Riverbend Sample Hospital, 4 West is not known to be a stay');
});

test('a text body in base64 is read, and a section that says nothing is left', async () => {
  const body = Buffer.from('Needs wound care at home.').toString('base64');
  const document = await changed('referral-note.xml', [
    /<structuredBody>[^]*<\/structuredBody>/,
    `<nonXMLBody><text mediaType="text/plain" representation="B64">${body}</text></nonXMLBody>`,
  ]);
  expect((await valuesIn(document))['ClinicalSummary']).toBe('Needs wound care at home.');
  const empty = await changed('referral-note.xml', [
    /<text><paragraph>Skilled nursing[^]*?<\/text>/,
    '<text>No Reason for Referral Indicated</text>',
  ]);
  expect((await valuesIn(empty))['ClinicalSummary']).toBeUndefined();
});

test.each([
  [
    'a number and a name',
    '12 Sample Street^Apt 3',
    '1000&Sample Hill Road&1000^Apt 3',
    '1000 Sample Hill Road',
  ],
  ['a name before a number', '12 Sample Street^Apt 3', '&Sample Hill Road&48^Apt 3', '48 Sample Hill Road'],
])('a street of HL7 in parts, %s, is whole', async (_what, from, to, street) => {
  expect((await valuesIn(bytesOf(messageText.replace(from, to))))['Address.StreetAddress']).toBe(street);
});

test('a phone number of HL7 2.8 is read, and a number of a local table is no language', async () => {
  const message = messageText
    .replace('^^PH^^^860^5550101', '^^PH^^^^^^^^^8605550177')
    .replace('||eng^English', '||1');
  const values = await valuesIn(bytesOf(message));
  expect([values['Patient.Phone'], values['Clinical.Language']]).toEqual(['(860) 555-0177', undefined]);
});

test('a document of a hospital (MDM^T02) becomes a draft with its PDF', async () => {
  const document = await changed('order.hl7', ['OMG^O19^OMG_O19', 'MDM^T02^MDM_T02']);
  const { Taken, attached } = await readReferralFile(document);
  expect(Taken).toContainEqual({ Field: 'Patient.LastName', Value: 'Sampleford', From: 'PID-5' });
  expect(attached.map(({ name }) => name)).toEqual(['Discharge summary.pdf']);
});

test('a visit of HL7 has no discharge date', async () => {
  const visit = await changed('order.hl7', ['PV1|1|I|', 'PV1|1|O|']);
  expect((await valuesIn(visit))['Clinical.DischargeDate']).toBeUndefined();
});

test.each([
  ['a nurse', [['<suffix>MD</suffix>', '<suffix>RN</suffix>']], undefined],
  ['a nurse by code', [['<assignedAuthor>', '<assignedAuthor><code code="163W00000X"/>']], undefined],
  [
    'someone without a number or a title',
    [
      ['<id root="2.16.840.1.113883.4.6" extension="1427038314"/>', ''],
      ['<suffix>MD</suffix>', ''],
    ],
    undefined,
  ],
  [
    'a nurse practitioner',
    [['<assignedAuthor>', '<assignedAuthor><code code="363LF0000X"/>']],
    'Olive Orderdemo MD',
  ],
] satisfies [string, [string, string][], string | undefined][])(
  'the author of a document, %s, is proposed as the one who ordered only with the right to',
  async (_what, changes, expected) => {
    const values = await valuesIn(await changed('referral-note.xml', ...changes));
    expect(values['Clinical.OrderingPractitioner']).toBe(expected);
    expect('Clinical.OrderingNpi' in values).toBe(expected !== undefined);
  },
);

const icd = (code: string) => ({ coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code }] });

test('the diagnoses and the provider of a claim are read in their order', async () => {
  const claim = {
    resourceType: 'Claim',
    provider: { reference: 'Organization/o' },
    diagnosis: [
      { sequence: 2, diagnosisCodeableConcept: icd('E11.9') },
      { sequence: 1, diagnosisCodeableConcept: icd('I50.9') },
    ],
  };
  const provider = { resourceType: 'Organization', id: 'o', name: 'Riverbend Sample Hospital' };
  expect(await valuesIn(bundle(claim, provider, patient('p', 'Sample')))).toMatchObject({
    'Clinical.PrimaryDiagnosis': 'I50.9',
    'Clinical.OtherDiagnoses': 'E11.9',
    'Source.Organization': 'Riverbend Sample Hospital',
  });
});

test('an order for a picture or a test is refused', async () => {
  const scan = await changed('order.hl7', [
    /OBR\|1\|(.*?)\|HH\^Home health evaluation\^L/,
    'OBR|1|$1|CT^CT chest^L',
  ]);
  const withSection = new TextDecoder()
    .decode(scan)
    .replace(/(OBR\|(?:[^|\r\n]*\|){22}[^|\r\n]*)\|[^|\r\n]*/, '$1|CT');
  await expect(readReferralFile(bytesOf(withSection))).rejects.toThrow(
    'This order is for a test or a picture',
  );
  const request = {
    resourceType: 'ServiceRequest',
    category: [{ coding: [{ system: 'http://snomed.info/sct', code: '363679005' }] }],
  };
  await expect(readReferralFile(bundle(request, patient('p', 'Sample')))).rejects.toThrow(
    'This order is for a test',
  );
});

test('a category of injuries is proposed with a word', async () => {
  const message = messageText.replace('I50.9^Heart failure^I10|||W', 'T23.1^Burn of wrist^I10|||W');
  expect(await leftIn(bytesOf(message))).toContain(
    'Diagnosis T23.1 is not a complete code: it has seven characters',
  );
});

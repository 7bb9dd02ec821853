import { noClinical } from '@handoff/shared/domain/person/clinical-block';
import { listTemplate } from '@handoff/shared/domain/agency/list-templates';
import { checkVerdicts } from '@handoff/shared/domain/records/check-verdict';
import {
  Referral,
  type ReferralDocument,
  type ReferralNote,
  undecided,
} from '@handoff/shared/domain/referral/referral';
import {
  noAddress,
  noPatient,
  noSource,
  channels,
  sourceKinds,
} from '@handoff/shared/domain/referral/referral-fields';
import * as fc from 'fast-check';
import { isAnywhere, lackingIn, profiles, profilesOf } from '../../../testing/us-core.ts';
import { Fhir } from 'fhir';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { DomainLists } from '../../../records/kinds/agency-records.ts';
import { ExportedCheck } from './coverage-resources.ts';
import { referralBundle, type ReferralFacts } from './referral-bundle.ts';

const text = fc.string({ maxLength: 20 }).map((typed) => typed.trim());
const word = fc.stringMatching(/^[A-Z][a-z]{0,9}$/);
const phone = fc.constantFrom('', '8605550101');
const day = fc.date({ min: new Date('1930-01-01'), max: new Date('2026-11-20'), noInvalidDate: true });
const date = day.map((at) => at.toISOString().slice(0, 10));
const moment = day.map((at) => at.toISOString());
const person = fc.record({ Id: fc.uuid(), FullName: fc.tuple(word, word).map((names) => names.join(' ')) });

const lists = DomainLists.parse({ Id: 'lists', ...listTemplate('Both') });
const idOf = (list: readonly { Id: string }[]) => fc.constantFrom(...list.map(({ Id }) => Id), 'gone');

const knownClinical = {
  ...noClinical,
  OrderingPractitioner: 'Olive Orderdemo',
  OrderingNpi: '1427038314',
  CertifyingPractitioner: 'Cora Certdemo',
  PrimaryDiagnosis: 'I50.9',
  OtherDiagnoses: 'E11.9, Z48.00',
  RequestedStart: '2026-12-01',
  Sex: 'Female',
  Language: 'Spanish',
  EmergencyContact: 'Sam Sample',
  EmergencyPhone: '8605550101',
  Representative: 'Rae Repdemo',
};

const decision = fc.oneof(
  fc.record({ Kind: fc.constantFrom('Pending' as const, 'Accepted' as const), Reason: fc.constant('') }),
  fc.record({ Kind: fc.constant('Declined' as const), Reason: idOf(lists.SettingsDeclineReasonsInfo) }),
);

const referrals: fc.Arbitrary<Referral> = fc.record(
  {
    Id: fc.uuid(),
    Etag: word,
    ReceivedAt: moment,
    Source: fc
      .record({
        Kind: fc.constantFrom(...sourceKinds),
        Channel: fc.constantFrom(...channels),
        Organization: text,
        ContactName: text,
        Phone: phone,
      })
      .map((given) => ({ ...noSource, ...given })),
    Patient: fc
      .record({
        FirstName: word,
        LastName: word,
        DateOfBirth: date,
        Phone: phone,
        Ssn: fc.constantFrom('', '***-**-9999'),
        Mbi: fc.constantFrom('', '****-***-MK73'),
      })
      .map((given) => ({ ...noPatient, ...given })),
    Address: fc
      .record({
        StreetAddress: word,
        Unit: text,
        City: word,
        County: text,
        State: fc.constantFrom('CT' as const, 'MA' as const),
        ZipCode: fc.constantFrom('06103', '01001'),
        InFile: fc.boolean(),
      })
      .map((given) => ({ ...noAddress, ...given })),
    Payers: fc.array(fc.record({ Name: word, Plan: text, MemberId: fc.constantFrom('', '*******3456') }), {
      maxLength: 4,
    }),
    Services: fc.array(idOf(lists.SettingsDisciplinesInfo), { maxLength: 4 }),
    ClinicalSummary: text,
    Clinical: fc.constantFrom(noClinical, knownClinical),
    Priority: fc.boolean(),
    StatusId: idOf(lists.SettingsReferralStatusesInfo),
    Decision: decision.chain((kept) => text.map((Comment) => ({ ...kept, Comment, HandedTo: '' }))),
    Owner: fc.option(person),
    CreatedAt: moment,
    CreatedBy: person,
    UpdatedAt: moment,
    UpdatedBy: person,
    DocumentCount: fc.nat(3),
    NoteCount: fc.nat(3),
  },
  { noNullPrototype: true },
);

const documents: fc.Arbitrary<ReferralDocument> = fc.record({
  Id: fc.uuid(),
  Etag: fc.constant(''),
  name: word.map((name) => `${name}.pdf`),
  blobName: word,
  DocumentTypeId: idOf(lists.SettingsDocumentTypesInfo),
  ReferralId: fc.constant(null),
  ContentType: fc.constant('application/pdf'),
  Size: fc.nat(20_000_000),
  Sha256: fc.constant('0'.repeat(64)),
  UploadedAt: moment,
  UploadedBy: person,
  Scan: fc.constant({ State: 'clean', At: '', AskedAt: '', Reason: '' }),
});

const written: fc.Arbitrary<ReferralNote> = fc.record({
  Id: fc.uuid(),
  ReferralId: fc.uuid(),
  Text: word,
  CreatedAt: moment,
  CreatedBy: person,
  EditedAt: fc.constant(null),
  ReadBy: fc.constant([]),
  Shared: fc.boolean(),
});

const part = fc.record({
  Status: fc.constantFrom('active', 'none', 'barred', 'unknown'),
  Periods: fc.constant([]),
  Barred: fc.constant([]),
});
const plan = fc.record({
  ...Object.fromEntries(
    'Name Organization Type Kind ContractId PlanId Phone Website Address BillOption BillOptionText'
      .split(' ')
      .map((field) => [field, text]),
  ),
  ContractedPayer: fc.constant(null),
  From: fc.option(date),
  To: fc.option(date),
  DatesGiven: fc.boolean(),
  IsActive: fc.boolean(),
});
const nothing =
  'PartD SecondaryPayers Hospice HomeHealth Certifications KidneyDisease Assistance Deductibles Therapy DaysLeft';
const coverage = fc.record({
  PartA: part,
  PartB: part,
  MedicareAdvantage: fc.array(plan, { maxLength: 2 }),
  HospicePeriodsUsed: fc.constant(null),
  HomeHealthTiming: fc.constant(null),
  ...Object.fromEntries(nothing.split(' ').map((field) => [field, fc.constant([])])),
});
const checks = fc
  .record({
    Id: fc.uuid(),
    CheckedAt: moment,
    DateOfService: date,
    Verdict: fc.constantFrom(...checkVerdicts),
    FailureMessage: fc.option(word),
    Label: fc.option(fc.constant('SANDBOX, not a Medicare response')),
    isPartBEligible: fc.boolean(),
    Findings: fc.array(fc.record({ Code: word, Severity: fc.constant('issue'), Text: text, Rule: word }), {
      maxLength: 2,
    }),
    Coverage: fc.option(coverage),
  })
  .map((check) => ExportedCheck.parse(check));

const facts: fc.Arbitrary<ReferralFacts> = fc.record({
  referral: referrals,
  documents: fc.array(documents, { maxLength: 3 }),
  notes: fc.array(written, { maxLength: 3 }),
  lists: fc.constantFrom(lists, undefined),
  agency: fc.record({
    Id: fc.uuid(),
    Name: word,
    Npis: fc.subarray(['1427038314', '1234567893']),
    Address: fc.record({
      StreetAddress: text,
      City: text,
      State: fc.constantFrom('' as const, 'CT' as const),
      ZipCode: fc.constantFrom('', '06103'),
    }),
  }),
  check: fc.option(checks, { nil: undefined }),
  numbers: fc.option(
    fc.record({
      mbi: fc.constantFrom('1EG4TE5MK73', undefined),
      memberIds: fc.constant(['DEMO-123456', undefined, 'A1', 'A2']),
    }),
    { nil: undefined },
  ),
  now: day,
});

const samples = fc.sample(facts, { numRuns: 200, seed: 20261122 });

const Bundle = z.looseObject({
  type: z.string(),
  entry: z.array(
    z.object({ fullUrl: z.string(), resource: z.looseObject({ resourceType: z.string(), id: z.string() }) }),
  ),
});
const fileOf = (of: ReferralFacts) => Bundle.parse(JSON.parse(JSON.stringify(referralBundle(of))));
const validator = new Fhir();
/** These are no errors: a code of a named system outside FHIR's own examples, and a list that the validator lacks. */
const isOtherCode = /^Code "[^"]*" \(\S+\) not found in value set$|^Value set "\S+" could not be found\.$/;
const errorsIn = (bundle: object) =>
  validator
    .validate(bundle, { errorOnUnexpected: true })
    .messages.filter(({ message = '' }) => !isOtherCode.test(message));

test('200 referrals are valid FHIR R4, 200 of 200', () => {
  const wrong = samples.map((sample) => errorsIn(fileOf(sample))).filter((errors) => errors.length > 0);
  expect([samples.length, wrong]).toEqual([200, []]);
});

test('200 referrals have what the profiles of US Core require, and every element that must be supported', () => {
  const resources = samples.flatMap((sample) => fileOf(sample).entry.map(({ resource }) => resource));
  expect(resources.flatMap(lackingIn)).toEqual([]);
  const unsupported = Object.entries(profiles).flatMap(([name, { supported }]) => {
    const named = resources.filter((resource) => profilesOf(resource).includes(name));
    return supported
      .filter((path) => !named.some((resource) => isAnywhere(resource, path)))
      .map((path) => `${name}: ${path}`);
  });
  expect(unsupported).toEqual([]);
});

test('the file is a document that begins with its composition, which names what is in it', () => {
  for (const sample of samples.slice(0, 20)) {
    const { entry, type } = fileOf(sample);
    expect(type).toBe('document');
    const [first] = entry;
    expect(first?.resource.resourceType).toBe('Composition');
    const listed = JSON.stringify(first?.resource['section'] ?? []);
    const main = entry.filter(({ resource }) =>
      ['ServiceRequest', 'Patient', 'Condition', 'DocumentReference'].includes(resource.resourceType),
    );
    expect(main.filter(({ fullUrl }) => !listed.includes(fullUrl))).toEqual([]);
  }
});

test('every date is valid, every reference resolves within the file, and no two resources have the same address', () => {
  for (const sample of samples) {
    const { entry } = fileOf(sample);
    const urls = entry.map(({ fullUrl }) => fullUrl);
    const json = JSON.stringify(entry);
    const references = [...json.matchAll(/"reference":"([^"]*)"/g)].map(([, url]) => url);
    expect(references.filter((url) => !urls.includes(url ?? ''))).toEqual([]);
    expect(new Set(urls).size).toBe(urls.length);
    expect(entry.map(({ resource }) => `urn:uuid:${resource.id}`)).toEqual(urls);
    const valuesOf = (names: string) =>
      [...json.matchAll(new RegExp(`"(?:${names})":"([^"]*)"`, 'g'))].map(([, found]) => found);
    expect(valuesOf('birthDate|servicedDate').every((found) => z.iso.date().safeParse(found).success)).toBe(
      true,
    );
    const times = valuesOf('authoredOn|lastModified|created|date|creation');
    expect(times.every((found) => z.iso.datetime().safeParse(found).success)).toBe(true);
  }
});

test('the same referral always gets the same addresses, and masked values are left out', () => {
  const [sample] = samples.filter(({ referral }) => referral.Patient.Mbi !== '');
  if (!sample) throw new Error('no sample with a Medicare number');
  const masked = fileOf({ ...sample, numbers: undefined });
  const whole = fileOf({ ...sample, numbers: { mbi: '1EG4TE5MK73', memberIds: [] }, now: new Date() });
  expect(whole.entry.map(({ fullUrl }) => fullUrl)).toEqual(masked.entry.map(({ fullUrl }) => fullUrl));
  expect(JSON.stringify(whole)).toContain('"system":"http://hl7.org/fhir/sid/us-mbi","value":"1EG4TE5MK73"');
  expect(JSON.stringify(masked)).toContain('"valueCode":"masked"');
  expect(JSON.stringify(masked)).not.toMatch(/MK73|\*3456|\*{3}/);
});

test('a coverage says that its number is masked only if there is one', () => {
  const sample = samples.find(({ referral, check }) => referral.Patient.Mbi !== '' && check);
  if (!sample) throw new Error('no sample with a check');
  const reasonWith = (Mbi: string) => {
    const Patient = { ...sample.referral.Patient, Mbi };
    const { entry } = fileOf({
      ...sample,
      referral: { ...sample.referral, Patient, Payers: [] },
      numbers: undefined,
    });
    const medicare = entry.find(({ resource }) => resource.resourceType === 'Coverage')?.resource;
    return /"valueCode":"(\w+)"/.exec(JSON.stringify(medicare?.['_subscriberId']))?.[1];
  };
  expect([reasonWith('****-***-MK73'), reasonWith('')]).toEqual(['masked', 'unknown']);
});

test.each([
  ['Pending', 'status-new', false, 'active', 'requested'],
  ['Pending', 'status-new', true, 'active', 'received'],
  ['Accepted', 'status-scheduled', true, 'active', 'accepted'],
  ['Accepted', 'status-admitted', true, 'completed', 'completed'],
  ['Declined', 'status-declined', true, 'revoked', 'rejected'],
  ['Pending', 'status-withdrawn', false, 'revoked', 'cancelled'],
] as const)('%s in %s, owned: %s, is %s and %s', (Kind, StatusId, isOwned, request, task) => {
  const [sample] = samples;
  if (!sample) throw new Error('no sample');
  const Owner = isOwned ? { Id: 'user-1', FullName: 'Ana Intake' } : null;
  const Decision = { ...undecided, Kind };
  const { entry } = fileOf({
    ...sample,
    lists,
    referral: { ...sample.referral, StatusId, Owner, Decision },
  });
  const statusOf = (type: string) =>
    entry.find(({ resource }) => resource.resourceType === type)?.resource['status'];
  expect([statusOf('ServiceRequest'), statusOf('Task')]).toEqual([request, task]);
});

test('the order names its practitioner, diagnoses and start, and the patient their language and contacts', () => {
  const [sample] = samples;
  if (!sample) throw new Error('no sample');
  const { entry } = fileOf({ ...sample, referral: { ...sample.referral, Clinical: knownClinical } });
  const named = (type: string) =>
    entry.filter(({ resource }) => resource.resourceType === type).map(({ resource }) => resource);
  const [orderer] = named('Practitioner');
  expect(orderer).toMatchObject({
    identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1427038314' }],
    name: [{ family: 'Orderdemo', given: ['Olive'] }],
  });
  const conditions = named('Condition');
  expect(conditions.map(({ code }) => code)).toMatchObject(
    ['I50.9', 'E11.9', 'Z48.00'].map((code) => ({
      coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code }],
    })),
  );
  expect(named('ServiceRequest')).toMatchObject([
    {
      requester: { reference: `urn:uuid:${orderer?.id}`, display: 'Olive Orderdemo' },
      reasonReference: conditions.map(({ id }) => ({ reference: `urn:uuid:${id}` })),
      occurrenceDateTime: '2026-12-01',
    },
  ]);
  expect(named('Patient')).toMatchObject([
    {
      gender: 'female',
      communication: [{ language: { text: 'Spanish' } }],
      contact: [
        { name: { text: 'Sam Sample' }, telecom: [{ value: '+18605550101' }] },
        { relationship: [{ text: 'Representative' }], name: { text: 'Rae Repdemo' } },
      ],
    },
  ]);
});

const planted: [string, (resource: Record<string, unknown>) => void][] = [
  ['a status that FHIR does not have', (resource) => (resource['status'] = 'declined')],
  ['no status', (resource) => delete resource['status']],
  ['no patient', (resource) => delete resource['subject']],
  ['an element that FHIR does not have', (resource) => (resource['agency'] = 'Harbor')],
  ['one where several belong', (resource) => (resource['category'] = { text: 'Referral' })],
  ['a time that is none', (resource) => (resource['authoredOn'] = 'yesterday')],
  ['a kind of resource that FHIR does not have', (resource) => (resource['resourceType'] = 'Referral')],
];

test.each(planted)('the validator finds %s', (_what, plant) => {
  const [sample] = samples;
  if (!sample) throw new Error('no sample');
  const bundle = fileOf(sample);
  const order = bundle.entry.find(({ resource }) => resource.resourceType === 'ServiceRequest');
  if (!order) throw new Error('a bundle without an order');
  plant(order.resource);
  expect(errorsIn(bundle)).not.toEqual([]);
});

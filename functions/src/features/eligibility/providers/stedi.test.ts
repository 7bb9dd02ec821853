import type { TypedInquiry } from '../rules/inquiry.ts';
import { defaultEligibilitySettings } from '@handoff/shared/domain/eligibility/settings';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkWith } from '../../../testing/eligibility/check-with.ts';
import type { CheckContext } from '../check/exchange.ts';
import { documented } from '../../../testing/eligibility/stedi-contract.ts';
import { stediThat, type Stubbed } from '../../../testing/eligibility/stedi-stub.ts';
import { refusalOf } from '../../../testing/eligibility/stedi-contract.ts';
import { createStediProvider } from './stedi.ts';

const fixtures = new URL('../fixtures/', import.meta.url);
const fixture = (name: string) => readFileSync(new URL(`${name}.271`, fixtures), 'utf8');
const active = fixture('made-00-parts-a-and-b-active');

const typed: TypedInquiry = {
  FirstName: 'Ana',
  LastName: "O'Neil-Nunez",
  DateOfBirth: '1948-03-12',
  Mbi: '1EG4-TE5-MK00',
  Category: 'Home Care',
};

const context: CheckContext = {
  checkId: 'check-1a',
  patientId: '0f3b',
  settings: { ...defaultEligibilitySettings, ownNpis: ['1999999984'] },
  agency: { name: 'Sample Home Care', npi: '1999999984' },
  payerId: 'CMS',
  submitterId: 'SUBMITTER01',
  callerAddresses: ['203.0.113.9', '10.0.0.4', '2001:db8::1', 'fd00::1', 'unknown', '172.20.1.1'],
  clock: { now: () => new Date('2025-06-10T15:00:00Z'), sleep: async () => {} },
};

async function check(baseUrl: string, change: Partial<TypedInquiry> = {}, settings = context.settings) {
  const provider = createStediProvider({
    apiKey: 'canary-key',
    baseUrl,
    payerId: 'CMS',
    fetch,
    timeoutMs: 2_000,
  });
  return checkWith(provider, { ...typed, ...change }, { ...context, settings });
}

async function checkAgainst(...answers: Stubbed[]) {
  const { baseUrl, requests } = await stediThat(...answers);
  const Mbi = /1EG4TE5MK\d\d/.exec(JSON.stringify(answers))?.[0] ?? typed.Mbi;
  return { outcome: await check(baseUrl, { Mbi }), requests };
}

test("Medicare's answer becomes a result with its reference", async () => {
  const { outcome, requests } = await checkAgainst({ body: documented(active) });
  expect(outcome).toMatchObject({
    kind: 'result',
    attempts: 1,
    result: {
      isPartBEligible: true,
      isProblematic: false,
      Provider: 'stedi',
      Reference: 'ec_0190c3a2-0000-7000-8000-000000000000',
      Label: null,
      Findings: [],
    },
    raw: { raw271: active, raw270: expect.stringContaining('TRN*1*CHECK-1A*') },
  });
  expect(requests).toHaveLength(1);
});

const documentedBody = {
  tradingPartnerServiceId: 'CMS',
  externalPatientId: '0f3b',
  provider: { organizationName: 'SAMPLE HOME CARE', npi: '1999999984' },
  subscriber: {
    memberId: '1EG4TE5MK00',
    firstName: 'ANA',
    lastName: "O'NEIL-NUNEZ",
    dateOfBirth: '19480312',
  },
  encounter: { serviceTypeCodes: ['30', '42', '45'] },
};

test('the request has the documented form: a range, one day, or no date for today', async () => {
  const { baseUrl, requests } = await stediThat({ body: documented(active) });
  await check(baseUrl);
  const settings = { ...context.settings, rangeMonthsBack: 0, rangeMonthsAhead: 0 };
  await check(baseUrl, {}, settings);
  await check(baseUrl, { DateOfService: '2025-06-01' }, settings);
  const body = documentedBody;
  expect(requests).toMatchObject([
    {
      method: 'POST',
      path: '/2024-04-01/change/medicalnetwork/eligibility/v3',
      headers: {
        authorization: 'canary-key',
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.9, 2001:db8::1',
      },
    },
    {},
    {},
  ]);
  const range = { beginningDateOfService: '20240510', endDateOfService: '20251010' };
  expect(requests.map((request) => request.body)).toEqual([
    { ...body, encounter: { ...body.encounter, ...range } },
    body,
    { ...body, encounter: { ...body.encounter, dateOfService: '20250601' } },
  ]);
});

test('a lookup goes to its own payer, with the data it needs and nothing more', async () => {
  const { baseUrl, requests } = await stediThat({
    body: documented(active.replace('DMG*', 'REF*SY*219099900~DMG*')),
  });
  const settings = { ...context.settings, mayLookUpMbi: true };
  const bySsn = await check(baseUrl, { Mbi: '', LookUp: { Ssn: '219099900' } }, settings);
  await check(baseUrl, { Mbi: '', LookUp: { State: 'NJ' } }, settings);
  const { subscriber: _, ...rest } = documentedBody;
  const person = { firstName: 'ANA', lastName: "O'NEIL-NUNEZ", dateOfBirth: '19480312' };
  expect(requests.map(({ body }) => body)).toMatchObject([
    { ...rest, tradingPartnerServiceId: 'MBILU', subscriber: { ...person, ssn: '219099900' } },
    { ...rest, tradingPartnerServiceId: 'MBILUNOSSN', subscriber: { ...person, address: { state: 'NJ' } } },
  ]);
  expect(bySsn).toMatchObject({ kind: 'result', foundMbi: '1EG4TE5MK00' });
  expect(JSON.stringify([bySsn, requests.map(({ body }) => Object(body).subscriber.memberId)])).not.toMatch(
    /219099900/,
  );
});

test('a lookup about another person, or without a number in the answer, finds nothing', async () => {
  const settings = { ...context.settings, mayLookUpMbi: true };
  const answer = async (text: string) => {
    const { baseUrl } = await stediThat({ body: documented(text) });
    return check(baseUrl, { Mbi: '', LookUp: { Ssn: '219099900' } }, settings);
  };
  const failed = { kind: 'notCompleted', failure: 'incomplete' };
  expect(await answer(active.replace('19480312', '19480313'))).toMatchObject(failed);
  expect(await answer(active.replace('*ANA*', '*BEA*'))).toMatchObject(failed);
  expect(await answer(active.replace('****MI*1EG4TE5MK00', ''))).toMatchObject({
    ...failed,
    message: 'Medicare responded without a Medicare number.',
  });
});

const rejection = (name: string) => documented(fixture(name));

test.each([
  ['AAA 72 inside 200', { body: rejection('made-72-mbi-not-valid') }, 'wrongInput', 1],
  ['AAA 72 inside 400', { status: 400, body: rejection('made-72-mbi-not-valid') }, 'wrongInput', 1],
  ['a 271 inside 503', { status: 503, body: rejection('made-72-mbi-not-valid') }, 'wrongInput', 1],
  ['AAA 42, which may be asked again', { body: rejection('made-42-payer-unavailable') }, 'retry', 2],
  ['AAA 51', { body: rejection('made-51-agency-npi-not-on-file') }, 'configuration', 1],
  ['AAA 44 in 400 without X12', aaaWithoutX12(400, 'provider', '44'), 'configuration', 1],
  ['AAA 73 in 400 without X12', aaaWithoutX12(400, 'subscriber', '73'), 'wrongInput', 1],
  ['AAA 80 in 200 without X12', aaaWithoutX12(200, 'payer', '80'), 'retry', 2],
  [
    'their own error',
    { status: 400, body: { code: 'INVALID_FIELD', errors: [{ code: 'npi' }] } },
    'configuration',
    1,
  ],
  ['a 999', { body: documented(fixture('own-acknowledgement-999')) }, 'incomplete', 1],
  ['a 999 inside 503', { status: 503, body: documented(fixture('own-acknowledgement-999')) }, 'retry', 2],
  ['no X12', { body: documented(undefined) }, 'incomplete', 1],
  ['X12 that is none', { body: documented('<html>*271*</html>') }, 'incomplete', 1],
  ['a body that is no JSON', { body: '<html>' }, 'incomplete', 1],
  ['JSON that is no object', { body: '[1]' }, 'incomplete', 1],
  ['403 of their firewall', { status: 403, body: '<html>' }, 'configuration', 1],
  ['401', { status: 401, body: { message: 'no' } }, 'configuration', 1],
  ['429 twice', { status: 429, body: {} }, 'retry', 2],
  ['503 twice', { status: 503, body: 'busy' }, 'retry', 2],
  ['500, which may have been processed', { status: 500, body: {} }, 'retry', 1],
  ['504, which may have been processed', { status: 504, body: {} }, 'retry', 1],
] satisfies [string, Stubbed, string, number][])('%s', async (_, answer, expected, attempts) => {
  const { outcome, requests } = await checkAgainst(answer);
  expect(outcome.kind === 'notCompleted' ? outcome.failure : outcome.kind).toBe(expected);
  expect([outcome.attempts, requests.length]).toEqual([attempts, attempts]);
});

function aaaWithoutX12(status: number, party: string, code: string): Stubbed {
  const error = { code, description: 'x', followupAction: 'y', location: 'Loop 2100' };
  return { status, body: documented(undefined, { errors: [error], [party]: { aaaErrors: [error] } }) };
}

test('503 followed by an answer is a result of the second attempt', async () => {
  const { outcome } = await checkAgainst({ status: 503 }, { body: documented(active) });
  expect(outcome).toMatchObject({ kind: 'result', attempts: 2, result: { isPartBEligible: true } });
});

test('after a timeout the inquiry is not repeated, and the message says that Medicare may have been asked', async () => {
  const { outcome, requests } = await checkAgainst({ hangs: true });
  expect(outcome).toMatchObject({
    kind: 'notCompleted',
    failure: 'retry',
    code: 'unavailable',
    reason: 'timeout',
  });
  expect(outcome).toMatchObject({ message: expect.stringContaining('may have received') });
  expect(requests).toHaveLength(1);
});

test('a refused connection certainly was not processed', async () => {
  const { baseUrl, close } = await stediThat({});
  await close();
  expect(await check(baseUrl)).toMatchObject({ failure: 'retry', reason: 'ECONNREFUSED', attempts: 2 });
});

test('an answer for a test key is labeled', async () => {
  const { outcome } = await checkAgainst({ body: documented(active, { meta: { applicationMode: 'test' } }) });
  expect(outcome).toMatchObject({ result: { Label: 'TEST response from Stedi, not a Medicare response' } });
});

test("without a key nothing is sent, and no outcome contains a key or the provider's words", async () => {
  const { baseUrl, requests } = await stediThat({ status: 403, body: { message: 'canary-words' } });
  const provider = createStediProvider({ apiKey: undefined, baseUrl, payerId: 'CMS', fetch });
  expect(await checkWith(provider, typed, context)).toMatchObject({
    failure: 'notConfigured',
    code: 'not_configured',
  });
  expect(requests).toHaveLength(0);
  expect(JSON.stringify(await check(baseUrl))).not.toContain('canary');
});

test('a redirect is not followed, so the key goes nowhere else', async () => {
  const { outcome, requests } = await checkAgainst(
    { status: 307, location: '/elsewhere' },
    { body: documented(active) },
  );
  expect(outcome).toMatchObject({ kind: 'notCompleted', attempts: 1 });
  expect(requests).toHaveLength(1);
});

const accepted = {
  tradingPartnerServiceId: 'CMS',
  externalPatientId: '0f3b',
  provider: { organizationName: 'SAMPLE HOME CARE', npi: '1999999984' },
  subscriber: { memberId: '1EG4TE5MK00', firstName: 'ANA', lastName: 'SAMPLE', dateOfBirth: '19480312' },
  encounter: { serviceTypeCodes: ['30'], dateOfService: '20250610' },
};

test.each<[path: string, body: object]>([
  ['/externalPatientId', { ...accepted, externalPatientId: `check-${'0'.repeat(32)}` }],
  ['/tradingPartnerServiceId', { ...accepted, tradingPartnerServiceId: '' }],
  [
    '/provider/organizationName',
    { ...accepted, provider: { ...accepted.provider, organizationName: 'A'.repeat(61) } },
  ],
  ['/provider/npi', { ...accepted, provider: { ...accepted.provider, npi: '199999998' } }],
  ['/subscriber/lastName', { ...accepted, subscriber: { ...accepted.subscriber, lastName: 'A*B' } }],
  [
    '/subscriber/dateOfBirth',
    { ...accepted, subscriber: { ...accepted.subscriber, dateOfBirth: '1948-03-12' } },
  ],
  ['/encounter/serviceTypeCodes/0', { ...accepted, encounter: { serviceTypeCodes: ['ZZ'] } }],
  ['/encounter', { ...accepted, encounter: { beginningDateOfService: '20250610' } }],
  ['/', { ...accepted, gender: 'F' }],
])("the stub refuses at %s what Stedi's documentation does not allow", (path, body) => {
  expect(refusalOf(accepted)).toBeUndefined();
  expect(refusalOf(body)).toMatchObject({ status: 400, body: { fieldList: [{ path }] } });
});

test('Stedi accepts the inquiry regardless of the names of agency and patient', async () => {
  const { baseUrl, requests } = await stediThat({ body: documented(active) });
  const provider = createStediProvider({ apiKey: 'canary-key', baseUrl, payerId: 'CMS', fetch });
  const agency = { name: `Ünïted * Home: ${'Care '.repeat(20)}`, npi: '1999999984' };
  await checkWith(provider, { ...typed, LastName: 'De~La:Cruz*' }, { ...context, agency });
  await checkWith(provider, typed, { ...context, agency: { ...agency, name: '健康' } });
  expect(requests).toHaveLength(2);
  expect(requests.map(({ body }) => refusalOf(body))).toEqual([undefined, undefined]);
});

import { noAddress, noPatient } from '@handoff/shared/domain/referral/referral-fields';
import { expect, test } from 'vitest';
import { areaFit } from './area-fit.ts';
import type { Capacity } from '@handoff/shared/domain/agency/capacity';
import { capacityFit } from './capacity-fit.ts';
import {
  areaDefaults,
  type ContractedPayer,
  type ServiceArea,
} from '@handoff/shared/domain/agency/directory';
import { fitOf } from './fit.ts';
import { payerFit } from './payer-fit.ts';
import type { Referral } from '@handoff/shared/domain/referral/referral';

const kept = { Id: 'x', Etag: 'e', UpdatedAt: '', UpdatedBy: { Id: 'u', FullName: 'U' } };
const day = '2026-11-21';

const area = (changes: Partial<ServiceArea>): ServiceArea => ({
  ...kept,
  Name: 'Valley',
  States: ['CT'],
  ...areaDefaults,
  ...changes,
});

const range = { ZipRanges: [{ From: '06100', To: '06199' }] };
const hartford = { Counties: [{ State: 'CT', County: 'Hartford' }] };
const noMatch = area({ ZipCodes: ['06999'] });

test.each<[string, ServiceArea[], Partial<Referral['Address']>, 'yes' | 'no' | 'unknown', string]>([
  ['nothing recorded', [], {}, 'unknown', 'No area'],
  ['only areas that are over', [area({ EndsOn: '2026-11-20' })], {}, 'unknown', 'No area'],
  ['the last day', [area({ EndsOn: day })], {}, 'yes', 'State'],
  ['an area that begins tomorrow', [area({ StartsOn: '2026-11-22' })], {}, 'unknown', 'No area'],
  [
    'the ZIP code, before county and state',
    [area(hartford), area({}), area({ ZipCodes: ['06103'] })],
    {},
    'yes',
    'ZIP code',
  ],
  ['a range', [area(range)], {}, 'yes', 'ZIP range'],
  ['the end of a range', [area(range)], { ZipCode: '06199' }, 'yes', 'ZIP range'],
  ['beyond a range', [area(range)], { ZipCode: '06200', County: 'Tolland' }, 'no', 'No area'],
  ['a county as the file writes it', [area(hartford)], { County: 'HARTFORD COUNTY' }, 'yes', 'County'],
  ['another county', [area(hartford)], { County: 'Tolland' }, 'no', 'No area'],
  ['a county that is not known yet', [area(hartford)], { County: '' }, 'unknown', 'County'],
  ['a ZIP code that is not typed to its end', [area(hartford)], { ZipCode: '061' }, 'yes', 'County'],
  ['neither, while it is typed', [noMatch], { ZipCode: '061', County: '' }, 'unknown', 'ZIP code'],
  ['a county of the same name elsewhere', [area(hartford)], { State: 'NY' }, 'no', 'No area'],
  [
    'a state whose neighbour is narrowed',
    [area({ ...hartford, States: ['CT', 'RI'] })],
    { State: 'RI' },
    'yes',
    'State',
  ],
  [
    'a ZIP code of an area in another state',
    [area({ States: ['NY'], ZipCodes: ['06103'] })],
    {},
    'no',
    'No area',
  ],
  ['none of several', [noMatch, area({ States: ['VT'] })], {}, 'no', 'No area'],
])('area: %s', (_, areas, address, answer, rule) => {
  const asked = { State: 'CT', ZipCode: '06103', County: 'Hartford', ...address };
  const found = areaFit({ areas, address: asked, counties: undefined, services: [], day });
  expect(found).toMatchObject({ Answer: answer, Rule: rule });
});

const reasonOf = (ZipCode: string, areas = [area(hartford)]) =>
  areaFit({
    areas,
    address: { State: 'CT', ZipCode, County: '' },
    counties: undefined,
    services: [],
    day,
  }).Reason;

test('a missing entry is reported in full sentences', () => {
  expect(reasonOf('')).toBe('No ZIP code is entered yet.');
  expect(reasonOf('06103')).toBe('We couldn’t match ZIP 06103. Check the state or enter the county.');
  expect(reasonOf('06103', [])).toBe('No service area is valid on 11/21/2026.');
});

test('an area counts for its disciplines only, and two areas complement each other', () => {
  const address = { State: 'CT', ZipCode: '06103', County: '' };
  const nursing = area({ Name: 'Nursing', Disciplines: ['Skilled nursing'] });
  const hospice = area({ Disciplines: ['Hospice'] });
  const services: Referral['Services'] = ['Skilled nursing', 'Hospice'];
  expect(areaFit({ areas: [nursing], address, counties: undefined, services, day })).toEqual({
    Answer: 'no',
    Rule: 'Service line',
    Reason: 'Nursing is served, but not with Hospice.',
  });
  expect(areaFit({ areas: [nursing, hospice], address, counties: undefined, services, day }).Answer).toBe(
    'yes',
  );
});

const full = (changes: Partial<Capacity> = {}): Capacity => ({
  ...kept,
  Discipline: 'nursing',
  State: 'CT',
  County: 'Hartford',
  Level: 'Full',
  StartsOn: '2026-11-16',
  EndsOn: '2026-12-04',
  Note: '',
  ...changes,
});

test.each<[string, Capacity[], string[], 'yes' | 'no' | 'unknown', string, string]>([
  [
    'full',
    [full()],
    ['nursing'],
    'no',
    'Full',
    'Skilled nursing is full in Hartford County until 12/04/2026.',
  ],
  [
    'limited',
    [full({ Level: 'Limited', County: '' })],
    ['nursing'],
    'yes',
    'Limited',
    'Skilled nursing is limited in CT until 12/04/2026.',
  ],
  [
    'as full as the worst of its services',
    [full({ Discipline: 'Hospice', Level: 'Limited' }), full()],
    ['Hospice', 'nursing'],
    'no',
    'Full',
    'Skilled nursing is full in Hartford County until 12/04/2026. Hospice is limited in Hartford County until 12/04/2026.',
  ],
  ['open', [full()], ['Hospice'], 'yes', 'Open', 'All services are open.'],
  ['not known without a service', [full()], [], 'unknown', 'Open', 'Choose services first.'],
])('capacity: a referral is %s', (_, capacities, services, Answer, Rule, Reason) => {
  const counties = new Map([['06103', ['HARTFORD']]]);
  const address = { State: 'CT', ZipCode: '06103', County: 'Tolland' };
  const disciplines = [{ Id: 'nursing', Name: 'Skilled nursing' }];
  const found = capacityFit({ capacities, address, counties, services, disciplines, day });
  expect(found).toEqual({ Answer, Rule, Reason });
});

const contract = (changes: Partial<ContractedPayer> = {}): ContractedPayer => ({
  ...kept,
  Name: 'Blue Shield of Example',
  Aliases: ['BSEX'],
  PayerId: '',
  Plans: [],
  States: ['CT'],
  StartsOn: '2026-01-01',
  EndsOn: null,
  ContractIds: [],
  ...changes,
});

test.each<[string, ContractedPayer[], string, string, 'yes' | 'no' | 'unknown', string]>([
  ['no contract recorded', [], 'Any', '', 'unknown', 'Contract'],
  ['its name, typed loosely', [contract()], 'blue-shield of EXAMPLE', '', 'yes', 'Contract'],
  ['an alias', [contract()], 'bsex', '', 'yes', 'Contract'],
  ['another payer', [contract()], 'Blue Shield', '', 'no', 'Payer'],
  ['the contract is over', [contract({ EndsOn: '2026-11-20' })], 'BSEX', '', 'no', 'Period'],
  ['on its last day', [contract({ EndsOn: day })], 'BSEX', '', 'yes', 'Contract'],
  ['the contract is to come', [contract({ StartsOn: '2026-11-22' })], 'BSEX', '', 'no', 'Period'],
  ['another state', [contract({ States: ['NY'] })], 'BSEX', '', 'no', 'State'],
  ['no state named', [contract({ States: [] })], 'BSEX', '', 'yes', 'Contract'],
  ['the plan', [contract({ Plans: ['Gold HMO'] })], 'BSEX', 'gold hmo', 'yes', 'Contract'],
  ['another plan', [contract({ Plans: ['Gold HMO'] })], 'BSEX', 'Silver', 'no', 'Plan'],
  ['no plan typed', [contract({ Plans: ['Gold HMO'] })], 'BSEX', '', 'unknown', 'Plan'],
  ['a second contract', [contract({ EndsOn: '2026-05-01' }), contract()], 'BSEX', '', 'yes', 'Contract'],
])('payer: %s', (_, contracts, Name, Plan, answer, rule) => {
  const payers = [{ Name, Plan, MemberId: '' }];
  expect(payerFit({ contracts, payers, state: 'CT', day })).toMatchObject({ Answer: answer, Rule: rule });
});

test('the reason names the day on which a contract ended', () => {
  const payers = [{ Name: 'BSEX', Plan: '', MemberId: '' }];
  const contracts = [contract({ EndsOn: '2026-03-01' }), contract({ EndsOn: '2026-06-30' })];
  const { Reason } = payerFit({ contracts, payers, state: 'CT', day });
  expect(Reason).toBe('The contract with Blue Shield of Example ended on 06/30/2026.');
  expect(payerFit({ contracts, payers: [], state: 'CT', day }).Answer).toBe('unknown');
});

test('missing documents and fields are named', () => {
  const referral = {
    Address: {
      ...noAddress,
      StreetAddress: '',
      Unit: '',
      City: '',
      County: '',
      State: 'CT',
      ZipCode: '06103',
      InFile: true,
    },
    Patient: { ...noPatient, FirstName: 'Pat', LastName: 'Sample' },
    Payers: [],
    Services: [],
  };
  const documentTypes = [
    { Id: 'orders', Name: 'Orders', Required: true },
    { Id: 'notes', Name: 'Visit notes', Required: true },
    { Id: 'other', Name: 'Anything else' },
    { Id: 'old', Name: 'Old form', Required: true, Retired: true },
  ];
  const rules = { areas: [], capacities: [], counties: new Map(), contracts: [], disciplines: [] };
  const facts = { referral, ...rules, documentTypes, statuses: [], day };
  expect(fitOf({ ...facts, documents: [{ DocumentTypeId: 'orders' }] })).toMatchObject({
    Documents: { Answer: 'no', Missing: ['Visit notes'], Reason: '1 of 2 required documents are here.' },
    Eligibility: {
      Answer: 'no',
      Missing: ['Date of birth', 'Medicare number'],
      Reason: '2 fields missing to check eligibility.',
    },
    On: day,
  });
  const born = {
    ...referral,
    Patient: { ...referral.Patient, DateOfBirth: '1948-03-12', Mbi: '****-***-MK73' },
  };
  const documents = [{ DocumentTypeId: 'orders' }, { DocumentTypeId: 'notes' }];
  expect(fitOf({ ...facts, referral: born, documents })).toMatchObject({
    Documents: { Answer: 'yes', Missing: [] },
    Eligibility: { Answer: 'yes', Missing: [] },
  });
  expect(fitOf({ ...facts, documentTypes: [], documents: [] }).Documents.Answer).toBe('unknown');
});

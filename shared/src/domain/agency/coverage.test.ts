import { expect, test } from 'vitest';
import { countyCover, suggestPartners } from './coverage.ts';
import type { Partner, ServiceArea } from './directory.ts';

const kept = { Etag: '', UpdatedAt: '', UpdatedBy: { Id: '', FullName: '' } };
const area = (Id: string, changes: Partial<ServiceArea> = {}): ServiceArea => ({
  ...kept,
  Id,
  Name: Id,
  States: ['CT'],
  Counties: [],
  ZipCodes: [],
  ZipRanges: [],
  Disciplines: [],
  StartsOn: null,
  EndsOn: null,
  ...changes,
});
const partner = (Id: string, changes: Partial<Partner> = {}): Partner => ({
  ...kept,
  Id,
  Name: Id,
  Kind: 'Home care',
  Phone: '',
  Fax: '',
  Address: { StreetAddress: '', City: '', State: '', ZipCode: '' },
  Contacts: [],
  States: ['CT'],
  ServiceAreaIds: [],
  ContractedPayerIds: [],
  Comment: '',
  ...changes,
});

const fairfield = { State: 'CT', County: 'Fairfield', ZipCodes: ['06604', '06605'] };
const county = area('county', { Counties: [{ State: 'CT', County: 'Fairfield County' }] });
const one = area('one', { ZipCodes: ['06604'] });
const day = '2026-11-22';

test.each([
  ['ours', [county], []],
  ['part', [one], []],
  ['overlap', [county, one], []],
  ['ending', [{ ...county, EndsOn: '2026-12-20' }], []],
  ['partner', [{ ...county, EndsOn: '2026-11-21' }], [partner('p')]],
  ['partner', [area('nursing', { Disciplines: ['SN'] })], [partner('p')]],
  ['gap', [area('elsewhere', { States: ['RI'] })], [partner('hospital', { Kind: 'Hospital' })]],
] as const)('a county is %s', (cover, areas, partners) => {
  expect(countyCover(fairfield, 'PT', { areas, partners, day }).cover).toBe(cover);
});

test.each([
  [
    'by its name',
    'ours',
    area('st', { States: ['NY'], Counties: [{ State: 'NY', County: 'St. Lawrence' }] }),
  ],
  ['by its state', 'ours', area('all', { States: ['NY'] })],
  ['not by ZIP codes', 'gap', area('some', { States: ['NY'], ZipCodes: ['13617'] })],
])('a county without imported ZIP codes is covered %s', (_, cover, found) => {
  const place = { State: 'NY', County: 'ST LAWRENCE', ZipCodes: [] };
  expect(countyCover(place, 'PT', { areas: [found], partners: [], day }).cover).toBe(cover);
});

test('says which ZIP codes no one covers, and which two do', () => {
  const found = countyCover(fairfield, 'PT', { areas: [one], partners: [], day });
  expect(found).toMatchObject({ areas: [{ zips: 1 }], uncovered: ['06605'], doubled: [] });
  expect(countyCover(fairfield, 'PT', { areas: [one, county], partners: [], day }).doubled).toEqual([
    '06604',
  ]);
});

test('suggests agencies that serve the place, with those that take the payer first', () => {
  const contracts = [{ Id: 'c1', Name: 'Sample Advantage', Aliases: ['SAMPLE ADV'] }];
  const partners = [
    partner('Any payer'),
    partner('Elsewhere', { ServiceAreaIds: ['rhode-island'] }),
    partner('Takes it', { ServiceAreaIds: ['one'], ContractedPayerIds: ['c1'] }),
    partner('A hospital', { Kind: 'Hospital' }),
  ];
  const areas = [one, area('rhode-island', { States: ['RI'] })];
  const place = { State: 'CT', ZipCode: '06604', County: '' };
  const found = suggestPartners({ place, payers: [{ Name: 'sample adv' }] }, { partners, areas, contracts });
  expect(found.map(({ partner: { Name }, takesPayer }) => [Name, takesPayer])).toEqual([
    ['Takes it', true],
    ['Any payer', false],
  ]);
});

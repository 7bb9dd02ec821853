import type { CallInput } from '@handoff/shared/contract/endpoint';
import type { api } from '@handoff/shared/contract/api';

type BodyOf<E> = CallInput<E, File> extends { body: infer B } ? B : never;
type Partner = BodyOf<typeof api.partners.create>;
type Payer = BodyOf<typeof api.contractedPayers.create>;
type Area = BodyOf<typeof api.serviceAreas.create>;
type Insurance = BodyOf<typeof api.insurances.create>;

export const partnerDraft = (changes: Partial<Partner> = {}): Partner => ({
  Name: 'Saint Example Hospital',
  Kind: 'Hospital',
  Phone: '(860) 555-0101',
  Fax: '',
  Address: { StreetAddress: '1 HOSPITAL WAY', City: 'HARTFORD', State: 'CT', ZipCode: '6103' },
  Contacts: [{ Name: 'Dee Discharge', Role: 'Case manager', Phone: '', Email: 'dee@example.org' }],
  States: ['CT'],
  ServiceAreaIds: [],
  ContractedPayerIds: [],
  Comment: '',
  ...changes,
});

export const payerDraft = (changes: Partial<Payer> = {}): Payer => ({
  Name: 'Medicare',
  Aliases: ['CMS Medicare'],
  PayerId: 'CMS',
  Plans: ['Part A', 'Part B'],
  States: ['CT'],
  StartsOn: '2026-01-01',
  EndsOn: null,
  ContractIds: ['H5521'],
  ...changes,
});

export const areaDraft = (changes: Partial<Area> = {}): Area => ({
  Name: 'Greater Hartford',
  States: ['CT'],
  Counties: [{ State: 'CT', County: 'Hartford' }],
  ZipCodes: ['6103'],
  ZipRanges: [{ From: '06105', To: '06120' }],
  Disciplines: ['Skilled nursing'],
  StartsOn: null,
  EndsOn: null,
  ...changes,
});

export const insuranceDraft = (changes: Partial<Insurance> = {}): Insurance => ({
  Name: 'Group plan of a spouse',
  Rank: 'Primary',
  PaysBeforeMedicare: true,
  ContractedPayerId: null,
  ...changes,
});

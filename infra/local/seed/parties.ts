import { api as contract } from '@handoff/shared/contract/api';
import { harbor, type PersonName } from '../demo-people.ts';
import type { SeedApi } from './in-process-api.ts';
import { placesOf } from './places.ts';

const partners = [
  { Name: 'Sample General Hospital', Kind: 'Hospital', Phone: '(203) 555-0110' },
  { Name: 'Example Shore Medical Center', Kind: 'Hospital', Phone: '(203) 555-0121' },
  { Name: 'Demo Family Practice', Kind: 'Physician group', Phone: '(860) 555-0132' },
  { Name: 'Testwood Rehabilitation', Kind: 'Skilled nursing facility', Phone: '(401) 555-0143' },
] as const;

const payers = [
  { Name: 'Medicare', PayerId: 'DEMO-MCR', ContractIds: [] },
  { Name: 'Example Advantage', PayerId: 'DEMO-EXA', ContractIds: ['H0000'] },
  { Name: 'Sample Supplement', PayerId: 'DEMO-SUP', ContractIds: [] },
];

const insurances = [
  { Name: 'Medicare', Rank: 'Primary' },
  { Name: 'Example Advantage', Rank: 'Primary' },
  { Name: 'Sample Supplement', Rank: 'Secondary' },
] as const;

/** Whom an agency works with and where, written by its manager. */
export async function seedParties(api: SeedApi, domainId: string): Promise<void> {
  const places = placesOf(domainId);
  const States = [...new Set(places.map((place) => place.state))];
  const as: PersonName = domainId === harbor ? 'marcus' : 'oscar';
  // The day before everything else.
  const act = (key: string) => ({ as, minutesAgo: 46 * 1440, key: `${domainId} ${key}`, domain: domainId });

  for (const partner of partners)
    await api.call(
      contract.partners.create,
      { body: { ...partner, States } },
      act(`partner ${partner.Name}`),
    );
  for (const payer of payers) {
    const body = { ...payer, States, StartsOn: '2025-01-01', EndsOn: null };
    await api.call(contract.contractedPayers.create, { body }, act(`payer ${payer.Name}`));
  }
  for (const State of States) {
    const own = places.filter((place) => place.state === State);
    const Counties = [...new Set(own.flatMap(({ county }) => (county === '' ? [] : [county])))];
    const body = { Name: `${State} home visits`, State, Counties, ZipCodes: own.map((place) => place.zip) };
    await api.call(contract.serviceAreas.create, { body }, act(`area ${State}`));
  }
  for (const insurance of insurances)
    await api.call(contract.insurances.add, { body: insurance }, act(`insurance ${insurance.Name}`));
}

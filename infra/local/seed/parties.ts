import { api as contract } from '@handoff/shared/contract/api';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { endOfWeeks } from '@handoff/shared/domain/agency/capacity';
import { harbor, type PersonName } from '../demo-people.ts';
import type { SeedApi } from './in-process-api.ts';
import { placesOf } from './places.ts';

const partners = [
  { Name: 'Sample General Hospital', Kind: 'Hospital', Phone: '(203) 555-0110' },
  { Name: 'Example Shore Medical Center', Kind: 'Hospital', Phone: '(203) 555-0121' },
  { Name: 'Demo Family Practice', Kind: 'Physician group', Phone: '(860) 555-0132' },
  { Name: 'Testwood Rehabilitation', Kind: 'Skilled nursing facility', Phone: '(401) 555-0143' },
  // Accepts referrals that are declined here.
  { Name: 'Neighborly Example Home Care', Kind: 'Home care', Phone: '(203) 555-0176' },
] as const;

const payers = [
  { Name: 'Medicare', PayerId: 'DEMO-MCR', Plans: ['Part A and B'], ContractIds: [] },
  {
    Name: 'Example Advantage',
    PayerId: 'DEMO-EXA',
    Plans: ['Example Advantage HMO'],
    ContractIds: ['H0000'],
  },
  { Name: 'Sample Supplement', PayerId: 'DEMO-SUP', Plans: [], ContractIds: [] },
];

const insurances = [
  { Name: 'Medicare', Rank: 'Primary', PaysBeforeMedicare: false },
  { Name: 'Example Advantage', Rank: 'Primary', PaysBeforeMedicare: false },
  { Name: 'Sample Supplement', Rank: 'Secondary', PaysBeforeMedicare: false },
] as const;

const unknownAddress = { StreetAddress: '', City: '', State: '', ZipCode: '' };

/** The partners, payers and areas of an agency, entered by its manager. */
export async function seedParties(api: SeedApi, domainId: string): Promise<void> {
  const places = placesOf(domainId);
  const States = [...new Set(places.map((place) => place.state))];
  const as: PersonName = domainId === harbor ? 'marcus' : 'oscar';
  // The day before everything else.
  const act = (key: string) => ({ as, minutesAgo: 46 * 1440, key: `${domainId} ${key}`, domain: domainId });

  for (const partner of partners)
    await api.call(
      contract.partners.create,
      {
        body: {
          ...partner,
          States,
          Fax: '',
          Address: unknownAddress,
          Contacts: [],
          ServiceAreaIds: [],
          ContractedPayerIds: [],
          Comment: '',
        },
      },
      act(`partner ${partner.Name}`),
    );
  for (const payer of payers) {
    const body = { ...payer, Aliases: [], States, StartsOn: '2025-01-01', EndsOn: null };
    await api.call(contract.contractedPayers.create, { body }, act(`payer ${payer.Name}`));
  }
  for (const State of States) {
    const own = places.filter((place) => place.state === State);
    const counties = new Set(own.flatMap(({ county }) => (county === '' ? [] : [county])));
    const body = {
      Name: `${State} home visits`,
      States: [State],
      Counties: [...counties].map((County) => ({ State, County })),
      ZipCodes: own.map((place) => place.zip),
      ZipRanges: [],
      Disciplines: [],
      StartsOn: null,
      EndsOn: null,
    };
    await api.call(contract.serviceAreas.create, { body }, act(`area ${State}`));
  }
  for (const insurance of insurances)
    await api.call(
      contract.insurances.create,
      { body: { ...insurance, ContractedPayerId: null } },
      act(`insurance ${insurance.Name}`),
    );
}

const limits = [
  { Discipline: 'Speech therapy', State: 'CT', County: 'New Haven', Level: 'Full', weeks: 2 },
  { Discipline: 'Home health aide', State: 'CT', County: 'Hartford', Level: 'Limited', weeks: 4 },
] as const;

/** Harbor lacks staff for these disciplines at the moment. */
export async function seedCapacity(api: SeedApi, domainId: string): Promise<void> {
  if (domainId !== harbor) return;
  const today = dayIn('America/New_York', api.startedAt);
  for (const { weeks, ...limit } of limits) {
    const body = { ...limit, EndsOn: endOfWeeks(today, weeks), Note: 'Until the new hire starts.' };
    const key = `${domainId} capacity ${limit.Discipline}`;
    await api.call(contract.capacities.set, { body }, { as: 'marcus', minutesAgo: 0, key, domain: domainId });
  }
}

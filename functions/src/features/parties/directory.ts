import {
  advantagePlanDefaults,
  NewAdvantagePlan,
  planIdentity,
} from '@handoff/shared/domain/agency/advantage-plan';
import {
  MAX_ALIASES,
  MAX_CONTACTS,
  NewContractedPayer,
  NewInsurance,
  NewPartner,
  NewServiceArea,
  areaDefaults,
  insuranceDefaults,
  partnerDefaults,
  payerDefaults,
} from '@handoff/shared/domain/agency/directory';
import type { ApiHandlers } from '../../http/handlers.ts';
import {
  advantagePlanKind,
  agencyDay,
  contractedPayerKind,
  insuranceKind,
  partnerKind,
  serviceAreaKind,
} from '../../records/kinds/agency-records.ts';
import { businessDomainKind } from '../../records/kinds/user-records.ts';
import { capacityHandlers } from './capacities.ts';
import {
  advantagePlanColumns,
  areaColumns,
  insuranceColumns,
  partnerColumns,
  payerColumns,
} from './csv-columns.ts';
import { csvHandlers, type DirectoryFile } from './csv-handlers.ts';
import { openReferralsByName } from './open-referrals.ts';
import { partyHandlers, type Kept, type PartyArea } from './party-handlers.ts';

export const directoryHandlers: Pick<
  ApiHandlers,
  'partners' | 'contractedPayers' | 'advantagePlans' | 'serviceAreas' | 'insurances' | 'capacities'
> = {
  partners: {
    ...party({
      kind: partnerKind,
      announce: 'partner',
      what: 'this agency',
      draft: NewPartner,
      file: { name: 'agencies', columns: partnerColumns, blank: partnerDefaults },
      slice: (PartnersInfo) => ({ PartnersInfo }),
      refersTo: ({ ServiceAreaIds, ContractedPayerIds }) => [
        { field: 'ServiceAreaIds', kind: serviceAreaKind, ids: ServiceAreaIds },
        { field: 'ContractedPayerIds', kind: contractedPayerKind, ids: ContractedPayerIds },
      ],
      referred: 'partner',
      takeIn: ({ Contacts }, gone) => ({ Contacts: [...Contacts, ...gone.Contacts].slice(0, MAX_CONTACTS) }),
    }),
    openReferrals: openReferralsByName,
  },
  contractedPayers: party({
    kind: contractedPayerKind,
    announce: 'contractedPayer',
    what: 'this payer',
    draft: NewContractedPayer,
    defaults: async (context) => ({ StartsOn: await agencyDay(context) }),
    file: { name: 'payers', columns: payerColumns, blank: payerDefaults },
    slice: (ContractedPayersInfo) => ({ ContractedPayersInfo }),
    refersTo: () => [],
    referred: 'payer',
    takeIn: ({ Name, Aliases }, gone) => ({
      Aliases: [...new Set([...Aliases, gone.Name, ...gone.Aliases])]
        .filter((alias) => alias !== Name)
        .slice(0, MAX_ALIASES),
    }),
  }),
  advantagePlans: party({
    kind: advantagePlanKind,
    announce: 'advantagePlan',
    what: 'this plan',
    draft: NewAdvantagePlan,
    identity: planIdentity,
    file: { name: 'medicare-advantage-plans', columns: advantagePlanColumns, blank: advantagePlanDefaults },
    slice: (AdvantagePlansInfo) => ({ AdvantagePlansInfo }),
    refersTo: () => [],
    referred: 'plan',
  }),
  serviceAreas: party({
    kind: serviceAreaKind,
    announce: 'serviceArea',
    what: 'this service area',
    draft: NewServiceArea,
    defaults: async ({ system, caller }) => ({
      States: (await system.get(businessDomainKind, caller.businessDomainId))?.States ?? [],
    }),
    file: { name: 'service-areas', columns: areaColumns, blank: areaDefaults },
    slice: (ServiceAreasInfo) => ({ ServiceAreasInfo }),
    refersTo: () => [],
    referred: 'serviceArea',
  }),
  insurances: party({
    kind: insuranceKind,
    announce: 'insurance',
    what: 'this insurance',
    draft: NewInsurance,
    file: { name: 'insurances', columns: insuranceColumns, blank: insuranceDefaults },
    slice: (InsurancesInfo) => ({ InsurancesInfo }),
    refersTo: ({ ContractedPayerId }) => [
      {
        field: 'ContractedPayerId',
        kind: contractedPayerKind,
        ids: ContractedPayerId ? [ContractedPayerId] : [],
      },
    ],
    referred: 'insurance',
  }),
  capacities: capacityHandlers,
};

function party<Draft extends { Name: string }, Entity extends Draft & Kept, Slice extends object>(
  area: PartyArea<Draft, Entity, Slice> & { file: DirectoryFile<Entity> },
) {
  return { ...partyHandlers(area), ...csvHandlers(area) };
}

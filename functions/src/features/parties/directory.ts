import type { Api } from '@handoff/shared/contract/api';
import { NewContractedPayer } from '@handoff/shared/domain/agency/contracted-payer';
import { NewInsurance } from '@handoff/shared/domain/agency/insurance';
import { NewPartner } from '@handoff/shared/domain/agency/partner';
import { NewServiceArea } from '@handoff/shared/domain/agency/service-area';
import type { Handlers } from '../../pipeline/request/handlers.ts';
import {
  contractedPayerKind,
  insuranceKind,
  partnerKind,
  serviceAreaKind,
} from '../../records/agency-records.ts';
import { partyHandlers } from './party-handlers.ts';
import {
  insurancesWithPayer,
  partnersInArea,
  partnersWithPayer,
  referralsFrom,
  referralsPaidBy,
} from './party-uses.ts';

/** Whom an agency works with and where: its partners, payers, service areas and insurances. */
export const directoryHandlers: Pick<
  Handlers<Api>,
  'partners' | 'contractedPayers' | 'serviceAreas' | 'insurances'
> = {
  partners: partyHandlers({
    kind: partnerKind,
    hint: 'partner',
    what: 'this agency',
    draft: NewPartner,
    slice: (PartnersInfo) => ({ PartnersInfo }),
    refersTo: ({ ServiceAreaIds, ContractedPayerIds }) => [
      { field: 'ServiceAreaIds', kind: serviceAreaKind, ids: ServiceAreaIds },
      { field: 'ContractedPayerIds', kind: contractedPayerKind, ids: ContractedPayerIds },
    ],
    uses: (gone, to) => [referralsFrom(gone, to)],
  }),
  contractedPayers: partyHandlers({
    kind: contractedPayerKind,
    hint: 'contractedPayer',
    what: 'this payer',
    draft: NewContractedPayer,
    slice: (ContractedPayersInfo) => ({ ContractedPayersInfo }),
    refersTo: () => [],
    uses: (gone, to) => [
      referralsPaidBy(gone, to),
      partnersWithPayer(gone, to),
      insurancesWithPayer(gone, to),
    ],
  }),
  serviceAreas: partyHandlers({
    kind: serviceAreaKind,
    hint: 'serviceArea',
    what: 'this service area',
    draft: NewServiceArea,
    slice: (ServiceAreasInfo) => ({ ServiceAreasInfo }),
    refersTo: () => [],
    uses: (gone, to) => [partnersInArea(gone, to)],
  }),
  insurances: partyHandlers({
    kind: insuranceKind,
    hint: 'insurance',
    what: 'this insurance',
    draft: NewInsurance,
    slice: (InsurancesInfo) => ({ InsurancesInfo }),
    refersTo: ({ ContractedPayerId }) => [
      {
        field: 'ContractedPayerId',
        kind: contractedPayerKind,
        ids: ContractedPayerId ? [ContractedPayerId] : [],
      },
    ],
    uses: (gone, to) => [referralsPaidBy(gone, to)],
  }),
};

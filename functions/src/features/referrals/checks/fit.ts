import type { ZipCounties } from '../../../core/context.ts';
import { areaFit } from './area-fit.ts';
import { capacityFit } from './capacity-fit.ts';
import type { Capacity } from '@handoff/shared/domain/agency/capacity';
import type { ContractedPayer, ServiceArea } from '@handoff/shared/domain/agency/directory';
import type { Fit, FitChecklist } from '@handoff/shared/domain/referral/referral-checks';
import {
  type ConfiguredStatus,
  type Discipline,
  isOffered,
  type DocumentType,
} from '@handoff/shared/domain/agency/list-settings';
import type { Clinical } from '@handoff/shared/domain/person/clinical-block';
import { missingInformation } from '@handoff/shared/domain/referral/needed-information';
import { payerFit } from './payer-fit.ts';
import type { Referral, ReferralDocument } from '@handoff/shared/domain/referral/referral';

interface Facts {
  referral: Pick<Referral, 'Address' | 'Payers' | 'Services' | 'Patient'> & {
    StatusId?: string;
    Clinical?: Clinical;
  };
  areas: readonly ServiceArea[];
  capacities: readonly Capacity[];
  /** By state. */
  counties: ReadonlyMap<string, ZipCounties>;
  contracts: readonly ContractedPayer[];
  documentTypes: readonly DocumentType[];
  disciplines: readonly Discipline[];
  statuses: readonly ConfiguredStatus[];
  documents: readonly Pick<ReferralDocument, 'DocumentTypeId'>[];
  day: string;
}

/** Compares a referral with the agency's own records. It informs; people decide. */
export function fitOf(facts: Facts): Fit {
  const { referral, areas, capacities, contracts, disciplines, day } = facts;
  const { Address: address, Payers: payers, Services: services } = referral;
  const counties = facts.counties.get(address.State);
  return {
    Area: areaFit({ areas, address, counties, services, day }),
    Capacity: capacityFit({ capacities, address, counties, services, disciplines, day }),
    Payer: payerFit({ contracts, payers, state: address.State, day }),
    Documents: documentsFit(facts),
    Eligibility: eligibilityFit(facts),
    Information: informationFit(facts),
    On: day,
  };
}

/** Documents may be required for every referral, or for the status of this one. */
function documentsFit({ referral: { StatusId = '' }, documentTypes, documents }: Facts): FitChecklist {
  const wanted = documentTypes.filter(
    (type) => isOffered(type) && (type.Required === true || type.RequiredFor?.includes(StatusId)),
  );
  if (wanted.length === 0) {
    const Reason = 'This agency requires no documents.';
    return { Answer: 'unknown', Rule: 'Required documents', Reason, Missing: [], Total: 0 };
  }
  const there = new Set(documents.map(({ DocumentTypeId }) => DocumentTypeId));
  const Missing = wanted.filter(({ Id }) => !there.has(Id)).map(({ Name }) => Name);
  return {
    Answer: Missing.length === 0 ? 'yes' : 'no',
    Rule: 'Required documents',
    Reason: `${wanted.length - Missing.length} of ${wanted.length} required documents are here.`,
    Missing,
    Total: wanted.length,
  };
}

/** The basics, and what the status of this referral needs. */
function informationFit({ referral, statuses }: Facts): FitChecklist {
  const status = statuses.find(({ Id }) => Id === referral.StatusId);
  const missing = missingInformation(referral, status);
  const Total = missing.length;
  return {
    Answer: Total === 0 ? 'yes' : 'no',
    Rule: 'Needed information',
    Reason: Total === 0 ? 'Demographics complete.' : 'Needs information.',
    Missing: missing.map(({ name }) => name),
    Total,
  };
}

/** An eligibility check requires names, date of birth and the Medicare number. */
function eligibilityFit({ referral: { Patient } }: Facts): FitChecklist {
  const fields: [name: string, isThere: boolean][] = [
    ['First name', Patient.FirstName !== ''],
    ['Last name', Patient.LastName !== ''],
    ['Date of birth', Patient.DateOfBirth !== ''],
    ['Medicare number', Patient.Mbi !== ''],
  ];
  const Missing = fields.filter(([, isThere]) => !isThere).map(([name]) => name);
  return {
    Answer: Missing.length === 0 ? 'yes' : 'no',
    Rule: 'Fields of the check',
    Reason:
      Missing.length === 0
        ? 'Ready to check.'
        : `${Missing.length} ${Missing.length === 1 ? 'field' : 'fields'} missing to check eligibility.`,
    Missing,
    Total: fields.length,
  };
}

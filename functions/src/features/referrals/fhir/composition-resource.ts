import { codeSystems, referralNote } from '@handoff/shared/domain/referral/exchange-codes';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { coded, filled, fullUrl, referenceTo, resourceId, type Resource } from './fhir-resource.ts';

interface Contents {
  patient: Resource;
  agency: Resource;
  resources: readonly Resource[];
}

export function compositionResource(referral: Referral, { patient, agency, resources }: Contents): Resource {
  const section = Object.entries(sections).map(([title, types]) => ({
    title,
    entry: filled(
      resources
        .filter(({ resourceType }) => types.includes(resourceType))
        .map((resource) => ({ reference: fullUrl(resource), type: resource.resourceType })),
    ),
  }));
  return {
    resourceType: 'Composition',
    id: resourceId('Composition', referral.Id),
    status: 'final',
    type: coded(codeSystems.loinc.url, referralNote.type, 'Referral note'),
    subject: referenceTo(patient),
    date: referral.UpdatedAt,
    author: [referenceTo(agency)],
    title: 'Referral for care at home',
    custodian: referenceTo(agency),
    section: section.filter(({ entry }) => entry !== undefined),
  };
}

const sections: Record<string, readonly string[]> = {
  Referral: ['ServiceRequest', 'Task'],
  Patient: ['Patient', 'RelatedPerson'],
  Diagnoses: ['Condition'],
  Coverage: ['Coverage', 'CoverageEligibilityResponse'],
  Documents: ['DocumentReference'],
};

import type { Referral } from '@handoff/shared/domain/referral/referral';
import { coded, filled, given, phone, referenceTo, resourceId, type Resource } from './fhir-resource.ts';

const ICD_10_CM = 'http://hl7.org/fhir/sid/icd-10-cm';
const CONTACT_ROLE = 'http://terminology.hl7.org/CodeSystem/v2-0131';
const CONDITION_STATUS = 'http://terminology.hl7.org/CodeSystem/condition-clinical';
const CONDITION_CATEGORY = 'http://terminology.hl7.org/CodeSystem/condition-category';

/** One condition for each diagnosis, the primary one first. */
export function conditionResources({ Id, Clinical }: Referral, patient: Resource): Resource[] {
  const { PrimaryDiagnosis, OtherDiagnoses } = Clinical;
  const codes = [PrimaryDiagnosis, ...OtherDiagnoses.split(', ')].filter((code) => code !== '');
  return [...new Set(codes)].map((code) => ({
    resourceType: 'Condition',
    id: resourceId('Condition', `${Id}/${code}`),
    clinicalStatus: coded(CONDITION_STATUS, 'active', 'Active'),
    category: [coded(CONDITION_CATEGORY, 'encounter-diagnosis', 'Encounter Diagnosis')],
    code: { coding: [{ system: ICD_10_CM, code }], text: code },
    subject: referenceTo(patient),
  }));
}

/** The fields of a FHIR patient that the block knows; US Core requires a gender, so it may be "unknown". */
export const patientDetails = ({ Clinical }: Referral) => ({
  gender: { Female: 'female', Male: 'male' }[Clinical.Sex] ?? 'unknown',
  communication: Clinical.Language === '' ? undefined : [{ language: { text: Clinical.Language } }],
  contact: filled([
    ...contact(
      coded(CONTACT_ROLE, 'C', 'Emergency Contact'),
      Clinical.EmergencyContact,
      Clinical.EmergencyPhone,
    ),
    ...contact({ text: 'Representative' }, Clinical.Representative, Clinical.RepresentativePhone),
  ]),
});

function contact(role: object, name: string, digits: string) {
  if (name === '' && digits === '') return [];
  return [
    {
      relationship: [role],
      name: name === '' ? undefined : { text: given(name) },
      telecom: phone(digits),
    },
  ];
}

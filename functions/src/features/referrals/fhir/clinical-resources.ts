import { codeSystems, contactRoles, genderOf } from '@handoff/shared/domain/referral/exchange-codes';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import {
  coded,
  conformsTo,
  filled,
  nameOf,
  phone,
  referenceTo,
  resourceId,
  type Resource,
} from './fhir-resource.ts';

const CONTACT_ROLE = 'http://terminology.hl7.org/CodeSystem/v2-0131';
const CONDITION_STATUS = 'http://terminology.hl7.org/CodeSystem/condition-clinical';
const CONDITION_CATEGORY = 'http://terminology.hl7.org/CodeSystem/condition-category';

/** One condition for each diagnosis, the primary one first. */
export function conditionResources({ Id, CreatedAt, Clinical }: Referral, patient: Resource): Resource[] {
  const { PrimaryDiagnosis, OtherDiagnoses } = Clinical;
  const codes = [PrimaryDiagnosis, ...OtherDiagnoses.split(', ')].filter((code) => code !== '');
  return [...new Set(codes)].map((code) => ({
    resourceType: 'Condition',
    id: resourceId('Condition', `${Id}/${code}`),
    ...conformsTo('condition-encounter-diagnosis'),
    clinicalStatus: coded(CONDITION_STATUS, 'active', 'Active'),
    category: [coded(CONDITION_CATEGORY, 'encounter-diagnosis', 'Encounter Diagnosis')],
    code: { coding: [{ system: codeSystems.icd10.url, code }], text: code },
    subject: referenceTo(patient),
    recordedDate: CreatedAt,
  }));
}

/** The fields of a FHIR patient that the block knows; US Core requires a gender, so it may be "unknown". */
export const patientDetails = ({ Clinical }: Referral) => ({
  gender: genderOf(Clinical.Sex),
  communication: Clinical.Language === '' ? undefined : [{ language: { text: Clinical.Language } }],
  contact: filled(
    contactsOf(Clinical).map(({ role, name, digits }) => ({
      relationship: [role],
      name: name === '' ? undefined : { text: name },
      telecom: phone(digits),
    })),
  ),
});

/** The same people as resources of their own, which other systems can refer to. */
export const relatedPersons = ({ Id, Clinical }: Referral, patient: Resource): Resource[] =>
  contactsOf(Clinical).map(({ key, role, name, digits }) => ({
    resourceType: 'RelatedPerson',
    id: resourceId('RelatedPerson', `${Id}/${key}`),
    ...conformsTo('relatedperson'),
    active: true,
    patient: referenceTo(patient),
    relationship: [role],
    name: name === '' ? undefined : [nameOf(name)],
    telecom: phone(digits),
  }));

const contactsOf = (clinical: Referral['Clinical']) =>
  [
    {
      key: 'emergency',
      role: coded(CONTACT_ROLE, contactRoles.emergency[0], 'Emergency Contact'),
      name: clinical.EmergencyContact,
      digits: clinical.EmergencyPhone,
    },
    {
      key: 'representative',
      role: { text: 'Representative' },
      name: clinical.Representative,
      digits: clinical.RepresentativePhone,
    },
  ].filter(({ name, digits }) => name !== '' || digits !== '');

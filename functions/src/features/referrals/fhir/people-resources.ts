import type { Person } from '@handoff/shared/domain/access/user';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { codeSystems } from '@handoff/shared/domain/referral/exchange-codes';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { patientDetails } from './clinical-resources.ts';
import {
  coded,
  conformsTo,
  filled,
  fullUrl,
  given,
  masked,
  nameOf,
  phone,
  postalAddress,
  referenceTo,
  resourceId,
  type Resource,
} from './fhir-resource.ts';

export type FhirAgency = Pick<BusinessDomain, 'Id' | 'Name' | 'Npis' | 'Address'>;

const ORGANIZATION_TYPE = 'http://terminology.hl7.org/CodeSystem/organization-type';
const IDENTIFIER_TYPE = 'http://terminology.hl7.org/CodeSystem/v2-0203';

export const agencyResource = ({ Id, Name, Npis, Address }: FhirAgency): Resource => ({
  resourceType: 'Organization',
  id: resourceId('Organization', Id),
  ...conformsTo('organization'),
  identifier: filled(Npis.map((npi) => npiIdentifier(npi))),
  active: true,
  type: [coded(ORGANIZATION_TYPE, 'prov', 'Healthcare Provider')],
  name: Name,
  address: postalAddress(Address, 'work'),
});

/** The hospital, group or facility that refers; undefined when a person does. */
export function sourceResource({ Id, Source }: Referral): Resource | undefined {
  if (Source.Organization === '') return undefined;
  const contact = { name: { text: Source.ContactName }, telecom: phone(Source.Phone) };
  return {
    resourceType: 'Organization',
    id: resourceId('Organization', `${Id}/source`),
    ...conformsTo('organization'),
    active: true,
    type: [coded(ORGANIZATION_TYPE, 'prov', 'Healthcare Provider')],
    name: Source.Organization,
    ...(Source.ContactName === '' ? { telecom: phone(Source.Phone) } : { contact: [contact] }),
  };
}

export const payerResource = (id: string, name: string): Resource => ({
  resourceType: 'Organization',
  id: resourceId('Organization', id),
  ...conformsTo('organization'),
  active: true,
  type: [coded(ORGANIZATION_TYPE, 'pay', 'Payer')],
  name,
});

export const ownerResource = ({ Id, FullName }: Person): Resource =>
  practitioner(Id, { name: FullName, npi: '' });

/** The practitioner who ordered the care; undefined when no one is named. */
export function ordererResource({ Id, Clinical }: Referral): Resource | undefined {
  const { OrderingPractitioner: name, OrderingNpi: npi } = Clinical;
  return name === '' && npi === '' ? undefined : practitioner(`${Id}/orderer`, { name, npi });
}

/** The practitioner who certifies it, unless the same one ordered it. */
export function certifierResource({ Id, Clinical }: Referral): Resource | undefined {
  const { CertifyingPractitioner: name, CertifyingNpi: npi } = Clinical;
  const isOrderer = npi === '' ? name === Clinical.OrderingPractitioner : npi === Clinical.OrderingNpi;
  return isOrderer ? undefined : practitioner(`${Id}/certifier`, { name, npi });
}

function practitioner(recordId: string, { name, npi }: { name: string; npi: string }): Resource {
  return {
    resourceType: 'Practitioner',
    id: resourceId('Practitioner', recordId),
    // The profile requires both.
    ...(name !== '' && npi !== '' && conformsTo('practitioner')),
    identifier: npi === '' ? undefined : [npiIdentifier(npi)],
    active: true,
    name: name === '' ? undefined : [nameOf(name)],
  };
}

const npiIdentifier = (value: string) => ({ system: codeSystems.npi.url, value });

/** Includes the Medicare number only if the caller requested it by name, and never the social security number. */
export function patientResource(
  referral: Referral,
  { mbi, agency }: { mbi: string | undefined; agency: Resource },
): Resource {
  const { Id, Patient, Address } = referral;
  const id = resourceId('Patient', Id);
  const number = mbi === undefined ? { _value: masked } : { value: mbi };
  // The profile requires an identifier, also of a patient whose Medicare number is not known.
  const own = { system: 'urn:ietf:rfc:3986', value: fullUrl({ id }) };
  const medicare = {
    type: coded(IDENTIFIER_TYPE, codeSystems.mbi.v2, "Patient's Medicare number"),
    system: codeSystems.mbi.url,
    ...number,
  };
  return {
    resourceType: 'Patient',
    id,
    ...conformsTo('patient'),
    identifier: Patient.Mbi === '' ? [own] : [medicare, own],
    active: true,
    name: [{ use: 'official', family: Patient.LastName, given: filled([Patient.FirstName].filter(Boolean)) }],
    telecom: phone(Patient.Phone),
    ...patientDetails(referral),
    birthDate: given(Patient.DateOfBirth),
    address: postalAddress(Address, 'home'),
    managingOrganization: referenceTo(agency),
  };
}

import { maskNumbersIn } from '@handoff/shared/domain/person/identifiers';
import {
  isOpenable,
  isShared,
  type Referral,
  type ReferralDocument,
  type ReferralNote,
} from '@handoff/shared/domain/referral/referral';
import { noteInWords } from '@handoff/shared/domain/referral/note-in-words';
import type { DomainLists } from '../../../records/kinds/agency-records.ts';
import { fulfillment, isFinal, nameIn, taskStatus } from '../../../records/order-task.ts';
import { eligibilityResources, payerCoverages, type ExportedCheck } from './coverage-resources.ts';
import { conditionResources, relatedPersons } from './clinical-resources.ts';
import { compositionResource } from './composition-resource.ts';
import {
  coded,
  conformsTo,
  filled,
  fullUrl,
  given,
  masked,
  referenceTo,
  resourceId,
  type Resource,
} from './fhir-resource.ts';
import {
  agencyResource,
  certifierResource,
  ordererResource,
  ownerResource,
  patientResource,
  sourceResource,
  type FhirAgency,
} from './people-resources.ts';

export interface ReferralFacts {
  referral: Referral;
  documents: readonly ReferralDocument[];
  notes: readonly ReferralNote[];
  lists: DomainLists | undefined;
  agency: FhirAgency;
  check: ExportedCheck | undefined;
  /** Full numbers when the caller requested them by name; otherwise they are masked. */
  numbers: { mbi: string | undefined; memberIds: readonly (string | undefined)[] } | undefined;
  now: Date;
}

/** A FHIR R4 document whose references are `urn:uuid`, so that the file is self-contained. */
export function referralBundle(facts: ReferralFacts): Resource {
  const { referral, documents, check, numbers } = facts;
  const agency = agencyResource(facts.agency);
  const patient = patientResource(referral, { mbi: numbers?.mbi, agency });
  const source = sourceResource(referral);
  const orderer = ordererResource(referral);
  const certifier = certifierResource(referral);
  const conditions = conditionResources(referral, patient);
  const owner = referral.Owner && ownerResource(referral.Owner);
  const { payers, coverages } = payerCoverages(referral, { patient, memberIds: numbers?.memberIds });
  const mbi = { shown: referral.Patient.Mbi, whole: numbers?.mbi };
  const eligibility = check && eligibilityResources(check, { patient, agency, mbi });
  const named = documents
    .filter(isOpenable)
    .map((document) => documentResource(document, { patient, agency, facts }));
  const parties = {
    agency,
    patient,
    source,
    orderer,
    owner,
    coverages,
    conditions,
    documents: named,
    ...eligibility,
  };
  const request = serviceRequest(facts, parties);
  const resources = [
    request,
    task(facts, { ...parties, request }),
    patient,
    ...relatedPersons(referral, patient),
    ...conditions,
    ...coverages,
    ...(eligibility ? [eligibility.response, ...eligibility.supporting] : []),
    ...named,
    agency,
    ...[source, orderer, certifier].filter((party) => party !== undefined),
    ...payers,
    ...(owner ? [owner] : []),
  ];
  return {
    resourceType: 'Bundle',
    id: resourceId('Bundle', referral.Id),
    identifier: { system: 'urn:ietf:rfc:3986', value: fullUrl({ id: resourceId('Bundle', referral.Id) }) },
    type: 'document',
    timestamp: facts.now.toISOString(),
    entry: [compositionResource(referral, { patient, agency, resources }), ...resources].map((resource) => ({
      fullUrl: fullUrl(resource),
      resource,
    })),
  };
}

interface Parties {
  agency: Resource;
  patient: Resource;
  source: Resource | undefined;
  orderer: Resource | undefined;
  owner: Resource | null;
  coverages: readonly Resource[];
  conditions: readonly Resource[];
  documents: readonly Resource[];
  response?: Resource;
}

const SNOMED = 'http://snomed.info/sct';

function serviceRequest(facts: ReferralFacts, parties: Parties): Resource {
  const { referral, lists } = facts;
  const services = referral.Services.map((id) => nameIn(lists?.SettingsDisciplinesInfo, id));
  return {
    resourceType: 'ServiceRequest',
    id: resourceId('ServiceRequest', referral.Id),
    ...conformsTo('servicerequest'),
    identifier: ownIdentifier(referral.Id, parties.agency),
    status: requestStatus(facts),
    intent: 'order',
    category: [coded(SNOMED, '3457005', 'Patient referral')],
    priority: priorityOf(referral),
    code: { text: given(services.join(', ')) ?? 'Care at home' },
    orderDetail: filled(services.map((text) => ({ text }))),
    subject: referenceTo(parties.patient),
    occurrenceDateTime: given(referral.Clinical.RequestedStart),
    authoredOn: referral.ReceivedAt,
    requester: parties.orderer
      ? referenceTo(parties.orderer, referral.Clinical.OrderingPractitioner)
      : requesterOf(referral, parties),
    performer: [referenceTo(parties.agency, facts.agency.Name)],
    reasonReference: filled(parties.conditions.map((condition) => referenceTo(condition))),
    insurance: filled(parties.coverages.map((coverage) => referenceTo(coverage))),
    supportingInfo: filled(parties.documents.map((document) => referenceTo(document))),
    note: filled(annotations(facts)),
  };
}

/** Includes what the agency wrote about the patient, and its shared notes. */
function annotations({ referral, notes, numbers }: ReferralFacts) {
  const summary = referral.ClinicalSummary === '' ? [] : [{ text: referral.ClinicalSummary }];
  const shared = notes.filter(isShared).map((note) => ({
    authorString: given(note.CreatedBy.FullName),
    time: note.CreatedAt,
    text: numbers ? noteInWords(note) : maskNumbersIn(noteInWords(note)),
  }));
  return [...summary, ...shared];
}

function requesterOf({ Source }: Referral, { source, patient }: Parties) {
  if (source) return referenceTo(source, Source.Organization);
  return Source.Kind === 'Self'
    ? referenceTo(patient)
    : { display: given(Source.ContactName) ?? Source.Kind };
}

function task(facts: ReferralFacts, parties: Parties & { request: Resource }): Resource {
  const { referral, lists } = facts;
  const { agency, owner, request, patient, response } = parties;
  const { Kind, Reason } = referral.Decision;
  return {
    resourceType: 'Task',
    id: resourceId('Task', referral.Id),
    identifier: ownIdentifier(referral.Id, agency),
    status: taskStatus(facts),
    statusReason:
      Kind === 'Declined' && Reason !== ''
        ? { text: nameIn(lists?.SettingsDeclineReasonsInfo, Reason) }
        : undefined,
    businessStatus: { text: nameIn(lists?.SettingsReferralStatusesInfo, referral.StatusId) },
    intent: 'order',
    priority: priorityOf(referral),
    code: fulfillment,
    focus: referenceTo(request),
    for: referenceTo(patient),
    authoredOn: referral.CreatedAt,
    lastModified: referral.UpdatedAt,
    requester: requesterOf(referral, parties),
    owner: owner ? referenceTo(owner, referral.Owner?.FullName) : referenceTo(agency, facts.agency.Name),
    output: response && [{ type: { text: 'Eligibility check' }, valueReference: referenceTo(response) }],
  };
}

const ownIdentifier = (value: string, agency: Resource) => [{ value, assigner: referenceTo(agency) }];
const priorityOf = ({ Priority }: Referral) => (Priority === true ? 'urgent' : 'routine');

/** A final status ends the request: completed for an accepted patient, otherwise revoked. */
function requestStatus({ referral, lists }: ReferralFacts): 'active' | 'completed' | 'revoked' {
  if (referral.Decision.Kind === 'Declined') return 'revoked';
  if (!isFinal(referral, lists?.SettingsReferralStatusesInfo)) return 'active';
  return referral.Decision.Kind === 'Accepted' ? 'completed' : 'revoked';
}

interface Attached {
  patient: Resource;
  agency: Resource;
  facts: ReferralFacts;
}

/** Describes the document without its content, which is fetched, and logged, one by one. */
function documentResource(document: ReferralDocument, { patient, agency, facts }: Attached): Resource {
  return {
    resourceType: 'DocumentReference',
    id: resourceId('DocumentReference', document.Id),
    ...conformsTo('documentreference'),
    status: 'current',
    type: {
      ...coded('http://terminology.hl7.org/CodeSystem/v3-NullFlavor', 'UNK', 'unknown'),
      text: nameIn(facts.lists?.SettingsDocumentTypesInfo, document.DocumentTypeId),
    },
    category: [clinicalNote],
    subject: referenceTo(patient),
    date: document.UploadedAt,
    author: [{ display: document.UploadedBy.FullName }],
    custodian: referenceTo(agency),
    content: [
      {
        attachment: {
          contentType: document.ContentType,
          _url: masked,
          size: document.Size,
          title: document.name,
          creation: document.UploadedAt,
        },
      },
    ],
    context: {
      related: [
        {
          reference: fullUrl({ id: resourceId('ServiceRequest', facts.referral.Id) }),
          type: 'ServiceRequest',
        },
      ],
    },
  };
}

const clinicalNote = coded(
  'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category',
  'clinical-note',
  'Clinical Note',
);

import { isInpatient, isSystem, referralNote } from '@handoff/shared/domain/referral/exchange-codes';
import type { Collected } from './collected-fields.ts';
import { type Contents, contentsAbout, contentsOf, hasCode, placeNamed, wordsOf } from './fhir-contents.ts';
import { patientIn, readPatient } from './fhir-patient.ts';
import { type Concept, CoverageClasses, EncounterClasses, type Resource } from './fhir-resources.ts';
import { readRequesters, readSource, requestersIn } from './fhir-requester.ts';
import { forNoCare, refusedFile } from './hostile-file.ts';
import { readXml, textOf } from './read-xml.ts';

/** Reads a bundle of FHIR R4, such as a transfer of care, a BSeR referral or a clinical order; or one resource. */
export async function readFhir(file: unknown, into: Collected): Promise<void> {
  const everything = contentsOf(file, into);
  if (everything.all.length === 0) throw refusedFile('This JSON is not FHIR.');
  const request = requestIn(everything);
  if (request?.category.some((category) => hasCode(category, isDiagnostic))) throw refusedFile(forNoCare);
  const patient = patientIn(request, everything);
  const contents = patient ? contentsAbout(patient, everything) : everything;
  readPatient({ request, patient }, contents);
  readRequesters(requestersIn(request, contents), contents);
  if (request) readRequest(request, contents);
  readOrders(request, contents);
  readLastStay(contents);
  for (const condition of contents.named('Condition')) readCondition(condition, contents);
  for (const claim of contents.named('Claim')) readClaim(claim, contents);
  readCoverages(request, contents);
  for (const document of contents.named('DocumentReference')) attachContent(document, contents);
  // oxlint-disable-next-line no-await-in-loop -- one after the other, as they are in the file
  for (const composition of contents.named('Composition')) await readComposition(composition, contents);
  leaveOthers(contents);
}

/** Categories of SNOMED CT: imaging, laboratory and other diagnostic procedures. */
const isDiagnostic = (code: string | undefined) =>
  ['363679005', '108252007', '103693007'].includes(code ?? '');

/** The request that the task or the message is about, or the first order. */
function requestIn({ named, at }: Contents): Resource | undefined {
  const requests = named('ServiceRequest');
  const focal = [...named('Task'), ...named('MessageHeader')].flatMap(({ focus }) => focus.map(at));
  return (
    focal.find((resource) => resource?.resourceType === 'ServiceRequest') ??
    requests.find(({ intent }) => intent === 'order') ??
    requests[0]
  );
}

function readRequest(request: Resource, contents: Contents): void {
  const { into, used, at } = contents;
  used.add(request);
  const start = request.occurrenceDateTime ?? request.occurrencePeriod?.start;
  into.take('Clinical.RequestedStart', start, 'ServiceRequest.occurrence');
  const services = request.orderDetail.length > 0 ? request.orderDetail : [request.code];
  const requested = services.flatMap((service) => wordsOf(service) ?? []);
  if (requested.length > 0) into.tell(`Requested: ${requested.join(', ')}`, 'ServiceRequest.code');
  for (const reason of request.reasonCode) {
    readDiagnosis(reason, 'ServiceRequest.reasonCode', contents);
    into.tell(wordsOf(reason), 'ServiceRequest.reasonCode');
  }
  // The order of the reasons says which is the primary one.
  for (const condition of request.reasonReference.map(at))
    if (condition?.resourceType === 'Condition') readCondition(condition, contents);
  for (const { text } of request.note) into.tell(text, 'ServiceRequest.note');
}

/** The identifiers of the sender: the order's, the task's, or else the address of the order. */
function readOrders(request: Resource | undefined, { named, used, into }: Contents): void {
  const tasks = named('Task');
  for (const task of tasks) used.add(task);
  for (const header of named('MessageHeader')) used.add(header);
  for (const resource of [request, ...tasks].filter((each) => each !== undefined)) {
    // The number that this agency would give it is not the sender's.
    const own = resource.identifier.filter(({ type }) => !hasCode(type, (code) => code === 'FILL'));
    for (const { value, system } of own) into.order(value, system);
  }
  if (request?.id !== undefined && request.identifier.length === 0)
    into.order(`ServiceRequest/${request.id}`);
}

/** A bundle may have the visits of a life: only the latest stay counts. */
function readLastStay(contents: Contents): void {
  const all = contents.named('Encounter');
  const stays = all.filter((each) => isStay(each) ?? all.length === 1);
  const [last] = stays.toSorted((a, b) => endOf(b).localeCompare(endOf(a)));
  if (last) readStay(last, contents);
}

/** Undefined if it has no class. */
function isStay(encounter: Resource): boolean | undefined {
  const classes = EncounterClasses.parse(encounter.class).flatMap(({ code, coding }) => [
    code,
    ...coding.map((each) => each.code),
  ]);
  const codes = classes.filter((code) => code !== undefined);
  return codes.length === 0 ? undefined : codes.some(isInpatient);
}

/** A stay that goes on is later than any that ended. */
const endOf = ({ period }: Resource) =>
  period?.start === undefined && period?.end === undefined ? '' : (period.end ?? '9999');

/** A request for authorization (Da Vinci PAS) has its diagnoses and its provider in the claim. */
function readClaim(claim: Resource, contents: Contents): void {
  const { used, at } = contents;
  used.add(claim);
  const inOrder = claim.diagnosis.toSorted((a, b) => (a.sequence ?? 99) - (b.sequence ?? 99));
  for (const { diagnosisCodeableConcept: concept, diagnosisReference: reference } of inOrder) {
    const condition = at(reference);
    if (condition) readCondition(condition, contents);
    else readDiagnosis(concept, 'Claim.diagnosis', contents);
  }
  if (claim.provider) readSource(claim.provider, [], contents);
}

function readStay(stay: Resource, contents: Contents): void {
  const places = [...stay.location.map(({ location }) => location), stay.serviceProvider];
  const names = places.flatMap((place) => placeNamed(place, contents) ?? []);
  contents.into.take('Clinical.Facility', names[0], 'Encounter.location');
  contents.into.take('Clinical.DischargeDate', stay.period?.end, 'Encounter.period');
  if (names.length > 0 || stay.period?.end !== undefined) contents.used.add(stay);
}

function readCondition(condition: Resource, contents: Contents): void {
  if (contents.used.has(condition)) return;
  contents.used.add(condition);
  readDiagnosis(condition.code, 'Condition.code', contents);
}

function readDiagnosis(concept: Concept | undefined, from: string, { into }: Contents): void {
  const icd10 = concept?.coding.find(({ system }) => isSystem('icd10', system));
  if (icd10?.code !== undefined) return into.diagnose(icd10.code, from);
  const words = wordsOf(concept);
  if (words !== undefined) into.leave(`Diagnosis: ${words}`, 'has no ICD-10 code');
}

function readCoverages(request: Resource | undefined, contents: Contents): void {
  const { named, at } = contents;
  const asked = request?.insurance.map(at).filter((each) => each?.resourceType === 'Coverage') ?? [];
  const others = named('Coverage').toSorted((a, b) => (a.order ?? 99) - (b.order ?? 99));
  const coverages = [...new Set([...asked, ...others])].filter((each) => each !== undefined);
  for (const [index, coverage] of coverages.entries()) readCoverage(coverage, index, contents);
}

function readCoverage(coverage: Resource, index: number, contents: Contents): void {
  const { used, into } = contents;
  used.add(coverage);
  const name = placeNamed(coverage.payor[0], contents);
  if (index > 1) into.leave(`Payer: ${name}`, 'is a third one');
  into.take(`Payers.${index}.Name`, name, 'Coverage.payor');
  const plan = CoverageClasses.parse(coverage.class).find(({ type }) =>
    hasCode(type, (code) => code === 'plan'),
  );
  into.take(`Payers.${index}.Plan`, plan?.name ?? plan?.value, 'Coverage.class');
  const member = coverage.identifier.find(({ type }) => hasCode(type, (code) => code === 'MB'));
  into.take(`Payers.${index}.MemberId`, coverage.subscriberId ?? member?.value, 'Coverage.subscriberId');
}

const endings = new Map([
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/tiff', 'tiff'],
  ['text/xml', 'xml'],
  ['application/xml', 'xml'],
]);

function attachContent(resource: Resource, contents: Contents): void {
  contents.used.add(resource);
  for (const { attachment } of resource.content)
    if (attachment) attachOne(attachment, attachment.title ?? wordsOf(resource.type) ?? 'document', contents);
}

type Attachment = NonNullable<Resource['content'][number]['attachment']>;

/** The content is in the attachment, or in a resource of its own. */
function attachOne({ url, data, contentType }: Attachment, name: string, { at, used, into }: Contents): void {
  const binary = at({ reference: url, display: undefined, identifier: undefined });
  if (binary) used.add(binary);
  const content = data ?? binary?.data;
  const ending = endings.get(contentType ?? binary?.contentType ?? '');
  if (content !== undefined && ending !== undefined)
    into.attach(`${name.replace(/\.[a-z]{3,4}$/i, '')}.${ending}`, Buffer.from(content, 'base64'));
  else into.leave(`Document: ${name}`, content === undefined ? 'is not in the file' : 'cannot be attached');
}

type Section = Resource['section'][number];

async function readComposition(composition: Resource, contents: Contents): Promise<void> {
  contents.used.add(composition);
  // One after the other, because the order of the texts is that of the file.
  // oxlint-disable-next-line no-await-in-loop
  for (const section of composition.section) await readSection(section, contents);
}

async function readSection(
  { title, code, text, entry }: Section,
  { at, used, into }: Contents,
): Promise<void> {
  const name = title ?? wordsOf(code) ?? 'Section';
  const entries = entry.map(at).filter((each) => each !== undefined);
  const isReason = hasCode(code, (each) => each === referralNote.reason) || /^reason\b.*\breferr/i.test(name);
  if (isReason && text?.div !== undefined) into.tell(await plainText(text.div, into), name);
  else if (entries.length === 0 || entries.some((each) => !used.has(each))) into.leave(name);
  for (const each of entries) used.add(each);
}

/** The narrative of FHIR is XHTML; one that is damaged is left out. */
async function plainText(div: string, { budget }: Collected): Promise<string> {
  try {
    return textOf(await readXml(div, budget));
  } catch {
    return '';
  }
}

/** Kinds of resources without a field, in the words of intake. */
const kinds = new Map([
  ['AllergyIntolerance', 'Allergies'],
  ['CarePlan', 'Care plan'],
  ['CareTeam', 'Care team'],
  ['Consent', 'Consent'],
  ['Encounter', 'Visits and earlier stays'],
  ['Immunization', 'Vaccinations'],
  ['MedicationRequest', 'Medications'],
  ['MedicationStatement', 'Medications'],
  ['Observation', 'Observations'],
  ['Procedure', 'Procedures'],
  ['ServiceRequest', 'Other orders'],
]);
/** They say who takes part, and nothing of the patient. */
const parties = [
  'Organization',
  'Practitioner',
  'PractitionerRole',
  'Location',
  'Device',
  'Endpoint',
  'Provenance',
];

function leaveOthers({ all, used, into }: Contents): void {
  for (const resource of all)
    if (!used.has(resource) && !parties.includes(resource.resourceType))
      into.leave(kinds.get(resource.resourceType) ?? resource.resourceType);
}

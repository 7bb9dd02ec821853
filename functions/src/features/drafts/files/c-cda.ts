import {
  codeSystems,
  contactRoles,
  isInpatient,
  isSystem,
  mayHaveOrdered,
  referralNote,
  sexOf,
} from '@handoff/shared/domain/referral/exchange-codes';
import type { Collected } from './collected-fields.ts';
import { allAt, allInside, attribute, type Element, firstAt, textOf } from './read-xml.ts';

export const isCda = (root: Element) => root.name === 'ClinicalDocument';

/** Reads a referral note, a summary or any other document of C-CDA (hl7.org/cda/us/ccda); its header is always the same. */
export function readCda(document: Element, into: Collected): void {
  readPatient(firstAt(document, 'recordTarget/patientRole'), into);
  readContacts(document, into);
  readAuthor(document, into);
  readStay(document, into);
  const orders = allAt(document, 'inFulfillmentOf/order/id');
  for (const id of [...orders, ...allAt(document, 'id')].slice(0, Math.max(orders.length, 1)))
    orderOf(id, into);
  readBody(firstAt(document, 'component/nonXMLBody/text'), into);
  for (const section of allAt(document, 'component/structuredBody/component/section'))
    readSection(section, into);
}

function orderOf(id: Element, into: Collected): void {
  const root = attribute(id, 'root');
  const extension = attribute(id, 'extension');
  if (extension !== undefined) into.order(extension, root && `urn:oid:${root}`);
  else into.order(root && `urn:uuid:${root}`, 'urn:ietf:rfc:3986');
}

const at = (path: string) => `recordTarget/${path}`;

function readPatient(role: Element | undefined, into: Collected): void {
  const patient = firstAt(role, 'patient');
  const name = allAt(patient, 'name').find((each) => firstAt(each, 'family')) ?? firstAt(patient, 'name');
  into.take('Patient.LastName', textOf(firstAt(name, 'family')), at('family'));
  into.take('Patient.FirstName', textOf(firstAt(name, 'given')), at('given'));
  into.take('Patient.DateOfBirth', attribute(firstAt(patient, 'birthTime'), 'value'), at('birthTime'));
  const gender = attribute(firstAt(patient, 'administrativeGenderCode'), 'code') ?? '';
  into.take('Clinical.Sex', sexOf(gender), at('administrativeGenderCode'));
  const language = attribute(firstAt(patient, 'languageCommunication/languageCode'), 'code');
  into.take('Clinical.Language', languageNamed(language), at('languageCode'));
  into.take('Patient.Phone', phoneOf(role), at('telecom'));
  for (const id of allAt(role, 'id')) {
    into.take('Patient.Ssn', numberIn(id, 'ssn'), at('id'));
    into.take('Patient.Mbi', numberIn(id, 'mbi'), at('id'));
  }
  const address = firstAt(role, 'addr');
  const [street, unit] = allAt(address, 'streetAddressLine');
  into.take('Address.StreetAddress', textOf(street), at('streetAddressLine'));
  into.take('Address.Unit', textOf(unit), at('streetAddressLine'));
  for (const [field, part] of [
    ['City', 'city'],
    ['County', 'county'],
    ['State', 'state'],
    ['ZipCode', 'postalCode'],
  ])
    into.take(`Address.${field}`, textOf(firstAt(address, part ?? '')), at(part ?? ''));
  const guardian = firstAt(patient, 'guardian');
  into.take('Clinical.Representative', nameOf(firstAt(guardian, 'guardianPerson')), at('guardian'));
  into.take('Clinical.RepresentativePhone', phoneOf(guardian), at('guardian'));
}

const numberIn = (id: Element, system: 'ssn' | 'mbi' | 'npi') =>
  isSystem(system, attribute(id, 'root')) ? attribute(id, 'extension') : undefined;

export function languageNamed(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  // A number of a local table is no language; a word is taken unchanged.
  if (!/^[a-z]{2,3}(?:-|$)/i.test(code)) return /^\p{L}{4}/u.test(code) ? code : undefined;
  const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(
    code.split('-')[0] ?? '',
  );
  return name ?? code;
}

const phoneOf = (element: Element | undefined): string | undefined =>
  allAt(element, 'telecom')
    .map((telecom) => attribute(telecom, 'value') ?? '')
    .find((value) => /\d/.test(value) && !/^(?:mailto|fax|https?):/i.test(value));

/** The first name, or the organization's; what it is called as one text. */
function nameOf(element: Element | undefined): string {
  const name = firstAt(element, 'name');
  const parts = ['given', 'family', 'suffix'].flatMap((part) => allAt(name, part).map(textOf));
  return parts.length === 0 ? textOf(name) : parts.filter((part) => part !== '').join(' ');
}

function readContacts(document: Element, into: Collected): void {
  const people = allAt(document, 'participant/associatedEntity').filter((entity) =>
    firstAt(entity, 'associatedPerson'),
  );
  const withRole = (roles: readonly string[]) =>
    people.filter((entity) => roles.includes(attribute(entity, 'classCode') ?? ''));
  const emergency = [...withRole(contactRoles.emergency), ...withRole(contactRoles.nextOfKin)][0];
  const representative = withRole(contactRoles.representative)[0];
  takeContact(emergency, ['EmergencyContact', 'EmergencyPhone'], into);
  takeContact(representative, ['Representative', 'RepresentativePhone'], into);
  const others = people.filter((entity) => entity !== emergency && entity !== representative);
  for (const entity of others) into.leave(`Contact: ${nameOf(firstAt(entity, 'associatedPerson'))}`);
}

function takeContact(
  entity: Element | undefined,
  fields: [name: string, phone: string],
  into: Collected,
): void {
  into.take(`Clinical.${fields[0]}`, nameOf(firstAt(entity, 'associatedPerson')), 'participant');
  into.take(`Clinical.${fields[1]}`, phoneOf(entity), 'participant');
}

/** The author of a referral refers; a summary that a device wrote has the custodian only. */
function readAuthor(document: Element, into: Collected): void {
  const author = allAt(document, 'author/assignedAuthor').find((each) => firstAt(each, 'assignedPerson'));
  if (author) takeOrderer(author, into);
  const own = firstAt(author, 'representedOrganization');
  const custodian = firstAt(document, 'custodian/assignedCustodian/representedCustodianOrganization');
  const organization = nameOf(own) === '' ? custodian : own;
  const from = organization === own ? 'author/representedOrganization' : 'custodian';
  into.take('Source.Organization', nameOf(organization), from);
  into.take('Source.Phone', phoneOf(organization) ?? phoneOf(author), from);
}

function takeOrderer(author: Element, into: Collected): void {
  const name = nameOf(firstAt(author, 'assignedPerson'));
  const npi = allAt(author, 'id').flatMap((id) => numberIn(id, 'npi') ?? [])[0];
  const codes = allAt(author, 'code').flatMap((code) => attribute(code, 'code') ?? []);
  if (!mayHaveOrdered({ name, npi, codes }))
    return into.leave(`Author: ${name}`, 'is not known to be a practitioner who may order');
  into.take('Clinical.OrderingPractitioner', name, 'author');
  into.take('Clinical.OrderingNpi', npi, 'author/id');
}

/** Discharge and transfer summaries, which are about a stay whatever the encounter says. */
const ofStays = ['18842-5', '18761-7'];

/** The encounter of a document may be an office visit, whose end is no discharge. */
function readStay(document: Element, into: Collected): void {
  const stay = firstAt(document, 'componentOf/encompassingEncounter');
  if (!stay) return;
  const facility = firstAt(stay, 'location/healthCareFacility');
  const name =
    nameOf(firstAt(facility, 'location')) || nameOf(firstAt(facility, 'serviceProviderOrganization'));
  const codes = [firstAt(stay, 'code'), ...allAt(firstAt(stay, 'code'), 'translation')];
  const isStay =
    codes.some((code) => isInpatient(attribute(code, 'code') ?? '')) ||
    ofStays.includes(attribute(firstAt(document, 'code'), 'code') ?? '');
  if (!isStay) return into.leave(`Visit: ${name}`.trim(), 'is not known to be a stay');
  into.take('Clinical.Facility', name, 'encompassingEncounter/location');
  const end = attribute(firstAt(stay, 'effectiveTime/high'), 'value');
  into.take('Clinical.DischargeDate', end, 'encompassingEncounter/effectiveTime');
}

const endings = new Map([
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/tiff', 'tiff'],
]);

/** The whole document may be a PDF or a picture. */
function readBody(text: Element | undefined, into: Collected): void {
  if (!text) return;
  const type = attribute(text, 'mediaType') ?? '';
  const ending = endings.get(type);
  if (attribute(text, 'representation') === 'B64' && ending !== undefined)
    into.attach(`document.${ending}`, Buffer.from(textOf(text), 'base64'));
  else if (type === 'text/plain' || type === '') into.tell(plainBody(text), 'nonXMLBody');
  else into.leave(`The document itself, ${type}`, 'cannot be attached');
}

const plainBody = (text: Element) =>
  attribute(text, 'representation') === 'B64' ? Buffer.from(textOf(text), 'base64').toString() : textOf(text);

const PAYERS = '48768-6';
/** Problems, and the diagnoses at admission and discharge. */
const diagnosisSections = ['11450-4', '46241-6', '11535-2', '78375-3', '51848-0'];

function readSection(section: Element, into: Collected): void {
  const code = attribute(firstAt(section, 'code'), 'code') ?? '';
  const title =
    textOf(firstAt(section, 'title')) || (attribute(firstAt(section, 'code'), 'displayName') ?? code);
  for (const media of allInside(section, 'observationMedia')) readBody(firstAt(media, 'value'), into);
  if (code === referralNote.reason) return into.tell(textOf(firstAt(section, 'text')), title);
  if (code === PAYERS) return readPayers(section, into);
  if (!diagnosisSections.includes(code)) return into.leave(title);
  const values = allInside(section, 'value');
  for (const value of values) readDiagnosis(value, title, into);
  if (values.length === 0) into.leave(title, 'has no codes');
}

function readDiagnosis(value: Element, title: string, into: Collected): void {
  const codes = [value, ...allAt(value, 'translation')];
  const icd10 = codes.find((each) => attribute(each, 'codeSystem') === codeSystems.icd10.oid);
  const name = attribute(value, 'displayName');
  if (icd10) into.diagnose(attribute(icd10, 'code') ?? '', title);
  else if (name !== undefined) into.leave(`${title}: ${name}`, 'has no ICD-10 code');
}

/** A coverage activity has a policy for each payer, with the payer as its performer and the member as its holder. */
function readPayers(section: Element, into: Collected): void {
  const policies = allAt(section, 'entry/act/entryRelationship/act');
  for (const [index, policy] of policies.entries()) {
    const payer = firstAt(policy, 'performer/assignedEntity/representedOrganization');
    const name = nameOf(payer);
    if (index > 1) into.leave(`Payer: ${name}`, 'is a third one');
    into.take(`Payers.${index}.Name`, name, 'Payers');
    const member = allAt(policy, 'participant').find((each) => attribute(each, 'typeCode') === 'COV');
    into.take(
      `Payers.${index}.MemberId`,
      attribute(firstAt(member, 'participantRole/id'), 'extension'),
      'Payers',
    );
  }
  if (policies.length === 0) into.leave('Payers', 'are not coded');
}

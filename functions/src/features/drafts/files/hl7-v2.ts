import { contactRoles, isSystem, referralNote, sexOf } from '@handoff/shared/domain/referral/exchange-codes';
import { languageNamed } from './c-cda.ts';
import type { Collected } from './collected-fields.ts';
import { forNoCare, refusedFile, spendForParts } from './hostile-file.ts';

export const isHl7 = (text: string) => /^[\s\p{Cc}]*(?:FHS.*[\r\n]+)?(?:BHS.*[\r\n]+)?MSH[^\w\s]/u.test(text);

/** The messages that refer a patient or order care. */
const referring = /^(?:REF|OMG|ORM|OSU|MDM)$/;
/** Sections of HL7 table 0074 that take pictures, test or measure. */
const diagnostic =
  /^(?:RAD|RX|CT|MRI?|NMR|NMS|RUS|VUS|OUS|CUS|XRC|CTH|LAB|CH|HM|MB|BLB|IMM|TX|SP|EC|EN|PF|CP)$/;

/** One segment; fields count from one, as the standard does, and each may repeat. */
interface Segment {
  name: string;
  field: (at: number) => string[][];
  /** The subcomponents of the first component. */
  parts: (at: number) => string[];
  /** The text of a component of the first repetition. */
  text: (at: number, component?: number) => string;
}

/** Reads a referral (REF) or an order (OMG) of HL7 2.3 to 2.8, whose fields are the same for what is taken here. */
export function readHl7(text: string, into: Collected): void {
  const segments = segmentsOf(text, into);
  const named = (...names: string[]) => segments.filter(({ name }) => names.includes(name));
  const [header, second] = named('MSH');
  if (second) throw refusedFile('This file has several messages. Send each on its own.');
  if (named('PID').length > 1)
    throw refusedFile('This message is about several patients. Send each on its own.');
  const type = header?.text(9) ?? '';
  if (!referring.test(type)) throw refusedFile(`A message of type ${type.slice(0, 10)} is not a referral.`);
  for (const segment of segments) {
    const read = readers[segment.name];
    if (read) read(segment, into);
    else if (left.has(segment.name)) into.leave(left.get(segment.name) ?? segment.name);
  }
  readPayers(named('IN1'), into);
  readContacts(named('NK1'), into);
}

function segmentsOf(text: string, { budget }: Collected): Segment[] {
  const lines = text
    .replaceAll(/[^\P{Cc}\r\n]/gu, '')
    .split(/[\r\n]+/)
    .filter((line) => /^[A-Z][A-Z\d]{2}/.test(line) && !/^[FB][HT]S/.test(line));
  const marks = lines[0]?.slice(3, 8) ?? '';
  spendForParts(text, `\r\n${marks}`, budget);
  const [between = '|', component = '^', repetition = '~', escape = '\\', part = '&'] = marks;
  const plain = unescaped({ F: between, S: component, R: repetition, E: escape, T: part }, escape);
  return lines.map((line): Segment => {
    const fields = line.split(between);
    // The first field of MSH is the character between the fields.
    const shift = fields[0] === 'MSH' ? 1 : 0;
    const field = (at: number) =>
      (fields[at - shift] ?? '').split(repetition).map((each) => each.split(component).map(plain));
    return {
      name: fields[0] ?? '',
      field,
      parts: (at) => (field(at)[0]?.[0] ?? '').split(part),
      text: (at, of = 1) => (field(at)[0]?.[of - 1] ?? '').split(part)[0] ?? '',
    };
  });
}

const unescaped =
  (marks: Record<string, string>, escape: string) =>
  (text: string): string =>
    text
      .split(escape)
      .map((piece, index, { length }) => {
        if (index % 2 === 0 || index === length - 1) return piece;
        if (piece === '.br') return '\n';
        return Object.hasOwn(marks, piece) ? marks[piece] : '';
      })
      .join('');

type Read = (segment: Segment, into: Collected) => void;

const readers: Partial<Record<string, Read>> = {
  PID: readPatient,
  PV1: readStay,
  PRD(segment, into) {
    // RP refers; RT, to whom, is this agency.
    if (!segment.field(1).some(([role]) => role === 'RP')) return;
    takePractitioner(segment.field(2)[0], { name: [2, 1], npi: undefined }, 'PRD-2', into);
    const ids = segment.field(7);
    for (const [id, type] of ids) if (isSystem('npi', type)) into.take('Clinical.OrderingNpi', id, 'PRD-7');
    into.take('Source.Organization', segment.text(10) || segment.text(4, 4), 'PRD-10');
    into.take('Source.Phone', phoneIn(segment.field(5)), 'PRD-5');
  },
  RF1(segment, into) {
    into.order(segment.text(6), segment.text(6, 2));
    for (const reason of segment.field(10)) tellReason(reason, 'RF1-10', into);
  },
  AUT(segment, into) {
    into.take('Clinical.AuthorizationNumber', segment.text(6), 'AUT-6');
    into.take('Clinical.AuthorizedFrom', segment.text(4), 'AUT-4');
    into.take('Clinical.AuthorizedTo', segment.text(5), 'AUT-5');
    into.take('Clinical.AuthorizedVisits', segment.text(9), 'AUT-9');
  },
  ORC(segment, into) {
    into.order(segment.text(2), segment.text(2, 2));
    takePractitioner(segment.field(12)[0], { name: [3, 2], npi: 1 }, 'ORC-12', into);
    into.take('Source.Organization', segment.text(21), 'ORC-21');
    into.take('Source.Phone', phoneIn(segment.field(23)), 'ORC-23');
  },
  OBR(segment, into) {
    if (diagnostic.test(segment.text(24))) throw refusedFile(forNoCare);
    const service = segment.text(4, 2);
    if (service !== '') into.tell(`Requested: ${service}`, 'OBR-4');
    takePractitioner(segment.field(16)[0], { name: [3, 2], npi: 1 }, 'OBR-16', into);
    for (const reason of segment.field(31)) tellReason(reason, 'OBR-31', into);
  },
  DG1(segment, into) {
    const [code = '', text = '', system] = segment.field(3)[0] ?? [];
    if (isSystem('icd10', system) || isSystem('icd10', segment.text(2))) into.diagnose(code, 'DG1-3');
    else into.leave(`Diagnosis: ${text || code}`, 'has no ICD-10 code');
  },
  NTE: (segment, into) =>
    into.tell(
      segment
        .field(3)
        .map(([text]) => text)
        .join('\n'),
      'NTE-3',
    ),
  OBX: readObservation,
};

/** Segments with something that a nurse may want to know; all others are about the message itself. */
const left = new Map([
  ['AL1', 'Allergies'],
  ['IAM', 'Allergies'],
  ['PR1', 'Procedures'],
  ['RXA', 'Vaccinations'],
  ['RXO', 'Medications'],
  ['RXE', 'Medications'],
  ['GT1', 'Guarantor'],
  ['ACC', 'Accident'],
  ['SPM', 'Specimens'],
]);

function readPatient(segment: Segment, into: Collected): void {
  for (const [id, , , , type] of segment.field(3)) {
    into.take('Patient.Mbi', isSystem('mbi', type) ? id : undefined, 'PID-3');
    into.take('Patient.Ssn', isSystem('ssn', type) ? id : undefined, 'PID-3');
  }
  into.take('Patient.LastName', segment.text(5), 'PID-5');
  into.take('Patient.FirstName', segment.text(5, 2), 'PID-5');
  into.take('Patient.DateOfBirth', segment.text(7), 'PID-7');
  into.take('Clinical.Sex', sexOf(segment.text(8)), 'PID-8');
  into.take('Address.StreetAddress', streetIn(segment), 'PID-11');
  into.take('Address.Unit', segment.text(11, 2), 'PID-11');
  into.take('Address.City', segment.text(11, 3), 'PID-11');
  into.take('Address.State', segment.text(11, 4), 'PID-11');
  into.take('Address.ZipCode', segment.text(11, 5), 'PID-11');
  into.take('Address.County', /^\d+$/.test(segment.text(11, 9)) ? undefined : segment.text(11, 9), 'PID-11');
  into.take('Patient.Phone', phoneIn(segment.field(13)), 'PID-13');
  into.take(
    'Clinical.Language',
    segment.text(15, 2) || languageNamed(segment.text(15).toLowerCase()),
    'PID-15',
  );
  into.take('Patient.Ssn', segment.text(19), 'PID-19');
}

/** The whole street, or its name and number in parts of their own (SAD of HL7 2.5). */
function streetIn(segment: Segment): string {
  const [whole = '', name = '', number = ''] = segment.parts(11);
  if (whole !== '' && !/^[\d-]+[A-Z]?$/i.test(whole)) return whole;
  return [whole || number, name].filter((part) => part !== '').join(' ');
}

/** PV1-2 says whether the patient had a bed; the end of a visit is no discharge. */
function readStay(segment: Segment, into: Collected): void {
  if (!/^I?$/i.test(segment.text(2))) return into.leave('Visit', 'is not a stay');
  into.take('Clinical.Room', segment.text(3, 2), 'PV1-3');
  into.take('Clinical.Facility', segment.text(3, 4), 'PV1-3');
  into.take('Clinical.DischargeDate', segment.text(45), 'PV1-45');
}

/** A number as one text, or by its area code and local number. */
function phoneIn(numbers: readonly string[][]): string | undefined {
  const phones = numbers.filter(
    ([, , equipment]) => equipment === undefined || /^(?:|PH|CP)$/.test(equipment),
  );
  const [number = '', , , , , area = '', local = '', , , , , whole = ''] = phones[0] ?? [];
  return number || whole || `${area}${local}`;
}

interface Places {
  name: [given: number, family: number];
  npi: number | undefined;
}

function takePractitioner(
  parts: readonly string[] | undefined,
  places: Places,
  from: string,
  into: Collected,
): void {
  const [given, family] = places.name.map((at) => parts?.[at - 1] ?? '');
  into.take('Clinical.OrderingPractitioner', `${given} ${family}`, from);
  if (places.npi !== undefined && parts?.[12] === 'NPI') into.take('Clinical.OrderingNpi', parts[0], from);
  else if (places.npi !== undefined && /^[12]\d{9}$/.test(parts?.[0] ?? ''))
    into.take('Clinical.OrderingNpi', parts?.[0], from);
}

function tellReason([code = '', text = '', system]: readonly string[], from: string, into: Collected): void {
  if (isSystem('icd10', system)) into.diagnose(code, from);
  else into.tell(text || code, from);
}

function readPayers(insurances: readonly Segment[], into: Collected): void {
  for (const [index, insurance] of insurances.entries()) {
    if (index > 1) into.leave(`Payer: ${insurance.text(4)}`, 'is a third one');
    into.take(`Payers.${index}.Name`, insurance.text(4), 'IN1-4');
    into.take(`Payers.${index}.Plan`, insurance.text(2, 2), 'IN1-2');
    into.take(`Payers.${index}.MemberId`, insurance.text(36) || insurance.text(49), 'IN1-36');
  }
}

function readContacts(contacts: readonly Segment[], into: Collected): void {
  const withRole = (roles: readonly string[]) =>
    contacts.filter((contact) => roles.includes(contact.text(7)) || roles.includes(contact.text(3)));
  const emergency = [
    ...withRole(contactRoles.emergency),
    ...withRole(contactRoles.nextOfKin),
    ...contacts,
  ][0];
  if (!emergency) return;
  into.take('Clinical.EmergencyContact', `${emergency.text(2, 2)} ${emergency.text(2)}`, 'NK1-2');
  into.take('Clinical.EmergencyPhone', phoneIn(emergency.field(5)), 'NK1-5');
  for (const contact of contacts.filter((each) => each !== emergency))
    into.leave(`Contact: ${contact.text(2, 2)} ${contact.text(2)}`);
}

const endings = new Map([
  ['pdf', 'pdf'],
  ['jpeg', 'jpg'],
  ['jpg', 'jpg'],
  ['png', 'png'],
  ['tiff', 'tiff'],
  ['xml', 'xml'],
]);

/** An observation may be an attached file: its source, type, subtype, encoding and content. */
function readObservation(segment: Segment, into: Collected): void {
  const name = segment.text(3, 2) || segment.text(3);
  const [, , subtype = '', encoding, content = ''] = segment.field(5)[0] ?? [];
  if (segment.text(2) !== 'ED') {
    if (segment.text(3) === referralNote.reason) into.tell(segment.field(5).flat().join('\n'), 'OBX-5');
    else into.leave(`Observation: ${name}`);
    return;
  }
  const ending = endings.get(subtype.toLowerCase());
  if (ending !== undefined && encoding === 'Base64')
    into.attach(`${name || 'document'}.${ending}`, Buffer.from(content, 'base64'));
  else into.leave(`Attachment: ${name}`, 'cannot be attached');
}

import { dayOf } from '../domain/records/calendar-day.ts';
import { formatMbi } from '../domain/person/identifiers.ts';
import { channels, sourceKinds } from '../domain/referral/referral-fields.ts';
import { mbisIn } from '../domain/person/mbi-text.ts';
import type { Meaning, Owner } from './label.ts';
import type { ReadCell } from './find-labels.ts';
import type { Pair, Value } from './pairs.ts';
import { repaired } from './repairs.ts';
import { isListOfServices, servicesIn } from './services.ts';
import {
  addressIn,
  cased,
  cityAlone,
  codesIn,
  dashedSsnIn,
  daysIn,
  hasMoreNames,
  isBlank,
  markedPart,
  medicareNumberIn,
  memberNumberIn,
  nameIn,
  npiIn,
  partOfName,
  personIn,
  phoneIn,
  sexIn,
  ssnIn,
  stateIn,
  timeIn,
  titleIn,
  unitIn,
  yesOrNoIn,
  zipIn,
} from './values.ts';

export interface FoundField {
  path: string;
  value: string;
  from: Value;
  /** The text of the page, where look-alike letters and digits were exchanged to get the value. */
  repairedFrom?: string;
  /** A reason to look before accepting, as a sentence without its period. */
  doubt?: string | undefined;
}

type Read = (text: string, today: Date) => Record<string, string>;

const one =
  (path: string, read: (text: string) => string): Read =>
  (text) => ({ [path]: read(text) });

/** Dates of a plan may be ahead; a two-digit year is then of this century. */
export const comingDay = (text: string, today: Date) =>
  daysIn(text, new Date(today.getFullYear() + 1, 0))[0] ?? '';
const day =
  (path: string): Read =>
  (text, today) => ({ [path]: comingDay(text, today) });

export const dayNow = (today: Date) =>
  dayOf(today.getFullYear(), today.getMonth() + 1, today.getDate()) ?? '';

const inPatient = (path: string) => `Patient.${path}`;
const clinical = (path: string) => `Clinical.${path}`;

/** The name after "by" or "with", in a text such as "11/20/2026 with Dr. Olive Orderdemo". */
const byIn = (text: string) => titleIn(/\b(?:by|with)\b:?\s+(.+)$/i.exec(text)?.[1] ?? '');
const nameBeside = (text: string) =>
  titleIn(text.replace(/^.*\d[/-]\d+[/-]\d+\s*/, '').replace(/^(?:by|with)\s+/i, ''));

/** The fields of labels that are always the patient's, or of the referral as a whole. */
const ownFields: Partial<Record<Meaning, Read>> = {
  'birth date': (text) => ({ [inPatient('DateOfBirth')]: daysIn(text)[0] ?? '' }),
  sex: one(clinical('Sex'), sexIn),
  language: one(clinical('Language'), (text) =>
    cased(/^\p{L}[\p{L} ]{1,24}(?=$|[/,;.(-])/u.exec(text)?.[0] ?? ''),
  ),
  'medicare number': one(inPatient('Mbi'), medicareNumberIn),
  'social security number': one(inPatient('Ssn'), ssnIn),
  'primary diagnosis': (text) => diagnoses(text),
  'other diagnoses': (text) => ({ [clinical('OtherDiagnoses')]: codesIn(text).join(', ') }),
  homebound: one(clinical('Homebound'), yesOrNoIn),
  'requested start': day(clinical('RequestedStart')),
  // A start that is ahead is the one that is asked for.
  'start of care': (text, today) => {
    const start = comingDay(text, today);
    return { [clinical(start > dayNow(today) ? 'RequestedStart' : 'StartOfCare')]: start };
  },
  discharge: day(clinical('DischargeDate')),
  notice: day(clinical('NoticeFiled')),
  room: one(clinical('Room'), (text) =>
    /\d/.test(text) && text.length <= 20 ? text.replace(/[,;.]+$/, '') : '',
  ),
  services: one('Services', servicesIn),
  received: (text, today) => ({ ReceivedAt: dayAndTime(text, today) }),
  time: one('ReceivedAt.Time', timeIn),
  summary: one('ClinicalSummary', (text) => text.replaceAll('\n', ' ')),
};

/** A day, and its time if the text has one. */
function dayAndTime(text: string, today: Date): string {
  const [received = ''] = daysIn(text, today);
  const time = timeIn(text);
  return received === '' || time === '' ? received : `${received}T${time}`;
}

function diagnoses(text: string): Record<string, string> {
  const [primary = '', ...others] = codesIn(text);
  return { [clinical('PrimaryDiagnosis')]: primary, [clinical('OtherDiagnoses')]: others.join(', ') };
}

export function patientName(text: string): Record<string, string> {
  const name = nameIn(text);
  return { [inPatient('LastName')]: name?.last ?? '', [inPatient('FirstName')]: name?.first ?? '' };
}

/** A line that was too short for its street. */
const endOfStreet = /\n(?=(?:ave|avenue|st|street|rd|road|dr|drive|ln|lane|ct|court|blvd|way|pl|place)\b)/gi;

export function patientAddress(text: string): Record<string, string> {
  const { street, unit, city, state, zip } = addressIn(
    text.replaceAll(endOfStreet, ' ').replaceAll('\n', ', '),
  );
  return {
    'Address.ZipCode': zip,
    'Address.StreetAddress': street,
    'Address.Unit': unit,
    'Address.City': city,
    'Address.State': state,
  };
}

/** Beside its label, a street needs no type: "37 Rue Demoiselle". */
function labeledAddress(text: string): Record<string, string> {
  const found = patientAddress(text);
  const [street] = /^\d+[\w/-]*(?: \d\/\d)?(?: [\p{L}\d.'’-]+){1,5}$/u.exec(text.trim()) ?? [];
  return Object.values(found).every((value) => value === '') && street !== undefined
    ? { 'Address.StreetAddress': street }
    : found;
}

const among = <Word extends string>(words: readonly Word[], text: string) =>
  words.find((word) => word.toLowerCase() === text.trim().toLowerCase());
const sourcePlace = (text: string): Record<string, string> => {
  const [kind, channel] = [among(sourceKinds, text), among(channels, text)];
  if (channel) return { 'Source.Channel': channel };
  return kind
    ? { 'Source.Kind': kind }
    : { 'Source.Organization': titleIn(text), 'Source.Phone': phoneIn(text) };
};

const isPlace =
  /\b(?:hospital|center|centre|clinic|rehab\w*|nursing|health\w*|medical|practice|group|associates|hospice|care|facility|manor|village|system)\b/i;

/** "Dana Desk, Sample General Hospital" in either order, or one of them. */
function sender(text: string): Record<string, string> {
  // Of an e-mail: "Dana Desk <dana.desk@hospital.example>".
  const [, writer] = /^"?([^<>"]+)"?\s*<\S+@\S+>?/.exec(text) ?? [];
  if (writer !== undefined) return { 'Source.ContactName': titleIn(writer) };
  const parts = text
    .split(/,| {2,}|\s[-–—/|]\s/)
    .map(titleIn)
    .filter((part) => part !== '');
  return {
    'Source.ContactName': parts.find((part) => !isPlace.test(part)) ?? '',
    'Source.Organization': parts.find((part) => isPlace.test(part)) ?? '',
    'Source.Phone': phoneIn(text),
  };
}

const payer = (index: number): Partial<Record<Meaning, Read>> => ({
  name: (text) => ({
    [`Payers.${index}.Name`]: payerIn(text),
    [`Payers.${index}.MemberId`]: memberNumberIn(/\s[-–—]\s+(\S+)$/.exec(text)?.[1] ?? ''),
  }),
  plan: one(`Payers.${index}.Plan`, titleIn),
  'member number': one(`Payers.${index}.MemberId`, memberNumberIn),
});

/** The name of a payer ends before its number; of several to mark, the marked one, which "Other" does not name. */
function payerIn(text: string): string {
  const name = markedPart(text);
  return /^(?:primary|secondary|tertiary|other)$/i.test(name.trim())
    ? ''
    : titleIn(name.replace(/^\s*other:?\s*|\s*(?:#|\bid\b|\bpolicy\b|\d[\w-]{5,}).*$/gi, ''));
}

const practitioner = (name: string, npi: string): Partial<Record<Meaning, Read>> => ({
  name: (text) => ({ [clinical(name)]: titleIn(beforeAddress(text)), [clinical(npi)]: npiIn(text) }),
  npi: one(clinical(npi), npiIn),
});

/** Some forms ask for the name and the address beside one label. */
const beforeAddress = (text: string) => text.split(/[\s,]+(?=\d{1,6} |P\.? ?O\.? Box)/i, 1)[0] ?? '';

const contact = (name: string, phone: string): Partial<Record<Meaning, Read>> => ({
  name: (text) => ({ [clinical(name)]: personIn(text), [clinical(phone)]: phoneIn(text) }),
  // Some forms ask for both beside one label, "Emergency contact / phone".
  phone: (text) => ({ [clinical(phone)]: phoneIn(text), [clinical(name)]: personBeforePhone(text) }),
});

function personBeforePhone(text: string): string {
  const name = personIn(text);
  return /^\p{Lu}[\p{L}'’.-]+(?: \p{L}[\p{L}'’.-]*){1,3}$/u.test(name) ? name : '';
}

/** The fields of bare labels by their owner; an owner without the label has no field for it. */
const fieldsByOwner: Record<Owner, Partial<Record<Meaning, Read>>> = {
  patient: {
    name: patientName,
    'last name': one(inPatient('LastName'), partOfName),
    'first name': one(inPatient('FirstName'), (text) => partOfName(text).replace(/ \p{L}\.?$/u, '')),
    phone: one(inPatient('Phone'), phoneIn),
    address: labeledAddress,
    unit: one('Address.Unit', unitIn),
    city: one('Address.City', cityAlone),
    state: one('Address.State', stateIn),
    zip: one('Address.ZipCode', zipIn),
    county: one('Address.County', cityAlone),
  },
  source: {
    name: sender,
    phone: one('Source.Phone', phoneIn),
    from: sourcePlace,
  },
  ordering: practitioner('OrderingPractitioner', 'OrderingNpi'),
  certifying: practitioner('CertifyingPractitioner', 'CertifyingNpi'),
  encounter: {
    date: (text, today) => ({
      [clinical('FaceToFaceDate')]: comingDay(text, today),
      [clinical('FaceToFaceBy')]: byIn(text),
    }),
    by: one(clinical('FaceToFaceBy'), nameBeside),
    name: one(clinical('FaceToFaceBy'), nameBeside),
  },
  emergency: contact('EmergencyContact', 'EmergencyPhone'),
  representative: contact('Representative', 'RepresentativePhone'),
  payer: payer(0),
  'secondary payer': payer(1),
  facility: { name: one(clinical('Facility'), titleIn), from: one(clinical('Facility'), titleIn) },
  authorization: {
    needed: one(clinical('AuthorizationNeeded'), yesOrNoIn),
    'member number': one(clinical('AuthorizationNumber'), memberNumberIn),
    from: day(clinical('AuthorizedFrom')),
    to: day(clinical('AuthorizedTo')),
    'from and to': (text, today) => {
      const [from = '', to = ''] = daysIn(text, new Date(today.getFullYear() + 1, 0));
      return { [clinical('AuthorizedFrom')]: from, [clinical('AuthorizedTo')]: to };
    },
    visits: one(clinical('AuthorizedVisits'), (text) => /^\D{0,3}(\d{1,3})\b/.exec(text)?.[1] ?? ''),
  },
  former: {},
  other: {},
};

/** Several lines of an address, of diagnoses or of a summary. */
const MOST_CHARACTERS = 600;

/** The fields that a label and its value fill; the first place whose text fits the label counts. */
export function fieldsOf({ means, owner, values }: Pair, today: Date): FoundField[] {
  const read = owner && fieldOf(owner, means);
  if (!read) return [];
  for (const from of values) {
    const typed = from.text.slice(0, MOST_CHARACTERS);
    if (isBlank(typed)) return [];
    const whole = hasLines.has(means) ? typed : typed.replaceAll('-\n', '-').replaceAll('\n', ' ');
    const text = isScanned(from) ? repaired(whole, means) : whole;
    const found = Object.entries(read(text, today)).filter(([, value]) => value !== '');
    const isUnsure = means === 'name' && owner === 'patient' && hasMoreNames(text);
    const notes = { ...(text !== whole && { repairedFrom: typed }), ...(isUnsure && { doubt: moreNames }) };
    if (found.length > 0) return found.map(([path, value]) => ({ path, value, from, ...notes }));
  }
  return [];
}

const fieldOf = (owner: Owner, means: Meaning): Read | undefined =>
  (owner === 'patient' ? ownFields[means] : undefined) ?? fieldsByOwner[owner][means];

const moreNames = 'The page has another given name. Check whether it belongs to the first one';

/** The lines of others are one text, for which a line was too short. */
const hasLines = new Set<Meaning>([
  'address',
  'primary diagnosis',
  'other diagnoses',
  'services',
  'summary',
  'sex',
  'homebound',
  'needed',
]);

const isScanned = ({ words }: Value) => words.some(({ confidence }) => confidence !== undefined);

/** Numbers that are clear without a label, and an address right below the patient's lines. */
export function looseFields(cells: readonly ReadCell[], pairs: readonly Pair[]): FoundField[] {
  return [...cells.flatMap((cell) => looseIn(cell, pairs)), ...looseInLines(cells)];
}

/** Boxes to mark stand apart on one line, often below a title alone. */
function looseInLines(cells: readonly ReadCell[]): FoundField[] {
  const lines = Map.groupBy(cells, ({ line }) => line);
  return [...lines.values()].flatMap((line) => {
    const text = line.map((cell) => cell.text).join(' ');
    const from = { text, words: line.flatMap(({ words }) => words), line: text };
    const found = {
      Services: isListOfServices(text) ? servicesIn(text) : '',
      [clinical('Sex')]: sexOfBoxes([text, ...line.map((cell) => cell.text)]),
    };
    return Object.entries(found).flatMap(([path, value]) => (value === '' ? [] : { path, value, from }));
  });
}

function looseIn(cell: ReadCell, pairs: readonly Pair[]): FoundField[] {
  const from = { text: cell.text, words: cell.words, line: cell.text };
  const [mbi] = mbisIn(cell.text);
  const found = {
    [inPatient('Mbi')]: mbi === undefined ? '' : formatMbi(mbi),
    [inPatient('Ssn')]: cell.labels.length === 0 ? dashedSsnIn(cell.text) : '',
    ...(isBelowPatient(cell, pairs) && patientAddress(cell.text)),
    ReceivedAt: isSentByFax(cell) ? dayAndTime(cell.text, new Date()) : '',
  };
  return Object.entries(found).flatMap(([path, value]) => (value === '' ? [] : { path, value, from }));
}

const sexOfBoxes = (texts: readonly string[]) => sexIn(texts.find((text) => twoSexes.test(text)) ?? '');

/** Boxes for both, which need no label. */
const twoSexes = /^[^\p{L}]*(?:x\s)?(?:m|male)[^\p{L}]*(?:x[^\p{L}]*)?(?:f|female)[^\p{L}]*x?[^\p{L}]*$/iu;

/** A fax machine prints the time and its number at the very top. */
const TOP = 0.06;
const isSentByFax = ({ y, text }: ReadCell) =>
  y < TOP && timeIn(text) !== '' && /\b(?:fax|from|to|p(?:age|g)?\.?\s*\d)/i.test(text);

const NEAR = 0.05;

function isBelowPatient({ labels, heading, isProse, page, y, x }: ReadCell, pairs: readonly Pair[]): boolean {
  if (labels.length > 0 || heading || isProse) return false;
  const lastAbove = pairs.findLast(({ values }) => {
    const [word] = values[0]?.words ?? [];
    return word !== undefined && word.page === page && word.y < y && y - word.y < NEAR && word.x < x + 0.3;
  });
  return lastAbove?.owner === 'patient';
}

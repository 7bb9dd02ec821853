import { stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { formatPhone, phoneDigits } from '@handoff/shared/domain/person/contact';
import { formatMbi, Ssn } from '@handoff/shared/domain/person/identifiers';
import { mbisIn } from '../../../../ui/inputs/mbi-text.ts';
import { dayOfText } from '../../../../ui/inputs/typed-time.ts';
import { placeName } from '../../../../text/format.ts';

/** A value that a pattern found, for a person to accept or skip. */
export interface Proposal {
  path: string;
  value: string;
  /** The line in which it was found. */
  line: string;
}

/** Finds the parts of a referral in the text of a fax, by pattern only, at most one for each field, in form order. */
export function proposalsIn(text: string): Proposal[] {
  const lines = text.split(/\r?\n/).map((line) => line.replaceAll(/\s+/g, ' ').trim());
  const found = new Map<string, Proposal>();
  for (const [index, line] of lines.entries())
    for (const find of finders)
      for (const { path, value } of find(line, lines[index + 1] ?? ''))
        if (!found.has(path) && value !== '') found.set(path, { path, value, line });
  return order.flatMap((path) => found.get(path) ?? []);
}

const order = [
  'Source.Phone',
  'Patient.LastName',
  'Patient.FirstName',
  'Patient.DateOfBirth',
  'Patient.Phone',
  'Patient.Mbi',
  'Patient.Ssn',
  'Address.ZipCode',
  'Address.StreetAddress',
];

type Found = Pick<Proposal, 'path' | 'value'>;
type Finder = (line: string, next: string) => Found[];

const patient = /\b(?:patient(?:'s)?(?: name)?|pt(?: name)?|resident|client|name)\s*:\s*(.+)/iu;
const lastName = /\b(?:last|family) name\s*[:#.]?\s*([\p{L}][\p{L}'’-]*(?: [\p{L}][\p{L}'’-]*)?)/iu;
const firstName = /\b(?:first|given) name\s*[:#.]?\s*([\p{L}][\p{L}'’-]*)/iu;
/** The next label on the same line ends a name. */
const nextLabel =
  /(?:\b(?:d\.?o\.?b|date of birth|birth ?date|born|mrn|mbi|ssn|sex|gender|age|phone|tel|room|first name|last name|admit)\b|[;|(\d]).*$/i;

const isName = /^(?=\p{Lu})[\p{L}'’-]+(?:[ ,.]+[\p{L}][\p{L}'’-]*)*\.?$/u;

const names: Finder = (line) => {
  const last = firstGroup(lastName, line).replace(nextLabel, '').trim();
  const first = firstGroup(firstName, line);
  if (last !== '' || first !== '') return named(last, first);
  const name = firstGroup(patient, line).replace(nextLabel, '').trim().replace(/,$/, '');
  return isName.test(name) ? nameParts(name) : [];
};

/** "Last, First" and "First Last". */
function nameParts(name: string): Found[] {
  if (name.includes(',')) {
    const [last = '', first = ''] = name.split(',').map((part) => part.trim());
    return named(last, first.split(' ')[0] ?? '');
  }
  const [first = '', ...others] = name.split(' ');
  return named(others.at(-1) ?? first, others.length === 0 ? '' : first);
}

const firstGroup = (pattern: RegExp, line: string): string => pattern.exec(line)?.[1] ?? '';

const named = (last: string, first: string): Found[] => [
  { path: 'Patient.LastName', value: placeName(last.trim()) },
  { path: 'Patient.FirstName', value: placeName(first.trim()) },
];

const birth =
  /\b(?:d\.?o\.?b\.?|date of birth|birth ?date|born)(?: on)?\s*[:#.]?\s*(\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}|\d{4}-\d\d-\d\d|\d{1,2} [a-z]{3,9},? \d{4}|[a-z]{3,9}\.? \d{1,2},? \d{4})/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const birthDate: Finder = (line) => {
  const [, text = ''] = birth.exec(line) ?? [];
  const [, month = ''] = /([a-z]{3})/i.exec(text) ?? [];
  const [first = '', second = ''] = text.match(/\d+/g) ?? [];
  const inNumbers = month === '' ? text : `${months.indexOf(month.toLowerCase()) + 1}/${first}/${second}`;
  return [{ path: 'Patient.DateOfBirth', value: dayOfText(inNumbers) ?? '' }];
};

const medicareNumber: Finder = (line) =>
  mbisIn(line).map((mbi) => ({ path: 'Patient.Mbi', value: formatMbi(mbi) }));

const spelledSsn = /(?<![\d-])\d{3}([- ])\d{2}\1\d{4}(?![\d-])/g;
const labeledSsn = /\b(?:ssn|ss ?#|social security(?: number| no\.?)?) ?[:#.]? ?(\d{9})(?!\d)/i;

const socialSecurityNumber: Finder = (line) =>
  [...(line.match(spelledSsn) ?? []), labeledSsn.exec(line)?.[1] ?? '']
    .filter((text) => Ssn.safeParse(text).success)
    .map((value) => ({ path: 'Patient.Ssn', value }));

const spelledPhone = /(?<![\d-])(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-])\d{3}[\s.-]\d{4}(?![\d-])/g;
const ofSender =
  /\b(?:contact|case manager|planner|discharge|referr|office|hospital|facility|from|physician|dr)\b/i;

/** A fax number is not a phone number to call. */
const phones: Finder = (line) =>
  [...line.matchAll(spelledPhone)]
    .filter(({ index }) => !/\bfax\b[^\d(]*$/i.test(line.slice(0, index)))
    .map(([text]) => ({
      path: ofSender.test(line) ? 'Source.Phone' : 'Patient.Phone',
      value: formatPhone(phoneDigits(text)),
    }));

const zip = /\b([A-Z]{2})\.?,?\s+(\d{5})(?:-\d{4})?\b/i;
const labeledZip = /\bzip(?: code)? ?[:#.]? ?(\d{5})\b/i;
const house = /(?:\b(?:address|addr|street|home)\s*:\s*)?(?<!\d)(\d{1,6}[A-Z]? (?!\d)[\p{L}\d .'#-]+)/iu;
const typeOfStreet =
  /\b(?:st|street|ave|avenue|rd|road|dr|drive|ln|lane|ct|court|pl|place|blvd|way|cir|circle|ter|terrace|hwy|pkwy|row|sq)\b/i;

const address: Finder = (line, next) => [
  { path: 'Address.ZipCode', value: placeIn(line) || firstGroup(labeledZip, line) },
  { path: 'Address.StreetAddress', value: isAddress(line, next) ? streetIn(line) : '' },
];

/** The ZIP code after a state, if it is one of that state. */
function placeIn(line: string): string {
  const [, state = '', code = ''] = zip.exec(line) ?? [];
  return state !== '' && stateOfZip(code) === state.toUpperCase() ? code : '';
}

/** A line is an address if it says so, or if city and state follow. */
const isAddress = (line: string, next: string) =>
  /\baddr|\bhome\b|\bstreet\s*:/i.test(line) || placeIn(line) !== '' || placeIn(next) !== '';

/** The street ends with its type; city and state follow without a comma on many faxes. */
function streetIn(line: string): string {
  const typed = firstGroup(house, line);
  const type = typeOfStreet.exec(typed);
  return type ? typed.slice(0, type.index + type[0].length) : '';
}

const finders: Finder[] = [names, birthDate, medicareNumber, socialSecurityNumber, phones, address];

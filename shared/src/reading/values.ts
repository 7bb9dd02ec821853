import { stateOfZip } from '../domain/address/state-zip.ts';
import { formatPhone, phoneDigits } from '../domain/person/contact.ts';
import { formatMbi, Ssn } from '../domain/person/identifiers.ts';
import { placeName } from '../domain/address/us-state.ts';
import { mbisIn } from '../domain/person/mbi-text.ts';
import { dayOfText } from '../domain/records/calendar-day.ts';

// Reads the values of a referral from the text beside a label; an empty text where there is none.

/** A line that says that something is not known. */
const blank =
  /^(?:[\s_.\-–—/()[\]☐□]*|n\/?a|none|unknown|unk|tbd|see attached.*|not (?:known|given|available|applicable)|same(?: as above)?|pending)$/i;
export const isBlank = (text: string) => blank.test(text.trim());

const days =
  /(?<![\d/])(?:\d{1,2}[/.-]\d{1,2}[/.-](?:\d{4}|\d{2})|\d{4}-\d\d-\d\d|\d{1,2} [a-z]{3,9}\.?,? \d{4}|\d{1,2}-[a-z]{3}-(?:\d{4}|\d{2})|[a-z]{3,9}\.? \d{1,2},? \d{4})(?![\d/])/gi;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The days in a text, as stored. A birth date has no year ahead; another date may be next year. */
export function daysIn(text: string, latest?: Date): string[] {
  return (text.match(days) ?? []).flatMap((day) => dayOfText(inNumbers(day), latest) ?? []);
}

function inNumbers(day: string): string {
  const [, month = ''] = /([a-z]{3})/i.exec(day) ?? [];
  if (month === '') return day;
  const [first = '', second = ''] = day.match(/\d+/g) ?? [];
  return `${months.indexOf(month.toLowerCase()) + 1}/${first}/${second}`;
}

/** A time of day as stored, such as 14:05; without a colon only with "hrs" or in four digits behind a day. */
export function timeIn(text: string): string {
  const [, hour = '', minute = '', half = ''] =
    /(?<![\d:/-])(\d{1,2}):(\d{2})(?::\d{2})?(?![\d:])\s*([ap])?\.?m?\b/i.exec(text) ??
    /(?<=^|\d{4}[ @]{1,3})([01]\d|2[0-3])([0-5]\d)(?:\s*h(?:ou)?rs?\.?)?(?=$|\s)/i.exec(text) ??
    [];
  const hours = (half === '' ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)).toString();
  return hour === '' || Number(hours) > 23 || Number(minute) > 59
    ? ''
    : `${hours.padStart(2, '0')}:${minute}`;
}

const spelledPhone =
  /(?<![\d-])(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s./-])\d{3}[\s.-]\d{4}(?![\d-])|(?<![\d-])[2-9]\d{9}(?![\d-])/g;

/** The first phone number that is no fax number. */
export function phoneIn(text: string): string {
  const found = [...text.matchAll(spelledPhone)].find(
    ({ index }) => !/\bfax\b[^\d(]*$/i.test(text.slice(0, index)),
  );
  if (!found) return '';
  const [extension = ''] =
    /^[\s,]{0,3}(?:ext(?:ension)?|x)[ .:#]{0,3}\d{1,6}(?!\d)/i.exec(
      text.slice(found.index + found[0].length),
    ) ?? [];
  return formatPhone(`${phoneDigits(found[0])}${extension.replace(',', '')}`);
}

/** Also a number whose form is wrong, which a person may then correct from the page. */
export function medicareNumberIn(text: string): string {
  const [mbi] = mbisIn(text);
  if (mbi !== undefined) return formatMbi(mbi);
  const [typed = ''] =
    /(?<![0-9a-z])[0-9a-z]{4}[\s-]?[0-9a-z]{3}[\s-]?[0-9a-z]{4}(?![0-9a-z])/i.exec(text) ?? [];
  return /\d/.test(typed) ? typed.toUpperCase() : '';
}

const spelledSsn = /(?<![\d-])\d{3}([- ]?)\d{2}\1\d{4}(?![\d-])/g;

export const ssnIn = (text: string): string =>
  (text.match(spelledSsn) ?? []).find((typed) => Ssn.safeParse(typed).success) ?? '';

/** Without a label, only a number with the dashes or spaces of the card is one. */
export const dashedSsnIn = (text: string): string => (/\d[ -]\d/.test(text) ? ssnIn(text) : '');

export const npiIn = (text: string): string => /(?<!\d)[12]\d{9}(?!\d)/.exec(text)?.[0] ?? '';

const isName = /^(?=.{0,12}\p{Lu})\p{L}[\p{L}'’-]*\.?(?:[ ,.]+[\p{L}][\p{L}'’-]*)*\.?$/u;
const titles = /^(?:mr|mrs|ms|miss)\.?\s+/i;
const suffix = /^(?:jr|sr|ii|iii|iv)\.?$/i;
const particles = /^(?:de|del|el|al|bin|ibn|della|la|le|van|von|der|den|st\.?|da|dos|di|mac)$/i;

/** "Last, First", "Last, First Middle" and "First Middle Last"; what follows a bracket, slash or digit is no name. */
export function nameIn(text: string): { last: string; first: string } | undefined {
  const name = text
    .replace(titles, '')
    .replace(/(?:[;|(/\d]|\s[-–—]\s).*$/, '')
    .trim()
    .replace(/,$/, '');
  if (!isName.test(name) || name.split(' ').length > 5) return undefined;
  if (!name.includes(',')) return inOrder(name.split(' '));
  const [last = '', ...given] = name
    .split(',')
    .map((part) => part.trim())
    .filter((part) => !suffix.test(part));
  // "John Smith, Jr" has its suffix behind the comma; "Smith Jr, John" before it.
  if (given.length === 0) return inOrder(last.split(' '));
  return { last: cased(withoutSuffix(last)), first: cased(given.join(' ').split(' ')[0] ?? '') };
}

const withoutSuffix = (name: string) =>
  name
    .split(' ')
    .filter((word, index) => index === 0 || !suffix.test(word))
    .join(' ');

/** Whether another given name than the first one stands there, which may belong to it. */
export const hasMoreNames = (text: string): boolean =>
  /^[^,]+,\s*\p{L}[\p{L}'’-]+\s+\p{L}[\p{L}'’-]+/u.test(text) &&
  !suffix.test(
    text
      .trim()
      .split(/[\s,]+/)
      .at(-1) ?? '',
  );

function inOrder(all: readonly string[]): { last: string; first: string } {
  const [first = '', ...others] = withoutSuffix(all.join(' ')).split(' ');
  if (others.length === 0) return { last: cased(first), first: '' };
  let begins = others.length - 1;
  while (begins > 0 && particles.test(others[begins - 1] ?? '')) begins -= 1;
  return { last: cased(others.slice(begins).join(' ')), first: cased(first) };
}

/** A name in capitals only is written as people write it. */
export const cased = (text: string) => placeName(text.trim());

/** One part of a name, as written beside "Last name". */
export function partOfName(text: string): string {
  const name = text
    .replace(/[;|(/\d].*$/, '')
    .replace(/,.*$/, '')
    .trim();
  return isName.test(name) && name.split(' ').length <= 4 ? cased(withoutSuffix(name)) : '';
}

/** A name of a person or place as written, without what follows in brackets or behind its numbers. */
export function titleIn(text: string): string {
  const title = text
    .replace(/\(.*$/, '')
    .replace(/\s(?:[-–—/|]\s|npi\b|ph\b|phone\b|tel\b|fax\b|[+(]?\d{3}[)\s.-]).*$/i, '')
    .replace(/[\s,;:.\-–—/|]+(?:at|on|by)?[\s,;:.\-–—/|]*$/, '')
    .trim();
  return /\p{L}{2}/u.test(title) && !noName.test(title) && title.length <= 80 ? title : '';
}

const ahead =
  /^(?:(?:his|her|their|the|a|an) )?(?:(?:step|grand)?(?:son|daughter|mother|father|brother|sister)(?:[- ]in[- ]law)?|wife|husband|spouse|partner|niece|nephew|cousin|aunt|uncle|friend|neighbor|caregiver|child|parent|sibling|relative)[\s,:-]+(?=\p{Lu})/iu;
const behind =
  /(?:,\s*|\s+[-–—/]\s*|\s+\()(?:(?:step|grand)?(?:son|daughter|mother|father|brother|sister)(?:[- ]in[- ]law)?|wife|husband|spouse|partner|niece|nephew|cousin|aunt|uncle|friend|neighbor|caregiver|child|parent|sibling|relative)\b.*$/iu;

/** The name of a contact without its number in a list and what it is to the patient. */
export function personIn(text: string): string {
  const name = text
    .trim()
    .replace(/^(?:#?\d{1,2}[.):]\s*)/, '')
    .replace(ahead, '')
    .replace(behind, '');
  return titleIn(name);
}
const noName = /^(?:yes|no|self|same|none|unknown)$/i;

export interface ReadAddress {
  street: string;
  unit: string;
  city: string;
  state: string;
  zip: string;
}

const typeOfStreet =
  /\b(?:st|street|ave|avenue|rd|road|dr|drive|ln|lane|ct|court|pl|place|blvd|boulevard|way|cir|circle|ter|terrace|trl|trail|hwy|highway|pkwy|parkway|row|sq|square|loop|turnpike|tpke|path|run|ext|pike|commons|hill|green|alley|point|pt|plaza|plz|crossing|xing)\b\.?(?:\s+(?:n|s|e|w|ne|nw|se|sw|north|south|east|west|ext)\b\.?)?/gi;
const unitPart =
  /,?\s*(?:(?:#\s*|\b(?:apt|apartment|unit|ste|suite|rm|lot|trlr|fl|floor)\b\.?\s*#?\s*)([a-z0-9-]+)|\b((?:\d+(?:st|nd|rd|th)|first|second|third|ground|top|basement) (?:fl|floor)))\b/i;
/** The text beside "Apt" or "Address line 2". A longer number is one of a record. */
export const unitIn = (text: string): string => {
  const unit = unitPart.exec(text.trim());
  const alone = /^(?!\d{5})[\w-]{1,8}$/.exec(text.trim())?.[0] ?? '';
  return unit?.index === 0 ? (unit[1] ?? unit[2] ?? '') : alone;
};
const postBox = /P\.?\s?O\.?\s+Box\s+\d+\s*[,;/]?\s*(?=\d)/gi;
/** A year after its day is not the number of a house. */
const dayBefore = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2},? $/i;
const stateAndZip = /(?:^|[\s,])([A-Z]{2})\.?,?\s+(\d{5})(?:-?\d{4})?(?!\d)/i;
const bareZip = /(?<![\d-])(\d{5})(?:-\d{4})?(?![\d-])/;
const streetStart = /(?<![\d-])(?:\d{1,6}[A-Z]?(?:-\d{1,4})?\s+(?=[\p{L}\d])|P\.?\s?O\.?\s+Box\s+\d)/giu;

/** The parts of an address on one line or several; the street ends with its type where no comma ends it. */
export function addressIn(text: string): ReadAddress {
  // Mail goes to the box, and care to the house.
  const { before, state, zip } = placeIn(text.replaceAll(postBox, ''));
  const begins = [...before.matchAll(streetStart)].find(
    ({ index }) => !dayBefore.test(before.slice(0, index)),
  );
  const rest = begins ? before.slice(begins.index) : '';
  const unit = unitPart.exec(rest);
  const { street, after } = streetOf(
    unit ? `${rest.slice(0, unit.index)}, ${rest.slice(unit.index + unit[0].length)}` : rest,
  );
  return {
    street,
    unit: street === '' ? '' : (unit?.[1] ?? unit?.[2] ?? ''),
    city: zip === '' ? '' : cityIn(begins ? after : before),
    state,
    zip,
  };
}

/** The ZIP code after a state, if it is one of that state. */
function placeIn(text: string): Pick<ReadAddress, 'state' | 'zip'> & { before: string } {
  const place = stateAndZip.exec(text);
  const [, name = '', zip = ''] = place ?? [];
  const state = name.toUpperCase();
  if (!place || stateOfZip(zip) !== state) return { before: text, state: '', zip: '' };
  return { before: text.slice(0, place.index), state, zip };
}

function streetOf(text: string): { street: string; after: string } {
  const [beforeComma = '', ...others] = text.split(',');
  const types = [...beforeComma.matchAll(typeOfStreet)].filter(({ index }) => index > 0);
  // "41 St James Ave" has two words that can be types; the last one before a city counts, unless a comma ends the street.
  const type = others.length > 0 && types.length === 0 ? undefined : lastTypeOf(types, beforeComma);
  if (!type)
    return others.length > 0 && beforeComma.trim() !== ''
      ? { street: tidy(beforeComma), after: others.join(',') }
      : { street: '', after: text };
  const end = type.index + type[0].length;
  return { street: tidy(beforeComma.slice(0, end)), after: `${beforeComma.slice(end)},${others.join(',')}` };
}

/** Two types side by side are one street, "12 Church Hill Rd"; a later one belongs to a city such as "Court Plains". */
function lastTypeOf(types: RegExpExecArray[], text: string): RegExpExecArray | undefined {
  let [chosen] = types;
  for (const type of types.slice(1)) {
    if (!chosen) break;
    const between = text.slice(chosen.index + chosen[0].length, type.index).trim();
    const isStart = /^\d+\S*\s*$/.test(text.slice(0, chosen.index));
    if (between === '' || isStart) chosen = type;
  }
  return chosen;
}

const tidy = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s,.]+$/, '')
    .trim();

function cityIn(text: string): string {
  const city = tidy(text.replaceAll(/[,;|]/g, ' ')).replace(/^[.\s]+/, '');
  return /^[\p{L}][\p{L} .'’-]*$/u.test(city) && city.split(' ').length <= 4 ? cased(city) : '';
}

export const cityAlone = (text: string) => cityIn(text.split(',')[0] ?? '');
export const zipIn = (text: string) => bareZip.exec(text)?.[1] ?? '';
export const stateIn = (text: string) => /^\s*([A-Z]{2})\b/.exec(text)?.[1] ?? '';

const blankBox = /\[\s*\]|☐|□|\(\s{0,2}\)|__+/;
const markedBefore =
  /(?<![\p{L}\d])(?:\[\s*[x✓✔*]\s*\]|☒|☑|■|\(\s*[x✓*]\s*\)|_*x_*(?=[\s\p{L}]))[ \t]*([\p{L}-]{1,20})/iu;
const markedBehind = /([\p{L}-]{1,20})[ \t]*(?:\[\s*[x✓✔*]\s*\]|☒|☑|■|\(\s*[x✓*]\s*\)|_*x_*(?=\s|$))/iu;

/** The text beside a marked box where a form has boxes to mark; otherwise the text itself. */
function markedIn(text: string): string {
  // The first box stands before or behind all of its words.
  const isBehind = /^\s*\p{L}{2,}/u.test(text);
  const [, marked] = (isBehind ? markedBehind : markedBefore).exec(text) ?? [];
  return marked ?? (blankBox.test(text) ? '' : text);
}

/** What stands behind the marked box, up to the next one; the whole text where there are no boxes. */
export function markedPart(text: string): string {
  const parts = text.split(/(\[\s*[x✓✔*]?\s*\]|[☒☑■☐□]|\(\s*[x✓*]?\s*\)|_+x?_+|(?<![\p{L}\d])x(?= ))/iu);
  if (parts.length === 1) return text;
  const at = parts.findIndex((part, index) => index % 2 === 1 && /[x✓✔*☒☑■]/iu.test(part));
  return (parts[at + 1] ?? '').trim();
}

/** The one of two words that is marked, circled or alone. */
function oneOf(text: string, words: readonly [one: RegExp, other: RegExp]): 0 | 1 | undefined {
  const [, circled] = /\(\s*(\p{L}+)\s*\)/u.exec(text) ?? [];
  const marked = markedIn(text);
  const chosen = circled !== undefined && marked === text ? circled : marked;
  const [one, other] = words.map((word) => word.test(chosen));
  // Both of them are the form itself.
  if (one === other) return undefined;
  return one ? 0 : 1;
}

const sexes = [/(?<!\p{L})(?:m|male)(?!\p{L})/iu, /(?<!\p{L})(?:f|female)(?!\p{L})/iu] as const;

export function sexIn(text: string): string {
  const sex = oneOf(text, sexes);
  return sex === undefined ? '' : sex === 0 ? 'Male' : 'Female';
}

const answers = [/(?<!\p{L})y(?:es)?(?!\p{L})/iu, /(?<!\p{L})no?(?!\p{L})/iu] as const;

export function yesOrNoIn(text: string): string {
  // Words may follow an answer that stands alone.
  const [alone] = /^\s*(?:yes|no|y|n)\b(?!\s*[/|(_[☐☒☑□■x])/i.exec(text) ?? [];
  const answer = oneOf(alone ?? text, answers);
  return answer === undefined ? '' : answer === 0 ? 'Yes' : 'No';
}

const code = /(?<![\p{L}\d.-])[A-TV-Z]\d[0-9AB](?:\.[0-9A-Z]{1,4}|[0-9][0-9A-Z]{0,3})?(?![\p{L}\d.-]*\d)/gu;

/** Said of a diagnosis that the patient does not have, or no longer. */
const ruledOut =
  /\b(?:r\/o|rule out|ruled out|rules out|possible|probable|suspected|suspicion of|vs\.?|versus|denies|no evidence of|negative for|resolved|(?:family )?(?:history|hx) of|[fhs]\/?o)\b[^,;\n]{0,60}$/i;
const wasRuledOut = /^[^,;\n]{0,60}\b(?:ruled out|resolved|not confirmed)\b/i;

/** Codes of ICD-10-CM, with their points. A code of history says itself that it is one. */
export const codesIn = (text: string): string[] => [
  ...new Set(
    [...text.replaceAll(/\n(?!\s*(?:\d{1,2}[.)]\s*)?[A-TV-Z]\d)/g, ' ').matchAll(code)]
      .filter(
        ({ 0: found, index, input }) =>
          found.startsWith('Z') ||
          (!ruledOut.test(input.slice(0, index)) && !wasRuledOut.test(input.slice(index + found.length))),
      )
      .map(([found]) => found.replace(/^(.{3})\.?(?=.)/, '$1.')),
  ),
];

export const memberNumberIn = (text: string): string => {
  const [number = ''] =
    /^[\s#:]*((?=[\w-]*\d)[A-Z0-9][A-Z0-9-]{3,24}(?:\s(?=[\d-]+\b)[\d-]{2,})*)/i.exec(text) ?? [];
  return number.replace(/^[\s#:]+/, '').trim();
};

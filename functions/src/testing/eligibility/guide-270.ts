import { isServiceType } from '@handoff/shared/domain/eligibility/agency-settings';
import { isMbi, isNpi } from '@handoff/shared/domain/person/identifiers';
import { at, readX12, repeated, type Segment } from '@handoff/shared/domain/eligibility/x12';

// The 270 by the element table of its guide (005010X279A1), filled as CMS requires; our own 270 is compared with it.

/** `min`, `max` and format of a value; an element that is not in the table must be empty. */
interface Element {
  min: number;
  max: number;
  codes?: string[];
  pattern?: RegExp;
  isOptional?: boolean;
  check?: (value: string) => boolean;
}

interface Line {
  id: string;
  elements: Record<number, Element>;
}

const an = (min: number, max: number, more: Partial<Element> = {}): Element => ({ min, max, ...more });
const code = (...codes: string[]): Element => {
  const lengths = codes.map(({ length }) => length);
  return { min: Math.min(...lengths), max: Math.max(...lengths), codes };
};
const numbers = (min: number, max = min): Element => an(min, max, { pattern: /^\d+$/ });
const day = (length: 6 | 8): Element =>
  an(length, length, { check: (value) => isDate(length === 6 ? `20${value}` : value) });
const time: Element = an(4, 4, { pattern: /^([01]\d|2[0-3])[0-5]\d$/ });
/** Allows X12's basic and extended characters without the separators, and no space at either end. */
const text = (min: number, max: number, more: Partial<Element> = {}): Element =>
  an(min, max, {
    pattern: /^[A-Z0-9!"&'()+,\-./:;?=%@_{}\\<>#$[\]]([A-Z0-9 !"&'()+,\-./:;?=%@_{}\\<>#$[\]]*[^ ])?$/,
    ...more,
  });

const GUIDE = '005010X279A1';
const hierarchy = (number: string, parent: string | undefined, level: string, child: string): Line => ({
  id: 'HL',
  elements: {
    1: code(number),
    ...(parent !== undefined && { 2: code(parent) }),
    3: code(level),
    4: code(child),
  },
});

const table: Line[] = [
  {
    id: 'ISA',
    elements: {
      1: code('00'),
      2: an(10, 10),
      3: code('00'),
      4: an(10, 10),
      5: code('ZZ'),
      6: an(15, 15),
      7: code('ZZ'),
      8: an(15, 15),
      9: day(6),
      10: time,
      11: code('^'),
      12: code('00501'),
      13: numbers(9),
      14: code('0', '1'),
      15: code('P', 'T'),
      16: code('|'),
    },
  },
  {
    id: 'GS',
    elements: {
      1: code('HS'),
      2: text(2, 15),
      3: text(2, 15),
      4: day(8),
      5: time,
      6: numbers(1, 9),
      7: code('X'),
      8: code(GUIDE),
    },
  },
  { id: 'ST', elements: { 1: code('270'), 2: numbers(4, 9), 3: code(GUIDE) } },
  { id: 'BHT', elements: { 1: code('0022'), 2: code('13'), 3: text(1, 50), 4: day(8), 5: time } },
  hierarchy('1', undefined, '20', '1'),
  { id: 'NM1', elements: { 1: code('PR'), 2: code('2'), 3: text(1, 60), 8: code('PI'), 9: text(2, 80) } },
  hierarchy('2', '1', '21', '1'),
  {
    id: 'NM1',
    elements: { 1: code('1P'), 2: code('2'), 3: text(1, 60), 8: code('XX'), 9: an(10, 10, { check: isNpi }) },
  },
  hierarchy('3', '2', '22', '0'),
  { id: 'TRN', elements: { 1: code('1'), 2: text(1, 50), 3: an(10, 10, { pattern: /^[1-9][A-Z0-9]{9}$/ }) } },
  {
    id: 'NM1',
    elements: {
      1: code('IL'),
      2: code('1'),
      3: text(1, 60),
      4: text(1, 35),
      8: code('MI'),
      9: an(11, 11, { check: isMbi }),
    },
  },
  { id: 'DMG', elements: { 1: code('D8'), 2: day(8) } },
  { id: 'DTP', elements: { 1: code('291'), 2: code('D8', 'RD8'), 3: an(8, 17, { check: isPeriod }) } },
  { id: 'EQ', elements: { 1: an(1, 300) } },
  { id: 'SE', elements: { 1: numbers(1, 10), 2: numbers(4, 9) } },
  { id: 'GE', elements: { 1: code('1'), 2: numbers(1, 9) } },
  { id: 'IEA', elements: { 1: code('1'), 2: numbers(9) } },
];

const ISA_CHARACTERS = 106;

/** Returns what the guide would refuse, by segment and element; nothing when the 270 is valid. */
export function problemsOf270(raw: string): string[] {
  const interchange = readX12(raw);
  if (interchange.kind === 'notX12') return [interchange.why];
  const { segments } = interchange;
  return [
    ...(raw.indexOf('~') === ISA_CHARACTERS - 1 ? [] : ['ISA is not 106 characters long']),
    ...(interchange.isLastTerminated ? [] : ['the last segment is not terminated']),
    ...orderProblems(segments),
    ...segments.flatMap((segment, index) => elementProblems(segment, table[index])),
    ...countProblems(segments),
    ...serviceTypeProblems(segments),
  ];
}

function orderProblems(segments: Segment[]): string[] {
  const [found, wanted] = [segments, table].map((lines) => lines.map(({ id }) => id).join(' '));
  return found === wanted ? [] : [`the segments are ${found}`];
}

function elementProblems(segment: Segment, line: Line | undefined): string[] {
  if (line?.id !== segment.id) return [];
  const last = Math.max(segment.elements.length - 1, ...Object.keys(line.elements).map(Number));
  return Array.from({ length: last }, (_, index) => index + 1).flatMap((number) => {
    const value = at(segment, number);
    const problem = problemOf(value, line.elements[number]);
    return problem === undefined ? [] : [`${segment.id}${String(number).padStart(2, '0')} ${problem}`];
  });
}

function problemOf(value: string, element: Element | undefined): string | undefined {
  if (!element) return value === '' ? undefined : 'is not used';
  if (value === '') return 'is required';
  if (value.length < element.min || value.length > element.max) return 'has a wrong length';
  if (element.codes && !element.codes.includes(value)) return 'is not in the code list';
  if (element.pattern && !element.pattern.test(value)) return 'has characters it may not have';
  return element.check && !element.check(value) ? 'is not valid' : undefined;
}

function countProblems(segments: Segment[]): string[] {
  const find = (id: string) => segments.find((segment) => segment.id === id);
  const value = (id: string, index: number) =>
    at(find(id) ?? { id, elements: [], text: '', separators }, index);
  const [start, end] = ['ST', 'SE'].map((id) => segments.findIndex((segment) => segment.id === id));
  const same: [string, string, string][] = [
    ['SE01 does not count the segments', value('SE', 1), String((end ?? 0) - (start ?? 0) + 1)],
    ['SE02 is not ST02', value('SE', 2), value('ST', 2)],
    ['GE02 is not GS06', value('GE', 2), value('GS', 6)],
    ['IEA02 is not ISA13', value('IEA', 2), value('ISA', 13)],
    ['GS04 is not the day of ISA09', value('GS', 4), `20${value('ISA', 9)}`],
    ['BHT04 is not the day of GS04', value('BHT', 4), value('GS', 4)],
  ];
  return same.flatMap(([problem, one, other]) => (one === other ? [] : [problem]));
}

const separators = { element: '*', component: '|', segment: '~', repetition: '^' };
const MAX_REPEATS = 99;

function serviceTypeProblems(segments: Segment[]): string[] {
  const types = segments.filter(({ id }) => id === 'EQ').flatMap((segment) => repeated(segment, 1));
  return [
    ...types.filter((type) => !isServiceType(type)).map((type) => `EQ01 ${type} is not in the code list`),
    ...(types.length > MAX_REPEATS ? ['EQ01 repeats too often'] : []),
    ...(new Set(types).size < types.length ? ['EQ01 repeats a service type'] : []),
  ];
}

function isDate(ccyymmdd: string): boolean {
  const iso = `${ccyymmdd.slice(0, 4)}-${ccyymmdd.slice(4, 6)}-${ccyymmdd.slice(6)}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return /^\d{8}$/.test(ccyymmdd) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso);
}

function isPeriod(value: string): boolean {
  const [from = '', to = from, ...more] = value.split('-');
  return more.length === 0 && isDate(from) && isDate(to) && from <= to;
}

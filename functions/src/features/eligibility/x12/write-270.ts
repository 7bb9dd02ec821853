import { plainNumber } from '@handoff/shared/domain/person/identifiers';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import { compact } from './calendar.ts';

export interface Question270 {
  inquiry: { firstName: string; lastName: string; birthDate: string; mbi: string };
  range: { from: string; to: string };
  agency: { name: string; npi: string };
  payerId: string;
  submitterId: string;
  serviceTypes: readonly string[];
  /** Returned in TRN02. It is upper-cased here, so store the result of `traceOf`. */
  trace: string;
  /** 1 to 999999999, different for each attempt. */
  controlNumber: number;
  /** Marks the inquiry as a test (ISA15). */
  isTest: boolean;
  at: Date;
}

const GUIDE = '005010X279A1';

/**
 * Writes the inquiry of the X12 guide as CMS wants it: without SSN, address and gender, which only add mismatches. The
 * data for looking up a number is left out, too, because this text is stored.
 */
export function write270(question: Question270): string {
  const { inquiry, agency, payerId } = question;
  const trace = traceOf(question.trace);
  const { day, time } = stampOf(question.at);
  const transaction = [
    `ST*270*0001*${GUIDE}`,
    `BHT*0022*13*${trace}*${day}*${time}`,
    'HL*1**20*1',
    `NM1*PR*2*${cleanName(payerId, 60)}*****PI*${cleanName(payerId, 80)}`,
    'HL*2*1*21*1',
    `NM1*1P*2*${cleanName(agency.name, 60) || agency.npi}*****XX*${agency.npi}`,
    'HL*3*2*22*0',
    `TRN*1*${trace}*${originator(question.submitterId)}`,
    `NM1*IL*1*${cleanName(inquiry.lastName, 60)}*${cleanName(inquiry.firstName, 35)}${inquiry.mbi && `****MI*${plainNumber(inquiry.mbi)}`}`,
    `DMG*D8*${compact(inquiry.birthDate)}`,
    `DTP*291*${periodOf(question.range)}`,
    `EQ*${question.serviceTypes.join('^')}`,
  ];
  const segments = [...transaction, `SE*${transaction.length + 1}*0001`];
  return `${[...envelope(question, { day, time, segments })].join('~')}~`;
}

const periodOf = ({ from, to }: Question270['range']) =>
  from === to ? `D8*${compact(from)}` : `RD8*${compact(from)}-${compact(to)}`;

/** Uses Medicare's time zone, because in the evening UTC already has the next day. */
function stampOf(at: Date): { day: string; time: string } {
  // Created on demand, because the first format of a process takes 15 ms, which would delay every start.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: medicareTimeZone,
  });
  const digits = clock.format(at).replaceAll(/\D/g, '');
  return { day: digits.slice(0, 8), time: digits.slice(8, 12) };
}

function envelope(question: Question270, content: { day: string; time: string; segments: string[] }) {
  const { day, time, segments } = content;
  const control = String(question.controlNumber).padStart(9, '0');
  const [submitter, payer] = [cleanName(question.submitterId, 15), cleanName(question.payerId, 15)];
  const blank = ' '.repeat(10);
  const parties = `ZZ*${submitter.padEnd(15)}*ZZ*${payer.padEnd(15)}`;
  return [
    `ISA*00*${blank}*00*${blank}*${parties}*${day.slice(2)}*${time}*^*00501*${control}*0*${question.isTest ? 'T' : 'P'}*|`,
    `GS*HS*${submitter}*${payer}*${day}*${time}*${question.controlNumber}*X*${GUIDE}`,
    ...segments,
    `GE*1*${question.controlNumber}`,
    `IEA*1*${control}`,
  ];
}

/** A derived id is lower-case hex and would not match its own echo. */
export const traceOf = (id: string): string => cleanName(id, 50);

/** TRN03 has ten characters: `9` and the submitter. */
const originator = (submitterId: string) =>
  `9${cleanName(submitterId, 60).replaceAll(/[^A-Z0-9]/g, '')}`.slice(0, 10).padEnd(10, '0');

/** Letters that no decomposition turns into plain ones. */
const plainLetters: Record<string, string> = { Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Æ: 'AE', Œ: 'OE', Þ: 'TH' };

/** Upper case without accents; separators and what X12's character set lacks become a space. */
export function cleanName(text: string, most: number): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toUpperCase()
    .replaceAll(/[ØŁĐÐÆŒÞ]/g, (letter) => plainLetters[letter] ?? '')
    .replaceAll(/[‘’ʼ´`]/g, "'")
    .replaceAll(/[‐-―]/g, '-')
    .replaceAll(/[^A-Z0-9 !"&'()+,\-./:;?=%@_{}\\<>#$[\]]/g, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
    .slice(0, most)
    .trim();
}

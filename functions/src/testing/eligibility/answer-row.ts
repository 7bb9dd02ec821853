import type { Facts } from '../../features/eligibility/x12/facts.ts';
import { recounted } from './sample-answers.ts';

/** An answer, the source of its form, and the expected facts and verdict. */
export interface AnswerRow {
  title: string;
  source: string;
  text: string;
  /** `E 0100 notice:assistance`: page (E eligible, I issues, N not eligible, - none), flags, findings; or why not. */
  homeCare: string;
  other: string;
  hospice: string;
  /** The facts that the reader must find. */
  facts?: object;
}

type Expected = string | [homeCare: string, other: string, hospice?: string];

/** Names the source of a form in one sentence, which the rows share. */
export function rowsFrom(source: string) {
  return (
    title: string,
    text: string,
    expected: Expected,
    facts?: { [K in keyof Facts]?: unknown },
  ): AnswerRow => {
    const [homeCare, other = homeCare, hospice = other] =
      typeof expected === 'string' ? [expected] : expected;
    return { title, source, text, homeCare, other, hospice, ...(facts && { facts }) };
  };
}

export const PART_A = ['EB*1**30^42^45^48^49^69^76^83^A5^A7^AG^BT^BU^BV*MA', 'DTP*291*D8*20180301'];
export const PART_B = [
  'EB*1**30^2^3^23^24^25^26^27^28^33^42^50^51^52^53^67^98^A4^AD^AE^UC*MB',
  'DTP*291*D8*20180301',
];
export const BOTH = [...PART_A, ...PART_B];
const PERSON = ["NM1*IL*1*O'NEIL-NUNEZ*ANA****MI*1EG4TE5MK00", 'DMG*D8*19480312*F'];
const ABOUT = 'DTP*307*RD8*20240510-20251010';

/**
 * Writes Medicare's answer about Ana on 2025-06-10 to an inquiry for a range; `person` and `about` change the person
 * and the day.
 */
export function answerOf(
  benefits: readonly string[],
  {
    person = PERSON,
    about = [ABOUT],
    level = 'HL*3*2*22*0',
    trace = ['TRN*2*CHK-1*9SUBMITTER'],
    written = '20250610',
  }: {
    person?: readonly string[];
    about?: readonly string[];
    level?: string;
    trace?: string[];
    written?: string;
  } = {},
): string {
  const body = [
    'ST*271*0001*005010X279A1',
    `BHT*0022*11*CHK-1*${written}*1100`,
    'HL*1**20*1',
    'NM1*PR*2*CMS*****PI*CMS',
    'HL*2*1*21*1',
    'NM1*1P*2*SAMPLE HOME CARE*****XX*1999999984',
    level,
    ...trace,
    ...person,
    ...about,
    ...benefits,
  ];
  return enveloped([...body, 'SE*0*0001']);
}

export function enveloped(segments: readonly string[]): string {
  const blank = ' '.repeat(10);
  const text = [
    `ISA*00*${blank}*00*${blank}*ZZ*CMS            *ZZ*SUBMITTER01    *250610*1100*^*00501*000000007*0*T*|`,
    'GS*HB*CMS*SUBMITTER01*20250610*1100*1*X*005010X279A1',
    ...segments,
    'GE*1*1',
    'IEA*1*000000007',
  ].join('~\n');
  return recounted(`${text}~\n`);
}

export const loop = (...segments: string[]) => ['LS*2120', ...segments, 'LE*2120'];

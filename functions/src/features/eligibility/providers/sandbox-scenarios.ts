import type { TestNumber } from '@handoff/shared/domain/eligibility/test-numbers';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { compact } from '../x12/calendar.ts';
import type { Asked } from './sandbox-question.ts';

/** The lines of an answer, or a single rejection in their place. */
export interface SandboxScenario {
  payer?: string;
  provider?: string;
  subscriber?: string;
  lines?: string[];
}

/**
 * The published test numbers are `1EG4-TE5-MKnn`. Another first digit is another patient with the same story, as the demo
 * data needs; no one checks a real person against a mock.
 */
export function sandboxScenario(asked: Asked): SandboxScenario {
  const number = /^[1-9]EG4TE5MK(\d\d)$/.exec(asked.mbi)?.[1] ?? '';
  if (number === '42') return { payer: 'AAA*Y**42*R' };
  if (number === '51') return { provider: 'AAA*N**51*C' };
  if (['62', '71', '72', '73'].includes(number)) return { subscriber: `AAA*N**${number}*C` };
  const story = stories.get(number);
  return story ? { lines: story(datesAround(asked.dateOfService), asked) } : { subscriber: 'AAA*N**75*C' };
}

interface Dates {
  /** Returns the date this many days from the date of service. */
  day: (days: number) => string;
  /** Returns a month and day this many years from the year of the date of service. */
  year: (years: number, monthAndDay: string) => string;
}

function datesAround(dateOfService: string): Dates {
  const year = Number(dateOfService.slice(0, 4));
  return {
    day: (days) => compact(addDays(dateOfService, days)),
    year: (years, monthAndDay) => `${year + years}${monthAndDay}`,
  };
}

const PART_A = 'EB*1**30^42^45^48^49^69^76^83^A5^A7^AG^BT^BU^BV*MA';
const PART_B =
  'EB*1**30^2^3^23^24^25^26^27^28^33^36^37^38^39^40^42^50^51^52^53^67^69^73^76^83^86^98^A4^A6^A8^AI^AJ^AK^AL^BT^BU^BV^DM^UC*MB';

const both = (since: string) => [PART_A, `DTP*291*D8*${since}`, PART_B, `DTP*291*D8*${since}`];
const loop = (...segments: string[]) => ['LS*2120', ...segments, 'LE*2120'];

/** The names of the files in ../fixtures, made-00 to made-15, say what each is. */
const stories = new Map(
  Object.entries({
    '00': ({ year }) => {
      const thisYear = `${year(0, '0101')}-${year(0, '1231')}`;
      return [
        ...both(year(-7, '0301')),
        'EB*C**30*MB**23*257',
        `DTP*291*RD8*${thisYear}`,
        'EB*C**30*MB**29*0',
        `DTP*291*RD8*${thisYear}`,
        'EB*C**42^67^AJ*MB**23*0',
        `DTP*292*RD8*${thisYear}`,
      ];
    },
    '01': ({ year }) => [PART_A, `DTP*291*D8*${year(-6, '0501')}`, 'EB*6**30*MB'],
    '02': ({ day, year }) => {
      const start = year(-15, '0101');
      return [PART_A, `DTP*291*D8*${start}`, PART_B, `DTP*291*RD8*${start}-${day(-90)}`];
    },
    '03': ({ day, year }) => [
      ...both(year(-7, '0301')),
      'EB*R**30*HN',
      'REF*18*H5521 042',
      `DTP*290*D8*${day(-200)}`,
      'MSG*MA Bill Option Code - C',
      ...loop(
        'NM1*PRP*2*SAMPLE HEALTH PLAN HMO',
        'N3*1 PLAN WAY',
        'N4*HARTFORD*CT*061030000',
        'PER*IC**TE*8005550100*UR*www.example.org',
      ),
    ],
    '04': ({ day, year }) => [
      ...both(year(-7, '0301')),
      'EB*U**30*PR',
      'REF*18*H2001',
      'REF*N6*815*SAMPLE GROUP MEDICARE ADVANTAGE (PPO)',
      `DTP*290*D8*${day(-20)}`,
      'MSG*MA Bill Option Code - C',
      ...loop('NM1*PRP*2*SAMPLE INSURANCE COMPANY'),
    ],
    '05': (dates) => [
      ...both(dates.year(-13, '0101')),
      ...hospice(`${dates.day(-30)}-${dates.day(59)}`, '0'),
      'EB*D**45*MA**26***99*1',
    ],
    '06': (dates) => [
      ...both(dates.year(-13, '0101')),
      ...hospice(`${dates.day(-120)}-${dates.day(-60)}`, '1'),
    ],
    '07': ({ day, year }) => [
      ...both(year(-10, '0101')),
      'EB*X**42***26',
      `DTP*472*RD8*${day(-20)}-${day(39)}`,
      `DTP*193*D8*${day(-20)}`,
      `DTP*194*D8*${day(-2)}`,
      ...loop('NM1*PR*2*NATIONAL GOVERNMENT SERVICES*****PI*06014', 'NM1*1P*2******XX*1427038314'),
      'EB*X************HC|G0180',
      `DTP*193*D8*${day(-18)}`,
    ],
    '08': ({ day, year }, { npi }) => [
      ...both(year(-10, '0101')),
      'EB*X**42***26',
      `DTP*472*RD8*${day(-20)}-${day(39)}`,
      ...loop(`NM1*1P*2******XX*${npi}`),
    ],
    '09': ({ year }) => [
      ...both(year(-5, '0101')),
      'EB*R**30*12',
      'REF*IG*POL123456',
      `DTP*290*D8*${year(-4, '0101')}`,
      ...loop('NM1*PRP*2*SAMPLE EMPLOYER PLAN', 'N3*9 MAIN ST', 'N4*ALBANY*NY*122070000'),
    ],
    '10': ({ day, year }) => [
      ...both(year(-5, '0101')),
      'EB*R**30*47',
      `DTP*290*RD8*${year(-4, '0101')}-${day(-400)}`,
      ...loop('NM1*PRP*2*SAMPLE LIABILITY INSURER'),
    ],
    '11': ({ day, year }) => {
      const period = `DTP*291*RD8*${year(-15, '0101')}-${day(-10)}`;
      return [`DTP*442*D8*${day(-10)}`, PART_A, period, PART_B, period];
    },
    '12': ({ year }) => [
      ...both(year(-10, '0701')),
      'EB*R***QM*NJ QMB Plan',
      `DTP*290*D8*${year(-8, '0201')}`,
      'EB*R**88*OT',
      'REF*18*S5601',
      'REF*N6*008*SAMPLE RX CHOICE',
      `DTP*292*D8*${year(-8, '0101')}`,
      ...loop('NM1*PR*2*SAMPLE RX COMPANY'),
    ],
    '13': ({ day, year }) => [
      ...both(year(-7, '0301')),
      'EB*R**30*HN',
      'REF*18*H5521 042',
      `DTP*290*D8*${day(25)}`,
      ...loop('NM1*PRP*2*SAMPLE HEALTH PLAN HMO'),
    ],
    '14': ({ day, year }) => {
      const period = `DTP*307*RD8*${day(-40)}-${day(40)}`;
      return [...both(year(-15, '0101')), 'EB*6**30*MA', period, 'EB*6**30*MB', period];
    },
    '15': ({ year }) => [
      ...both(year(-5, '0101')),
      'EB*D**14*MB',
      `DTP*356*D8*${year(-5, '0101')}`,
      'EB*R**30*13',
      `DTP*290*RD8*${year(-5, '0401')}-${year(-3, '0930')}`,
      ...loop('NM1*PRP*2*SAMPLE GROUP PLAN'),
    ],
  } satisfies Record<TestNumber, (dates: Dates, asked: Asked) => string[]>),
);

function hospice(period: string, revocation: '0' | '1'): string[] {
  return [
    'EB*X**45*MA**26',
    `DTP*292*RD8*${period}`,
    `MSG*Revocation Code - ${revocation}`,
    ...loop('NM1*1P*2******XX*1235283151'),
  ];
}

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemsOf270 } from '../../../testing/eligibility/guide-270.ts';
import { checkInquiry, rangeAround } from '../rules/inquiry.ts';
import { write270, type Question270 } from './write-270.ts';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import { isServiceType } from '@handoff/shared/domain/eligibility/agency-settings';
import { defaultEligibilitySettings } from '@handoff/shared/domain/eligibility/settings';

const settings = defaultEligibilitySettings;
const TODAY = '2025-06-10';

const name = fc.constantFrom(
  'Ana',
  "O'Neil-Nuñez",
  'Łukasz',
  'MARÍA DEL CARMEN',
  'de la Cruz, Jr.',
  'X',
  'Ægir~*|^',
  'a'.repeat(90),
);
const agencyName = fc.oneof(name, fc.constantFrom('健康ケア', 'Уход', 'Home Care 24/7 "Best"', '~~~', 'é'));
const serviceTypes = fc.uniqueArray(fc.integer({ min: 1, max: 99 }).map(String).filter(isServiceType), {
  maxLength: 60,
});
const question: fc.Arbitrary<Question270> = fc
  .record({
    first: name,
    last: name,
    agencyName,
    born: fc.integer({ min: 1, max: 40_000 }),
    day: fc.integer({ min: -1400, max: 110 }),
    months: fc.constantFrom([13, 4], [0, 0], [48, 4], [0, 1]),
    serviceTypes,
    isTest: fc.boolean(),
    controlNumber: fc.integer({ min: 1, max: 999_999_999 }),
    submitterId: fc.constantFrom('HANDOFF', 'T000000011', 'A VERY LONG SUBMITTER', 'AB'),
    minutes: fc.integer({ min: 0, max: 525_600 }),
  })
  .map((drawn) => {
    const typed = {
      FirstName: drawn.first,
      LastName: drawn.last,
      DateOfBirth: addDays(TODAY, -drawn.born - 1400),
      Mbi: '1eg4-te5-mk73',
      Category: 'Home Care' as const,
      DateOfService: addDays(TODAY, drawn.day),
    };
    const [rangeMonthsBack = 0, rangeMonthsAhead = 0] = drawn.months;
    const context = { today: TODAY, settings: { ...settings, rangeMonthsBack, rangeMonthsAhead } };
    const { inquiry } = checkInquiry(typed, context);
    return {
      inquiry,
      range: rangeAround(inquiry.dateOfService, context),
      agency: { name: drawn.agencyName, npi: '1999999984' },
      payerId: 'CMS',
      submitterId: drawn.submitterId,
      serviceTypes: [...new Set(['30', ...drawn.serviceTypes])],
      trace: 'check-0f3c',
      controlNumber: drawn.controlNumber,
      isTest: drawn.isTest,
      at: new Date(Date.UTC(2025, 0, 1, 0, drawn.minutes)),
    };
  });

test('200 random inquiries are valid by the element table of the guide', () => {
  const refused = fc.sample(question, 200).flatMap((drawn) => {
    const problems = problemsOf270(write270(drawn));
    return problems.length === 0 ? [] : [{ problems, drawn }];
  });
  expect(refused).toEqual([]);
});

const valid = write270(fc.sample(question, { numRuns: 1, seed: 7 })[0] ?? never());
function never(): never {
  throw new Error('one was drawn');
}

test.each<[planted: string, change: (text: string) => string, found: string]>([
  ['a short ISA', (text) => text.replace(' '.repeat(10), ' '.repeat(9)), 'ISA is not 106'],
  ['a submitter of another kind', (text) => text.replace('*ZZ*', '*XX*'), 'ISA05'],
  ['a month that is none', (text) => text.replace(/(?<=\*)\d{6}(?=\*\d{4}\*\^)/, '251332'), 'ISA09'],
  ['an hour that is none', (text) => text.replace(/\d{4}(?=\*\^\*00501)/, '2460'), 'ISA10'],
  ['an older version', (text) => text.replace('*00501*', '*00401*'), 'ISA12'],
  ['an unknown usage', (text) => text.replace(/\*[PT]\*\|~/, '*X*|~'), 'ISA15'],
  [
    'a control number that is not repeated',
    (text) => text.replace(/IEA\*1\*\d{9}/, 'IEA*1*000000000'),
    'IEA02 is not',
  ],
  ['a group number that is not repeated', (text) => text.replace(/GE\*1\*\d+/, 'GE*1*99'), 'GE02 is not'],
  ['another guide', (text) => text.replaceAll('005010X279A1', '005010X279'), 'GS08'],
  [
    'tomorrow in the group',
    (text) => text.replace(/(GS\*HS\*[^~]*?\*)\d{8}(?=\*\d{4}\*\d+\*X)/, '$120301231'),
    'GS04',
  ],
  ['a wrong purpose', (text) => text.replace('BHT*0022*13', 'BHT*0022*11'), 'BHT02'],
  ['a lost level', (text) => text.replace(/HL\*2[^~]*~/, ''), 'the segments are'],
  ['a level below the wrong one', (text) => text.replace('HL*3*2*22', 'HL*3*1*22'), 'HL02'],
  ['a payer without a name', (text) => text.replace('NM1*PR*2*CMS', 'NM1*PR*2*'), 'NM103 is required'],
  [
    'an NPI with a wrong check digit',
    (text) => text.replace('1999999984', '1999999983'),
    'NM109 is not valid',
  ],
  [
    'an agency named too long',
    (text) => text.replace(/NM1\*1P\*2\*[^*]*/, `NM1*1P*2*${'A'.repeat(61)}`),
    'NM103 has a wrong length',
  ],
  [
    'a name in small letters',
    (text) => text.replace(/NM1\*IL\*1\*[^*]*/, 'NM1*IL*1*Smith'),
    'NM103 has characters',
  ],
  [
    'a first name too long',
    (text) => text.replace(/(NM1\*IL\*1\*[^*]*\*)[^*]*/, `$1${'A'.repeat(36)}`),
    'NM104 has a wrong length',
  ],
  ['no first name', (text) => text.replace(/(NM1\*IL\*1\*[^*]*\*)[^*]*/, '$1'), 'NM104 is required'],
  ['a number that is no MBI', (text) => text.replace('1EG4TE5MK73', '1EG4TE5MKS3'), 'NM109 is not valid'],
  [
    'a middle name no one asked for',
    (text) => text.replace(/(NM1\*IL\*1\*[^*]*\*[^*]*\*)\*/, '$1M*'),
    'NM105 is not used',
  ],
  ['a short originator', (text) => text.replace(/(TRN\*1\*[^*]*\*)[^~]*/, '$19AB'), 'TRN03'],
  ['a gender no one asked for', (text) => text.replace(/(DMG\*D8\*\d{8})/, '$1*F'), 'DMG03 is not used'],
  [
    'a birth date that is none',
    (text) => text.replace(/DMG\*D8\*\d{8}/, 'DMG*D8*19480230'),
    'DMG02 is not valid',
  ],
  [
    'a range in the wrong order',
    (text) => text.replace(/DTP\*291\*[^~]*/, 'DTP*291*RD8*20250610-20240610'),
    'DTP03 is not valid',
  ],
  ['a date of another kind', (text) => text.replace('DTP*291', 'DTP*307'), 'DTP01'],
  ['a service type no list has', (text) => text.replace(/EQ\*30/, 'EQ*30^ZZ'), 'EQ01 ZZ'],
  ['service type 0', (text) => text.replace(/EQ\*30/, 'EQ*0'), 'EQ01 0'],
  ['a service type twice', (text) => text.replace(/EQ\*30/, 'EQ*30^30'), 'repeats a service type'],
  ['a wrong count', (text) => text.replace(/SE\*\d+/, 'SE*9'), 'SE01'],
  ['no terminator', (text) => text.slice(0, -1), 'not terminated'],
])('%s is found', (_, change, found) => {
  const planted = change(valid);
  expect(planted).not.toBe(valid);
  expect(problemsOf270(planted).join('; ')).toContain(found);
});

test('an inquiry in the evening has the date in Baltimore, not the next day in UTC', () => {
  const drawn = fc.sample(question, { numRuns: 1, seed: 1 })[0] ?? never();
  const text = write270({ ...drawn, at: new Date('2025-06-11T01:30:00Z') });
  expect(text).toContain('*250610*2130*^*');
  expect(text).toContain('*20250610*2130');
});

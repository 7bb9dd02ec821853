import { expect, test } from 'vitest';
import { judged, sample, sampleSettings } from '../../../testing/eligibility/sample-answers.ts';
import { decisiveRejection, meaningOf } from '../x12/rejections.ts';
import type { EligibilitySettings } from '@handoff/shared/domain/eligibility/settings';

const contracted = {
  ...sampleSettings,
  contractedPayers: [{ Name: 'Sample Plan', ContractIds: ['h5521 '] }],
};

test('a contracted plan is named as such, and stays an issue until the agency decides otherwise', () => {
  const { verdict, flags } = judged(sample('made-03'), 'Home Care', contracted);
  expect(flags).toBe('0111');
  expect(verdict).toMatchObject({
    findings: [{ Text: expect.stringContaining('This agency has a contract with it (Sample Plan).') }],
    coverage: { MedicareAdvantage: [{ ContractedPayer: 'Sample Plan' }] },
  });
  const notice = { 'Home Care': 'notice', Hospice: 'notice', Other: 'notice' } as const;
  const lowered: EligibilitySettings = {
    ...contracted,
    severities: { ...contracted.severities, contractedAdvantage: notice, secondaryPayer: notice },
  };
  expect(judged(sample('made-03'), 'Home Care', lowered).flags).toBe('0101');
  expect(judged(sample('made-04'), 'Home Care', lowered).flags).toBe('0111');
  expect(judged(sample('made-09'), 'Home Care', lowered).flags).toBe('0100');
});

test('look-backs are settings', () => {
  const short = { ...sampleSettings, hospiceLookBackDays: 30, homeHealthLookBackDays: 50 };
  expect(judged(sample('own-hospice-ended-lately'), 'Other', short).found).toEqual(['notice hospiceEarlier']);
  expect(judged(sample('own-home-health-ended-lately'), 'Other', short).found).toEqual([]);
});

test("without its NPI in the settings, an agency's own period counts as another agency's", () => {
  const { flags } = judged(sample('made-08'), 'Home Care', { ...sampleSettings, ownNpis: [] });
  expect(flags).toBe('0110');
});

test('a hospice period that continues into the next one needs no discharge', () => {
  const text = sample('own-hospice-ended-lately').replace(
    'SE*',
    'EB*X**45*MA**26~\nDTP*292*RD8*20250511-20250601~\nMSG*Revocation Code - 1~\nSE*',
  );
  expect(judged(text).found.filter((found) => found.includes('hospice'))).toEqual([
    'notice hospiceEarlier',
    'notice hospiceEarlier',
  ]);
});

test("differences between Medicare's details and the typed ones are named, with their reason", () => {
  const text = sample('made-00')
    .replace('*ANA*', '*ANNA*')
    .replace('DMG*D8*19480312', 'INS*Y*18*001*25~\nDMG*D8*19480321')
    .replace('SE*22', 'SE*23');
  expect(judged(text).verdict).toMatchObject({
    findings: [{ Text: 'Medicare has other details: first name ANNA, birth date 03/21/1948.' }],
  });
});

test('a death after the date of service blocks nothing', () => {
  const text = sample('made-00').replace('DTP*307*', 'DTP*442*D8*20250611~\nDTP*307*');
  expect(judged(text).flags).toBe('0100');
});

const kinds = (codes: string) => new Set(codes.split(' ').map((code) => meaningOf(code).kind));
const decisive = (...codes: string[]) => decisiveRejection(codes.map((code) => ({ code })))?.rejection.code;

test('each rejection code is someone’s to act on', () => {
  const input = '15 33 35 56 57 58 60 62 63 64 65 67 68 71 72 73 74 75 76 78';
  expect([...kinds(input)]).toEqual(['input']);
  expect([...kinds('42 80')]).toEqual(['retry']);
  const configuration = '04 41 43 44 45 46 47 48 50 51 79 97 T4';
  expect([...kinds(`${configuration} 00 X9`), ...kinds('')]).toEqual(['configuration', 'configuration']);
  expect(meaningOf('61').kind).toBe('deceased');
});

test('an inquiry without an answer outranks possibly wrong input', () => {
  expect(decisive('72', '42')).toBe('42');
  expect(decisive('72', '42', '51')).toBe('51');
  expect(decisive('61', '71')).toBe('71');
  expect(decisive()).toBeUndefined();
});

test('a person rejected as deceased is not eligible', () => {
  const { flags, found } = judged(sample('made-72').replace('AAA*N**72', 'AAA*N**61'));
  expect({ flags, found }).toEqual({ flags: '0000', found: ['blocker deceased'] });
});

// 60 days before 06/10/2025, the date of service, is 04/11/2025.
test.each([
  ['20250410', 'early'],
  ['20250411', 'late'],
  ['20250609', 'late'],
] as const)('home health that ended on %s makes the first period an %s one', (end, timing) => {
  const text = sample('own-home-health-ended-lately')
    .replace('20250301-20250420', `20250301-${end}`)
    .replace('DTP*307*D8*20250610', 'DTP*307*RD8*20240610-20250610');
  expect(judged(text, 'Home Care').verdict).toMatchObject({ coverage: { HomeHealthTiming: timing } });
});

test('no early or late timing is given when the answer does not look back 60 days', () => {
  const text = sample('own-home-health-ended-long-ago');
  expect(judged(text, 'Home Care').verdict).toMatchObject({ coverage: { HomeHealthTiming: null } });
  const shorter = text.replace('DTP*307*D8*20250610', 'DTP*307*RD8*20250412-20250610');
  expect(judged(shorter, 'Home Care').verdict).toMatchObject({ coverage: { HomeHealthTiming: null } });
});

const answeredBy = (payer: string) =>
  judged(sample('made-00').replace('NM1*PR*2*CMS*****PI*CMS', `NM1*PR*2*${payer}`));

test.each([
  'CMS*****PI*CMS',
  'MEDICARE*****PI*MEDX',
  'MEDICARE PART A AND B*****PI*10112',
  'CENTERS FOR MEDICARE & MEDICAID SERVICES',
  'HETS*****PI*CMSMED',
  '',
])('a response of %j is one of Medicare', (payer) => {
  expect(answeredBy(payer)).toMatchObject({ flags: '0100', found: [] });
});

test.each([
  ['SAMPLE HEALTH PLAN*****PI*60054', 'SAMPLE HEALTH PLAN'],
  ['SAMPLE MEDICARE ADVANTAGE*****PI*60054', 'SAMPLE MEDICARE ADVANTAGE'],
  ['*****PI*60054', '60054'],
])('a response of %j that speaks of Part B is an issue that names its payer', (payer, name) => {
  const { verdict, flags, found } = answeredBy(payer);
  expect([flags, found]).toEqual(['0110', ['issue otherPayer']]);
  const text = `This response is from ${name}, not from Medicare (CMS). Check the patient with Medicare itself.`;
  expect(verdict).toMatchObject({ findings: [{ Text: text }], answered: { payer: name } });
});

import { expect, test } from 'vitest';
import { judgeAnswer } from './classify.ts';
import {
  judged,
  recounted,
  sample,
  sampleInquiry,
  sampleSettings,
} from '../../../testing/eligibility/sample-answers.ts';

// Staff read these texts out on the telephone, so they are full sentences in plain words, with the dates where they
// belong.
test.each([
  [
    'made-01',
    'Part B does not cover 06/10/2025: it has not begun, or it has ended. Part A is active and can pay for home health services on its own: ask billing.',
  ],
  [
    'made-02',
    'Part B does not cover 06/10/2025: Medicare has it only from 01/01/2010 to 03/12/2025. Part A is active and can pay for home health services on its own: ask billing.',
  ],
  [
    'made-03',
    'The patient is in SAMPLE HEALTH PLAN HMO (H5521-042) from 11/22/2024, which pays instead of Medicare. This agency has no contract with it on file.',
  ],
  [
    'made-05',
    'The patient is in hospice care with another agency (NPI 1235283151) from 05/11/2025 to 08/08/2025.',
  ],
  [
    'made-06',
    'Hospice care with another agency (NPI 1235283151) from 02/10/2025 to 04/11/2025 was revoked: the patient left it.',
  ],
  [
    'made-07',
    'Another agency (NPI 1427038314) has an open home health period from 05/21/2025 to 07/19/2025: a transfer or coordination is needed.',
  ],
  ['made-08', 'This agency has an open home health period already from 05/21/2025 to 07/19/2025.'],
  ['made-09', 'SAMPLE EMPLOYER PLAN (Working aged: employer plan) pays before Medicare from 01/01/2021.'],
  [
    'made-12',
    'The patient is a Qualified Medicare Beneficiary (QMB), NJ QMB Plan, from 02/01/2017. Do not bill the deductible or coinsurance of Part A or Part B to the patient.',
  ],
  [
    'made-13',
    'The patient will be in SAMPLE HEALTH PLAN HMO (H5521-042) from 07/05/2025, which then pays instead of Medicare. This agency has no contract with it on file.',
  ],
  [
    'made-14',
    'Medicare pays nothing from 05/01/2025 to 07/20/2025. The usual reasons are prison or unlawful presence in the country.',
  ],
  ['made-15', 'The patient has end-stage renal disease since 01/01/2020.'],
  [
    'own-hospice-ended-lately',
    'Hospice care with another agency (NPI 1235283151) from 02/10/2025 to 05/10/2025 ended, but Medicare has no revocation: it may go on.',
  ],
  [
    'own-hospice-starting-later',
    'Hospice care with another agency (NPI 1235283151) begins later, from 07/01/2025 to 09/28/2025.',
  ],
  [
    'own-home-health-undated',
    'Another agency (NPI 1427038314) has an open home health period (Medicare gave no dates for it): a transfer or coordination is needed.',
  ],
  [
    'own-home-health-ended-lately',
    'Another agency (NPI 1427038314) had a home health period from 03/01/2025 to 04/20/2025, which ended recently.',
  ],
  [
    'own-denied-part-b-beside-active',
    'The Medicare response contradicts itself: one line says the person is covered, another says the person is not.',
  ],
])('%s says: %s', (name, text) => {
  const { verdict } = judged(sample(name));
  if (verdict.kind === 'notCompleted') throw new Error(verdict.failure);
  expect(verdict.findings.map(({ Text }) => Text)).toEqual([text]);
});

// Each replaces one place of a sample.
test.each([
  [
    'made-05',
    ['20250511-20250808', '20240101-20240301'],
    'The patient was in hospice care with another agency (NPI 1235283151) from 01/01/2024 to 03/01/2024.',
  ],
  [
    'made-05',
    ['NM1*1P*2******XX*1235283151', 'NM1*PR*2*SOMEONE*****PI*06014'],
    'The patient is in hospice care with an agency Medicare does not name from 05/11/2025 to 08/08/2025.',
  ],
  [
    'made-07',
    ['20250521-20250719', '20250701-20250829'],
    'Another agency (NPI 1427038314) has a home health period that begins later, from 07/01/2025 to 08/29/2025.',
  ],
  [
    'made-07',
    ['NM1*1P*2******XX*1427038314', 'NM1*1P*2*VALLEY CARE*****XX*1427038314'],
    'VALLEY CARE (NPI 1427038314) has an open home health period from 05/21/2025 to 07/19/2025: a transfer or coordination is needed.',
  ],
  [
    'made-07',
    ['NM1*1P*2******XX*1427038314', 'NM1*1P*2*VALLEY CARE'],
    'VALLEY CARE has an open home health period from 05/21/2025 to 07/19/2025: a transfer or coordination is needed.',
  ],
  [
    'made-07',
    ['NM1*1P*2******XX*1427038314', 'NM1*1P*2'],
    'An agency Medicare does not name has an open home health period from 05/21/2025 to 07/19/2025: a transfer or coordination is needed.',
  ],
  [
    'made-09',
    ['DTP*290*D8*20210101', 'DTP*290*D8*20250801'],
    'SAMPLE EMPLOYER PLAN (Working aged: employer plan) will pay before Medicare from 08/01/2025.',
  ],
  [
    'made-09',
    ['NM1*PRP*2*SAMPLE EMPLOYER PLAN', 'NM1*PRP*2'],
    'A payer without a name (Working aged: employer plan) pays before Medicare from 01/01/2021.',
  ],
  ...(
    [
      ['14', 'No-fault or auto insurance'],
      ['15', "Workers' compensation"],
      ['47', 'Other liability insurance'],
    ] as const
  ).map(
    ([type, kind]) =>
      [
        'made-09',
        ['EB*R**30*12', `EB*R**30*${type}`],
        `SAMPLE EMPLOYER PLAN (${kind}) pays before Medicare from 01/01/2021, only for care of the related injury.`,
      ] as const,
  ),
  ...(
    [
      ['EB*R**30*HN', 'EB*R**30*HM'],
      ['Bill Option Code - C', 'Bill Option Code - A'],
      ['Bill Option Code - C', 'Bill Option Code - 1'],
    ] as const
  ).map(
    (change) =>
      [
        'made-03',
        change,
        'The patient is in SAMPLE HEALTH PLAN HMO (H5521-042) from 11/22/2024. Under this plan Medicare may still process claims: ask the plan whom to bill. This agency has no contract with it on file.',
      ] as const,
  ),
  [
    'made-05',
    ['XX*1235283151', 'SV*031549'],
    'The patient is in hospice care with another agency (provider number 031549) from 05/11/2025 to 08/08/2025.',
  ],
  ['made-00', ["O'NEIL-NUNEZ*ANA", "O'NEIL-NUNEZ*MARIA"], 'Medicare has other details: first name MARIA.'],
  [
    'made-00',
    ['DMG*D8*19480312', 'INS*Y*18*001*25~DMG*D8*19480313'],
    'Medicare has other details: birth date 03/13/1948.',
  ],
] as const)('%s with %j says: %s', (name, [from, to], text) => {
  const original = sample(name);
  expect(original).toContain(from);
  const { verdict } = judged(recounted(original.replace(from, to)));
  if (verdict.kind === 'notCompleted') throw new Error(verdict.failure);
  expect(verdict.findings.map(({ Text }) => Text)).toEqual([text]);
});

// The law treats hospices differently from other care.
test.each([
  [
    'made-03',
    ['', ''],
    'The patient is in SAMPLE HEALTH PLAN HMO (H5521-042) from 11/22/2024. Medicare itself pays for hospice care; the plan pays for what it adds to Medicare. This agency has no contract with it on file.',
  ],
  [
    'made-00',
    ['EB*1**30^42^45^48^49^69^76^83^A5^A7^AG^BT^BU^BV*MA~\nDTP*291*D8*20180301', 'EB*6**30*MA'],
    'The person has no Part A on the date of service. Medicare pays hospice care only with Part A.',
  ],
] as const)('for a hospice, %s with %j reads: %s', (name, [from, to], text) => {
  const original = sample(name);
  expect(original).toContain(from);
  const { verdict } = judged(recounted(original.replace(from, to)), 'Hospice');
  if (verdict.kind === 'notCompleted') throw new Error(verdict.failure);
  expect(verdict.findings.map(({ Text }) => Text)).toEqual([text]);
});

test.each([
  ['20250731', ['Part B ends on 07/31/2025.']],
  ['20261231', []],
])('Part B until %s: %j', (end, texts) => {
  const { verdict } = judged(sample('own-part-b-ends-soon').replace('-20250731', `-${end}`));
  if (verdict.kind === 'notCompleted') throw new Error(verdict.failure);
  expect(verdict.findings.map(({ Text }) => Text)).toEqual(texts);
});

test('a response to another request does not answer this one', () => {
  const text = sample('made-00');
  const judgedFor = (trace: string) =>
    judgeAnswer(text, { inquiry: sampleInquiry('Home Care', text), settings: sampleSettings, trace });
  expect(judgedFor('CHK-1')).toMatchObject({ kind: 'result' });
  expect(judgedFor('CHK-2')).toMatchObject({
    kind: 'notCompleted',
    message: 'The response belongs to a different request.',
  });
});

test.each([
  ['made-03', 'MedicareAdvantage', 'EB*R**30*HN'],
  ['made-05', 'Hospice', 'EB*X**45*MA**26'],
  ['made-07', 'HomeHealth', 'EB*X**42***26'],
  ['made-07', 'Certifications', 'G0180'],
  ['made-09', 'SecondaryPayers', 'EB*R**30*12'],
  ['made-12', 'PartD', '*88*'],
  ['made-15', 'KidneyDisease', 'DTP*356'],
] as const)('in %s every line of %s names the lines of the answer behind it', (name, kind, segment) => {
  const { verdict } = judged(sample(name));
  if (verdict.kind !== 'result' || !verdict.coverage) throw new Error(verdict.kind);
  const { coverage } = verdict;
  const lines: readonly { Segment?: string | undefined }[] = coverage[kind];
  expect(lines.map(({ Segment }) => Segment)).toEqual([expect.stringContaining(segment)]);
  expect(coverage.PartB.Periods[0]?.Segment).toContain('EB*1**');
});

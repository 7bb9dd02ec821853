import { expect, test } from 'vitest';
import { judged, sample } from './sample-answers.ts';

// Staff read these out on the telephone: whole sentences in plain words, with the dates where they belong.
test.each([
  ['made-01', 'Part B does not cover 06/10/2025: it has not begun, or it has ended.'],
  ['made-02', 'Part B does not cover 06/10/2025: Medicare has it only from 01/01/2010 to 03/12/2025.'],
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
  ['made-12', 'The patient is a Qualified Medicare Beneficiary (QMB), NJ QMB Plan, from 02/01/2017.'],
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
    'Another agency (NPI 1427038314) had a home health period from 03/01/2025 to 04/20/2025, which ended lately.',
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

import { expect, test } from 'vitest';
import { issuesOf, noticesOf, type ResultPath, verdicts } from './verdicts.ts';

const finding = (Code: string, Severity: 'blocker' | 'issue' | 'notice') => ({
  Code,
  Severity,
  Text: Code,
  Rule: '',
});

function check(...Findings: ReturnType<typeof finding>[]) {
  return {
    isInputWrong: false,
    isPartBEligible: true,
    isProblematic: false,
    isActiveMedicareAdvantage: false,
    Id: 'check-1',
    CheckedAt: '2026-03-20T12:00:00Z',
    CheckedBy: { Id: 'user-1', FullName: 'Ana Marshdemo' },
    FirstName: 'Ana',
    LastName: 'Sample',
    DateOfBirth: '1948-03-12',
    Mbi: '****-***-MK09',
    Category: 'Other' as const,
    DateOfService: '2026-03-20',
    ReferralId: null,
    Verdict: 'eligible' as const,
    FailureMessage: null,
    Provider: 'sandbox',
    Label: null,
    Reference: '',
    Attempts: 1,
    DurationMs: 1,
    HasExchange: false,
    Findings,
    Coverage: null,
    Beneficiary: null,
    Answer: null,
  };
}

test('a payer before Medicare stands in front on the page that says "eligible"', () => {
  const found = check(finding('secondaryPayer', 'notice'), finding('assistance', 'notice'));
  expect(issuesOf(found).map(({ Code }) => Code)).toEqual(['secondaryPayer']);
  expect(noticesOf(found).map(({ Code }) => Code)).toEqual(['assistance']);
});

test.each<[ResultPath, ReturnType<typeof check>, string]>([
  ['/admin/medicareeligible', check(), 'Medicare reports nothing that stands in the way'],
  ['/admin/medicareeligible', check(finding('hospiceOpen', 'notice')), 'look at 1 finding first'],
  ['/admin/medicareeligibilityissues', check(finding('hospiceOpen', 'issue')), '1 issue must be settled'],
  ['/admin/medicarenoteligible', check(finding('noPartB', 'blocker')), 'does not pay'],
])('%s says what was found', (path, found, words) => {
  expect(verdicts[path].sentence(found)).toContain(words);
});

import { expect, test } from 'vitest';
import { assurances, issuesOf, noticesOf, planWithinEpisode, type ResultPath, verdicts } from './verdicts.ts';

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

test('a primary payer is listed as an issue even on the page "eligible"', () => {
  const found = check(finding('secondaryPayer', 'notice'), finding('assistance', 'notice'));
  expect(issuesOf(found).map(({ Code }) => Code)).toEqual(['secondaryPayer']);
  expect(noticesOf(found).map(({ Code }) => Code)).toEqual(['assistance']);
});

test.each<[ResultPath, ReturnType<typeof check>, string]>([
  ['/admin/medicareeligible', check(), 'Medicare reports no obstacle'],
  [
    '/admin/medicareeligible',
    check(finding('assistance', 'notice'), finding('hospiceEarlier', 'notice')),
    'Medicare reports no obstacle',
  ],
  ['/admin/medicareeligible', check(finding('partBEndsSoon', 'notice')), 'Read 1 notice below'],
  ['/admin/medicareeligible', check(finding('diedLater', 'notice')), 'Read 1 notice below'],
  ['/admin/medicareeligible', check(finding('hospiceOpen', 'notice')), 'but the patient is in hospice care.'],
  [
    '/admin/medicareeligibilityissues',
    check(finding('medicareAdvantage', 'issue'), finding('hospiceOpen', 'issue')),
    'but a Medicare Advantage plan pays instead of Medicare and the patient is in hospice care.',
  ],
  [
    '/admin/medicareeligibilityissues',
    check(finding('hospiceOpen', 'issue'), finding('partBEndsSoon', 'issue')),
    'but the patient is in hospice care and 1 other finding needs attention.',
  ],
  ['/admin/medicarenoteligible', check(finding('noPartB', 'blocker')), 'does not pay'],
])('the banner of %s matches the findings', (path, found, words) => {
  expect(verdicts[path].sentence(found)).toContain(words);
});

const part = { Status: 'none' as const, Periods: [], Barred: [] };
const dated = (From: string) => ({ From, To: null, DatesGiven: true, IsActive: From <= '2026-03-20' });
const plan = (From: string) => ({
  Name: 'SAMPLE PLAN',
  Organization: '',
  Type: 'HN',
  Kind: '',
  ContractId: 'H5521',
  PlanId: '042',
  Phone: '',
  Website: '',
  Address: '',
  BillOption: '',
  BillOptionText: '',
  ContractedPayer: null,
  ...dated(From),
});
const coverage = (...plans: string[]) => ({
  PartA: part,
  PartB: part,
  MedicareAdvantage: plans.map(plan),
  PartD: [],
  SecondaryPayers: [],
  Hospice: [],
  HospicePeriodsUsed: null,
  HomeHealth: [],
  HomeHealthTiming: null,
  Certifications: [],
  KidneyDisease: [],
  Assistance: [],
  Deductibles: [],
  Therapy: [],
  DaysLeft: [],
});

const headline = (plans: string[], Category: 'Other' | 'Hospice' | 'Home Care' = 'Home Care') =>
  planWithinEpisode({ ...check(), Category, Coverage: coverage(...plans) });

test('a plan that begins within the first certification period is the headline', () => {
  expect(headline(['2026-06-01', '2026-04-14'])).toMatchObject({
    title: 'Medicare Advantage from 04/14/2026',
    sentence:
      'Part B is active on 03/20/2026, but SAMPLE PLAN takes over on 04/14/2026, 25 days into the first 60-day certification period.',
  });
  expect(headline(['2026-05-18'])).toBeDefined();
  expect([headline(['2026-05-19']), headline(['2026-03-20']), headline([])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(headline(['2026-04-14'], 'Hospice')).toBeUndefined();
});

test('the banner never claims that there is no plan while one is about to begin', () => {
  const none = 'no Medicare Advantage';
  expect(assurances(coverage(), '2026-03-20')).toContain(none);
  expect(assurances(coverage('2026-08-01'), '2026-03-20')).not.toContain(none);
  expect(assurances(coverage('2026-01-01'), '2026-03-20')).not.toContain(none);
});

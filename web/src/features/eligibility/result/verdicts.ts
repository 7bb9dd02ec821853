import type { FullPastCheck, PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { formatDay, plural } from '../../../text/format.ts';
import { type Dated, periodText } from '../../../text/labels/eligibility-labels.ts';
import { wordsOf } from '../../../text/labels/finding-labels.ts';
import type { Coverage } from '@handoff/shared/domain/eligibility/result';

/** The paths are fixed by the specification. */
export type ResultPath =
  | '/admin/medicareeligible'
  | '/admin/medicareeligibilityissues'
  | '/admin/medicarenoteligible';

type Tone = 'good' | 'warn' | 'bad';

export interface Verdict {
  tone: Tone;
  verdict: PastCheck['Verdict'];
  title: string;
  sentence: (check: FullPastCheck) => string;
  nextStep: (check: FullPastCheck) => string;
}

/** Everything in which the three result pages differ. */
export const verdicts: Record<ResultPath, Verdict> = {
  '/admin/medicareeligible': {
    tone: 'good',
    verdict: 'eligible',
    title: 'Medicare eligible',
    sentence: sentenceOfEligible,
    nextStep: () => 'Coverage changes. Check again at admission and during care.',
  },
  '/admin/medicareeligibilityissues': {
    tone: 'warn',
    verdict: 'issues',
    title: 'Eligible, with issues',
    sentence: (check) =>
      `Part B is active on ${formatDay(check.DateOfService)}, but ${issuesInWords(issuesOf(check))}.`,
    nextStep: () => 'Resolve the items below, then check again.',
  },
  '/admin/medicarenoteligible': {
    tone: 'bad',
    verdict: 'notEligible',
    title: 'Not Medicare eligible',
    sentence: sentenceOfRefusal,
    nextStep: nextStepWithoutPartB,
  },
};

/**
 * Outside Home Care these are notices and lead to the page "eligible". They still need attention, so they are listed
 * with the issues.
 */
const alwaysAhead = new Set([
  'hospiceOpen',
  'hospiceDischargeUnconfirmed',
  'homeHealthElsewhere',
  'secondaryPayer',
  'medicareAdvantage',
  'contradiction',
  'segmentsMissing',
]);

type Found = FullPastCheck['Findings'][number];
const isAhead = ({ Severity, Code }: Found) => Severity !== 'notice' || alwaysAhead.has(Code);

export const issuesOf = ({ Findings }: FullPastCheck) => Findings.filter(isAhead);

export const blockersOf = ({ Findings }: FullPastCheck) =>
  Findings.filter(({ Severity }) => Severity === 'blocker');

export const noticesOf = ({ Findings }: FullPastCheck) => Findings.filter((found) => !isAhead(found));

export const resultPath = (check: Pick<PastCheck, 'Verdict'>): ResultPath | undefined =>
  pathOfVerdict.get(check.Verdict);

const pathOfVerdict = new Map<PastCheck['Verdict'], ResultPath>([
  ['eligible', '/admin/medicareeligible'],
  ['issues', '/admin/medicareeligibilityissues'],
  ['notEligible', '/admin/medicarenoteligible'],
]);

/** A plan that is about to take over comes before "eligible", so that the green banner never contradicts a finding. */
export function bannerOf(check: FullPastCheck, verdict: Verdict) {
  const planAhead = verdict.tone === 'good' ? planWithinEpisode(check) : undefined;
  if (planAhead) return { tone: 'warn' as const, ...planAhead };
  const { tone, title, sentence, nextStep } = verdict;
  return { tone, title, sentence: sentence(check), nextStep: nextStep(check) };
}

/** Notices that do not affect care under Medicare. With any other, the banner does not say that all is well. */
const harmless = new Set([
  'assistance',
  'hospiceEarlier',
  'homeHealthEnded',
  'homeHealthWithUs',
  'kidneyDisease',
]);

function sentenceOfEligible(check: FullPastCheck): string {
  const active = `Part B is active on ${formatDay(check.DateOfService)}`;
  const issues = issuesOf(check);
  if (issues.length > 0) return `${active}, but ${issuesInWords(issues)}.`;
  const notices = noticesOf(check).filter(({ Code }) => !harmless.has(Code));
  return notices.length > 0
    ? `${active}. Read ${plural(notices.length, 'notice')} below before care starts.`
    : `${active}. Medicare reports no obstacle.`;
}

/** "the patient is in hospice care, and 2 other findings need attention" */
function issuesInWords(issues: readonly Found[]): string {
  const named = new Set(issues.flatMap(({ Code }) => wordsOf(Code).issue ?? []));
  const others = issues.filter(({ Code }) => wordsOf(Code).issue === undefined).length;
  const other = named.size > 0 ? 'other finding' : 'finding';
  return allOf.format([
    ...named,
    ...(others > 0 ? [`${plural(others, other)} ${others === 1 ? 'needs' : 'need'} attention`] : []),
  ]);
}

const allOf = new Intl.ListFormat('en-US');

/** The length of a home health certification period. */
const EPISODE_DAYS = 60;
const DAY_MS = 86_400_000;

/**
 * The banner's text when a Medicare Advantage plan takes over before the first certification period ends. Hospice is
 * different: Medicare itself pays for it in any plan.
 */
export function planWithinEpisode({ Category, Coverage, DateOfService: day }: FullPastCheck) {
  const plan = Coverage?.MedicareAdvantage.filter(
    ({ From }) => From !== null && From > day && daysAfter(day, From) < EPISODE_DAYS,
  ).toSorted((one, other) => (one.From ?? '').localeCompare(other.From ?? ''))[0];
  if (!plan?.From || Category === 'Hospice') return undefined;
  const from = formatDay(plan.From);
  return {
    title: `Medicare Advantage from ${from}`,
    sentence: `Part B is active on ${formatDay(day)}, but ${plan.Name || 'a Medicare Advantage plan'} takes over on ${from}, ${plural(daysAfter(day, plan.From), 'day')} into the first 60-day certification period.`,
    nextStep: `Ask the plan for authorization before ${from}, and check again on that day.`,
  };
}

const daysAfter = (day: string, later: string) => Math.round((Date.parse(later) - Date.parse(day)) / DAY_MS);

/** Part A pays for hospice, so there a missing Part A is the reason. */
function sentenceOfRefusal(check: FullPastCheck): string {
  const codes = new Set(blockersOf(check).map(({ Code }) => Code));
  const day = formatDay(check.DateOfService);
  return [...codes].every((code) => code === 'noPartA' || code === 'partABarred')
    ? `Part A, which pays hospice care, is not active on ${day}.`
    : `Part B does not pay for services on ${day}.`;
}

function nextStepWithoutPartB(check: FullPastCheck): string {
  if (blockersOf(check).some(({ Code }) => Code === 'deceased'))
    return 'Make sure this is the right person before anyone calls the family.';
  return hasOtherCoverage(check)
    ? 'Ask the other payers below whether they cover the service.'
    : 'Ask the patient about other coverage, such as Medicaid or an employer plan. If the date of service was wrong, check again.';
}

function hasOtherCoverage({ Coverage }: FullPastCheck): boolean {
  if (!Coverage) return false;
  const { MedicareAdvantage, SecondaryPayers, Assistance } = Coverage;
  return [...MedicareAdvantage, ...SecondaryPayers, ...Assistance].some(({ IsActive }) => IsActive);
}

/** Facts behind an "eligible": Parts A and B with their dates, and common concerns that Medicare does not report. */
export function assurances(
  { PartA, PartB, MedicareAdvantage, Hospice, HomeHealth }: Coverage,
  day: string,
): string[] {
  const none = (text: string, lines: readonly Dated[]) =>
    lines.some((line) => line.IsActive || (line.From ?? '') > day) ? [] : [text];
  return [
    ...partWords('Part A', PartA),
    ...partWords('Part B', PartB),
    ...none('no Medicare Advantage', MedicareAdvantage),
    ...none('no open home health period', HomeHealth),
    ...none('no open hospice', Hospice),
  ];
}

const isOpen = ({ IsActive }: { IsActive: boolean }) => IsActive;

function partWords(name: string, { Status, Periods }: Coverage['PartA']): string[] {
  if (Status !== 'active') return [];
  return Periods.filter(isOpen).map((period) => `${name} ${periodText(period)}`);
}

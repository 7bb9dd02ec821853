import type { FullPastCheck, PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { formatDay, plural } from '../../../lib/format/format.ts';
import { periodText } from '../eligibility-words.ts';
import type { Coverage } from '@handoff/shared/domain/eligibility/result';

/** The specification's routes. */
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

/** The three result pages: what differs between them, and nothing else does. */
export const verdicts: Record<ResultPath, Verdict> = {
  '/admin/medicareeligible': {
    tone: 'good',
    verdict: 'eligible',
    title: 'Medicare eligible',
    sentence: (check) =>
      issuesOf(check).length === 0
        ? `Part B is active on ${formatDay(check.DateOfService)}. Medicare reports nothing that stands in the way.`
        : `Part B is active on ${formatDay(check.DateOfService)}, but look at ${plural(issuesOf(check).length, 'finding')} first.`,
    nextStep: () => 'Coverage changes. Check again at admission and during care.',
  },
  '/admin/medicareeligibilityissues': {
    tone: 'warn',
    verdict: 'issues',
    title: 'Eligible, with issues',
    sentence: (check) =>
      `Part B is active on ${formatDay(check.DateOfService)}, but ${plural(issuesOf(check).length, 'issue')} must be settled first.`,
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
 * Outside Home Care these are notices and lead to the page "eligible"; somebody has to look at them all the same, so
 * they stand where an issue would.
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

/** A hospice is paid from Part A, so there its absence is the reason. */
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

/** What an "eligible" rests on: the parts with their dates, and what staff fear and Medicare does not have. */
export function assurances({ PartA, PartB, MedicareAdvantage, Hospice, HomeHealth }: Coverage): string[] {
  return [
    ...partWords('Part A', PartA),
    ...partWords('Part B', PartB),
    ...(MedicareAdvantage.some(isOpen) ? [] : ['no Medicare Advantage']),
    ...(HomeHealth.some(isOpen) ? [] : ['no open home health period']),
    ...(Hospice.some(isOpen) ? [] : ['no open hospice']),
  ];
}

const isOpen = ({ IsActive }: { IsActive: boolean }) => IsActive;

function partWords(name: string, { Status, Periods }: Coverage['PartA']): string[] {
  if (Status !== 'active') return [];
  return Periods.filter(isOpen).map((period) => `${name} ${periodText(period)}`);
}

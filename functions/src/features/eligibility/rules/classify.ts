import type { CheckFailure, Inquiry } from '../../../platform/eligibility-provider.ts';
import { answeredPeriod, answerFor } from './answer-for.ts';
import { careFindings } from './care-findings.ts';
import type { Case } from './case.ts';
import { coverageOf } from './coverage.ts';
import { entitlementFindings, hasDied, needsPartA } from './entitlement-findings.ts';
import { finding, type Finding } from '@handoff/shared/domain/eligibility/finding';
import { noticeFindings } from './notice-findings.ts';
import { judgePart } from './part-verdict.ts';
import { hasAdvantage, planFindings } from './plan-findings.ts';
import { decisiveRejection, isTechnicalFailure, meaningOf } from '../x12/rejections.ts';
import type {
  Coverage,
  EligibilityBeneficiary,
  EligibilityFlags,
} from '@handoff/shared/domain/eligibility/result';
import type { Period } from '../x12/calendar.ts';
import type { Facts } from '../x12/facts.ts';
import { isMedicare, parse271 } from '../x12/parse-271.ts';
import { plainNumber } from '@handoff/shared/domain/person/identifiers';
import type { EligibilitySettings } from '@handoff/shared/domain/eligibility/settings';

export interface Verdict {
  kind: 'wrongInput' | 'result';
  flags: EligibilityFlags;
  findings: Finding[];
  coverage: Coverage | null;
  beneficiary: EligibilityBeneficiary | null;
  /** The full number that a lookup found; never returned to the caller. */
  foundMbi?: string;
  /** The days that the answer covers, and when the payer wrote it. */
  answered?: { period: Period | undefined; writtenOn: string | undefined; payer: string };
}

/** Not completed never means "not eligible": no one answered the question. */
export interface NotCompleted {
  kind: 'notCompleted';
  failure: CheckFailure;
  message: string;
  /** The field that the answer does not match. */
  field?: 'Mbi' | 'LastName' | 'DateOfBirth' | 'DateOfService' | undefined;
}

const noFlags: EligibilityFlags = {
  isInputWrong: false,
  isPartBEligible: false,
  isProblematic: false,
  isActiveMedicareAdvantage: false,
};

export function classify(judged: Case): Verdict | NotCompleted {
  const { facts } = judged;
  if (isTechnicalFailure(facts)) return notProcessed;
  const rejected = judgeRejections(facts.rejections);
  if (rejected) return rejected;
  if (facts.isCutOff) return incomplete("Medicare's answer was cut off on the way. Check again.");

  const parts = { partA: judgePart('A', judged), partB: judgePart('B', judged) };
  if (parts.partB.state === 'unknown' && !hasDied(judged)) return whyUnknown(facts);
  if (
    needsPartA(judged) &&
    parts.partA.state === 'unknown' &&
    parts.partB.state === 'active' &&
    !hasDied(judged)
  )
    return incomplete(
      'Medicare responded without saying whether Part A, which hospice care needs, is active on this date.',
    );

  const findings = [
    ...entitlementFindings(judged, parts),
    ...planFindings(judged),
    ...careFindings(judged),
    ...noticeFindings(judged),
  ].toSorted((one, other) => rank(one) - rank(other));
  return {
    kind: 'result',
    flags: {
      isInputWrong: false,
      isPartBEligible: !findings.some(({ Severity }) => Severity === 'blocker'),
      isProblematic: findings.some(({ Severity }) => Severity === 'issue'),
      isActiveMedicareAdvantage: hasAdvantage(judged),
    },
    findings,
    coverage: coverageOf(judged, parts),
    beneficiary: facts.beneficiary,
    ...(judged.inquiry.lookUp && { foundMbi: plainNumber(facts.mbi) }),
    answered: {
      period: answeredPeriod(facts),
      writtenOn: facts.writtenOn,
      payer: facts.payer.name || facts.payer.id,
    },
  };
}

const notProcessed: NotCompleted = {
  kind: 'notCompleted',
  failure: 'retry',
  message: 'Medicare could not process the request because of a technical failure. Try again.',
};

function whyUnknown({
  missingSegments,
  processingFailure,
  unread,
  payer,
  entitlements,
}: Facts): NotCompleted {
  if (processingFailure !== undefined) return notProcessed;
  if (missingSegments > 0)
    return incomplete(`Lines of Medicare's answer were lost on the way (${missingSegments}). Check again.`);
  if (!isMedicare(payer)) return incomplete(fromOtherPayer(payer));
  if (unread.length > 0)
    return incomplete(
      `Handoff cannot read ${unread.length === 1 ? '1 line' : `${unread.length} lines`} of the response, and the rest does not say whether Part B is active on this date.`,
    );
  const isUndated = entitlements.some(
    ({ part, status, period, isDateUnreadable }) =>
      part === 'B' && status === 'active' && !period && !isDateUnreadable,
  );
  return incomplete(
    isUndated
      ? 'Medicare responded with Part B, but without its dates. Check again.'
      : 'Medicare responded without saying whether Part B is active on this date.',
  );
}

const fromOtherPayer = ({ name, id }: Facts['payer']) =>
  `This response is from ${name || id}, not from Medicare (CMS). Handoff reads responses from Medicare only.`;

/** Judges rejections, whoever reports them; returns undefined when there are none. */
export function judgeRejections(
  rejections: readonly { code: string; segment: string }[],
): Verdict | NotCompleted | undefined {
  const decisive = decisiveRejection(rejections);
  if (!decisive) return undefined;
  const { meaning, rejection } = decisive;
  const { text } = meaning;
  if (meaning.kind === 'retry' || meaning.kind === 'configuration')
    return { kind: 'notCompleted', failure: meaning.kind, message: text };
  if (meaning.kind === 'input') return wrongInput(inputFindings(rejections));
  const found = finding({ code: 'deceased', severity: 'blocker', text, segment: rejection.segment });
  return { kind: 'result', flags: noFlags, findings: [found], coverage: null, beneficiary: null };
}

export function wrongInput(findings: Finding[]): Verdict {
  const flags = { ...noFlags, isInputWrong: true };
  return { kind: 'wrongInput', flags, findings, coverage: null, beneficiary: null };
}

/** Medicare may reject several fields at once; each gets its own finding. */
function inputFindings(rejections: readonly { code: string; segment: string }[]): Finding[] {
  const byText = new Map(
    rejections.map(({ code, segment }) => {
      const { text, field } = meaningOf(code);
      return [text, finding({ code: 'inputWrong', severity: 'blocker', text, field, segment })];
    }),
  );
  return [...byText.values()];
}

export const incomplete = (message: string): NotCompleted => ({
  kind: 'notCompleted',
  failure: 'incomplete',
  message,
});

const ranks = { blocker: 0, issue: 1, notice: 2 } as const;
const rank = ({ Severity }: Finding): number => ranks[Severity];

/** A plan numbers its members in its own way, so the person and day of its response cannot be compared. */
const isOfOtherPayer = ({ payer, entitlements, rejections }: Facts): boolean =>
  !isMedicare(payer) && entitlements.length === 0 && rejections.length === 0;

/** Judges the text of a payer's answer; all providers of checks use it. */
export function judgeAnswer(
  raw271: string,
  {
    inquiry,
    settings,
    trace,
  }: { inquiry: Inquiry; settings: EligibilitySettings; trace?: string | undefined },
): Verdict | NotCompleted {
  const answer = parse271(raw271);
  if (answer.kind === '271') {
    const [other] = answer.people.filter(isOfOtherPayer);
    if (other) return incomplete(fromOtherPayer(other.payer));
    const found = answerFor(answer.people, { asked: inquiry, trace });
    if ('reason' in found) return { ...incomplete(found.reason), field: found.field };
    return classify({ facts: found.facts, inquiry, settings });
  }
  if (answer.kind === 'notX12') return incomplete(`The response is not valid X12: ${answer.why}.`);
  return incomplete(
    answer.transaction === 'none'
      ? 'The response is empty.'
      : `The payer's system acknowledged or refused the question (${answer.transaction}) without answering it.`,
  );
}

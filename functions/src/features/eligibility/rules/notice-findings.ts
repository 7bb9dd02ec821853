import { dayText } from '@handoff/shared/domain/records/calendar-day';
import { showPeriod } from '../x12/calendar.ts';
import { coversDate, severityOf, type Case } from './case.ts';
import { finding, type Finding } from '@handoff/shared/domain/eligibility/finding';
import { isSame } from './answer-for.ts';
import { isMedicare } from '../x12/parse-271.ts';

/** Reports notices: none of them keeps Part B from paying, except lines that were lost. */
export function noticeFindings(judged: Case): Finding[] {
  return [
    ...assistanceFindings(judged),
    ...kidneyFindings(judged),
    ...demographicFindings(judged),
    ...damageFindings(judged),
    ...payerFindings(judged),
    ...unreadFindings(judged),
  ];
}

/** Reports one finding, even though the deductible, the coinsurance and the plan each have a line. */
function assistanceFindings({ facts, inquiry }: Case): Finding[] {
  const active = facts.assistance.filter((line) => coversDate(line, inquiry.dateOfService));
  return (['QMB', 'Medicaid'] as const).flatMap((kind) => {
    const lines = active.filter((line) => line.Kind === kind);
    const [first] = lines;
    if (!first) return [];
    const { period } =
      lines.find((line) => line.Plan !== '' && line.period) ?? lines.find((line) => line.period) ?? first;
    const plan = lines.find((line) => line.Plan !== '')?.Plan ?? '';
    const name =
      kind === 'QMB' ? 'The patient is a Qualified Medicare Beneficiary (QMB)' : 'The patient has Medicaid';
    // 42 USC 1396a(n)(3)(B): a provider may not charge a QMB the remaining cost.
    const billing =
      kind === 'QMB' ? ' Do not bill the deductible or coinsurance of Part A or Part B to the patient.' : '';
    const text = `${name}${plan && `, ${plan},`}${showPeriod(period)}.${billing}`;
    const segment = lines.map((line) => line.segment).join('~');
    return [finding({ code: 'assistance', severity: 'notice', text, segment })];
  });
}

function kidneyFindings({ facts }: Case): Finding[] {
  return facts.kidneyDisease.map(({ Start, Transplant, Segment }) => {
    const since = Start ? ` since ${dayText(Start)}` : '';
    const text = `The patient has end-stage renal disease${since}${Transplant ? `, transplant ${dayText(Transplant)}` : ''}.`;
    return finding({ code: 'kidneyDisease', severity: 'notice', text, segment: Segment });
  });
}

function demographicFindings({ facts, inquiry }: Case): Finding[] {
  const { LastName, FirstName, DateOfBirth } = facts.beneficiary;
  const differences = [
    ...(differs(LastName, inquiry.lastName) ? [`last name ${LastName}`] : []),
    ...(differs(FirstName, inquiry.firstName) ? [`first name ${FirstName}`] : []),
    ...(DateOfBirth && DateOfBirth !== inquiry.birthDate ? [`birth date ${dayText(DateOfBirth)}`] : []),
  ];
  if (differences.length === 0 && facts.correction === undefined) return [];
  const text =
    differences.length > 0
      ? `Medicare has other details: ${differences.join(', ')}.`
      : 'Medicare corrected the details you sent.';
  return [finding({ code: 'demographics', severity: 'notice', text, segment: facts.correction })];
}

const differs = (theirs: string, typed: string): boolean => theirs !== '' && !isSame(theirs, typed);

function damageFindings(judged: Case): Finding[] {
  const { problems, missingSegments } = judged.facts;
  if (problems.length === 0) return [];
  const details = `${problems.join('. ')}.`;
  if (missingSegments === 0)
    return [
      finding({
        code: 'answerDamaged',
        severity: 'notice',
        text: `The response is not in the expected format: ${details}`,
      }),
    ];
  const text = `Part of the response is missing (${missingSegments === 1 ? '1 line' : `${missingSegments} lines`}): there may be more than is shown here. ${details}`;
  return [finding({ code: 'segmentsMissing', severity: severityOf(judged, 'segmentsMissing'), text })];
}

function payerFindings({ facts }: Case): Finding[] {
  const { payer } = facts;
  if (isMedicare(payer)) return [];
  const text = `This response is from ${payer.name || payer.id}, not from Medicare (CMS). Check the patient with Medicare itself.`;
  return [finding({ code: 'otherPayer', severity: 'issue', text })];
}

function unreadFindings({ facts }: Case): Finding[] {
  const { unread } = facts;
  if (unread.length === 0) return [];
  const text =
    unread.length === 1
      ? 'The response has a line that Handoff cannot read. Review it before relying on the result.'
      : `The response has ${unread.length} lines that Handoff cannot read. Review them before relying on the result.`;
  return [finding({ code: 'unread', severity: 'notice', text, segment: unread.join('~') })];
}

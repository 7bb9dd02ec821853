import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import { wrongInput, type NotCompleted, type Verdict, judgeAnswer } from '../rules/classify.ts';
import type { Inquiry } from '../../../platform/eligibility-provider.ts';
import { answerDates, answeredPeriod } from '../rules/answer-for.ts';
import { checkInquiry } from '../rules/inquiry.ts';
import { covers } from '../x12/calendar.ts';
import type { Facts } from '../x12/facts.ts';
import { parse271 } from '../x12/parse-271.ts';
import type { EligibilityResult } from '@handoff/shared/domain/eligibility/result';
import type { EligibilitySettings } from '@handoff/shared/domain/eligibility/settings';
import { notFound, invalidField } from '../../../core/app-error.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { agencyRecords } from '../agency/agency-records.ts';
import { recordCheck, resultFields, typedFields } from './record-check.ts';
import { numberBehind } from './sealed-mbi.ts';
import type { MedicareHandlers } from '../medicare-ports.ts';

const LABEL = 'PASTED by a person, not requested by Handoff';

/** Judges an answer that came some other way like any other; no inquiry is sent, and its text is not stored. */
export const checkPasted: MedicareHandlers['checkPasted271'] = async ({ body }, context) => {
  const { Answer271, ...given } = body;
  const { caller, work, now, fieldKeys } = context;
  if (given.ReferralId !== undefined && !(await work.get(referralKind, given.ReferralId)))
    throw notFound('This referral');
  const known = await numberBehind(given, { find: work, keys: fieldKeys, caller });
  const typed = { ...given, Mbi: known?.mbi ?? given.Mbi };
  const today = dayIn(medicareTimeZone, now);
  const answer = parse271(Answer271);
  const asOf = answer.kind === '271' ? ownDate(answer.people) : undefined;
  const dated = { ...typed, DateOfService: typed.DateOfService?.trim() || asOf };
  const { settings } = await agencyRecords(context, { find: work, day: dated.DateOfService ?? today });
  const { inquiry, wrong } = checkInquiry(dated, { today, settings });
  const verdict = wrong.length > 0 ? wrongInput(wrong) : judgePasted(Answer271, { inquiry, settings });
  const checkId = work.newId('check');
  const result: EligibilityResult = {
    ...verdict.flags,
    CheckId: checkId,
    CheckedAt: now.toISOString(),
    DateOfService: inquiry.dateOfService,
    Category: inquiry.category,
    Provider: 'pasted',
    Label: LABEL,
    Reference: '',
    Findings: verdict.findings,
    Coverage: verdict.coverage,
    Beneficiary: verdict.beneficiary,
    Answer: answerDates(verdict.answered, today),
  };
  const check = {
    ...(await typedFields(typed, { caller, checkId, fieldKeys })),
    ...resultFields(result),
    PreviousCheckId: null,
    Attempts: 0,
    DurationMs: 0,
    HasExchange: false,
  };
  const EligibilityStatusId = await recordCheck(context, check, { numberFrom: known?.from });
  return { ...result, PreviousCheckId: null, EligibilityStatusId };
};

/** Returns the day of an answer when none is given: the day it was written, if the answer covers it. */
function ownDate(people: readonly Facts[]): string | undefined {
  const [facts] = people;
  const period = facts && answeredPeriod(facts);
  if (!facts || !period) return undefined;
  const { writtenOn } = facts;
  return writtenOn !== undefined && covers(period, writtenOn) ? writtenOn : (period.to ?? period.from);
}

function judgePasted(
  text: string,
  { inquiry, settings }: { inquiry: Inquiry; settings: EligibilitySettings },
): Verdict {
  const verdict = judgeAnswer(text, { inquiry, settings });
  if (isNotCompleted(verdict)) throw invalidField(verdict.field ?? 'Answer271', verdict.message);
  return verdict;
}

const isNotCompleted = (verdict: Verdict | NotCompleted): verdict is NotCompleted =>
  verdict.kind === 'notCompleted';

import type { ErrorCode } from '@handoff/shared/contract/errors';
import {
  incomplete,
  judgeRejections,
  wrongInput,
  type NotCompleted,
  type Verdict,
  judgeAnswer,
} from '../rules/classify.ts';
import type {
  Inquiry,
  Agency,
  EligibilityProvider,
  ProviderQuestion,
  ProviderReply,
} from '../../../platform/eligibility-provider.ts';
import { answerDates } from '../rules/answer-for.ts';
import { checkInquiry, rangeAround, type TypedInquiry } from '../rules/inquiry.ts';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import type { Finding } from '@handoff/shared/domain/eligibility/finding';
import type { EligibilityResult } from '@handoff/shared/domain/eligibility/result';
import { medicareTimeZone, type EligibilitySettings } from '@handoff/shared/domain/eligibility/settings';
import { traceOf, write270 } from '../x12/write-270.ts';
import type { Clock } from '../../../platform/ports.ts';
import { failureMessage } from './failed-check.ts';

export interface CheckContext {
  /** Identifies the check, its raw texts and its trace; the same for every try of one request. */
  checkId: string;
  patientId: string;
  settings: EligibilitySettings;
  agency: Agency;
  payerId: string;
  submitterId: string;
  callerAddresses: readonly string[];
  clock: Clock;
}

interface Effort {
  provider: EligibilityProvider['name'];
  /** Shown wherever the check is, finished or not; null for a real answer. */
  label: string | null;
  attempts: number;
  durationMs: number;
}

export type CheckOutcome =
  | (Effort & {
      kind: 'wrongInput' | 'result';
      result: EligibilityResult;
      /** The full number, when a lookup found one. */
      foundMbi: string | undefined;
    })
  | (Effort &
      NotCompleted & {
        code: ErrorCode;
        reason: string;
        dateOfService: string;
        /** Whether the payer may have answered, and may charge for it, despite the failure. */
        mayBePaid: boolean;
      });

/** At most two attempts, so that both fit into the lease of the request. */
const ATTEMPTS = 2;
const PAUSE_MS = 1_000;

export interface Prepared {
  provider: EligibilityProvider;
  inquiry: Inquiry;
  context: CheckContext;
  started: Date;
  /** Undefined when what was typed is seen to be wrong: then there is nothing to send. */
  question: ProviderQuestion | undefined;
  wrong: Finding[];
}

export interface Sent {
  attempts: number;
  durationMs: number;
  /** Undefined when nothing was sent. */
  reply: ProviderReply | undefined;
  verdict: Verdict | NotCompleted;
}

export function prepareQuestion(
  provider: EligibilityProvider,
  typed: TypedInquiry,
  context: CheckContext,
): Prepared {
  const { clock, settings, checkId, patientId, agency, callerAddresses } = context;
  const started = clock.now();
  const today = dayIn(settings.timeZone, started);
  const { inquiry, wrong } = checkInquiry(typed, { today, settings });
  const prepared = { provider, inquiry, context, started, wrong };
  if (wrong.length > 0) return { ...prepared, question: undefined };
  const { serviceTypes } = settings;
  const range = rangeAround(inquiry.dateOfService, { today, settings });
  const isForToday = inquiry.dateOfService === today;
  const about = { checkId, patientId, inquiry, range, isForToday, agency, serviceTypes, callerAddresses };
  return { ...prepared, question: { ...about, raw270: questionText(prepared, range, 1) } };
}

/** Sends the question, and again when it was certainly not processed or the payer cannot answer now. */
export async function sendQuestion(prepared: Prepared, question: ProviderQuestion): Promise<Sent> {
  const { provider, context, inquiry, started } = prepared;
  for (let attempts = 1; ; attempts += 1) {
    const raw270 = attempts === 1 ? question.raw270 : questionText(prepared, question.range, attempts);
    const reply = withoutSsn(await provider.ask({ ...question, raw270 }), inquiry);
    const verdict = verdictOn(reply, prepared);
    if (attempts === ATTEMPTS || !mayRepeat(reply, verdict))
      return { attempts, durationMs: context.clock.now().getTime() - started.getTime(), reply, verdict };
    await context.clock.sleep(PAUSE_MS);
  }
}

/** A payer may repeat the details of the inquiry, and we must not store the SSN. */
function withoutSsn(reply: ProviderReply, { lookUp }: Inquiry): ProviderReply {
  if (reply.outcome !== 'answered' || !lookUp || !('Ssn' in lookUp)) return reply;
  return { ...reply, raw271: reply.raw271.replaceAll(lookUp.Ssn, '') };
}

function mayRepeat(reply: ProviderReply, verdict: Verdict | NotCompleted): boolean {
  if (reply.outcome === 'failed') return reply.mayRepeat;
  return verdict.kind === 'notCompleted' && verdict.failure === 'retry';
}

function verdictOn(reply: ProviderReply, { inquiry, provider, context }: Prepared): Verdict | NotCompleted {
  if (reply.outcome === 'failed') {
    const { failure, reason } = reply;
    return { kind: 'notCompleted', failure, message: failureMessage(failure, reason) };
  }
  if (reply.outcome === 'rejected') {
    const rejections = reply.codes.map((code) => ({ code, segment: '' }));
    return judgeRejections(rejections) ?? incomplete('The provider did not return a Medicare response.');
  }
  const trace = provider.echoesTrace ? traceOf(context.checkId) : undefined;
  return judgeAnswer(reply.raw271, { inquiry, settings: context.settings, trace });
}

/** The outcome of a question that was sent, or of one that was not because it is seen to be wrong. */
export function judge(prepared: Prepared, sent = notSent(prepared)): CheckOutcome {
  const { provider, inquiry } = prepared;
  const { attempts, durationMs, reply, verdict } = sent;
  const effort: Effort = { provider: provider.name, label: labelOf(provider, reply), attempts, durationMs };
  if (verdict.kind === 'notCompleted') {
    const reason = reply?.outcome === 'failed' ? reply.reason : 'answer';
    const code = errorCodes[verdict.failure];
    const dateOfService = inquiry.dateOfService;
    return { ...effort, ...verdict, code, reason, dateOfService, mayBePaid: mayBePaid(reply, verdict) };
  }
  const result = resultOf(prepared, { reply, verdict });
  return { ...effort, kind: verdict.kind, result, foundMbi: verdict.foundMbi };
}

const notSent = ({ wrong }: Prepared): Sent => ({
  attempts: 0,
  durationMs: 0,
  reply: undefined,
  verdict: wrongInput(wrong),
});

function mayBePaid(reply: ProviderReply | undefined, { failure }: NotCompleted): boolean {
  if (failure === 'incomplete') return true;
  return failure === 'retry' && reply?.outcome === 'failed' && !reply.mayRepeat;
}

function resultOf(
  { provider, inquiry, context, started }: Prepared,
  { reply, verdict }: { reply: ProviderReply | undefined; verdict: Verdict },
) {
  return {
    ...verdict.flags,
    CheckId: context.checkId,
    CheckedAt: started.toISOString(),
    DateOfService: inquiry.dateOfService,
    Category: inquiry.category,
    Provider: provider.name,
    Label: labelOf(provider, reply),
    Reference: reply === undefined || reply.outcome === 'failed' ? '' : reply.reference,
    Findings: verdict.findings,
    Coverage: verdict.coverage,
    Beneficiary: verdict.beneficiary,
    Answer: answerDates(verdict.answered, dayIn(medicareTimeZone, started)),
  } satisfies EligibilityResult;
}

function labelOf(provider: EligibilityProvider, reply: ProviderReply | undefined): string | null {
  const isAnswer = reply !== undefined && reply.outcome !== 'failed';
  return (isAnswer ? reply.label : null) ?? provider.label;
}

const errorCodes = {
  retry: 'unavailable',
  notConfigured: 'not_configured',
  configuration: 'bad_gateway',
  incomplete: 'bad_gateway',
} as const satisfies Record<NotCompleted['failure'], ErrorCode>;

function questionText(
  { provider, inquiry, context }: Omit<Prepared, 'question'>,
  range: ProviderQuestion['range'],
  attempt: number,
): string {
  const { agency, payerId, submitterId, settings, checkId, clock } = context;
  return write270({
    inquiry,
    range,
    agency,
    payerId,
    submitterId,
    serviceTypes: settings.serviceTypes,
    trace: checkId,
    controlNumber: controlNumberOf(checkId, attempt),
    isTest: provider.isTest,
    at: clock.now(),
  });
}

/** 1 to 999999999: the same for the same attempt of a check, different for the next. */
function controlNumberOf(checkId: string, attempt: number): number {
  let number = 7;
  for (const character of `${checkId}-${attempt}`)
    number = (number * 31 + (character.codePointAt(0) ?? 0)) % 999_999_999;
  return number + 1;
}

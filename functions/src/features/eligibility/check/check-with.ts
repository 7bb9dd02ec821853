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
import type { EligibilityResult } from '@handoff/shared/domain/eligibility/result';
import { medicareTimeZone, type EligibilitySettings } from '@handoff/shared/domain/eligibility/settings';
import { traceOf, write270 } from '../x12/write-270.ts';
import type { Clock } from '../../../platform/ports.ts';
import { failureMessage } from '../providers/failed-check.ts';

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

/** The texts sent and received: stored in the restricted container, never returned to the caller. */
export interface RawExchange {
  raw270: string;
  raw271: string | undefined;
}

interface Asking {
  provider: EligibilityProvider['name'];
  /** Shown wherever the check is, finished or not; null for a real answer. */
  label: string | null;
  attempts: number;
  durationMs: number;
  /** Undefined when no inquiry was sent. */
  raw: RawExchange | undefined;
}

export type CheckOutcome =
  | (Asking & {
      kind: 'wrongInput' | 'result';
      result: EligibilityResult;
      /** The full number, when a lookup found one. */
      foundMbi: string | undefined;
    })
  | (Asking &
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

/** Runs one check from typed details to verdict. Stores nothing. */
export async function checkWith(
  provider: EligibilityProvider,
  typed: TypedInquiry,
  context: CheckContext,
): Promise<CheckOutcome> {
  const { clock, settings } = context;
  const started = clock.now();
  const today = dayIn(settings.timeZone, started);
  const { inquiry, wrong } = checkInquiry(typed, { today, settings });
  const check = { provider, inquiry, context, started };
  if (wrong.length > 0)
    return outcomeOf({ ...check, tried: { verdict: wrongInput(wrong), attempts: 0, reply: undefined } });

  const range = rangeAround(inquiry.dateOfService, { today, settings });
  const question: Omit<ProviderQuestion, 'raw270'> = {
    checkId: context.checkId,
    patientId: context.patientId,
    inquiry,
    range,
    isForToday: inquiry.dateOfService === today,
    agency: context.agency,
    serviceTypes: settings.serviceTypes,
    callerAddresses: context.callerAddresses,
  };
  return outcomeOf({ ...check, ...(await askTwice({ ...check, question })) });
}

interface Check {
  provider: EligibilityProvider;
  inquiry: Inquiry;
  context: CheckContext;
  started: Date;
}

interface Tried {
  verdict: Verdict | NotCompleted;
  attempts: number;
  reply: ProviderReply | undefined;
}

async function askTwice(
  check: Check & { question: Omit<ProviderQuestion, 'raw270'> },
): Promise<{ tried: Tried; raw270: string }> {
  for (let attempts = 1; ; attempts += 1) {
    const raw270 = questionText(check, attempts);
    const reply = withoutSsn(await check.provider.ask({ ...check.question, raw270 }), check.inquiry);
    const verdict = judge(reply, check);
    if (attempts === ATTEMPTS || !mayRepeat(reply, verdict))
      return { tried: { verdict, attempts, reply }, raw270 };
    await check.context.clock.sleep(PAUSE_MS);
  }
}

/** A payer may repeat the details of the inquiry, and we must not store the SSN. */
function withoutSsn(reply: ProviderReply, { lookUp }: Inquiry): ProviderReply {
  if (reply.outcome !== 'answered' || !lookUp || !('Ssn' in lookUp)) return reply;
  return { ...reply, raw271: reply.raw271.replaceAll(lookUp.Ssn, '') };
}

/** Repeats an inquiry that certainly was not processed, or that the payer itself says it cannot answer now. */
function mayRepeat(reply: ProviderReply, verdict: Verdict | NotCompleted): boolean {
  if (reply.outcome === 'failed') return reply.mayRepeat;
  return verdict.kind === 'notCompleted' && verdict.failure === 'retry';
}

function judge(reply: ProviderReply, check: Check): Verdict | NotCompleted {
  const { inquiry, provider, context } = check;
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

function outcomeOf(done: Check & { tried: Tried; raw270?: string }): CheckOutcome {
  const { inquiry, context, started, tried, raw270 } = done;
  const { verdict, attempts, reply } = tried;
  const raw271 = reply?.outcome === 'answered' ? reply.raw271 : undefined;
  const asking: Asking = {
    provider: done.provider.name,
    label: labelOf(done),
    attempts,
    durationMs: context.clock.now().getTime() - started.getTime(),
    raw: raw270 === undefined ? undefined : { raw270, raw271 },
  };
  if (verdict.kind === 'notCompleted') {
    const reason = reply?.outcome === 'failed' ? reply.reason : 'answer';
    const code = errorCodes[verdict.failure];
    const dateOfService = inquiry.dateOfService;
    return { ...asking, ...verdict, code, reason, dateOfService, mayBePaid: mayBePaid(reply, verdict) };
  }
  return { ...asking, kind: verdict.kind, result: resultOf(verdict, done), foundMbi: verdict.foundMbi };
}

function mayBePaid(reply: ProviderReply | undefined, { failure }: NotCompleted): boolean {
  if (failure === 'incomplete') return true;
  return failure === 'retry' && reply?.outcome === 'failed' && !reply.mayRepeat;
}

function resultOf(verdict: Verdict, done: Check & { tried: Tried }) {
  const { provider, inquiry, context, started } = done;
  const { reply } = done.tried;
  return {
    ...verdict.flags,
    CheckId: context.checkId,
    CheckedAt: started.toISOString(),
    DateOfService: inquiry.dateOfService,
    Category: inquiry.category,
    Provider: provider.name,
    Label: labelOf(done),
    Reference: reply === undefined || reply.outcome === 'failed' ? '' : reply.reference,
    Findings: verdict.findings,
    Coverage: verdict.coverage,
    Beneficiary: verdict.beneficiary,
    Answer: answerDates(verdict.answered, dayIn(medicareTimeZone, started)),
  } satisfies EligibilityResult;
}

function labelOf({ provider, tried: { reply } }: Check & { tried: Tried }): string | null {
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
  { provider, context, question }: Check & { question: Omit<ProviderQuestion, 'raw270'> },
  attempt: number,
): string {
  const { agency, payerId, submitterId, settings, checkId, clock } = context;
  return write270({
    inquiry: question.inquiry,
    range: question.range,
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

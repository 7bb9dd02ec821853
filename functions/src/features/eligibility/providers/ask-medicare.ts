import type { EffectContext, WriteContext } from '../../../core/context.ts';
import { createHash } from 'node:crypto';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import type { Api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { TypedInquiry } from '../rules/inquiry.ts';
import { AppError } from '../../../core/app-error.ts';
import { LeaseFailure } from '../../../writes/lease.ts';
import type { Limits } from '../../../auth/limits.ts';
import { StoreUnavailable } from '../../../platform/ports.ts';
import { agencyRecords } from '../agency/agency-records.ts';
import { checkWith, type CheckOutcome } from '../check/check-with.ts';
import { countCheck, type Asker } from '../check/check-quota.ts';
import { keepAnswer, keepQuestion, noteExchange, oweAnswer } from '../history/exchange-blobs.ts';
import { failedFields } from './failed-check.ts';
import type { EligibilityProvider, EligibilityService } from '../../../platform/eligibility-provider.ts';
import { numberFields, recordCheck, typedFields, resultFields } from '../check/record-check.ts';
import { checkKind, type StoredCheck } from '../../../records/kinds/eligibility-records.ts';

/** The dependencies that all checks of an installation share. */
export interface Asking {
  service: EligibilityService;
  most: Limits['checks'];
}

export interface Question {
  typed: TypedInquiry & { ReferralId?: string | undefined };
  /** The record whose sealed number is used, when no one typed one. */
  numberFrom?: string | undefined;
  /** The check that this one repeats. */
  previousCheckId?: string;
  /** Set for a timer's check, which counts for the agency only and has other things to record. */
  scheduled?: Scheduled;
}

interface Scheduled {
  by: Exclude<Asker, 'person'>;
  /** Throws when the check is no longer due; runs in the batch that records the inquiry. */
  confirm: (write: WriteContext) => Promise<void>;
  record: RecordCheck;
}

/** Stages the records of a check; returns the new status of its referral. */
export type RecordCheck = (
  write: WriteContext,
  check: StoredCheck,
  how: { numberFrom: string | undefined; mayBePaid: boolean },
) => Promise<string | null>;

type Answer = Output<Api['medicareEligibility']['check']>;
type Completion = (write: WriteContext) => Promise<Answer>;

/**
 * Medicare is asked at most once for a key: only a person may repeat an inquiry that may have been answered and
 * charged.
 */
export async function askMedicare(
  asking: Asking,
  question: Question,
  context: EffectContext,
): Promise<Completion> {
  const { service } = asking;
  const { caller, clock, fieldKeys } = context;
  const { typed, numberFrom, previousCheckId: PreviousCheckId = null, scheduled } = question;
  const checkId = await freeCheckId(context);
  const asked = {
    ...(await typedFields(typed, { caller, checkId, fieldKeys })),
    PreviousCheckId,
    ...(scheduled?.by === 'schedule' && { IsScheduled: true }),
  };
  const record = (write: WriteContext, check: StoredCheck, mayBePaid = false) =>
    (scheduled?.record ?? recordCheck)(write, check, { numberFrom, mayBePaid });
  if (context.wasAsked) throw neverAnswered({ typed, checkId, context, asked, service, record });

  const day = typed.DateOfService || dayIn(medicareTimeZone, clock.now());
  const { agency, settings } = await agencyRecords(context, { find: context.find, day });
  const outcome = await checkWith(askingOnce(asking, { context, scheduled }), typed, {
    checkId,
    patientId: patientIdOf(asked.MbiHash ?? checkId),
    settings,
    agency,
    payerId: service.payerId,
    submitterId: service.submitterId,
    callerAddresses: context.callerAddresses,
    clock,
  });
  const { HasExchange, owed } = await keepAnswer(context, { checkId, raw: outcome.raw });
  const tried = { ...asked, ...effortOf(outcome), HasExchange };
  if (outcome.kind === 'notCompleted') {
    const failed = { ...tried, ...failedFields({ ...outcome, checkId, at: context.now }) };
    throw new LeaseFailure(new AppError(outcome.code, outcome.message), async (write) => {
      if (owed !== undefined) await oweAnswer(write, { checkId, text: owed });
      await record(write, failed, outcome.mayBePaid);
    });
  }
  const found = outcome.foundMbi;
  const sealed = found === undefined ? {} : await numberFields(found, { caller, checkId, fieldKeys });
  const check: StoredCheck = { ...tried, ...resultFields(outcome.result), ...sealed };
  return async (write) => {
    if (owed !== undefined) await oweAnswer(write, { checkId, text: owed });
    if (typed.LookUp) write.work.audit({ action: 'number.looked-up', subject: checkId });
    return { ...outcome.result, PreviousCheckId, EligibilityStatusId: await record(write, check) };
  };
}

/**
 * Clearinghouses group a patient's checks by this id of at most 36 characters; the keyed hash of the number is longer.
 */
const patientIdOf = (lasting: string): string =>
  createHash('sha256').update(lasting).digest('hex').slice(0, 32);

/** Stays the same for every try until a failure is recorded. */
async function freeCheckId(context: EffectContext): Promise<string> {
  const id = `check-${context.derive('trace')}`;
  if (!(await context.find.get(checkKind, id))) return id;
  // The key's record has expired while its check exists: another inquiry would be charged again.
  throw new AppError('conflict', 'This was already saved by an earlier attempt. Reload to see it.');
}

/** Before the first inquiry, counts it, records it under the key, and stores its text. */
function askingOnce(
  { service, most }: Asking,
  { context, scheduled }: { context: EffectContext; scheduled: Scheduled | undefined },
): EligibilityProvider {
  const { provider } = service;
  let isNoted = false;
  return {
    ...provider,
    async ask(question) {
      if (!isNoted) {
        await context.noteAsked(async (write) => {
          await scheduled?.confirm(write);
          await countCheck(write, { most, by: scheduled?.by ?? 'person' });
          await noteExchange(write, question.checkId);
        });
        await context.checkpoint('B3a');
        await keepOrRefuse(context, question);
      }
      isNoted = true;
      const reply = await provider.ask(question);
      await context.checkpoint('B3p');
      return reply;
    },
  };
}

async function keepOrRefuse(...[context, question]: Parameters<typeof keepQuestion>): Promise<void> {
  try {
    await keepQuestion(context, question);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const message = 'The request could not be saved, so Medicare was not contacted. Try again.';
    throw new LeaseFailure(new AppError('unavailable', message, { cause: error }), async () => {});
  }
}

function neverAnswered(lost: {
  typed: Question['typed'];
  checkId: string;
  context: EffectContext;
  asked: Awaited<ReturnType<typeof typedFields>>;
  service: EligibilityService;
  record: (write: WriteContext, check: StoredCheck, mayBePaid: boolean) => Promise<unknown>;
}): LeaseFailure {
  const { typed, checkId, context, asked, service, record } = lost;
  const message =
    'No response came. Medicare may have received the request, so it was not repeated automatically. Try again when you are ready.';
  const { name: provider, label } = service.provider;
  const dateOfService = typed.DateOfService ?? '';
  const failed = failedFields({ provider, label, message, dateOfService, checkId, at: context.now });
  const check = { ...asked, ...failed, Attempts: 1, DurationMs: 0, HasExchange: true };
  return new LeaseFailure(new AppError('unavailable', message), async (write) => {
    await record(write, check, true);
  });
}

const effortOf = ({ attempts, durationMs }: CheckOutcome) => ({ Attempts: attempts, DurationMs: durationMs });

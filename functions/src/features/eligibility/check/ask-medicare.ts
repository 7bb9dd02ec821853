import type { WriteContext } from '../../../core/context.ts';
import { createHash } from 'node:crypto';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import type { Api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { TypedInquiry } from '../rules/inquiry.ts';
import { AppError } from '../../../core/app-error.ts';
import { LeaseFailure } from '../../../writes/lease.ts';
import { StoreUnavailable } from '../../../platform/ports.ts';
import type { ProviderQuestion } from '../../../platform/eligibility-provider.ts';
import { checkKind, type StoredCheck } from '../../../records/kinds/eligibility-records.ts';
import { agencyRecords } from '../agency/agency-records.ts';
import { countCheck, type Asker } from './check-quota.ts';
import { judge, prepareQuestion, sendQuestion, type CheckOutcome, type Prepared } from './exchange.ts';
import {
  deferUpload,
  noteExchange,
  nothingToStore,
  storeAnswer,
  storeQuestion,
  type StoredAnswer,
} from '../history/exchange-blobs.ts';
import { failedFields } from './failed-check.ts';
import { numberFields, recordCheck, resultFields, typedFields, type TypedFields } from './record-check.ts';
import type { MedicareEffect } from '../medicare-ports.ts';

export interface Question {
  typed: TypedInquiry & { ReferralId?: string | undefined };
  /** The record whose sealed number is used, when no one typed one. */
  numberFrom?: string | undefined;
  previousCheckId?: string;
  /** For a timer's question: it is counted for the agency alone, and has other things to record. */
  scheduled?: Scheduled;
}

interface Scheduled {
  by: Exclude<Asker, 'person'>;
  /** Throws when it is not due any more; in one batch with the record that the question is sent. */
  confirm: (write: WriteContext) => Promise<void>;
  record: RecordCheck;
}

/** Stages what a check leaves behind; gives the new status of its referral. */
export type RecordCheck = (
  write: WriteContext,
  check: StoredCheck,
  how: { numberFrom: string | undefined; mayBePaid: boolean },
) => Promise<string | null>;

type Completion = (write: WriteContext) => Promise<Output<Api['medicareEligibility']['check']>>;

interface Check {
  checkId: string;
  question: Question;
  context: MedicareEffect;
  fields: TypedFields & Pick<StoredCheck, 'PreviousCheckId' | 'IsScheduled'>;
}

/** Medicare is asked at most once for a key: what may have been sent and paid for is repeated by a person only. */
export async function askMedicare(question: Question, context: MedicareEffect): Promise<Completion> {
  const check = await openCheck(question, context);
  if (context.wasSent) throw neverAnswered(check);
  const prepared = await prepare(check);
  if (!prepared.question) return record(check, judge(prepared), nothingToStore);
  await markSent(check);
  await context.checkpoint('B3a');
  await store270(check, prepared.question);
  const sent = await sendQuestion(prepared, prepared.question);
  await context.checkpoint('B3p');
  const stored = await storeAnswer(context, { checkId: check.checkId, reply: sent.reply });
  return record(check, judge(prepared, sent), stored);
}

/** Names the check the same for every try, until a failure is recorded. */
async function openCheck(question: Question, context: MedicareEffect): Promise<Check> {
  const { typed, previousCheckId = null, scheduled } = question;
  const checkId = `check-${context.derive('trace')}`;
  // The key's record is over, its check is not: asking again would be paid for.
  if (await context.find.get(checkKind, checkId))
    throw new AppError('conflict', 'This was already saved by an earlier attempt. Reload to see it.');
  const fields = {
    ...(await typedFields(typed, { ...context, checkId })),
    PreviousCheckId: previousCheckId,
    ...(scheduled?.by === 'schedule' && { IsScheduled: true }),
  };
  return { checkId, question, context, fields };
}

async function prepare({ checkId, question: { typed }, context, fields }: Check): Promise<Prepared> {
  const { clock, callerAddresses, eligibility } = context;
  const { provider, payerId, submitterId } = eligibility.service;
  const day = typed.DateOfService || dayIn(medicareTimeZone, clock.now());
  const { agency, settings } = await agencyRecords(context, { find: context.find, day });
  const patientId = patientIdOf(fields.MbiHash ?? checkId);
  const about = { checkId, patientId, settings, agency, payerId, submitterId, callerAddresses, clock };
  return prepareQuestion(provider, typed, about);
}

/** Clearinghouses group the checks of a patient by it and take 36 characters; the keyed hash of the number is longer. */
const patientIdOf = (lasting: string): string =>
  createHash('sha256').update(lasting).digest('hex').slice(0, 32);

/** Counts the check and notes its exchange in one batch with the record that it is sent. */
async function markSent({ checkId, question: { scheduled }, context }: Check): Promise<void> {
  await context.markSent(async (write) => {
    await scheduled?.confirm(write);
    await countCheck(write, { most: context.eligibility.limits, by: scheduled?.by ?? 'person' });
    await noteExchange(write, checkId);
  });
}

/** A question that cannot be stored is not sent. */
async function store270({ context }: Check, question: ProviderQuestion): Promise<void> {
  try {
    await storeQuestion(context, question);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    const message = 'The request could not be saved, so Medicare was not contacted. Try again.';
    throw new LeaseFailure(new AppError('unavailable', message, { cause: error }), async () => {});
  }
}

/** Gives what records the answer. Throws a failure that is recorded, when there is none. */
async function record(check: Check, outcome: CheckOutcome, stored: StoredAnswer): Promise<Completion> {
  const { checkId, question, context, fields } = check;
  const { HasExchange, pending } = stored;
  const effort = { Attempts: outcome.attempts, DurationMs: outcome.durationMs, HasExchange };
  if (outcome.kind === 'notCompleted') {
    const failed = { ...fields, ...effort, ...failedFields({ ...outcome, checkId, at: context.now }) };
    throw new LeaseFailure(new AppError(outcome.code, outcome.message), async (write) => {
      if (pending !== undefined) await deferUpload(write, { checkId, text: pending });
      await stage(check, write, { record: failed, mayBePaid: outcome.mayBePaid });
    });
  }
  const { result, foundMbi } = outcome;
  const found = foundMbi === undefined ? {} : await numberFields(foundMbi, { ...context, checkId });
  const completed = { ...fields, ...effort, ...resultFields(result), ...found };
  return async (write) => {
    if (pending !== undefined) await deferUpload(write, { checkId, text: pending });
    if (question.typed.LookUp) write.work.audit({ action: 'number.looked-up', subject: checkId });
    const EligibilityStatusId = await stage(check, write, { record: completed, mayBePaid: false });
    return { ...result, PreviousCheckId: question.previousCheckId ?? null, EligibilityStatusId };
  };
}

async function stage(
  { question: { scheduled, numberFrom } }: Check,
  write: WriteContext,
  { record: stored, mayBePaid }: { record: StoredCheck; mayBePaid: boolean },
): Promise<string | null> {
  return (scheduled?.record ?? recordCheck)(write, stored, { numberFrom, mayBePaid });
}

function neverAnswered(check: Check): LeaseFailure {
  const { checkId, question, context, fields } = check;
  const message =
    'No response came. Medicare may have received the request, so it was not repeated automatically. Try again when you are ready.';
  const { name: provider, label } = context.eligibility.service.provider;
  const dateOfService = question.typed.DateOfService ?? '';
  const failed = failedFields({ provider, label, message, dateOfService, checkId, at: context.now });
  const lost = { ...fields, ...failed, Attempts: 1, DurationMs: 0, HasExchange: true };
  return new LeaseFailure(new AppError('unavailable', message), async (write) => {
    await stage(check, write, { record: lost, mayBePaid: true });
  });
}

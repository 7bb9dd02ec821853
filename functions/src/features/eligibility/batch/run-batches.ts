import { errorName } from '../../../platform/ports.ts';
import type { WriteContext } from '../../../core/context.ts';
import { api } from '@handoff/shared/contract/api';
import type { BatchRow } from '@handoff/shared/domain/eligibility/batch';
import { AppError } from '../../../core/app-error.ts';
import { announceChange } from '../../../writes/edit.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { openNumber } from '../../../records/sealed-numbers.ts';
import { keptReferral } from '../../../records/kinds/referral-records.ts';
import { refuseUnknownReferral } from '../check/check-eligibility.ts';
import { recordCheck } from '../check/record-check.ts';
import { numberBehind, numberOfReferral } from '../check/sealed-mbi.ts';
import { atOf } from '../check/question-again.ts';
import { askMedicare, type Question } from '../check/ask-medicare.ts';
import { partId } from './batch-records.ts';
import {
  type StoredBatch,
  batchKind,
  type StoredRow,
  batchPartKind,
  numberField,
} from '../../../records/kinds/eligibility-records.ts';
import { select } from '../../../records/select.ts';
import { type MedicareEffect, type MedicareJob, withMedicare } from '../medicare-ports.ts';

/** Limits the rows of one agency in a run of the timer, so that others get their turn. */
const MAX_PER_RUN = 100;

interface Turn {
  domainId: string;
  until: number;
}

export const openBatches = select(batchKind, { where: { IsOpen: true } });

/** Asks about rows that wait, oldest batch first; who dies in between leaves no row asked about twice. */
export async function runBatches(job: MedicareJob, turn: Turn): Promise<void> {
  const { items } = await job.find(turn.domainId).list(openBatches);
  let left = MAX_PER_RUN;
  for (const batch of items.toSorted((one, other) => one.CreatedAt.localeCompare(other.CreatedAt))) {
    const { asked, isStopped } = await runBatch(job, { ...turn, batch, most: left });
    left -= asked;
    if (isStopped || left <= 0) return;
  }
}

async function runBatch(
  job: MedicareJob,
  { domainId, until, batch, most }: Turn & { batch: StoredBatch; most: number },
): Promise<{ asked: number; isStopped: boolean }> {
  let asked = 0;
  let waiting = 0;
  for (let part = 0; part < batch.PartCount; part += 1) {
    const rows = (await job.find(domainId).get(batchPartKind, partId(batch.Id, part)))?.Rows ?? [];
    for (const [row, stored] of rows.entries()) {
      if (!isWaiting(stored)) continue;
      if (asked >= most || job.clock.now().getTime() > until) return { asked, isStopped: true };
      const outcome = await askRow(job, { domainId, batch, place: { part, row } });
      asked += 1;
      if (outcome === 'stopped') return { asked, isStopped: true };
      if (outcome === 'waits') waiting += 1;
    }
  }
  if (waiting === 0) await closeBatch(job, { domainId, batch });
  return { asked, isStopped: false };
}

const isWaiting = (row: StoredRow | undefined): row is NonNullable<StoredRow> =>
  row?.State === 'queued' || row?.State === 'running';

interface RowPlace {
  part: number;
  row: number;
}

type Outcome = 'ended' | 'waits' | 'stopped';

/** The lease of a person's check: two timers are one, and a crash ends in "no answer", not in another inquiry. */
async function askRow(
  job: MedicareJob,
  { domainId, batch, place }: { domainId: string; batch: StoredBatch; place: RowPlace },
): Promise<Outcome> {
  const row = await rowAt(job.find(domainId), { batch, place });
  if (!isWaiting(row)) return 'ended';
  const call = {
    endpoint: api.medicareEligibility.check,
    domainId,
    as: row.AskedBy ?? batch.CreatedBy,
    work: ['batch', batch.Id, String(place.part), String(place.row), String(row.Attempt)],
  };
  try {
    await job.lease(call, async (bare) => {
      const context = withMedicare(job, bare);
      return askMedicare(await questionOf({ batch, place, row }, context), context);
    });
    return 'ended';
  } catch (error) {
    return outcomeOf(error, () => endRow(job, { domainId, batch, place, row, error }));
  }
}

async function questionOf(
  { batch, place, row }: { batch: StoredBatch; place: RowPlace; row: NonNullable<StoredRow> },
  context: MedicareEffect,
): Promise<Question> {
  const { FirstName, LastName, DateOfBirth } = row;
  const referral = await referralOf(row, context);
  if (!context.wasSent) await refuseUnknownReferral(referral, context);
  const part = await context.find.get(batchPartKind, partId(batch.Id, place.part));
  const owner = {
    domainId: context.caller.businessDomainId,
    id: partId(batch.Id, place.part),
    type: batchPartKind.type,
  };
  const sealed = { Sealed: part?.Sealed ?? {}, field: numberField(place.row) };
  const typed = await openNumber(context.fieldKeys, owner, sealed);
  const known =
    typed === undefined ? await numberInReferral({ ...referral, Mbi: row.Mbi }, context) : undefined;
  const { Category, DateOfService } = batch;
  return {
    typed: {
      FirstName,
      LastName,
      DateOfBirth,
      Category,
      DateOfService,
      Mbi: typed ?? known?.mbi ?? row.Mbi,
      ...referral,
    },
    numberFrom: known?.from,
    scheduled: {
      by: 'batch',
      confirm: (write) => setRow(write, { batch, place }, (before) => ({ ...before, State: 'running' })),
      record: async (write, check, how) => {
        const statusId = await recordCheck(write, check, { ...how, isUnattended: true });
        const isFailed = check.Verdict === 'notCompleted';
        await setRow(write, { batch, place }, (before) => ({
          ...before,
          State: isFailed ? 'failed' : 'done',
          CheckId: check.Id,
          Verdict: check.Verdict,
          Label: check.Label,
          Message: check.FailureMessage,
        }));
        return statusId;
      },
    },
  };
}

/** A row's referral may have been merged since the list was made; then the kept one counts. */
async function referralOf(
  { ReferralId }: BatchRow,
  { find }: MedicareEffect,
): Promise<{ ReferralId?: string }> {
  if (ReferralId === null) return {};
  return { ReferralId: (await keptReferral(find, ReferralId))?.Id ?? ReferralId };
}

/** A list from referrals only names them; a masked number must be the one that the referral shows. */
async function numberInReferral(
  { ReferralId, Mbi }: { ReferralId?: string; Mbi: string },
  context: MedicareEffect,
) {
  if (ReferralId === undefined) return undefined;
  return Mbi === ''
    ? numberOfReferral(ReferralId, atOf(context))
    : numberBehind({ Mbi, ReferralId }, atOf(context));
}

async function outcomeOf(error: unknown, end: () => Promise<boolean>): Promise<Outcome> {
  const code = error instanceof AppError ? error.code : 'internal';
  if (code === 'request_in_progress') return 'waits';
  // Over the daily limit, or without an NPI of the agency, rows wait.
  if (code === 'too_many_requests' || code === 'not_configured') return 'stopped';
  // A recorded failure has ended its row; any other ends it here.
  return (await end()) ? 'ended' : 'stopped';
}

/** Returns whether the row has ended, and fails a row whose error left no record. */
async function endRow(
  job: MedicareJob,
  ended: { domainId: string; batch: StoredBatch; place: RowPlace; row: BatchRow; error: unknown },
): Promise<boolean> {
  const { domainId, batch, place, row, error } = ended;
  if (!isWaiting(await rowAt(job.find(domainId), { batch, place }))) return true;
  if (!(error instanceof AppError)) {
    job.log({ level: 'error', event: 'batch-row-failed', error: errorName(error) });
    return false;
  }
  const work = ['end-row', batch.Id, String(place.part), String(place.row), String(row.Attempt)];
  await job.atomic({ ...batchJob, domainId, work }, async (context) => {
    await setRow(context, { batch, place }, (before) => ({
      ...before,
      State: 'failed',
      Message: error.message,
    }));
  });
  return true;
}

async function rowAt(
  find: Reader,
  { batch, place }: { batch: StoredBatch; place: RowPlace },
): Promise<StoredRow | undefined> {
  return (await find.get(batchPartKind, partId(batch.Id, place.part)))?.Rows[place.row];
}

async function setRow(
  context: WriteContext,
  { batch, place }: { batch: StoredBatch; place: RowPlace },
  change: (before: NonNullable<StoredRow>) => StoredRow,
): Promise<void> {
  const part = await context.work.get(batchPartKind, partId(batch.Id, place.part));
  if (!part) return;
  const Rows = part.Rows.map((row, index) => (row && index === place.row ? change(row) : row));
  context.work.replace(batchPartKind, part, { ...part, Rows });
  announceChange(context, { topic: 'eligibilityCheck', id: batch.Id });
}

async function closeBatch(
  job: MedicareJob,
  { domainId, batch }: { domainId: string; batch: StoredBatch },
): Promise<void> {
  const attempts = job.clock.now().toISOString();
  await job.atomic({ ...batchJob, domainId, work: ['close-batch', batch.Id, attempts] }, async (context) => {
    const stored = await context.work.get(batchKind, batch.Id);
    if (!stored?.IsOpen) return;
    context.work.replace(batchKind, stored, { ...stored, IsOpen: false });
    announceChange(context, { topic: 'eligibilityCheck', id: batch.Id });
  });
}

const batchJob = { job: 'batch', as: 'Checks of a list' };

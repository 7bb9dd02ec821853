import { addMonths } from '../x12/calendar.ts';
import { listAll } from '../../../records/reader.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { heldReferrals, referralKind } from '../../../records/kinds/referral-records.ts';
import { removeExchange, uploadPending, exchangesBefore } from './exchange-blobs.ts';
import { checkKind, exchangeKind } from '../../../records/kinds/eligibility-records.ts';
import { OnlyId, oneOf, select } from '../../../records/select.ts';
import type { MedicareJob } from '../medicare-ports.ts';

/** Each exchange is two records and an audit entry in one batch. */
const BATCH = 20;

async function checksOnHold(find: Reader): Promise<string[]> {
  const held = await listAll(find, heldReferrals);
  if (held.length === 0) return [];
  const where = { ReferralId: oneOf(held.map(({ Id }) => Id)) };
  const checks = await listAll(find, select(checkKind, { withDeleted: true, where }, OnlyId));
  return checks.map(({ Id }) => Id);
}

async function isOnHold(find: Reader, checkId: string): Promise<boolean> {
  const check = await find.get(checkKind, checkId);
  const referral = check?.ReferralId ? await find.get(referralKind, check.ReferralId) : undefined;
  return Boolean(referral?.LegalHold);
}

/** Removes the texts before their records: if a run dies in between, the next one removes them again. */
export async function removeOldExchanges(
  job: MedicareJob,
  { domainId, months }: { domainId: string; months: number },
): Promise<void> {
  const today = job.clock.now().toISOString().slice(0, 10);
  const find = job.find(domainId);
  const due = exchangesBefore(addMonths(today, -months), await checksOnHold(find));
  const { items: old } = await find.list(due, { pageSize: BATCH });
  if (old.length === 0) return;
  const removed: typeof old = [];
  for (const exchange of old) {
    // A hold may have been placed since the list was read.
    if (await isOnHold(job.find(domainId), exchange.CheckId)) continue;
    await removeExchange(job, { domainId, checkId: exchange.CheckId });
    removed.push(exchange);
  }
  if (removed.length === 0) return;
  await job.checkpoint('R1');
  const work = ['remove-exchanges', ...removed.map(({ Id }) => Id)];
  await job.atomic({ job: 'exchanges', as: 'Scheduled retention', domainId, work }, async (context) => {
    for (const { Id, CheckId } of removed) {
      const [note, check] = [
        await context.work.get(exchangeKind, Id),
        await context.work.get(checkKind, CheckId),
      ];
      if (!note) continue;
      context.work.softDelete(exchangeKind, { ...note, Sealed: {}, IsUploadPending: false });
      if (check) context.work.replace(checkKind, check, { ...check, HasExchange: false });
      context.work.audit({ action: 'exchange.removed', subject: CheckId });
    }
  });
  job.log({ level: 'info', event: 'exchanges-removed', count: removed.length });
}

export const pendingUploads = select(exchangeKind, { where: { IsUploadPending: true } });

/** The text first, then the record forgets it: who dies in between stores it again, which changes nothing. */
export async function uploadPendingAnswers(job: MedicareJob, domainId: string): Promise<void> {
  const { items: pending } = await job.find(domainId).list(pendingUploads, { pageSize: BATCH });
  if (pending.length === 0) return;
  for (const note of pending) await uploadPending(job, { domainId, note });
  const work = ['store-answers', ...pending.map(({ Id }) => Id)];
  await job.atomic({ job: 'pending-answers', as: 'Scheduled retention', domainId, work }, async (context) => {
    for (const { Id } of pending) {
      const note = await context.work.get(exchangeKind, Id);
      if (note) context.work.replace(exchangeKind, note, { ...note, Sealed: {}, IsUploadPending: false });
    }
  });
}

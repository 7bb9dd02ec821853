import type { JobContext } from '../../core/context.ts';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { atMost, isMissing, select, below } from '../../records/select.ts';
import { addMs, DAY_MS } from '../../core/time.ts';
import { readmissionStopKind } from '../../records/kinds/readmission-records.ts';
import { keptDays } from '../../records/retention.ts';

const MAX_PER_RUN = 20;

/**
 * Deletes referrals whose retention has ended, as a person would: they can be restored until they are purged. Referrals
 * without a decision or under legal hold stay. Returns how many were due.
 */
export async function deleteExpired(job: JobContext, agency: BusinessDomain): Promise<number> {
  const kept = [
    ['Declined', agency.KeepDeclinedYears],
    ['Accepted', agency.KeepAcceptedYears],
  ] as const;
  let deleted = 0;
  for (const [decision, years] of kept)
    if (years > 0) deleted += await deleteDecided(job, { domainId: agency.Id, decision, years });
  return deleted;
}

interface Class {
  domainId: string;
  decision: 'Declined' | 'Accepted';
  years: number;
}

async function deleteDecided(job: JobContext, { domainId, decision, years }: Class): Promise<number> {
  const before = yearsBefore(job.clock.now(), years);
  const where = { Decision: { Kind: decision }, UpdatedAt: atMost(before), LegalHold: { Since: isMissing } };
  const due = await job.find(domainId).list(select(referralKind, { where }), { pageSize: MAX_PER_RUN });
  for (const { Id, UpdatedAt } of due.items)
    await job.atomic({ ...expiryJob, domainId, work: ['expire', Id, UpdatedAt] }, async (context) => {
      const referral = await context.work.get(referralKind, Id);
      if (!referral || referral.UpdatedAt !== UpdatedAt || referral.LegalHold) return;
      context.work.deleteUntilPurged(referralKind, referral);
      context.work.record({
        action: 'referral.deleted',
        subject: Id,
        changes: [{ field: 'Kept', old: null, new: years === 1 ? '1 year' : `${years} years` }],
        topic: 'referral',
      });
    });
  return due.items.length;
}

export function yearsBefore(at: Date, years: number): string {
  const before = new Date(at);
  before.setUTCFullYear(before.getUTCFullYear() - years);
  return before.toISOString();
}

export function endedStops(at: Date) {
  const before = addMs(at, -keptDays.endedStop * DAY_MS)
    .toISOString()
    .slice(0, 10);
  return select(readmissionStopKind, { where: { EndsOn: below(before) } });
}

/** Until some time after its last day a manager can extend an entry; one without a last day stays. */
export async function deleteEndedStops(job: JobContext, { Id: domainId }: { Id: string }): Promise<void> {
  const { items } = await job.find(domainId).list(endedStops(job.clock.now()), { pageSize: MAX_PER_RUN });
  for (const { Id, Etag } of items)
    await job.atomic({ ...expiryJob, domainId, work: ['stop', Id, Etag] }, async ({ work }) => {
      const stop = await work.get(readmissionStopKind, Id);
      if (!stop || stop.Etag !== Etag) return;
      work.softDelete(readmissionStopKind, stop);
      work.audit({ action: 'readmission-stop.deleted', subject: Id });
    });
}

const expiryJob = { job: 'expire', as: 'Scheduled retention' };

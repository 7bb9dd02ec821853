import { addMs, DAY_MS } from '../../core/time.ts';
import type { JobContext } from '../../core/context.ts';
import { readmissionStopKind } from '../../records/kinds/readmission-records.ts';
import { keptDays } from '../../records/retention.ts';
import { below, select } from '../../records/select.ts';

/** Limits the entries of each agency in one run of the timer; the next run continues. */
const ENTRIES_PER_RUN = 20;

export function endedStops(at: Date) {
  const before = addMs(at, -keptDays.endedStop * DAY_MS)
    .toISOString()
    .slice(0, 10);
  return select(readmissionStopKind, { where: { EndsOn: below(before) } });
}

/**
 * Deletes entries of the do-not-readmit list some time after their last day. Until then a manager can extend them;
 * entries without a last day stay.
 */
export async function deleteEndedStops(job: JobContext, { Id: domainId }: { Id: string }): Promise<void> {
  const { items } = await job.find(domainId).list(endedStops(job.clock.now()), { pageSize: ENTRIES_PER_RUN });
  for (const { Id, Etag } of items)
    await job.atomic({ ...expiryJob, domainId, work: ['stop', Id, Etag] }, async ({ work }) => {
      const stop = await work.get(readmissionStopKind, Id);
      if (!stop || stop.Etag !== Etag) return;
      work.softDelete(readmissionStopKind, stop);
      work.audit({ action: 'readmission-stop.deleted', subject: Id });
    });
}

const expiryJob = { job: 'expire', as: 'Scheduled retention' };

import { addMs, DAY_MS } from '../../core/time.ts';
import type { JobContext } from '../../core/context.ts';
import { readmissionStopKind } from '../../records/kinds/readmission-records.ts';
import { keptDays } from '../../records/retention.ts';
import { below, select } from '../../records/select.ts';

const ENTRIES_PER_RUN = 20;

/** Until some time after its last day a manager can extend an entry; one without a last day stays. */
export async function deleteEndedStops(job: JobContext, { Id: domainId }: { Id: string }): Promise<void> {
  const before = addMs(job.clock.now(), -keptDays.endedStop * DAY_MS)
    .toISOString()
    .slice(0, 10);
  const ended = select(readmissionStopKind, { where: { EndsOn: below(before) } });
  const { items } = await job.find(domainId).list(ended, { pageSize: ENTRIES_PER_RUN });
  for (const { Id, Etag } of items)
    await job.atomic({ ...expiryJob, domainId, work: ['stop', Id, Etag] }, async ({ work }) => {
      const stop = await work.get(readmissionStopKind, Id);
      if (!stop || stop.Etag !== Etag) return;
      work.softDelete(readmissionStopKind, stop);
      work.audit({ action: 'readmission-stop.deleted', subject: Id });
    });
}

const expiryJob = { job: 'expire', as: 'Scheduled retention' };

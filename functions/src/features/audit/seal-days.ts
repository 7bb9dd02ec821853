import { errorName } from '../../platform/ports.ts';
import { addDays } from '@handoff/shared/domain/records/calendar-day';
import type { JobPorts } from '../../core/context.ts';
import { moveMonths, type MoveJob } from './move-months.ts';
import { SYSTEM_PARTITION } from '../../core/access.ts';
import { listAll } from '../../records/reader.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import { domains } from '../../records/kinds/user-records.ts';
import { anchorName, anchorsIn, exportOfDay, folderOf, rootOfViews, VIEWS_SEALED } from './trail-days.ts';
import { auditHeadKind, AUDIT_HEAD } from '../../records/kinds/audit-records.ts';

export type SealJob = MoveJob & Pick<JobPorts, 'blobs'>;

/** Limits the days in one run, after the timer was down; the next run continues. */
const MAX_DAYS = 31;

interface TrailOf {
  /** Empty for the system's trail. */
  domainId: string;
  partitionKey: string;
  find: Reader;
}

/**
 * Seals each finished day of each trail; the timer runs it. It adds the views to the chain as one root, exports the
 * entries as a file, and writes an anchor with the end of the chain. The anchor comes last: a day without one is sealed
 * again, and steps that were already done change nothing. Once a day, months that have rested leave an agency's partition.
 */
export async function sealDays(job: SealJob): Promise<void> {
  const agencies = await listAll(job.system, domains);
  const trails: TrailOf[] = [
    { domainId: '', partitionKey: SYSTEM_PARTITION, find: job.system },
    ...agencies.map(({ Id }) => ({ domainId: Id, partitionKey: `d:${Id}`, find: job.find(Id) })),
  ];
  for (const trail of trails)
    try {
      const sealedUntil = await sealTrail(job, trail);
      if (sealedUntil !== undefined && trail.domainId !== '')
        await moveMonths(job, { ...trail, sealedUntil });
    } catch (error) {
      job.log({ level: 'error', event: 'audit-seal-failed', error: errorName(error) });
    }
}

/** Returns the last sealed day; undefined when no day has ended since the last run. */
async function sealTrail(job: SealJob, trail: TrailOf): Promise<string | undefined> {
  const names = await job.blobs.names('audit-anchors', folderOf(trail.partitionKey));
  const last = anchorsIn(names).at(-1);
  const yesterday = addDays(job.clock.now().toISOString().slice(0, 10), -1);
  let day = last ? addDays(last.day, 1) : yesterday;
  let sealed: string | undefined;
  for (let days = 0; day <= yesterday && days < MAX_DAYS; days += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each anchor covers the days before it
    await sealDay(job, trail, day);
    sealed = day;
    day = addDays(day, 1);
  }
  return sealed;
}

async function sealDay(job: SealJob, { domainId, partitionKey, find }: TrailOf, day: string): Promise<void> {
  const { count, root } = await rootOfViews(find, day);
  if (count > 0)
    await job.atomic(
      { job: 'audit', domainId, as: 'Audit seal', work: [VIEWS_SEALED, day] },
      async ({ work }) => {
        const changes = [
          { field: 'Views', old: null, new: count },
          { field: 'Root', old: null, new: root },
        ];
        work.audit({ action: VIEWS_SEALED, subject: day, changes });
        return;
      },
    );
  await job.checkpoint('audit-views');

  const lines = await exportOfDay(find, day);
  if (lines !== '')
    await job.blobs.putIfAbsent('audit-exports', `${folderOf(partitionKey)}${day}.ndjson`, {
      bytes: Buffer.from(lines),
      type: 'application/x-ndjson',
    });
  await job.checkpoint('audit-export');

  const { seq, hash } = (await find.get(auditHeadKind, AUDIT_HEAD)) ?? { seq: 0, hash: '' };
  const anchor = { day, seq, hash };
  await job.blobs.putIfAbsent('audit-anchors', anchorName(partitionKey, anchor), {
    bytes: Buffer.from(JSON.stringify(anchor)),
    type: 'application/json',
  });
}

import type { JobCounts } from '@handoff/shared/contract/system-health';
import { MINUTE_MS } from '../core/time.ts';
import { SYSTEM_PARTITION } from '../core/access.ts';
import { errorName, type LogEntry, type Platform } from '../platform/ports.ts';
import { jobRunId, jobRunKind, type JobRunRecord } from '../records/kinds/server-records.ts';
import { updateDocument } from './commit.ts';

type Log = Platform['log'];

/** A run that found nothing to do is recorded this often: the page calls a job late that was not for ten minutes. */
const RECORDED_EVERY_MS = 7 * MINUTE_MS;

export async function recordRun(
  platform: Platform,
  name: string,
  run: (log: Log) => Promise<JobCounts | void>,
): Promise<void> {
  const startedAt = platform.clock.now();
  let Errors = 0;
  const log = (entry: LogEntry) => {
    if (entry.level === 'error') Errors += 1;
    platform.log(entry);
  };
  try {
    const counts = (await run(log)) ?? {};
    await record({ EndedBy: '', counts });
  } catch (error) {
    await record({ EndedBy: errorName(error), counts: {} });
    throw error;
  }

  async function record({ EndedBy, counts }: { EndedBy: string; counts: JobCounts }): Promise<void> {
    const EndedAt = platform.clock.now().toISOString();
    const LastRun = { StartedAt: startedAt.toISOString(), EndedAt, Errors, EndedBy };
    const didWork = Object.values(counts).some((count) => count > 0);
    try {
      await save(platform, name, (former) => {
        if (former && !didWork && isLike(former.LastRun, LastRun)) return undefined;
        return {
          Id: jobRunId(name),
          LastRun,
          LastWork: didWork ? { At: EndedAt, Counts: counts } : (former?.LastWork ?? null),
        };
      });
    } catch (error) {
      // The job did its work: only the page of the system's health misses this run.
      platform.log({ level: 'warn', event: 'job-run-not-recorded', error: errorName(error) });
    }
  }
}

type Run = JobRunRecord['LastRun'];

const isLike = (former: Run, run: Run): boolean =>
  former.Errors + run.Errors === 0 &&
  former.EndedBy + run.EndedBy === '' &&
  Date.parse(run.StartedAt) - Date.parse(former.StartedAt) < RECORDED_EVERY_MS;

async function save(
  platform: Platform,
  name: string,
  change: (former: JobRunRecord | undefined) => JobRunRecord | undefined,
): Promise<void> {
  const Id = jobRunId(name);
  await updateDocument(platform, platform.store.app(SYSTEM_PARTITION), Id, (stored) => {
    const record = change(jobRunKind.schema.safeParse(stored).data);
    return record && { ...record, id: Id, type: jobRunKind.type, DeletedAt: null };
  });
}

import type { JobCounts } from '@handoff/shared/contract/system-health';
import { SYSTEM_PARTITION } from '../core/access.ts';
import type { LogEntry, Platform } from '../platform/ports.ts';
import { jobRunId, jobRunKind, type JobRunRecord } from '../records/kinds/server-records.ts';
import { updateDocument } from './commit.ts';

type Log = Platform['log'];

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
    await record({ EndedBy: error instanceof Error ? error.name : typeof error, counts: {} });
    throw error;
  }

  async function record({ EndedBy, counts }: { EndedBy: string; counts: JobCounts }): Promise<void> {
    const EndedAt = platform.clock.now().toISOString();
    const LastRun = { StartedAt: startedAt.toISOString(), EndedAt, Errors, EndedBy };
    const didWork = Object.values(counts).some((count) => count > 0);
    try {
      await save(platform, name, (former) => ({
        Id: jobRunId(name),
        LastRun,
        LastWork: didWork ? { At: EndedAt, Counts: counts } : (former?.LastWork ?? null),
      }));
    } catch (error) {
      // The job did its work: only the page of the system's health misses this run.
      const cause = error instanceof Error ? error.name : typeof error;
      platform.log({ level: 'warn', event: 'job-run-not-recorded', error: cause });
    }
  }
}

async function save(
  platform: Platform,
  name: string,
  change: (former: JobRunRecord | undefined) => JobRunRecord,
): Promise<void> {
  const Id = jobRunId(name);
  await updateDocument(platform, platform.store.app(SYSTEM_PARTITION), Id, (stored) => {
    const record = change(jobRunKind.schema.safeParse(stored).data);
    return { ...record, id: Id, type: jobRunKind.type, DeletedAt: null };
  });
}

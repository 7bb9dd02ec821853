import type { SystemHealth } from '@handoff/shared/contract/system-health';
import type { ReadContext } from '../../core/context.ts';
import { MINUTE_MS } from '../../core/time.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import type { EligibilityProvider } from '../../platform/eligibility-provider.ts';
import type { PartitionSize } from '../../platform/ports.ts';
import { jobRunId, jobRunKind } from '../../records/kinds/server-records.ts';
import { businessDomainKind } from '../../records/kinds/user-records.ts';
import type { agencyFigures } from './agency-figures.ts';
import { nextRun } from './next-run.ts';

/** A run may wait for the one before it, and an instance for its start. */
const LATE_MS = 10 * MINUTE_MS;

export interface HealthPorts {
  version: string;
  jobs: readonly { name: string; title: string; schedule: string }[];
  provider: Pick<EligibilityProvider, 'name'>;
  agencyFigures(): ReturnType<typeof agencyFigures>;
  lastImports(): Promise<SystemHealth['Imports']>;
  doFilesAnswer(): Promise<boolean>;
  largestPartition(): Promise<PartitionSize | undefined>;
}

export const healthHandlers = (ports: HealthPorts): ApiHandlers['systemHealth'] => ({
  async read(_input, context) {
    const { now } = context;
    const [Jobs, { keys, last, lastAnswered, ...figures }, FilesAnswer, Imports, LargestPartition] =
      await Promise.all([
        Promise.all(ports.jobs.map((job) => healthOfJob(job, context))),
        ports.agencyFigures(),
        ports.doFilesAnswer(),
        ports.lastImports(),
        // The page is needed most while a part of the system does not answer.
        ports.largestPartition().then(
          (largest) => (largest ? sizeOf(largest, context) : ('small' as const)),
          () => 'unknown' as const,
        ),
      ]);
    return {
      CheckedAt: now.toISOString(),
      Version: ports.version,
      Jobs,
      ...figures,
      Medicare: {
        Provider: ports.provider.name,
        Last: last,
        LastAnswered: lastAnswered,
      },
      Keys: keys,
      FilesAnswer,
      LargestPartition,
      Imports,
    };
  },
});

/** A month that left an agency's partition has one of its own, `d:<agency>|<month>`. */
async function sizeOf(
  { key, share }: PartitionSize,
  { system }: ReadContext,
): Promise<SystemHealth['LargestPartition']> {
  const [kind, owner = ''] = key.split('|', 1)[0]?.split(':') ?? [];
  const agency = kind === 'd' ? await system.get(businessDomainKind, owner) : undefined;
  return { Agency: agency?.Name ?? null, Percent: Math.round(share * 100) };
}

async function healthOfJob(
  { name, title, schedule }: HealthPorts['jobs'][number],
  { find, now }: ReadContext,
): Promise<SystemHealth['Jobs'][number]> {
  const record = await find.get(jobRunKind, jobRunId(name));
  const next = nextRun(schedule, now);
  const due = record && nextRun(schedule, new Date(record.LastRun.StartedAt));
  return {
    Title: title,
    LastRun: record?.LastRun ?? null,
    LastWork: record?.LastWork ?? null,
    NextAt: next?.toISOString() ?? null,
    IsLate: due !== undefined && now.getTime() - due.getTime() > LATE_MS,
  };
}

import * as z from 'zod';
import type { JobContext, JobPorts } from '../../core/context.ts';
import { inAgenciesWith } from '../../writes/job-context.ts';
import { errorName, StoreUnavailable, type Partition, type Versioned } from '../../platform/ports.ts';
import {
  exchangeFileName,
  exchangeParts,
  openExchangeFile,
  sealExchange,
  type ExchangeFile,
} from '../../records/exchange-files.ts';
import { exchangeKind } from '../../records/kinds/eligibility-records.ts';
import { readAs } from '../../core/unit-of-work.ts';
import { listAll } from '../../records/reader.ts';
import { domains } from '../../records/kinds/user-records.ts';
import { above, select } from '../../records/select.ts';
import { keyRenewal } from '../../records/kinds/server-records.ts';
import { renewedRecord, sealedAfter, versionOf, type Newest } from './sealed-parts.ts';
import { updateDocument } from '../../writes/commit.ts';

export type KeyJob = JobContext & Pick<JobPorts, 'blobs' | 'records'>;

const RENEWAL_PAGE = 50;
const PAGES_A_RUN = 40;

/**
 * Seals data again that is sealed under an older version of the data key, and renews hashes of an older index key,
 * agency by agency; the timer runs it. It repeats until a pass finds nothing to do, which covers an instance that still
 * wrote with older keys meanwhile; from then on it reads one record per run.
 */
export async function renewKeys(job: KeyJob): Promise<void> {
  const { data, index } = await job.fieldKeys.versions();
  const newest = { data: data.newest, index: index.newest };
  const done = new Set(await job.agenciesWith(renewedTo(newest)));
  const left = (await listAll(job.system, domains)).filter(({ Id }) => !done.has(Id));
  await inAgenciesWith(job, [], {
    event: 'keys-failed',
    also: left.map(({ Id }) => Id),
    work: ({ Id }) => renewAgency(job, { domainId: Id, partition: job.records(Id), newest }),
  });
}

interface Agency {
  domainId: string;
  partition: Partition;
  newest: Newest;
}

async function renewAgency(job: KeyJob, agency: Agency): Promise<void> {
  const { partition } = agency;
  const progress = await readProgress(job, agency);
  if (progress.DoneAt !== null) return;
  const asked = sealedAfter(progress.After);
  let next: string | undefined;
  for (let count = 0; count < PAGES_A_RUN; count += 1) {
    const page = { ...asked, pageSize: RENEWAL_PAGE, continuation: next };
    const { documents, continuation } = await partition.query(page);
    for (const document of documents) await renewCounted(job, agency, { document, progress });
    progress.After = documents.at(-1)?.id ?? progress.After;
    if (continuation === undefined) {
      await endPass(job, agency, progress);
      return;
    }
    next = continuation;
    await saveProgress(job, partition, progress);
    await job.checkpoint('keys-page');
  }
}

/** A value that cannot be opened stays unchanged; it opens again once its key is back. */
async function renewCounted(
  job: KeyJob,
  agency: Agency,
  { document, progress }: { document: Versioned; progress: Progress },
): Promise<void> {
  try {
    const [isRecord, files] = [
      await renewRecord(job, agency, { found: document, progress }),
      document.type === exchangeKind.type ? await renewFiles(job, agency, { note: document, progress }) : 0,
    ];
    progress.Renewed += (isRecord ? 1 : 0) + files;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    progress.Failed += 1;
    job.log({ level: 'error', event: 'key-not-renewed', agency: agency.domainId, error: errorName(error) });
  }
}

/** Tells whether the record needed it, also when a person's simultaneous change renewed it. */
async function renewRecord(
  job: KeyJob,
  agency: Agency,
  { found, progress }: { found: Versioned; progress: Progress },
): Promise<boolean> {
  const { domainId, partition, newest } = agency;
  let isNeeded = false;
  await updateDocument(job, partition, found.id, async (stored) => {
    const renewal = { keys: job.fieldKeys, newest, domainId, now: job.clock.now() };
    const renewed = stored && (await renewedRecord(renewal, stored));
    if (!renewed) return undefined;
    isNeeded = true;
    await noteBegun(job, agency, progress);
    await job.checkpoint('keys-record');
    return renewed;
  });
  return isNeeded;
}

/** Replaces only the version that was read, so that a file removed meanwhile stays removed. */
async function renewFiles(
  job: KeyJob,
  agency: Agency,
  { note, progress }: { note: Versioned; progress: Progress },
): Promise<number> {
  const { domainId, newest } = agency;
  const checkId = z.string().parse(note['CheckId']);
  let renewed = 0;
  for (const part of exchangeParts) {
    const of: ExchangeFile = { domainId, checkId, part };
    const name = exchangeFileName(of);
    const version = await job.blobs.version('payer-exchanges', name);
    const blob = version === undefined ? undefined : await job.blobs.read('payer-exchanges', name);
    if (version === undefined || !blob) continue;
    if (versionOf(new TextDecoder().decode(blob.bytes)) === newest.data) continue;
    await noteBegun(job, agency, progress);
    const keys = job.fieldKeys;
    const content = await sealExchange(keys, of, await openExchangeFile(keys, of, blob.bytes));
    await job.checkpoint('keys-file');
    await job.blobs.replace('payer-exchanges', name, { ...content, version });
    renewed += 1;
  }
  return renewed;
}

async function endPass(job: KeyJob, { domainId, partition, newest }: Agency, progress: Progress) {
  const { Renewed, Failed, Total, StartedAt } = progress;
  const next = { ...progress, After: '', Renewed: 0, Failed: 0, Total: Total + Renewed };
  await job.checkpoint('keys-passed');
  if (Renewed > 0 || Failed > 0) {
    await saveProgress(job, partition, next);
    return;
  }
  if (progress.HasBegun || Total > 0) {
    const work = ['keys', newest.data, newest.index, StartedAt];
    await job.atomic({ ...keyJob, domainId, work }, async (context) => {
      const changes = { 'Data key': newest.data, 'Index key': newest.index, Renewed: String(Total) };
      context.work.audit({
        action: 'keys.renewed',
        subject: domainId,
        changes: Object.entries(changes).map(([field, value]) => ({ field, old: null, new: value })),
      });
    });
    await job.checkpoint('keys-audited');
  }
  await saveProgress(job, partition, { ...next, DoneAt: job.clock.now().toISOString() });
  job.log({ level: 'info', event: 'keys-renewed', agency: domainId, count: Total });
}

const Progress = z.object({
  Data: z.string(),
  Index: z.string(),
  StartedAt: z.string(),
  /** The last id that this pass has handled. */
  After: z.string(),
  /** Counts renewed records in this pass. */
  Renewed: z.number(),
  Failed: z.number(),
  /** Counts renewed records in earlier passes. */
  Total: z.number(),
  DoneAt: z.string().nullable(),
  /** True when something was, or was about to be, renewed: it is set before counting, in case a run dies. */
  HasBegun: z.boolean(),
});
type Progress = z.infer<typeof Progress>;

const progressKind = readAs(
  keyRenewal,
  Progress.transform((progress) => ({ ...progress, Id: keyRenewal.type })),
);
const renewedTo = ({ data, index }: Newest) =>
  select(progressKind, { where: { Data: data, Index: index, DoneAt: above('') } });

const PROGRESS = keyRenewal.type;

async function readProgress({ clock }: KeyJob, { partition, newest }: Agency): Promise<Progress> {
  const stored = Progress.safeParse(await partition.read(PROGRESS)).data;
  if (stored?.Data === newest.data && stored.Index === newest.index) return stored;
  const StartedAt = clock.now().toISOString();
  const none = { After: '', Renewed: 0, Failed: 0, Total: 0, DoneAt: null, HasBegun: false };
  return { Data: newest.data, Index: newest.index, StartedAt, ...none };
}

async function noteBegun(job: KeyJob, { partition }: Agency, progress: Progress): Promise<void> {
  if (progress.HasBegun) return;
  progress.HasBegun = true;
  await saveProgress(job, partition, progress);
}

/** Two runs at once do the same work and undo none of it: it does not matter whose progress is stored. */
const saveProgress = (job: KeyJob, partition: Partition, progress: Progress) =>
  updateDocument(job, partition, PROGRESS, () => ({
    ...progress,
    id: PROGRESS,
    type: PROGRESS,
    DeletedAt: null,
  }));

const keyJob = { job: 'keys', as: 'Scheduled key renewal' };

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
import { above, below, select } from '../../records/select.ts';
import {
  KEY_RENEWAL,
  keyRenewalKind,
  notBegun,
  type KeyRenewal,
} from '../../records/kinds/server-records.ts';
import { renewedRecord, sealedAfter, versionOf, type Newest } from './sealed-parts.ts';
import { updateDocument } from '../../writes/commit.ts';

export type KeyJob = JobContext & Pick<JobPorts, 'blobs' | 'records'>;

const RENEWAL_PAGE = 50;
const PAGES_A_RUN = 40;

/**
 * Seals data again that is sealed under an older version of the data key, and renews hashes of an older index key,
 * agency by agency; the timer runs it. It repeats until a pass finds nothing to do, which covers an instance that still
 * wrote with older keys meanwhile; from then on no agency is due.
 */
export async function renewKeys(job: KeyJob): Promise<void> {
  const { data, index } = await job.fieldKeys.versions();
  const newest = { data: data.newest, index: index.newest };
  await inAgenciesWith(job, notRenewedTo(newest), {
    event: 'keys-failed',
    work: ({ Id }) => renewAgency(job, { domainId: Id, partition: job.records(Id), newest }),
  });
}

/** Each by a range of an index: an alternative or an inequality would read the progress of every agency. */
const notRenewedTo = ({ data, index }: Newest) =>
  [
    { DoneAt: null },
    ...[below, above].flatMap((other) => [{ Data: other(data) }, { Index: other(index) }]),
  ].map((where) => select(keyRenewalKind, { where }));

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
  { document, progress }: { document: Versioned; progress: KeyRenewal },
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
  { found, progress }: { found: Versioned; progress: KeyRenewal },
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
  { note, progress }: { note: Versioned; progress: KeyRenewal },
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

async function endPass(job: KeyJob, { domainId, partition, newest }: Agency, progress: KeyRenewal) {
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

async function readProgress(job: KeyJob, { domainId, newest }: Agency): Promise<KeyRenewal> {
  const stored = await job.find(domainId).get(keyRenewalKind, KEY_RENEWAL);
  if (stored?.Data === newest.data && stored.Index === newest.index) return stored;
  return {
    ...notBegun,
    Data: newest.data,
    Index: newest.index,
    StartedAt: job.clock.now().toISOString(),
  };
}

async function noteBegun(job: KeyJob, { partition }: Agency, progress: KeyRenewal): Promise<void> {
  if (progress.HasBegun) return;
  progress.HasBegun = true;
  await saveProgress(job, partition, progress);
}

/** Two runs at once do the same work and undo none of it: it does not matter whose progress is stored. */
const saveProgress = (job: KeyJob, partition: Partition, progress: KeyRenewal) =>
  updateDocument(job, partition, KEY_RENEWAL, () => ({
    ...progress,
    id: KEY_RENEWAL,
    type: KEY_RENEWAL,
    DeletedAt: null,
  }));

const keyJob = { job: 'keys', as: 'Scheduled key renewal' };

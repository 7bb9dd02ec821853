import { addMs } from '../../core/time.ts';
import { isFinished } from '@handoff/shared/domain/address/import-progress';
import * as z from 'zod';
import type { Operation, PartitionReads } from '../../platform/ports.ts';
import { commitImport } from '../record/change-import.ts';
import {
  finished,
  readImport,
  replaceImport,
  subjectOfImport,
  withStatus,
  type ImportVersion,
  type StoredImport,
  waitingImports,
} from '../record/import-record.ts';
import { LEASE_MS, startRun, TICK_MS, type ImportRun } from '../record/import-run.ts';
import type { ImportMemory } from './import-memory.ts';
import { importLock } from '../../records/kinds/server-records.ts';
import type { ImportJob } from '../import-ports.ts';

/** A file that kills its worker each time must not be tried forever. */
const MAX_TAKEOVERS = 10;

/**
 * Takes the lease of the import and the lock of its state or list for this worker. Undefined when there is nothing to do: the
 * import has ended, another worker runs it, or it must wait for another import. The host delivers a blob again as soon
 * as its worker has died, so this waits for a lease that no one renews.
 */
export async function claimImport(
  job: ImportJob,
  { importId, memory }: { importId: string; memory: ImportMemory },
): Promise<ImportRun | undefined> {
  const partition = job.addresses(subjectOfImport(importId));
  for (;;) {
    const found = await readUnheld(job, importId);
    if (!found) return undefined;
    const now = job.clock.now();
    const lock = await lockSubject(partition, found.record);
    const owner = job.random.uuid();
    const record = nextRecord(found.record, { lock, memory, owner, now });
    if (record === found.record) return undefined;
    const isClaim = record.Lease?.owner === owner;
    const result = await commitImport(partition, [
      replaceImport({ ...found, record }),
      ...(isClaim ? lock.take : []),
    ]);
    if (!isClaim && result.outcome === 'applied') return undefined;
    // The store may have applied a claim although its answer was lost, so what is stored decides.
    const stored = await readImport(partition, importId);
    if (stored?.record.Lease?.owner === owner) return startRun({ job, partition }, stored);
  }
}

interface Claim {
  lock: SubjectLock;
  memory: ImportMemory;
  owner: string;
  now: Date;
}

/** Ended, waiting or begun; the record itself when it waits for the same already. */
function nextRecord(record: StoredImport, claim: Claim): StoredImport {
  return endedBeforeStart(record, claim) ?? waiting(record, claim) ?? begun(record, claim);
}

/** A worker that lives renews its lease about once a second. Undefined when it does, or when the import has ended. */
async function readUnheld(job: ImportJob, importId: string): Promise<ImportVersion | undefined> {
  const partition = job.addresses(subjectOfImport(importId));
  for (let heldUntil: string | undefined; ;) {
    const found = await readImport(partition, importId);
    if (!found || isFinished(found.record.Progress.status)) return undefined;
    const { Lease } = found.record;
    if (Lease === null || Lease.until <= job.clock.now().toISOString()) return found;
    if (heldUntil !== undefined && heldUntil !== Lease.until) return undefined;
    heldUntil = Lease.until;
    await job.clock.sleep(TICK_MS);
  }
}

const epochAfter = ({ Lease }: StoredImport) => (Lease?.epoch ?? 0) + 1;

function endedBeforeStart(record: StoredImport, { now }: Claim): StoredImport | undefined {
  if (record.CancelRequested) return finished(record, { status: 'cancelled', now });
  if (epochAfter(record) <= MAX_TAKEOVERS) return undefined;
  const message = `The import did not get through in ${MAX_TAKEOVERS} tries. Retry it, or ask for help with its file.`;
  return finished(record, { status: 'failed', failedBy: 'worker', now, message });
}

function waiting(record: StoredImport, claim: Claim): StoredImport | undefined {
  const message = reasonToWait(record, claim);
  if (message === undefined) return undefined;
  if (record.Progress.status === 'waiting' && record.Message === message) return record;
  const WaitsFor = claim.lock.heldBy?.ImportId ?? null;
  return { ...withStatus(record, 'waiting'), Message: message, WaitsFor };
}

function reasonToWait(record: StoredImport, { lock, memory }: Claim): string | undefined {
  if (lock.heldBy) {
    const { FileName, By } = lock.heldBy;
    return `Waits for the import of ${FileName} by ${By.FullName}.`;
  }
  return memory.take(record)
    ? undefined
    : 'Waits until imports of other states have ended: together they would need too much memory.';
}

function begun(record: StoredImport, { owner, now }: Claim): StoredImport {
  const until = addMs(now, LEASE_MS).toISOString();
  // A resumed import keeps saying `writing`, so that no one sees it go back.
  const status = record.Progress.status === 'writing' ? 'writing' : 'scanning';
  return {
    ...withStatus(record, status),
    Lease: { owner, epoch: epochAfter(record), until },
    Message: null,
    WaitsFor: null,
  };
}

const LOCK = importLock.type;
const LockDocument = z.object({ importId: z.string() });

interface SubjectLock {
  /** The import that has to end first. */
  heldBy?: StoredImport;
  /** The write that takes the lock; none while it is held. */
  take: Operation[];
}

/** A lock counts as free when its import has ended. The oldest upload goes first, whatever is delivered first. */
async function lockSubject(partition: PartitionReads, record: StoredImport): Promise<SubjectLock> {
  const { ImportId: importId } = record;
  const document = { id: LOCK, type: LOCK, importId };
  const stored = await partition.read(LOCK);
  const holder = stored && LockDocument.parse(stored).importId;
  const running =
    holder === undefined || holder === importId ? undefined : await readImport(partition, holder);
  if (running && !isFinished(running.record.Progress.status)) return { heldBy: running.record, take: [] };
  const [first] = holder === importId ? [] : await waitingImports(partition);
  if (first && first.ImportId !== importId && first.CreatedAt < record.CreatedAt)
    return { heldBy: first, take: [] };
  return { take: [stored ? { op: 'replace', document, ifMatch: stored._etag } : { op: 'create', document }] };
}

/** Whether no other import of its state or list runs or is before this one in the queue. */
export async function canStart(partition: PartitionReads, record: StoredImport): Promise<boolean> {
  return (await lockSubject(partition, record)).heldBy === undefined;
}

import { addMs } from '../../core/time.ts';
import { isFinished, type ImportProgress } from '@handoff/shared/domain/address/import-progress';
import type { RetriedPartition } from '../../core/context.ts';
import type { Operation } from '../../platform/ports.ts';
import { commitImport } from './change-import.ts';
import { readImport, replaceImport, type ImportVersion, type StoredImport } from './import-record.ts';
import { sendProgress } from './announce.ts';
import { timeLeftEstimator } from './time-left.ts';
import type { ImportJob } from '../import-ports.ts';

/** A worker that is killed holds up its import this long. */
export const LEASE_MS = 30_000;
/** The end of a lease that its worker has given back. */
const RELEASED = new Date(0).toISOString();
/** How often a running import asks whether it was canceled. */
export const TICK_MS = 500;
const SAVE_MS = 1_000;

export type RowCounts = Pick<
  ImportProgress,
  'rows' | 'accepted' | 'units' | 'duplicates' | 'skipped' | 'rejected'
>;
type FileFormat = Pick<StoredImport, 'Format' | 'Rules'>;
export type RowReport = Pick<
  StoredImport,
  'RejectedByReason' | 'SkippedByState' | 'Corrected' | 'SharedTowns' | 'Examples'
>;
type Change = (record: StoredImport) => StoredImport;

export interface ImportRun {
  readonly job: ImportJob;
  readonly partition: RetriedPartition;
  /** Aborted with the reason why the work must stop; the work checks it between two steps. */
  readonly signal: AbortSignal;
  /** The import as this run last stored it. */
  record: StoredImport;
  /** The format of the file; undefined before the run has recognized it. */
  format?: FileFormat;
  /** Grows while the run reads; undefined before. */
  reading?: { counts: RowCounts; bytesDone: () => number; report: () => RowReport };
  /** Grows while the run writes; undefined before. */
  writing?: { done: number; total: number };
  /**
   * Stores the change together with `more`, or neither, while the lease is ours; renews the lease and saves what the run
   * knows so far. `conflict`: one of `more` was refused.
   */
  save(change: Change, more?: readonly Operation[]): Promise<'saved' | 'conflict'>;
  /** Lets another worker claim the import at once. */
  release(): Promise<void>;
  /** Ends the heartbeat. */
  stop(): void;
}

export class ImportCancelledError extends Error {
  constructor() {
    super('The import was cancelled');
    this.name = 'ImportCancelledError';
  }
}

/** Another worker holds the lease now, so nothing this run still does may be written. */
export class LeaseLostError extends Error {
  constructor() {
    super('Another worker has taken over this import');
    this.name = 'LeaseLostError';
  }
}

/**
 * Starts the run of a claimed import, and its heartbeat, which saves progress once a second, renews the lease, and
 * sends the saved progress, so that progress never goes back when another worker resumes the import. It aborts the run
 * when the import is canceled, taken over, or cannot be saved.
 */
export function startRun(
  { job, partition }: Pick<ImportRun, 'job' | 'partition'>,
  claimed: ImportVersion,
): ImportRun {
  const { clock } = job;
  const beganAt = clock.now().getTime();
  const timeLeft = timeLeftEstimator();
  const aborter = new AbortController();
  let { etag } = claimed;
  let lastWrite: Promise<unknown> = Promise.resolve();
  let stopped = false;
  const run: ImportRun = {
    job,
    partition,
    signal: aborter.signal,
    record: claimed.record,
    save: (change, more = []) =>
      afterLastWrite(() =>
        write((record) => change({ ...record, ...run.reading?.report(), ...progress() }), more),
      ),
    async release() {
      await afterLastWrite(() =>
        write((record) => ({ ...record, Lease: record.Lease && { ...record.Lease, until: RELEASED } })),
      );
    },
    stop() {
      stopped = true;
    },
  };

  function progress(): FileFormat & Pick<StoredImport, 'Progress'> {
    const { format = run.record, reading, writing } = run;
    const before = claimed.record.Progress;
    const ms = Math.max(1, clock.now().getTime() - beganAt);
    const counts = countsOf(reading?.counts ?? before);
    const bytesDone = Math.min(reading?.bytesDone() ?? 0, before.bytesTotal);
    const now: ImportProgress = {
      ...run.record.Progress,
      ...(writing ? { status: 'writing' } : {}),
      ...counts,
      bytesDone,
      zipsDone: writing?.done ?? 0,
      zipsTotal: writing?.total ?? 0,
      rowsPerSecond: Math.round((counts.rows * 1000) / ms),
      // The estimate uses only this worker's own work, of which a resumed import shows more.
      etaSeconds:
        timeLeft({ ms, bytes: { done: bytesDone, total: before.bytesTotal }, zips: writing }) ?? null,
    };
    return { Format: format.Format, Rules: format.Rules, Progress: neverBack(now, before) };
  }

  /** Progress is saved beside the work, so each write waits for the one before. */
  function afterLastWrite<T>(task: () => Promise<T>): Promise<T> {
    const next = lastWrite.then(task, task);
    lastWrite = next.catch(() => {});
    return next;
  }

  async function write(change: Change, more: readonly Operation[] = []): Promise<'saved' | 'conflict'> {
    for (;;) {
      const changed = change(run.record);
      const record = renewed(withSeq(changed, run.record.Progress.seq + 1), clock.now());
      const result = await commitImport(partition, [replaceImport({ record, etag }), ...more]);
      if (result.outcome === 'applied') {
        run.record = record;
        etag = result.etags[0] ?? '';
        return 'saved';
      }
      if (result.index > 0) return 'conflict';
      const stored = await readImport(partition, record.ImportId);
      if (stored && isSameWrite(stored.record, record)) {
        run.record = stored.record;
        etag = stored.etag;
        return 'saved';
      }
      await refresh();
    }
  }

  /** While the lease is ours, others can only request a cancel. */
  async function refresh(): Promise<void> {
    const stored = await readImport(partition, run.record.ImportId);
    const { Lease: mine } = run.record;
    const theirs = stored?.record.Lease;
    if (!stored || theirs?.owner !== mine?.owner || theirs?.epoch !== mine?.epoch) throw new LeaseLostError();
    etag = stored.etag;
    run.record = { ...run.record, CancelRequested: stored.record.CancelRequested };
  }

  async function tick(sinceSave: number): Promise<number> {
    await afterLastWrite(refresh);
    if (run.record.CancelRequested) throw new ImportCancelledError();
    if (sinceSave < SAVE_MS) return sinceSave + TICK_MS;
    await afterLastWrite(async () => {
      // The run may have ended while this waited for the writes before it.
      if (!isFinished(run.record.Progress.status)) await write((record) => ({ ...record, ...progress() }));
    });
    if (!isFinished(run.record.Progress.status)) await sendProgress(job, run.record);
    return TICK_MS;
  }

  async function beat(): Promise<void> {
    for (let sinceSave = TICK_MS; ; sinceSave = await tick(sinceSave)) {
      await clock.sleep(TICK_MS);
      if (stopped) return;
    }
  }
  beat().catch((error: unknown) => aborter.abort(error));
  return run;
}

function withSeq(record: StoredImport, seq: number): StoredImport {
  return { ...record, Progress: { ...record.Progress, seq } };
}

/** The store applied the write, but its answer was lost. */
function isSameWrite(stored: StoredImport, written: StoredImport): boolean {
  return (
    stored.Progress.seq === written.Progress.seq &&
    stored.Progress.status === written.Progress.status &&
    stored.Lease?.owner === written.Lease?.owner
  );
}

/** An ended import has no lease, and a released one keeps its epoch. */
function renewed(record: StoredImport, now: Date): StoredImport {
  if (!record.Lease || record.Lease.until === RELEASED) return record;
  const until = addMs(now, LEASE_MS).toISOString();
  return { ...record, Lease: { ...record.Lease, until } };
}

/** A resumed import reads its file again; until it is past where it was, it shows where it was. */
function neverBack(now: ImportProgress, before: ImportProgress): ImportProgress {
  return {
    ...now,
    ...countsOf(now.rows < before.rows ? before : now),
    bytesDone: Math.max(now.bytesDone, before.bytesDone),
    zipsDone: Math.max(now.zipsDone, Math.min(before.zipsDone, now.zipsTotal || before.zipsTotal)),
    zipsTotal: now.zipsTotal || before.zipsTotal,
  };
}

function countsOf({ rows, accepted, units, duplicates, skipped, rejected }: RowCounts): RowCounts {
  return { rows, accepted, units, duplicates, skipped, rejected };
}

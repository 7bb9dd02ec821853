import { ADMINISTRATORS_GROUP } from '@handoff/shared/contract/realtime';
import { isFinished, type ImportProgress } from '@handoff/shared/domain/address/state-file-import';
import type { ImportPorts } from '../../../writes/call-ports.ts';
import { oidOf } from '../../../records/kinds/user-records.ts';
import type { HeldImport } from '../turns/import-lease.ts';
import type { StoredImport } from './import-record.ts';
import { timeLeftEstimator } from './time-left.ts';
import type { ScanCounts } from '../rows/scan.ts';

const TICK_MS = 500;
const SAVE_MS = 1_000;

/** An administrator asked to stop. */
export class ImportCancelledError extends Error {
  constructor() {
    super('The import was cancelled');
    this.name = 'ImportCancelledError';
  }
}

export interface LiveProgress {
  scanning(scan: { counts: ScanCounts; bytesDone: () => number }): void;
  writing(total: number): void;
  zipsWritten(count: number): void;
  last(): ImportProgress;
  /** Throws when the work must stop: cancelled, or taken over by another worker. */
  check(): void;
  stop(): void;
}

/**
 * Keeps in the import's record how far it is, once a second, and tells those who watch: only what is saved, so that
 * no one sees it go back when another worker goes on from there. The lease lives from the same saves.
 */
export function startProgress(ports: ImportPorts, held: HeldImport): LiveProgress {
  const { clock } = ports;
  const floor = held.record().Progress;
  const began = clock.now().getTime();
  const timeLeft = timeLeftEstimator();
  let scan: Parameters<LiveProgress['scanning']>[0] | undefined;
  let zips: { done: number; total: number } | undefined;
  let interruption: unknown;
  let stopped = false;

  function last(): ImportProgress {
    const ms = Math.max(1, clock.now().getTime() - began);
    const counts = scan?.counts ?? floor;
    const { rows, accepted, duplicates, skipped, rejected } = counts;
    const bytes = { done: Math.min(scan?.bytesDone() ?? 0, floor.bytesTotal), total: floor.bytesTotal };
    const now: ImportProgress = {
      ...held.record().Progress,
      ...(zips ? { status: 'writing' } : {}),
      rows,
      accepted,
      duplicates,
      skipped,
      rejected,
      bytesDone: bytes.done,
      zipsDone: zips?.done ?? 0,
      zipsTotal: zips?.total ?? 0,
      rowsPerSecond: Math.round((rows * 1000) / ms),
      // From what this worker did itself: a resumed import shows more than that.
      etaSeconds: timeLeft({ ms, bytes, zips }) ?? null,
    };
    return neverBack(now, floor);
  }

  async function tick(sinceSave: number): Promise<number> {
    if (await held.cancelRequested()) throw new ImportCancelledError();
    if (sinceSave < SAVE_MS) return sinceSave + TICK_MS;
    // It may have ended while this waited for the writes before it.
    await held.save((record) =>
      isFinished(record.Progress.status) ? record : { ...record, Progress: last() },
    );
    if (!isFinished(held.record().Progress.status)) await send(ports, held.record());
    return TICK_MS;
  }

  async function run(): Promise<void> {
    for (let sinceSave = TICK_MS; ; sinceSave = await tick(sinceSave)) {
      await clock.sleep(TICK_MS);
      if (stopped) return;
    }
  }
  run().catch((error: unknown) => {
    interruption = error;
  });

  return {
    scanning: (next) => {
      scan = next;
    },
    writing: (total) => {
      zips = { done: 0, total };
    },
    zipsWritten: (count) => {
      if (zips) zips.done += count;
    },
    last,
    check() {
      if (interruption !== undefined) throw interruption;
    },
    stop() {
      stopped = true;
    },
  };
}

/** A push that fails is no failure of the import: the record is the truth. */
export async function send(ports: ImportPorts, record: StoredImport): Promise<void> {
  const message = {
    topic: 'import' as const,
    id: record.ImportId,
    progress: { state: record.State, ...record.Progress },
  };
  const audiences = [{ group: ADMINISTRATORS_GROUP }, { user: oidOf(record.By.Id) }];
  await Promise.allSettled(audiences.map((audience) => ports.realtime.send(audience, message)));
}

/** A resumed import reads its file once more; until it is past where it was, it shows where it was. */
function neverBack(now: ImportProgress, floor: ImportProgress): ImportProgress {
  const behind = now.rows < floor.rows;
  return {
    ...now,
    ...(behind ? countsOf(floor) : {}),
    bytesDone: Math.max(now.bytesDone, floor.bytesDone),
    zipsDone: Math.max(now.zipsDone, Math.min(floor.zipsDone, now.zipsTotal || floor.zipsTotal)),
    zipsTotal: now.zipsTotal || floor.zipsTotal,
  };
}

function countsOf({ rows, accepted, duplicates, skipped, rejected }: ImportProgress): ScanCounts {
  return { rows, accepted, duplicates, skipped, rejected };
}

import type { ImportProgress } from '@handoff/shared/domain/address/import-progress';
import { AppError } from '../../core/app-error.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';
import { publishVersion } from '../publish/publish-version.ts';
import { isLiveAlready } from '../publish/version-source.ts';
import { finished, waitingImports } from '../record/import-record.ts';
import { ImportCancelledError, LeaseLostError, type ImportRun } from '../record/import-run.ts';
import { readFileSettings } from '../record/file-settings.ts';
import { notifyUploader, sendProgress } from '../record/announce.ts';
import { removeStartRequest, requestStart } from '../upload/start-request.ts';
import { claimImport } from './claim-import.ts';
import { kindOf, type FileKind } from '../read/file-kind.ts';
import type { ImportMemory } from './import-memory.ts';
import { readUpload } from './read-upload.ts';
import type { ImportJob } from '../import-ports.ts';

interface Work {
  importId: string;
  fileName: string;
  memory: ImportMemory;
  kinds: readonly FileKind[];
}

/**
 * Imports an uploaded file, from wherever an earlier worker left it. Returns when there is nothing more to do, also
 * when the file was wrong (the record says so); throws only when another try may succeed.
 */
export async function importFile(
  job: ImportJob,
  { importId, fileName, memory, kinds }: Work,
): Promise<ImportProgress | undefined> {
  await removeStartRequest(job, { importId, fileName });
  const run = await claimImport(job, { importId, memory });
  if (!run) return undefined;
  job.trace.link(run.record.Traceparent);
  await job.checkpoint('import/claimed');
  try {
    const settings = await readFileSettings(run.partition);
    // The file that is live already need not be read.
    if (await isLiveAlready(run, settings)) {
      const now = job.clock.now();
      await run.save((record) => finished(record, { status: 'unchanged', now }));
    } else {
      const kind = kindOf(kinds, run.record.State);
      const documents = await readUpload(run, { kind, settings });
      await job.checkpoint('import/scanned');
      await run.save((record) => record);
      await publishVersion(run, { kind, documents });
    }
    run.stop();
    await job.checkpoint('import/finished');
  } catch (error) {
    run.stop();
    if (error instanceof LeaseLostError) return run.record.Progress;
    const ended = endingOf(error);
    if (!ended) {
      // Another try need not wait for the lease to run out.
      await run.release().catch(() => {});
      throw error;
    }
    const now = job.clock.now();
    await run.save((record) => finished(record, { ...ended, now }));
  } finally {
    memory.free(importId);
  }
  await announceEnd(run);
  return run.record.Progress;
}

function endingOf(error: unknown) {
  const isTooLarge = error instanceof AppError && error.code === 'too_large';
  if (error instanceof InvalidFileError || isTooLarge)
    return { status: 'failed' as const, failedBy: 'file' as const, message: error.message };
  if (error instanceof ImportCancelledError) return { status: 'cancelled' as const };
  return undefined;
}

/** Sends and notifies how the import ended, and starts the next one of its state or list. */
async function announceEnd({ job, partition, record }: ImportRun): Promise<void> {
  await sendProgress(job, record);
  await notifyUploader(job, record);
  const [next] = await waitingImports(partition);
  if (next) await requestStart(job, next);
}

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileRules, ImportProgress } from '@handoff/shared/domain/address/state-file-import';
import { AppError } from '../../../core/app-error.ts';
import type { ImportPorts } from '../../../writes/call-ports.ts';
import { goLive, sourceOf } from '../versions/go-live.ts';
import { claimImport, LeaseLostError, type HeldImport } from '../turns/import-lease.ts';
import { ImportCancelledError, send, startProgress, type LiveProgress } from './import-progress.ts';
import { finished, type StoredImport } from './import-record.ts';
import { readLive } from '../versions/live-version.ts';
import { openRejectReport } from '../rows/reject-report.ts';
import { newScan, recogniseFile, type KnownChoice, type Scan } from '../rows/scan.ts';
import type { NamedZip } from '../versions/zip-document.ts';
import { buffersOf } from '../read/byte-reader.ts';
import { NotUtf8Error, readSourceText } from '../read/source-text.ts';
import { readChoice } from './column-choice.ts';
import { readRules } from './file-rules.ts';
import type { ImportMemory } from '../turns/import-memory.ts';
import { waitingImports } from '../turns/queue.ts';
import { forgetRequest, requestStart } from '../turns/request-start.ts';
import { notifyUploader } from './notify-uploader.ts';
import { InvalidFileError } from '../read/invalid-file.ts';
import type { Encoding } from '../read/file-start.ts';

/**
 * Imports an uploaded file, from wherever an earlier worker left it. Returns when there is nothing more to do, also
 * when the file was wrong (the record says so); throws only what another try may cure.
 */
export async function importStateFile(
  ports: ImportPorts,
  { importId, fileName, memory }: { importId: string; fileName: string; memory: ImportMemory },
): Promise<ImportProgress | undefined> {
  await forgetRequest(ports, { importId, fileName });
  const held = await claimImport(ports, { importId, memory });
  if (!held) return undefined;
  ports.trace.link(held.record().Traceparent);
  await ports.checkpoint('import/claimed');
  const progress = startProgress(ports, held);
  const work = { ports, held, progress };
  try {
    await run(work);
    progress.stop();
    await ports.checkpoint('import/finished');
    await announceEnd(work);
  } catch (error) {
    progress.stop();
    await end(work, error);
  } finally {
    memory.free(importId);
  }
  return held.record().Progress;
}

interface Work {
  ports: ImportPorts;
  held: HeldImport;
  progress: LiveProgress;
}

async function run(work: Work): Promise<void> {
  const { ports, held, progress } = work;
  const partition = ports.store.addresses(held.record().State);
  const [live, known, rules] = await Promise.all([
    readLive(partition),
    readChoice(partition),
    readRules(partition),
  ]);
  // The file that is live already need not be read.
  if (live?.manifest.source === sourceOf(held.record(), { columns: known?.columns, rules })) {
    const now = ports.clock.now();
    await held.save((record) => finished(record, { status: 'unchanged', now }));
    return;
  }
  const { scan, zips } = await scanBlob({ ...work, known, rules });
  await ports.checkpoint('import/scanned');
  await held.save((record) => ({ ...record, Progress: progress.last(), ...reportOf(scan) }));
  await goLive({ ...work, zips, counts: scan.counts, between: () => pause(work) });
}

interface FileWork extends Work {
  known: KnownChoice | undefined;
  rules: FileRules;
}

async function scanBlob(work: FileWork, encoding?: Encoding): Promise<{ scan: Scan; zips: NamedZip[] }> {
  const { ports, held, progress, known, rules } = work;
  const { BlobName: name, State: state, ImportId: importId, Head, SourceSha256 } = held.record();
  const blob = await ports.blobs.open('state-files', name);
  if (!blob) throw new InvalidFileError('The uploaded file is gone. Upload it again.');
  const stream = Head === null ? blob.stream : checkedStream(blob.stream, SourceSha256);
  const source = await readSourceText(stream, { encoding, lends: true });
  const file = recogniseFile(source, known);
  await held.save((record) => ({ ...record, Format: file.format, Rules: rules }));
  if (file.problem) {
    blob.stream.destroy();
    throw file.problem;
  }
  await ports.checkpoint('import/recognised');
  const scan = newScan(source, { file, state, rules });
  progress.scanning({ counts: scan.counts, bytesDone: () => source.bytesRead() });
  const { mapping, delimiter } = file;
  const report = openRejectReport(ports.blobs, { importId, header: mapping.header, delimiter });
  try {
    const zips = await scan.run({ report, between: () => pause(work) });
    await report.close();
    return { scan, zips };
  } catch (error) {
    blob.stream.destroy();
    if (error instanceof NotUtf8Error) {
      report.abandon();
      return scanBlob(work, 'windows-1252');
    }
    if (error instanceof InvalidFileError) {
      await report.close();
      await held.save((record) => ({ ...record, Progress: progress.last(), ...reportOf(scan) }));
    } else report.abandon();
    throw error;
  }
}

/** What arrived in blocks ends with an error unless it is the file that was sent. */
async function* checkedStream(stream: Readable, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of buffersOf(stream)) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256)
    throw new InvalidFileError('The file was damaged on its way. Upload it again.');
}

function reportOf(scan: Scan): Pick<StoredImport, 'RejectedByReason' | 'SkippedByState' | 'Examples'> {
  return {
    RejectedByReason: scan.rejectedByReason,
    SkippedByState: scan.skippedByState(),
    Examples: scan.examples,
  };
}

async function pause({ ports, progress }: Work): Promise<void> {
  progress.check();
  await ports.checkpoint('import/working');
}

async function end({ ports, held, progress }: Work, error: unknown): Promise<void> {
  if (error instanceof LeaseLostError) return;
  const ended = endingOf(error);
  if (ended) {
    const now = ports.clock.now();
    await held.save((record) => finished({ ...record, Progress: progress.last() }, { ...ended, now }));
    await announceEnd({ ports, held });
    return;
  }
  // Another try need not wait for the lease to run out.
  await held.release().catch(() => {});
  throw error;
}

async function announceEnd({ ports, held }: Pick<Work, 'ports' | 'held'>): Promise<void> {
  await send(ports, held.record());
  await notifyUploader(ports, held.record());
  const [next] = await waitingImports(ports.store.addresses(held.record().State));
  if (next) await requestStart(ports, next);
}

function endingOf(error: unknown) {
  const isTooLarge = error instanceof AppError && error.code === 'too_large';
  if (error instanceof InvalidFileError || isTooLarge)
    return { status: 'failed' as const, message: error.message };
  if (error instanceof ImportCancelledError) return { status: 'cancelled' as const };
  return undefined;
}

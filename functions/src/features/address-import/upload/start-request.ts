import { noProgress } from '@handoff/shared/domain/address/state-file-import';
import { AppError } from '../../../core/app-error.ts';
import type { ImportPorts } from '../../../writes/call-ports.ts';
import { withStatus, type StoredImport } from '../record/import-record.ts';

const PREFIX = 'again-';
const REPEAT_MS = 5 * 60_000;

type Blobs = Pick<ImportPorts, 'blobs'>;

/**
 * Runs the blob-triggered function again for an import, because a timer has no time for a whole import. A blob beside
 * the uploaded file triggers it. Timers that request the same start write the same name, so the start happens once;
 * should it be lost, another one follows after five minutes.
 */
export async function requestStart(
  { blobs, clock }: Pick<ImportPorts, 'blobs' | 'clock'>,
  { ImportId, Lease }: StoredImport,
): Promise<void> {
  const period = Math.floor(clock.now().getTime() / REPEAT_MS);
  await blobs.putIfAbsent('state-files', `${ImportId}/${PREFIX}${Lease?.epoch ?? 0}-${period}`, {
    bytes: new TextEncoder().encode('Start this import again.'),
    type: 'text/plain',
  });
}

export async function removeStartRequest(
  { blobs }: Blobs,
  { importId, fileName }: { importId: string; fileName: string },
): Promise<void> {
  if (fileName.startsWith(PREFIX)) await blobs.remove('state-files', `${importId}/${fileName}`);
}

export async function refuseWithoutFile({ blobs }: Blobs, { BlobName }: StoredImport): Promise<void> {
  if (!(await blobs.exists('state-files', BlobName)))
    throw new AppError('conflict', 'The uploaded file is gone. Upload it again.');
}

/** The import as it was before its first run; the timer starts what waits. */
export function resetImport(record: StoredImport): StoredImport {
  const waiting = withStatus(record, 'waiting');
  return {
    ...waiting,
    Progress: { ...waiting.Progress, ...noProgress },
    RejectedByReason: {},
    SkippedByState: {},
    Examples: {},
    Diff: null,
    Message: null,
    CancelRequested: false,
    FinishedAt: null,
    Lease: null,
    NoticeDue: null,
  };
}

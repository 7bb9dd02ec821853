import { noProgress } from '@handoff/shared/domain/address/state-file-import';
import { AppError } from '../../../core/app-error.ts';
import type { ImportPorts } from '../../../writes/call-ports.ts';
import { withStatus, type StoredImport } from '../runs/import-record.ts';

const AGAIN = 'again-';
const REPEAT_MS = 5 * 60_000;

/**
 * Has the blob-triggered function run for an import once more: a timer has no time for a whole import. A blob beside
 * the uploaded file starts it, and its name lets one start be requested once by any number of timers; should it be
 * lost, another follows.
 */
export async function requestStart(
  { blobs, clock }: Pick<ImportPorts, 'blobs' | 'clock'>,
  { ImportId, Lease }: StoredImport,
): Promise<void> {
  const turn = Math.floor(clock.now().getTime() / REPEAT_MS);
  await blobs.putIfAbsent('state-files', `${ImportId}/${AGAIN}${Lease?.epoch ?? 0}-${turn}`, {
    bytes: new TextEncoder().encode('Start this import again.'),
    type: 'text/plain',
  });
}

/** What requested the start is of no further use. */
export async function forgetRequest(
  { blobs }: Pick<ImportPorts, 'blobs'>,
  { importId, fileName }: { importId: string; fileName: string },
): Promise<void> {
  if (fileName.startsWith(AGAIN)) await blobs.remove('state-files', `${importId}/${fileName}`);
}

export async function refuseWithoutFile(
  { blobs }: Pick<ImportPorts, 'blobs'>,
  { BlobName }: StoredImport,
): Promise<void> {
  if (!(await blobs.exists('state-files', BlobName)))
    throw new AppError('conflict', 'The uploaded file is gone. Upload it again.');
}

/** The timer starts what waits. */
export function startingAgain(record: StoredImport): StoredImport {
  const again = withStatus(record, 'waiting');
  return {
    ...again,
    Progress: { ...again.Progress, ...noProgress },
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

import { noProgress } from '@handoff/shared/domain/address/import-progress';
import { AppError } from '../../core/app-error.ts';
import { notYetRead, withStatus, type StoredImport } from '../record/import-record.ts';
import type { EffectPorts } from '../../core/context.ts';

const PREFIX = 'again-';
const REPEAT_MS = 5 * 60_000;

type Files = Pick<EffectPorts, 'stateFiles'>;

/**
 * Runs the blob-triggered function again for an import, because a timer has no time for a whole import. A blob beside
 * the uploaded file triggers it. Timers that request the same start write the same name, so the start happens once;
 * should it be lost, another one follows after five minutes.
 */
export async function requestStart(
  { stateFiles, clock }: Pick<EffectPorts, 'stateFiles' | 'clock'>,
  { ImportId, Lease }: StoredImport,
): Promise<void> {
  const period = Math.floor(clock.now().getTime() / REPEAT_MS);
  await stateFiles.putIfAbsent(`${ImportId}/${PREFIX}${Lease?.epoch ?? 0}-${period}`, {
    bytes: new TextEncoder().encode('Start this import again.'),
    type: 'text/plain',
  });
}

export async function removeStartRequest(
  { stateFiles }: Files,
  { importId, fileName }: { importId: string; fileName: string },
): Promise<void> {
  if (fileName.startsWith(PREFIX)) await stateFiles.remove(`${importId}/${fileName}`);
}

export async function refuseWithoutFile({ stateFiles }: Files, { BlobName }: StoredImport): Promise<void> {
  if (!(await stateFiles.exists(BlobName)))
    throw new AppError('conflict', 'The uploaded file is gone. Upload it again.');
}

/** The import as it was before its first run; the timer starts what waits. */
export function resetImport(record: StoredImport): StoredImport {
  const waiting = withStatus(record, 'waiting');
  return { ...waiting, ...notYetRead, Progress: { ...waiting.Progress, ...noProgress } };
}

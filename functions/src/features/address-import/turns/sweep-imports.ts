import { addressStates } from '@handoff/shared/domain/address/us-state';
import type { RetriedPartition } from '../../../writes/commit.ts';
import type { ImportPorts } from '../../../writes/call-ports.ts';
import { commitImport } from '../runs/change-import.ts';
import { isItsTurn } from './import-lease.ts';
import { finished, replaceImport, type StoredImport, type ImportVersion } from '../runs/import-record.ts';
import { newestImports } from './queue.ts';
import { requestStart } from './request-start.ts';
import { notifyUploader } from '../runs/notify-uploader.ts';

const UPLOAD_MS = 60 * 60 * 1000;
/** Of a file in blocks, which may take more than one sitting; the store keeps its blocks for a week. */
const BLOCKS_MS = 3 * 24 * UPLOAD_MS;
/** The blob trigger comes first as a rule. */
const TRIGGER_MS = 60_000;
const NEWEST = 50;

/**
 * Has imports started whose worker died, that no one took or that waited; ends uploads that never came; and notifies
 * who uploaded one of its end when the worker did not get to it. What fails in one state leaves the others alone.
 */
export async function sweepImports(ports: ImportPorts): Promise<void> {
  await Promise.all(
    addressStates.map(async (state) => {
      try {
        await sweepState(ports, ports.store.addresses(state));
      } catch (error) {
        const name = error instanceof Error ? error.name : typeof error;
        ports.log({ level: 'error', event: 'import-sweep-failed', error: name });
      }
    }),
  );
}

async function sweepState(ports: ImportPorts, partition: RetriedPartition): Promise<void> {
  const imports = await newestImports(partition, NEWEST);
  // Oldest first: that is the order in which they were asked for.
  for (const version of imports.toReversed()) {
    if (version.record.NoticeDue) await notifyUploader(ports, version.record);
    const next = await nextStep(ports, { partition, record: version.record });
    if (next === 'start') await requestStart(ports, version.record);
    if (next === 'give up') await giveUp(ports, { partition, version });
  }
}

const uploadTime = ({ Head }: StoredImport) => (Head === null ? UPLOAD_MS : BLOCKS_MS);

async function nextStep(
  { blobs, clock }: ImportPorts,
  { partition, record }: { partition: RetriedPartition; record: StoredImport },
): Promise<'start' | 'give up' | undefined> {
  const now = clock.now();
  const age = now.getTime() - Date.parse(record.At);
  const { status } = record.Progress;
  if (status === 'uploading') {
    if (age < uploadTime(record)) return undefined;
    return (await blobs.exists('state-files', record.BlobName)) ? 'start' : 'give up';
  }
  if (status === 'uploaded') return age < TRIGGER_MS ? undefined : 'start';
  if (status === 'waiting') return (await isItsTurn(partition, record)) ? 'start' : undefined;
  if (status !== 'scanning' && status !== 'writing') return undefined;
  return record.Lease && record.Lease.until > now.toISOString() ? undefined : 'start';
}

async function giveUp(
  ports: ImportPorts,
  { partition, version }: { partition: RetriedPartition; version: ImportVersion },
): Promise<void> {
  const message = 'The upload did not complete. Upload the file again.';
  const record = finished(version.record, { status: 'failed', message, now: ports.clock.now() });
  await commitImport(partition, [replaceImport({ ...version, record })]);
}

import { addressStates } from '@handoff/shared/domain/address/us-state';
import { commitSurely } from '../../../pipeline/idempotency/commit.ts';
import type { Partition, Platform } from '../../../platform/ports.ts';
import {
  importsOfState,
  finished,
  replaceImport,
  StoredImport,
  type ImportVersion,
} from './import-record.ts';
import { importStateFile } from './import-state-file.ts';
import { tellUploader } from './notify-uploader.ts';

const UPLOAD_MS = 60 * 60 * 1000;
/** The blob trigger comes first as a rule. */
const TRIGGER_MS = 60_000;
const NEWEST = 50;

/**
 * Goes on with imports whose worker died, starts those nobody took or that waited, ends uploads that never came, and
 * tells who uploaded one of its end when the worker did not get to it.
 */
export async function sweepImports(platform: Platform): Promise<void> {
  await Promise.all(addressStates.map((state) => sweepState(platform, platform.store.addresses(state))));
}

async function sweepState(platform: Platform, partition: Partition): Promise<void> {
  const page = await partition.query({ sql: importsOfState, parameters: {}, pageSize: NEWEST });
  const imports = page.documents.map((document): ImportVersion => ({
    record: StoredImport.parse(document),
    etag: document._etag,
  }));
  // Oldest first: that is the order in which they were asked for.
  for (const version of imports.toReversed()) await sweepImport(platform, { partition, version });
}

async function sweepImport(
  platform: Platform,
  { partition, version }: { partition: Partition; version: ImportVersion },
): Promise<void> {
  const { record } = version;
  const { ImportId: importId, FileName: fileName, Progress: progress } = record;
  if (record.NoticeDue) await tellUploader(platform, record);
  const now = platform.clock.now();
  const age = now.getTime() - Date.parse(record.At);
  if (progress.status === 'uploading') {
    if (age < UPLOAD_MS) return;
    if (await platform.blobs.exists('state-files', record.BlobName))
      await importStateFile(platform, { importId, fileName });
    else {
      const message = 'The upload did not complete. Upload the file again.';
      const failed = finished(record, { status: 'failed', message, now });
      await commitSurely(platform, partition, [replaceImport({ ...version, record: failed })]);
    }
    return;
  }
  if (progress.status === 'uploaded' && age < TRIGGER_MS) return;
  if (!['uploaded', 'waiting', 'scanning', 'writing'].includes(progress.status)) return;
  await importStateFile(platform, { importId, fileName });
}

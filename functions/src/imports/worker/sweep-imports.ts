import { errorName } from '../../platform/ports.ts';
import type { RetriedPartition } from '../../core/context.ts';
import { commitImport } from '../record/change-import.ts';
import { canStart } from './claim-import.ts';
import {
  finished,
  replaceImport,
  type StoredImport,
  type ImportVersion,
  newestImports,
  unfinishedImports,
} from '../record/import-record.ts';
import { requestStart } from '../upload/start-request.ts';
import { notifyUploader } from '../record/announce.ts';
import type { ImportJob } from '../import-ports.ts';

const UPLOAD_MS = 60 * 60 * 1000;
/** An upload in blocks may be interrupted for days; Blob Storage keeps uncommitted blocks for a week. */
const BLOCKS_MS = 3 * 24 * UPLOAD_MS;
/** The blob trigger normally starts an import within this time. */
const TRIGGER_MS = 60_000;
const SWEPT = 50;

/**
 * Starts imports that wait, were never claimed, or lost their worker; fails uploads that never completed; sends notices
 * that a worker did not send. A failure in one state does not affect the others.
 */
export async function sweepImports(job: ImportJob): Promise<void> {
  const subjects = await job.subjectsWith(unfinishedImports);
  await Promise.all(
    subjects.map(async (subject) => {
      try {
        await sweepSubject(job, job.addresses(subject));
      } catch (error) {
        job.log({ level: 'error', event: 'import-sweep-failed', error: errorName(error) });
      }
    }),
  );
}

async function sweepSubject(job: ImportJob, partition: RetriedPartition): Promise<void> {
  const imports = await newestImports(partition, SWEPT);
  // The oldest upload comes first.
  for (const version of imports.toReversed()) {
    if (version.record.NoticeDue) await notifyUploader(job, version.record);
    const next = await nextStep(job, { partition, ...version });
    if (next === 'start') await requestStart(job, version.record);
    if (next === 'fail') await failAbandonedUpload(job, { partition, ...version });
  }
}

interface Swept extends ImportVersion {
  partition: RetriedPartition;
}

const uploadTime = ({ Head }: StoredImport) => (Head === null ? UPLOAD_MS : BLOCKS_MS);

async function nextStep(
  { stateFiles, clock }: ImportJob,
  { partition, record }: Swept,
): Promise<'start' | 'fail' | undefined> {
  const now = clock.now();
  const age = now.getTime() - Date.parse(record.At);
  const { status } = record.Progress;
  if (status === 'uploading') {
    if (age < uploadTime(record)) return undefined;
    return (await stateFiles.exists(record.BlobName)) ? 'start' : 'fail';
  }
  if (status === 'uploaded') return age < TRIGGER_MS ? undefined : 'start';
  if (status === 'waiting') return (await canStart(partition, record)) ? 'start' : undefined;
  if (status !== 'scanning' && status !== 'writing') return undefined;
  return record.Lease && record.Lease.until > now.toISOString() ? undefined : 'start';
}

async function failAbandonedUpload({ clock }: ImportJob, { partition, ...version }: Swept): Promise<void> {
  const message = 'The upload did not complete. Upload the file again.';
  const ending = { status: 'failed', failedBy: 'upload', message, now: clock.now() } as const;
  await commitImport(partition, [replaceImport({ ...version, record: finished(version.record, ending) })]);
}

import { waitingImports } from '../record/import-queue.ts';
import type { ImportRun } from '../record/import-run.ts';
import { notifyUploader } from '../record/notify-uploader.ts';
import { sendProgress } from '../record/send-progress.ts';
import { requestStart } from '../upload/start-request.ts';

/** Sends and notifies how the import ended, and starts the next one of its state. */
export async function announceEnd({ job, partition, record }: ImportRun): Promise<void> {
  await sendProgress(job, record);
  await notifyUploader(job, record);
  const [next] = await waitingImports(partition);
  if (next) await requestStart(job, next);
}

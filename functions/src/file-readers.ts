import { AppError } from './core/app-error.ts';
import type { FileTypeOf } from './features/documents/file-type.ts';
import type { ReferralFile } from './features/drafts/files/read-referral-file.ts';
import { createThreads } from './platform/threads.ts';

/** Takes the files of strangers apart. Each function throws `unsupported_file` with a sentence for the sender. */
export interface FileReaders {
  fileTypeOf: FileTypeOf;
  openableTypeOf: FileTypeOf;
  sentFileTypeOf: FileTypeOf;
  readReferralFile: (bytes: Uint8Array) => Promise<ReferralFile>;
}

/** A reader's whole budget takes about a second. A thread beyond these limits has met a file for which its reader is wrong. */
const limits = { atOnce: 2, waiting: 40, seconds: 30, heapMb: 256 };

/** Readers that run in threads beside the event loop; `thread` is the file of file-thread.ts. */
export function createFileReaders(thread: string | URL): FileReaders {
  const threads = createThreads(thread, limits);

  async function read<T>(task: keyof FileReaders, bytes: Uint8Array, name = ''): Promise<T> {
    const outcome = await threads.run(task, bytes, name);
    if (outcome.ended === 'busy')
      throw new AppError('unavailable', 'Many files are being read. Try again in a moment.', {
        retryAfterSeconds: 5,
      });
    if (outcome.ended === 'overran')
      throw new AppError('unsupported_file', 'This file takes too long to read.');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- file-thread.ts calls the reader of this name
    const answer = outcome.value as { read: T } | { refusal: string };
    if ('refusal' in answer) throw new AppError('unsupported_file', answer.refusal);
    return answer.read;
  }

  return {
    fileTypeOf: (name, bytes) => read('fileTypeOf', bytes, name),
    openableTypeOf: (name, bytes) => read('openableTypeOf', bytes, name),
    sentFileTypeOf: (name, bytes) => read('sentFileTypeOf', bytes, name),
    readReferralFile: (bytes) => read('readReferralFile', bytes),
  };
}

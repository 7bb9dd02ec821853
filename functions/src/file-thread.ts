import { AppError } from './core/app-error.ts';
import { fileTypeOf, openableTypeOf, sentFileTypeOf } from './features/documents/file-type.ts';
import { readReferralFile } from './features/drafts/files/read-referral-file.ts';
import { serveTasks, type Tasks } from './platform/threads.ts';

// Runs in a thread, which takes apart the files of strangers; file-readers.ts asks it.

serveTasks({
  fileTypeOf: refusing((bytes, name) => fileTypeOf(name, bytes)),
  openableTypeOf: refusing((bytes, name) => openableTypeOf(name, bytes)),
  sentFileTypeOf: refusing((bytes, name) => sentFileTypeOf(name, bytes)),
  readReferralFile: refusing((bytes) => readReferralFile(bytes)),
});

/** A copy of an error between threads is no `AppError`, so a refusal goes as a value. */
function refusing(read: Tasks[string]): Tasks[string] {
  return async (bytes, name) => {
    try {
      return { read: await read(bytes, name) };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { refusal: error.message };
    }
  };
}

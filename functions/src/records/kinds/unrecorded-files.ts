import * as z from 'zod';
import { recordKind } from '../../core/record-kind.ts';

/**
 * A file is written before its record. Where that never came, because the request was given up or refused in between, this
 * is what finds the file again.
 */
const UnrecordedFile = z.object({
  Id: z.string(),
  /** Of the record that its file would have. */
  DocumentId: z.string(),
  blobName: z.string(),
  FoundAt: z.string(),
});
export const unrecordedFileKind = recordKind('unrecorded-file', UnrecordedFile);

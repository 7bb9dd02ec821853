import * as z from 'zod';
import { recordKind } from '../../core/record-kind.ts';

/**
 * A file is written before its record. If the record never follows, because the request was given up or refused in
 * between, this record finds the file again.
 */
const UnrecordedFile = z.object({
  Id: z.string(),
  /** Id of the document record that the file would have. */
  DocumentId: z.string(),
  blobName: z.string(),
  FoundAt: z.string(),
});
export const unrecordedFileKind = recordKind('unrecorded-file', UnrecordedFile);

import * as z from 'zod';
import { documentKind } from './referral-records.ts';
import { declareRecord, standalone } from '../declare-record.ts';
import { keptDays } from '../retention.ts';

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
export const unrecordedFileKind = declareRecord({
  type: 'unrecorded-file',
  schema: UnrecordedFile,
  holds: 'a file whose record never came, such as that of an upload which was given up: what removes it',
  levels: ['business'],
  partitions: ['agency'],
  retention: { kept: `${keptDays.unattached} days` },
  ...standalone,
  files: documentKind.files,
});

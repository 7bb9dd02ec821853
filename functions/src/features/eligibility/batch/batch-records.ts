import { Batch, BatchRow } from '@handoff/shared/domain/eligibility/batch';
import * as z from 'zod';
import { recordKind } from '../../../core/record-kind.ts';
import { sealedNumbers } from '../../../records/kinds/referral-records.ts';
import type { Reader } from '../../../core/unit-of-work.ts';

/** `ListHash`: keyed, of the list and what was asked about it; equal lists have equal ones. */
const StoredBatch = Batch.extend({ ListHash: z.string(), PartCount: z.number().int() });
export type StoredBatch = z.infer<typeof StoredBatch>;
export const batchKind = recordKind('eligibility-batch', StoredBatch);

/** So many rows in a record: few writes to start with, and little to write again for each row that ends. */
export const ROWS_A_PART = 25;

const BatchPart = z.object({
  Id: z.string(),
  BatchId: z.string(),
  Rows: z.array(BatchRow),
  Sealed: sealedNumbers.Sealed,
});
export type BatchPart = z.infer<typeof BatchPart>;
export const batchPartKind = recordKind('eligibility-batch-part', BatchPart);

export const partId = (batchId: string, part: number) => `${batchId}-part-${part}`;
export const numberField = (row: number) => `Rows.${row}.Mbi`;

export const openBatches =
  "SELECT * FROM c WHERE c.type = 'eligibility-batch' AND c.IsOpen = true AND c.DeletedAt = null";

/** `@hash`: batches of the same list. */
export const batchesOfList =
  "SELECT * FROM c WHERE c.type = 'eligibility-batch' AND ARRAY_CONTAINS(@hashes, c.ListHash) AND c.DeletedAt = null";

export async function rowsOf(find: Reader, batch: StoredBatch): Promise<BatchRow[]> {
  const parts = Array.from({ length: batch.PartCount }, (_, part) =>
    find.get(batchPartKind, partId(batch.Id, part)),
  );
  return (await Promise.all(parts)).flatMap((part) => part?.Rows ?? []);
}

export const shown = ({ ListHash: _hash, PartCount: _parts, ...batch }: StoredBatch): Batch => batch;

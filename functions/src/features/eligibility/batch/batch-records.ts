import { Person } from '@handoff/shared/domain/access/user';
import { Batch, BatchRow } from '@handoff/shared/domain/eligibility/batch';
import * as z from 'zod';
import { recordKind } from '../../../core/record-kind.ts';
import { keptReferral, sealedNumbers } from '../../../records/kinds/referral-records.ts';
import { listAll } from '../../../records/reader.ts';
import type { Reader } from '../../../core/unit-of-work.ts';

/** `ListHash`: a keyed hash of the list and its options; equal lists have equal hashes. */
const StoredBatch = Batch.extend({ ListHash: z.string(), PartCount: z.number().int() });
export type StoredBatch = z.infer<typeof StoredBatch>;
export const batchKind = recordKind('eligibility-batch', StoredBatch);

/** Limits the rows in one record: few writes to start a batch, and a small one for each finished row. */
export const ROWS_A_PART = 25;

/**
 * `AskedBy`: the person who retried the row. Null after the purge of its referral: rows keep their index, for which
 * their numbers are sealed.
 */
const StoredRow = BatchRow.extend({ AskedBy: Person.optional() }).nullable();
export type StoredRow = z.infer<typeof StoredRow>;

const BatchPart = z.object({
  Id: z.string(),
  BatchId: z.string(),
  Rows: z.array(StoredRow),
  Sealed: sealedNumbers.Sealed,
});
export type BatchPart = z.infer<typeof BatchPart>;
export const batchPartKind = recordKind('eligibility-batch-part', BatchPart);

export const partId = (batchId: string, part: number) => `${batchId}-part-${part}`;

export const openBatches =
  "SELECT * FROM c WHERE c.type = 'eligibility-batch' AND c.IsOpen = true AND c.DeletedAt = null";

/** `@hashes`: batches of the same list. */
export const batchesOfList =
  "SELECT * FROM c WHERE c.type = 'eligibility-batch' AND ARRAY_CONTAINS(@hashes, c.ListHash) AND c.DeletedAt = null";

/** Returns the rows that the reader may see, without those of a referral that is deleted or restricted to others. */
export async function rowsOf(find: Reader, batch: StoredBatch): Promise<BatchRow[]> {
  const parts = await Promise.all(
    Array.from({ length: batch.PartCount }, (_, part) => find.get(batchPartKind, partId(batch.Id, part))),
  );
  const rows = parts.flatMap((part) => part?.Rows.flatMap((row) => row ?? []) ?? []);
  return seenRows(find, rows);
}

export async function seenRows<R extends Pick<BatchRow, 'ReferralId'>>(
  find: Reader,
  rows: readonly R[],
): Promise<R[]> {
  const seen = await seenReferrals(
    find,
    rows.flatMap(({ ReferralId }) => ReferralId ?? []),
  );
  return rows.filter(({ ReferralId }) => ReferralId === null || seen.has(ReferralId));
}

const referralIdKind = recordKind('referral', z.object({ Id: z.string() }));
/** `@ids` */
const referralsAmong =
  "SELECT c.id, c.type, c._etag, c.Id FROM c WHERE c.type = 'referral' AND c.DeletedAt = null" +
  ' AND ARRAY_CONTAINS(@ids, c.Id)';

/** Returns the ids of existing referrals, under their own id or as merged into another one. */
export async function seenReferrals(find: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const there = await listAll(find, referralIdKind, { sql: referralsAmong, parameters: { ids } });
  const seen = new Set(there.map(({ Id }) => Id));
  for (const id of new Set(ids)) if (!seen.has(id) && (await keptReferral(find, id))) seen.add(id);
  return seen;
}

export const shown = ({ ListHash: _hash, PartCount: _parts, ...batch }: StoredBatch): Batch => batch;

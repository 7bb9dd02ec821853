import { Batch, BatchRow } from '@handoff/shared/domain/eligibility/batch';
import { keptReferral, referralKind } from '../../../records/kinds/referral-records.ts';
import { listAll } from '../../../records/reader.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { type StoredBatch, batchPartKind } from '../../../records/kinds/eligibility-records.ts';
import { OnlyId, oneOf, select } from '../../../records/select.ts';

/** Limits the rows in one record: few writes to start a batch, and a small one for each finished row. */
export const ROWS_A_PART = 25;

export const partId = (batchId: string, part: number) => `${batchId}-part-${part}`;

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

/** Returns the ids of existing referrals, under their own id or as merged into another one. */
export async function seenReferrals(find: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const there = await listAll(find, select(referralKind, { where: { Id: oneOf(ids) } }, OnlyId));
  const seen = new Set(there.map(({ Id }) => Id));
  for (const id of new Set(ids)) if (!seen.has(id) && (await keptReferral(find, id))) seen.add(id);
  return seen;
}

export const shown = ({ ListHash: _hash, PartCount: _parts, ...batch }: StoredBatch): Batch => batch;

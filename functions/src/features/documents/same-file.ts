import * as z from 'zod';
import type { Reader } from '../../core/unit-of-work.ts';
import { referralKind, documentKind } from '../../records/kinds/referral-records.ts';
import { readAs } from '../../core/record-kind.ts';

/** `@sha256`, `@referral`: files attached to another referral, or to any for an unattached upload. */
export const attachedElsewhere =
  'SELECT c.id, c.type, c._etag, c.Id, c.ReferralId, c.UploadedAt FROM c' +
  " WHERE c.type = 'document' AND c.DeletedAt = null AND c.Sha256 = @sha256" +
  ' AND IS_STRING(c.ReferralId) AND c.ReferralId != @referral';

const copyKind = readAs(
  documentKind,
  z.object({ Id: z.string(), ReferralId: z.string(), UploadedAt: z.string() }),
);

const MAX_COPIES = 20;
const MAX_NAMED = 3;

interface UploadedFile {
  Sha256: string;
  ReferralId: string | null;
}

/** Returns other referrals with this file that the caller may see, latest first. */
export async function referralsWithSameFile(
  find: Reader,
  { Sha256, ReferralId }: UploadedFile,
): Promise<string[]> {
  const { items } = await find.list(copyKind, {
    sql: attachedElsewhere,
    parameters: { sha256: Sha256, referral: ReferralId ?? '' },
    pageSize: MAX_COPIES,
  });
  const latestFirst = items.toSorted((a, b) => b.UploadedAt.localeCompare(a.UploadedAt));
  const ids = [...new Set(latestFirst.map((copy) => copy.ReferralId))];
  // Documents of a deleted referral are hidden only through it, so it is read.
  const there = await Promise.all(ids.map(async (id) => (await find.get(referralKind, id)) && id));
  return there.filter((id) => id !== undefined).slice(0, MAX_NAMED);
}

import * as z from 'zod';
import type { Reader } from '../../core/unit-of-work.ts';
import { referralKind, documentKind } from '../../records/kinds/referral-records.ts';
import { above, not, select } from '../../records/select.ts';

const Copy = z.object({ Id: z.string(), ReferralId: z.string(), UploadedAt: z.string() });

/** Files attached to another referral, or to any for an unattached upload. */
export const attachedElsewhere = (Sha256: string, referral: string | null) =>
  select(documentKind, { where: { Sha256, ReferralId: [above(''), not(referral ?? '')] } }, Copy);

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
  const { items } = await find.list(attachedElsewhere(Sha256, ReferralId), { pageSize: MAX_COPIES });
  const latestFirst = items.toSorted((a, b) => b.UploadedAt.localeCompare(a.UploadedAt));
  const ids = [...new Set(latestFirst.map((copy) => copy.ReferralId))];
  // Documents of a deleted referral are hidden only through it, so it is read.
  const there = await Promise.all(ids.map(async (id) => (await find.get(referralKind, id)) && id));
  return there.filter((id) => id !== undefined).slice(0, MAX_NAMED);
}

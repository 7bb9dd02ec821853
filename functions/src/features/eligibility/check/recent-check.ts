import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import type { TypedInquiry } from '../rules/inquiry.ts';
import { isMbi, plainNumber } from '@handoff/shared/domain/person/identifiers';
import { AppError } from '../../../core/app-error.ts';
import { FieldKeysNotConfigured, type FieldKeys } from '../../../platform/ports.ts';
import { answered, checksByTime } from '../history/check-history.ts';
import type { StoredCheck } from '../../../records/kinds/eligibility-records.ts';
import { atLeast, atMost, oneOf } from '../../../records/select.ts';
import type { MedicareEffect } from '../medicare-ports.ts';

const RECENT_MS = 10 * 60_000;

/**
 * Refuses with the check that answered the same question within ten minutes, whoever made it, because another one is
 * charged again. This is an offer, not a lock: two people who ask at the same instant do not see each other's check.
 */
export async function refuseRecent(typed: TypedInquiry, context: MedicareEffect): Promise<void> {
  const recent = await recentCheck(typed, context);
  if (!recent) return;
  const { Id: CheckId, CheckedAt, CheckedBy } = recent;
  const minutes = Math.floor((context.now.getTime() - Date.parse(CheckedAt)) / 60_000);
  const when = minutes < 1 ? 'a moment ago' : `${minutes} minute${minutes === 1 ? '' : 's'} ago`;
  throw new AppError('checked_recently', `${CheckedBy.FullName} checked this ${when}. Use that response?`, {
    recent: { CheckId, CheckedAt, CheckedBy },
  });
}

async function recentCheck(
  typed: TypedInquiry,
  { caller, find, now, clock, fieldKeys }: MedicareEffect,
): Promise<StoredCheck | undefined> {
  const mbi = plainNumber(typed.Mbi);
  const hashes = isMbi(mbi) ? await hashesOf(mbi, fieldKeys, caller.businessDomainId) : [];
  if (hashes.length === 0) return undefined;
  const { items } = await find.list(
    checksByTime({
      MbiHash: oneOf(hashes),
      Category: typed.Category,
      Verdict: oneOf(answered),
      CheckedAt: [atLeast(new Date(now.getTime() - RECENT_MS).toISOString()), atMost(now.toISOString())],
    }),
  );
  const day = typed.DateOfService?.trim() || dayIn(medicareTimeZone, clock.now());
  const asked = questionIdentity({ ...typed, DateOfService: day });
  return items.find((check) => questionIdentity(check) === asked);
}

type Identity = Pick<StoredCheck, 'FirstName' | 'LastName' | 'DateOfBirth' | 'DateOfService'>;

const questionIdentity = ({ FirstName, LastName, DateOfBirth, DateOfService }: Identity) =>
  JSON.stringify([FirstName, LastName, DateOfBirth, DateOfService].map((text) => text.trim().toLowerCase()));

async function hashesOf(mbi: string, fieldKeys: FieldKeys, domainId: string): Promise<string[]> {
  try {
    return await fieldKeys.blindIndexes(mbi, { domainId, field: 'Mbi' });
  } catch (error) {
    if (error instanceof FieldKeysNotConfigured) return [];
    throw error;
  }
}

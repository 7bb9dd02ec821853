import type { Caller } from '../../../core/context.ts';
import { isMbi, plainNumber, isMasked } from '@handoff/shared/domain/person/identifiers';
import type { Reader } from '../../../core/unit-of-work.ts';
import { FieldKeysNotConfigured, type FieldKeys } from '../../../platform/ports.ts';
import { sealedReferralKind } from '../../../records/kinds/referral-records.ts';
import { memberField, openNumber, sealNumbers } from '../../../records/sealed-numbers.ts';
import { checkKind, type StoredCheck } from '../../../records/kinds/eligibility-records.ts';

interface At {
  find: Reader;
  keys: FieldKeys;
  caller: Pick<Caller, 'businessDomainId'>;
}

/** A full number that no one typed, and the record from which it comes. */
export interface Unsealed {
  mbi: string;
  from: string;
}

/**
 * Resolves a masked number if the referral has it in that form, and an omitted one to the referral's own. The number is
 * used and never shown, so no right to reveal it is required; the referral's history says that it was used.
 */
export async function numberBehind(
  typed: { Mbi?: string | undefined; ReferralId?: string | undefined; LookUp?: unknown },
  at: At,
): Promise<Unsealed | undefined> {
  if (typed.ReferralId === undefined) return undefined;
  if (typed.Mbi === undefined) return typed.LookUp ? undefined : numberOfReferral(typed.ReferralId, at);
  const shown = typed.Mbi.trim();
  if (!isMasked(shown)) return undefined;
  return numberOfReferral(typed.ReferralId, at, shown);
}

/** Returns the number that a former check used, or else its referral's number. */
export async function numberOfCheck(check: StoredCheck, at: At): Promise<Unsealed | undefined> {
  const own = await numberOf(check, at);
  return own ?? (check.ReferralId === null ? undefined : numberOfReferral(check.ReferralId, at));
}

/** Its Medicare number, a member number that is one, or that of its check; with `shown`, only one of that mask. */
export async function numberOfReferral(
  id: string,
  { find, keys, caller }: At,
  shown?: string,
): Promise<Unsealed | undefined> {
  const referral = await find.get(sealedReferralKind, id);
  if (!referral) return undefined;
  const { Patient, Payers, Sealed } = referral;
  const places = [
    { mask: Patient.Mbi, field: 'Patient.Mbi' },
    ...Payers.map(({ MemberId }, index) => ({ mask: MemberId, field: memberField(index) })),
  ];
  const owner = { domainId: caller.businessDomainId, id };
  for (const { mask, field } of places) {
    if (shown !== undefined && shown !== mask) continue;
    const mbi = plainNumber((await openNumber(keys, owner, { Sealed, field })) ?? '');
    if (isMbi(mbi)) return { mbi, from: id };
  }
  // A number from a lookup is stored with the check only.
  const looked = referral.EligibilityCheckId && (await find.get(checkKind, referral.EligibilityCheckId));
  return looked && shown === undefined ? numberOf(looked, { find, keys, caller }) : undefined;
}

async function numberOf(check: StoredCheck, { keys, caller }: At): Promise<Unsealed | undefined> {
  const owner = { domainId: caller.businessDomainId, id: check.Id, type: checkKind.type };
  const mbi = await openNumber(keys, owner, { Sealed: check.Sealed, field: 'Mbi' });
  return mbi === undefined ? undefined : { mbi, from: check.Id };
}

/** Returns the sealed number for a check. Without keys none is stored, and the check is still useful. */
export async function sealMbi(
  mbi: string,
  { checkId, keys, caller }: { checkId: string; keys: FieldKeys; caller: Caller },
): Promise<Pick<StoredCheck, 'Sealed' | 'MbiHash' | 'HasNumber'>> {
  const nothing = { Sealed: {}, MbiHash: null, HasNumber: false };
  if (!isMbi(mbi)) return nothing;
  const owner = { domainId: caller.businessDomainId, id: checkId, type: checkKind.type };
  try {
    const { Sealed, SearchKeys } = await sealNumbers(keys, owner, { Mbi: mbi });
    return { Sealed, MbiHash: SearchKeys[0] ?? null, HasNumber: true };
  } catch (error) {
    if (error instanceof FieldKeysNotConfigured) return nothing;
    throw error;
  }
}

import { blockingKeys, type BlockingKeys } from '@handoff/shared/domain/duplicates/blocking-keys';
import { duplicateScore } from '@handoff/shared/domain/duplicates/duplicate-score';
import { DuplicateFacts, type PossibleDuplicate } from '@handoff/shared/domain/referral/referral-checks';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { Reader, Selection } from '../../../core/unit-of-work.ts';
import { referralsSharingAKey } from '../referral-queries.ts';
import { identityOf } from '../../../records/duplicate-keys.ts';
import type { KeyedReferral } from '../../../records/kinds/referral-records.ts';
import type { Numbers } from '../../../records/sealed-numbers.ts';

const MAX_CANDIDATES = 100;
const MAX_SHOWN = 10;

type Fields = Pick<Referral, 'Patient' | 'Address'>;

export const isTooLittle = (fields: Fields, numbers: Numbers): boolean =>
  Object.keys(blockingKeys(identityOf(fields, { mbi: numbers['Patient.Mbi'], ssn: numbers['Patient.Ssn'] })))
    .length === 0;

type Own = Fields & Pick<KeyedReferral, 'Id' | 'NotDuplicateOf'>;

/**
 * Finds other referrals of the agency that may be of the same patient, likeliest first; undefined without keys.
 * `versions` has the keys under each key version. A pair that was dismissed on either side is not shown
 * again, unless it has one number.
 */
export async function findDuplicates(
  find: Reader,
  { Id, Patient, Address, NotDuplicateOf = [] }: Own,
  versions: readonly BlockingKeys[],
  compare: typeof duplicateScore = duplicateScore,
): Promise<PossibleDuplicate[] | undefined> {
  if (versions.every((keys) => Object.keys(keys).length === 0)) return undefined;
  const others = await sharingAKey(find, referralsSharingAKey, versions);
  const candidates = new Map<string, PossibleDuplicate>();
  for (const other of others) {
    const isDismissed = NotDuplicateOf.includes(other.Id) || other.NotDuplicateOf?.includes(Id) === true;
    const own = identityOf({ Patient, Address }, hashesLike(other.DuplicateKeys, versions));
    const score = other.Id === Id ? undefined : compare(own, identityOf(other, other.DuplicateKeys));
    // Two patients with one number stay a conflict until a number is corrected.
    if (score && (!isDismissed || score.Conflict !== undefined))
      candidates.set(other.Id, { ReferralId: other.Id, ...DuplicateFacts.parse(other), ...score });
  }
  return [...candidates.values()].toSorted((a, b) => b.Score - a.Score).slice(0, MAX_SHOWN);
}

/**
 * Compares a draft, in which anyone could type guesses. When names and birth date alone make a duplicate, numbers are
 * not compared, so that a right guess gets the same answer as a wrong one; otherwise the answer does not say which
 * number matched.
 */
export const compareDraft: typeof duplicateScore = (own, other) => {
  const byName = duplicateScore({ ...own, Mbi: undefined, Ssn: undefined }, other);
  if (byName?.Likelihood === 'probable') return byName;
  const score = duplicateScore(own, other);
  if (!score) return undefined;
  const [Conflict] = unnamed(score.Conflict === undefined ? [] : [score.Conflict]);
  return { ...score, Reasons: unnamed(score.Reasons), ...(Conflict !== undefined && { Conflict }) };
};

export const unnamed = (reasons: readonly string[]): string[] => [
  ...new Set(reasons.map((reason) => reason.replace(/(Medicare|social security) number/, 'patient number'))),
];

/** Picks, for each number, the hash that equals the other record's, whichever key version made it. */
export function hashesLike(other: BlockingKeys = {}, versions: readonly BlockingKeys[]) {
  const like = (name: 'mbi' | 'ssn') =>
    (versions.find((keys) => keys[name] === other[name]) ?? versions[0])?.[name];
  return { mbi: like('mbi'), ssn: like('ssn') };
}

/** Each record once, whichever key version found it. */
export async function sharingAKey<T extends { Id: string }>(
  find: Reader,
  having: (keys: BlockingKeys) => Selection<T>,
  versions: readonly BlockingKeys[],
): Promise<T[]> {
  const known = versions.filter((keys) => Object.keys(keys).length > 0);
  const found = known.map((keys) => find.list(having(keys), { pageSize: MAX_CANDIDATES }));
  const items = (await Promise.all(found)).flatMap((page) => page.items);
  return [...new Map(items.map((item) => [item.Id, item])).values()];
}

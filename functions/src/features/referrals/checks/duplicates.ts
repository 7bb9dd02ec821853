import {
  blockingKeyNames,
  blockingKeys,
  type BlockingKeys,
} from '@handoff/shared/domain/duplicates/blocking-keys';
import { duplicateScore } from '@handoff/shared/domain/duplicates/duplicate-score';
import type { PossibleDuplicate } from '@handoff/shared/domain/referral/referral-checks';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { Reader } from '../../../pipeline/unit-of-work/unit-of-work.ts';
import { referralsSharingAKey } from '../referral-queries.ts';
import { identityOf } from '../../../records/duplicate-keys.ts';
import { keyedReferralKind, type KeyedReferral } from '../../../records/referral-records.ts';
import type { Numbers } from '../../../records/sealed-numbers.ts';

const MAX_CANDIDATES = 100;
const MAX_SHOWN = 10;

type Fields = Pick<Referral, 'Patient' | 'Address'>;

/** Too little is typed to be like anybody. */
export const isTooLittle = (fields: Fields, numbers: Numbers): boolean =>
  Object.keys(blockingKeys(identityOf(fields, { mbi: numbers['Patient.Mbi'], ssn: numbers['Patient.Ssn'] })))
    .length === 0;

type Own = Fields & Pick<KeyedReferral, 'Id' | 'NotDuplicateOf'>;

/**
 * Other referrals of the agency that may be of the same patient, the likeliest first; undefined without keys, which are
 * those under each version. A pair that was dismissed on either side is not shown again.
 */
export async function findDuplicates(
  find: Reader,
  { Id, Patient, Address, NotDuplicateOf = [] }: Own,
  versions: readonly BlockingKeys[],
): Promise<PossibleDuplicate[] | undefined> {
  if (versions.every((keys) => Object.keys(keys).length === 0)) return undefined;
  const others = await Promise.all(versions.map((keys) => sharingAKey(find, keys)));
  const candidates = new Map<string, PossibleDuplicate>();
  for (const other of others.flat()) {
    const isDismissed = NotDuplicateOf.includes(other.Id) || other.NotDuplicateOf?.includes(Id) === true;
    const own = identityOf({ Patient, Address }, hashesLike(other.DuplicateKeys, versions));
    const score =
      other.Id === Id || isDismissed
        ? undefined
        : duplicateScore(own, identityOf(other, other.DuplicateKeys));
    const { ReceivedAt, StatusId } = other;
    if (score) candidates.set(other.Id, { ReferralId: other.Id, ReceivedAt, StatusId, ...score });
  }
  return [...candidates.values()].toSorted((a, b) => b.Score - a.Score).slice(0, MAX_SHOWN);
}

/** Of one's own hashes those that equal the other's, whichever key made them. */
function hashesLike(other: BlockingKeys = {}, versions: readonly BlockingKeys[]) {
  const like = (name: 'mbi' | 'ssn') =>
    (versions.find((keys) => keys[name] === other[name]) ?? versions[0])?.[name];
  return { mbi: like('mbi'), ssn: like('ssn') };
}

async function sharingAKey(find: Reader, keys: BlockingKeys): Promise<KeyedReferral[]> {
  const parameters = Object.fromEntries(blockingKeyNames.map((name) => [name, keys[name] ?? '']));
  const page = await find.list(keyedReferralKind, {
    sql: referralsSharingAKey,
    parameters,
    pageSize: MAX_CANDIDATES,
  });
  return page.items;
}

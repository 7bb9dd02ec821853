import {
  blockingKeyNames,
  blockingKeys,
  type BlockingKeys,
} from '@handoff/shared/domain/duplicates/blocking-keys';
import { duplicateScore, type Identity } from '@handoff/shared/domain/duplicates/duplicate-score';
import type { PossibleDuplicate } from '@handoff/shared/domain/referral/referral-checks';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { Reader } from '../../../pipeline/unit-of-work/unit-of-work.ts';
import { FieldKeysNotConfigured, type FieldKeys } from '../../../platform/ports.ts';
import { referralsSharingAKey } from '../referral-queries.ts';
import { keyedReferralKind, type KeyedReferral } from '../../../records/referral-records.ts';
import type { Numbers } from '../../../records/sealed-numbers.ts';

const MAX_CANDIDATES = 100;
const MAX_SHOWN = 10;

type Fields = Pick<Referral, 'Patient' | 'Address'>;

interface Keyed {
  domainId: string;
  fields: Fields;
  /** The whole numbers; undefined: those from before still stand. */
  numbers: Numbers | undefined;
  before?: BlockingKeys | undefined;
}

/**
 * The keys of a referral as they are stored: hashes, each agency's own. Empty without keys for hashing, and then no
 * duplicates are looked for.
 */
export async function duplicateKeys(
  fieldKeys: FieldKeys,
  { fields, domainId, numbers, before = {} }: Keyed,
): Promise<BlockingKeys> {
  const given = { mbi: numbers?.['Patient.Mbi'], ssn: numbers?.['Patient.Ssn'] };
  const plain = blockingKeys(identityOf(fields, given));
  try {
    const hashed = await Promise.all(
      Object.entries(plain).map(async ([name, text]) => {
        const hash = await fieldKeys.blindIndex(text, { domainId, field: `duplicate/${name}` });
        return [name, hash] as const;
      }),
    );
    const { mbi, ssn } = numbers ? {} : before;
    return { ...(mbi && { mbi }), ...(ssn && { ssn }), ...Object.fromEntries(hashed) };
  } catch (error) {
    if (error instanceof FieldKeysNotConfigured) return {};
    throw error;
  }
}

/** Too little is typed to be like anybody. */
export const isTooLittle = (fields: Fields, numbers: Numbers): boolean =>
  Object.keys(blockingKeys(identityOf(fields, { mbi: numbers['Patient.Mbi'], ssn: numbers['Patient.Ssn'] })))
    .length === 0;

type Keys = Fields & Pick<KeyedReferral, 'Id' | 'DuplicateKeys' | 'NotDuplicateOf'>;

/**
 * Other referrals of the agency that may be of the same patient, the likeliest first; undefined without keys. A pair
 * that was dismissed on either side is not shown again.
 */
export async function findDuplicates(
  find: Reader,
  { Id, Patient, Address, DuplicateKeys = {}, NotDuplicateOf = [] }: Keys,
): Promise<PossibleDuplicate[] | undefined> {
  if (Object.keys(DuplicateKeys).length === 0) return undefined;
  const own = identityOf({ Patient, Address }, DuplicateKeys);
  const candidates = new Map<string, PossibleDuplicate>();
  for (const other of await sharingAKey(find, DuplicateKeys)) {
    const isDismissed = NotDuplicateOf.includes(other.Id) || other.NotDuplicateOf?.includes(Id) === true;
    const score =
      other.Id === Id || isDismissed
        ? undefined
        : duplicateScore(own, identityOf(other, other.DuplicateKeys));
    const { ReceivedAt, StatusId } = other;
    if (score) candidates.set(other.Id, { ReferralId: other.Id, ReceivedAt, StatusId, ...score });
  }
  return [...candidates.values()].toSorted((a, b) => b.Score - a.Score).slice(0, MAX_SHOWN);
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

/** The numbers by their hashes, which are equal when they are. */
function identityOf(
  { Patient, Address }: Fields,
  keys: { mbi?: string | undefined; ssn?: string | undefined } = {},
): Identity {
  const { FirstName, LastName, DateOfBirth, Phone } = Patient;
  const { ZipCode } = Address;
  return { FirstName, LastName, DateOfBirth, Phone, ZipCode, Mbi: keys.mbi, Ssn: keys.ssn };
}

import { blockingKeys, type BlockingKeys } from '@handoff/shared/domain/duplicates/blocking-keys';
import type { Identity } from '@handoff/shared/domain/duplicates/duplicate-score';
import type { Reader } from '../core/unit-of-work.ts';
import { FieldKeysNotConfigured, type FieldKeys } from '../platform/ports.ts';
import { sealedReferralKind, type KeyedReferral } from './kinds/referral-records.ts';
import { openNumbers, type Numbers } from './sealed-numbers.ts';

/** What a referral, or an entry of the do-not-readmit list, is found by beside its numbers. */
export interface KeyedFields {
  Patient: Pick<Identity, 'FirstName' | 'LastName' | 'DateOfBirth'> & Partial<Pick<Identity, 'Phone'>>;
  Address?: Pick<Identity, 'ZipCode'>;
}

interface Keyed {
  domainId: string;
  fields: KeyedFields;
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
  { numbers, before = {}, ...keyed }: Keyed,
): Promise<BlockingKeys> {
  const [hashed] = await duplicateKeysToFind(fieldKeys, { ...keyed, numbers: numbers ?? {} });
  if (!hashed) return {};
  const { mbi, ssn } = numbers ? {} : before;
  return { ...(mbi && { mbi }), ...(ssn && { ssn }), ...hashed };
}

/** The same under every version of the key, the newest first: to look others up by. None without keys for hashing. */
export async function duplicateKeysToFind(
  fieldKeys: FieldKeys,
  { fields, domainId, numbers }: Pick<Keyed, 'domainId' | 'fields'> & { numbers: Numbers },
): Promise<BlockingKeys[]> {
  const plain = Object.entries(
    blockingKeys(identityOf(fields, { mbi: numbers['Patient.Mbi'], ssn: numbers['Patient.Ssn'] })),
  );
  try {
    const { index } = await fieldKeys.versions();
    const hashes = await Promise.all(
      plain.map(([name, text]) => fieldKeys.blindIndexes(text, { domainId, field: `duplicate/${name}` })),
    );
    return index.known.map((_version, at) =>
      Object.fromEntries(
        plain.map(([name], of) => [name, hashes[of]?.[at] ?? ''] as const).filter(([, hash]) => hash !== ''),
      ),
    );
  } catch (error) {
    if (error instanceof FieldKeysNotConfigured) return [];
    throw error;
  }
}

/** Of a stored referral, first as they are stored: others may not have been hashed anew yet, or this one. */
export async function storedKeysToFind(
  { find, fieldKeys, domainId }: { find: Reader; fieldKeys: FieldKeys; domainId: string },
  { Id, Patient, Address, DuplicateKeys = {} }: KeyedFields & Pick<KeyedReferral, 'Id' | 'DuplicateKeys'>,
): Promise<BlockingKeys[]> {
  if (Object.keys(DuplicateKeys).length === 0) return [];
  const { index } = await fieldKeys.versions();
  const sealed = index.known.length > 1 ? await find.get(sealedReferralKind, Id) : undefined;
  if (!sealed) return [DuplicateKeys];
  const numbers = await openNumbers(fieldKeys, { domainId, id: Id }, sealed);
  const fields = { Patient, ...(Address && { Address }) };
  return [DuplicateKeys, ...(await duplicateKeysToFind(fieldKeys, { domainId, fields, numbers }))];
}

/** The numbers by their hashes, which are equal when they are. */
export function identityOf(
  { Patient, Address }: KeyedFields,
  keys: { mbi?: string | undefined; ssn?: string | undefined } = {},
): Identity {
  const { FirstName, LastName, DateOfBirth, Phone = '' } = Patient;
  const { ZipCode } = Address ?? { ZipCode: '' };
  return { FirstName, LastName, DateOfBirth, Phone, ZipCode, Mbi: keys.mbi, Ssn: keys.ssn };
}

import { phoneDigits } from '@handoff/shared/domain/person/contact';
import { blockingKeys, type BlockingKeys } from '@handoff/shared/domain/duplicates/blocking-keys';
import type { Identity } from '@handoff/shared/domain/duplicates/duplicate-score';
import type { Reader } from '../core/unit-of-work.ts';
import { FieldKeysNotConfigured, type FieldKeys } from '../platform/ports.ts';
import { sealedReferralKind, type KeyedReferral } from './kinds/referral-records.ts';
import { openNumbers, type Numbers } from './sealed-numbers.ts';

/** The fields, besides the numbers, by which referrals and do-not-readmit entries are matched. */
export interface KeyedFields {
  Patient: Pick<Identity, 'FirstName' | 'LastName' | 'DateOfBirth'> & Partial<Pick<Identity, 'Phone'>>;
  Address?: Pick<Identity, 'ZipCode'>;
}

interface Keyed {
  domainId: string;
  fields: KeyedFields;
  /** The full numbers; undefined keeps those from before. */
  numbers: Numbers | undefined;
  before?: BlockingKeys | undefined;
}

/** Each agency has its own hashes; without hashing keys there are none, and no duplicates are searched. */
export async function duplicateKeys(
  fieldKeys: FieldKeys,
  { numbers, before = {}, ...keyed }: Keyed,
): Promise<BlockingKeys> {
  const [hashed] = await duplicateKeysToFind(fieldKeys, { ...keyed, numbers: numbers ?? {} });
  if (!hashed) return {};
  const { mbi, ssn } = numbers ? {} : before;
  return { ...(mbi && { mbi }), ...(ssn && { ssn }), ...hashed };
}

/** Under every version of the key, newest first, to find other records; none without hashing keys. */
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

/** The stored ones first: after a key rotation, others or this one may still have old hashes. */
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

/** Uses hashes for the numbers; equal numbers have equal hashes. */
export function identityOf(
  { Patient, Address }: KeyedFields,
  keys: { mbi?: string | undefined; ssn?: string | undefined } = {},
): Identity {
  const { FirstName, LastName, DateOfBirth, Phone = '' } = Patient;
  const { ZipCode } = Address ?? { ZipCode: '' };
  return {
    FirstName,
    LastName,
    DateOfBirth,
    Phone: phoneDigits(Phone),
    ZipCode,
    Mbi: keys.mbi,
    Ssn: keys.ssn,
  };
}

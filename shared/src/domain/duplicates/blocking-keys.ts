import * as z from 'zod';
import type { Identity } from './duplicate-score.ts';
import { plainFirstName, plainLastName, soundex } from './name-likeness.ts';

export const blockingKeyNames = ['mbi', 'ssn', 'name', 'sound', 'last', 'first', 'swapped', 'phone'] as const;
type BlockingKeyName = (typeof blockingKeyNames)[number];

export const BlockingKeys = z.partialRecord(z.enum(blockingKeyNames), z.string());
export type BlockingKeys = z.infer<typeof BlockingKeys>;

/**
 * What two records of one person very likely share at least one of, to be looked up by equality. They are plain
 * patient data: whoever stores them hashes them with a key first.
 */
export function blockingKeys(identity: Identity): BlockingKeys {
  const { DateOfBirth: born, ZipCode: zip, Phone: phone, Mbi, Ssn } = identity;
  const first = plainFirstName(identity.FirstName);
  const last = plainLastName(identity.LastName);
  const [initial = ''] = first;
  const [year = '', ...monthAndDay] = born.split('-');
  const parts: Record<BlockingKeyName, string[]> = {
    mbi: [Mbi ?? ''],
    ssn: [Ssn ?? ''],
    name: [last, first, born],
    sound: [soundOf(last), soundOf(first), born],
    last: [soundOf(last), born, zip],
    first: [first, born, zip],
    swapped: [soundOf(last), initial, year, monthAndDay.toSorted().join('-')],
    phone: [phone, initial],
  };
  // A key with an empty part would gather everybody who lacks it.
  const whole = Object.entries(parts).filter(([, key]) => key.every((part) => part !== ''));
  return Object.fromEntries(whole.map(([name, key]) => [name, key.join('|')]));
}

const soundOf = (plain: string) => (plain === '' ? '' : soundex(plain));

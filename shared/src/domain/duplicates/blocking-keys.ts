import * as z from 'zod';
import type { Identity } from './duplicate-score.ts';
import { plainName, soundex } from './name-likeness.ts';

export const BlockingKeys = z.object({
  mbi: z.string().exactOptional(),
  ssn: z.string().exactOptional(),
  nameAndBirth: z.string().exactOptional(),
  zipAndBirth: z.string().exactOptional(),
  phoneAndBirth: z.string().exactOptional(),
  nameAndSwappedBirth: z.string().exactOptional(),
  nameAndPhone: z.string().exactOptional(),
});
export type BlockingKeys = z.infer<typeof BlockingKeys>;

export const blockingKeyNames = BlockingKeys.keyof().options;

/**
 * Keys of which two records of one person very likely share at least one, for a lookup by equality. First names are in
 * none, because nicknames can be compared but not looked up. Keys are plain patient data: hash them with a secret
 * before storing them.
 */
export function blockingKeys(identity: Identity): BlockingKeys {
  const { DateOfBirth: born, ZipCode: zip, Phone: phone, Mbi, Ssn } = identity;
  const last = soundOf(plainName(identity.LastName));
  const [year = '', ...monthAndDay] = born.split('-');
  const parts: Record<keyof BlockingKeys, string[]> = {
    mbi: [Mbi ?? ''],
    ssn: [Ssn ?? ''],
    nameAndBirth: [last, born],
    zipAndBirth: [zip, born],
    phoneAndBirth: [phone, born],
    nameAndSwappedBirth: [last, year, monthAndDay.toSorted().join('-')],
    nameAndPhone: [last, phone],
  };
  // A key with an empty part would match everyone who lacks it.
  const whole = Object.entries(parts).filter(([, key]) => key.every((part) => part !== ''));
  return Object.fromEntries(whole.map(([name, key]) => [name, key.join('|')]));
}

const soundOf = (plain: string) => (plain === '' ? '' : soundex(plain));

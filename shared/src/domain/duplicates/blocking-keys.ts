import * as z from 'zod';
import type { Identity } from './duplicate-score.ts';
import { plainName, soundex } from './name-likeness.ts';

/** A record of an older version may have others, which it drops. */
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
 * What two records of one person very likely share at least one of, to be looked up by equality. First names are in
 * none: many names share a nickname, so two of them can be compared and not looked up. They are plain patient data:
 * whoever stores them hashes them with a key first.
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
  // A key with an empty part would gather everyone who lacks it.
  const whole = Object.entries(parts).filter(([, key]) => key.every((part) => part !== ''));
  return Object.fromEntries(whole.map(([name, key]) => [name, key.join('|')]));
}

const soundOf = (plain: string) => (plain === '' ? '' : soundex(plain));

import type { Identity } from './duplicate-score.ts';
import { plainFirstName, plainLastName, soundex } from './name-likeness.ts';

/**
 * What two records of one person very likely share at least one of: at most eight texts to look up by equality.
 * They are plain patient data; whoever stores them hashes them with a key first.
 */
export function blockingKeys(identity: Identity): string[] {
  const { DateOfBirth: born, ZipCode: zip, Phone: phone, Mbi, Ssn } = identity;
  const first = plainFirstName(identity.FirstName);
  const last = plainLastName(identity.LastName);
  const [initial = ''] = first;
  const [year = '', ...monthAndDay] = born.split('-');
  const parts: string[][] = [
    ['mbi', Mbi ?? ''],
    ['ssn', Ssn ?? ''],
    ['name', last, first, born],
    ['sound', soundOf(last), soundOf(first), born],
    ['last', soundOf(last), born, zip],
    ['first', first, born, zip],
    ['swapped', soundOf(last), initial, year, monthAndDay.toSorted().join('-')],
    ['phone', phone, initial],
  ];
  // A key with an empty part would gather everybody who lacks it.
  return parts.filter((key) => key.every((part) => part !== '')).map((key) => key.join('|'));
}

const soundOf = (plain: string) => (plain === '' ? '' : soundex(plain));

import { isMbi, plainNumber } from '@handoff/shared/domain/person/identifiers';
import type { FieldKeys } from '../platform/ports.ts';
import { referralKind, type SealedNumbers } from './kinds/referral-records.ts';

/** Full numbers by field: `Patient.Ssn`, `Patient.Mbi`, `Payers.0.MemberId`. */
export type Numbers = Readonly<Record<string, string>>;

interface Owner {
  domainId: string;
  id: string;
  /** Kind of the record that holds the number; a referral when left out. */
  type?: string;
}

export const memberField = (index: number) => `Payers.${index}.MemberId`;

/** Seals the numbers, each for its own field, and makes their search keys; stored beside the masked forms. */
export async function sealNumbers(keys: FieldKeys, owner: Owner, numbers: Numbers): Promise<SealedNumbers> {
  const made = Object.entries(numbers).map(async ([field, text]) => {
    const [sealed, key] = await Promise.all([
      keys.encrypt(text, placeOf(owner, field)),
      searchKey(keys, owner.domainId, { field, text }),
    ]);
    return { field, sealed, key };
  });
  const all = await Promise.all(made);
  return {
    Sealed: Object.fromEntries(all.map(({ field, sealed }) => [field, sealed])),
    SearchKeys: [...new Set(all.map(({ key }) => key))],
  };
}

export async function openNumbers(
  keys: FieldKeys,
  owner: Owner,
  { Sealed }: Pick<SealedNumbers, 'Sealed'>,
): Promise<Numbers> {
  const opened = Object.entries(Sealed).map(
    async ([field, sealed]) => [field, await keys.decrypt(sealed, placeOf(owner, field))] as const,
  );
  return Object.fromEntries(await Promise.all(opened));
}

export async function openNumber(
  keys: FieldKeys,
  owner: Owner,
  { Sealed, field }: Pick<SealedNumbers, 'Sealed'> & { field: string },
): Promise<string | undefined> {
  const sealed = Sealed[field];
  return sealed === undefined ? undefined : keys.decrypt(sealed, placeOf(owner, field));
}

/** Returns the search keys of a number under every version of the key, newest first. */
export function searchKeys(
  keys: FieldKeys,
  domainId: string,
  number: { field: string; text: string },
): Promise<string[]> {
  const { plain, name } = searched(number);
  return keys.blindIndexes(plain, { domainId, field: name });
}

function searchKey(keys: FieldKeys, domainId: string, number: { field: string; text: string }) {
  const { plain, name } = searched(number);
  return keys.blindIndex(plain, { domainId, field: name });
}

/** A member number in MBI format is found as an MBI, whichever field it was typed in. */
function searched({ field, text }: { field: string; text: string }) {
  const plain = plainNumber(text);
  return { plain, name: isMbi(plain) ? 'Mbi' : (field.split('.').at(-1) ?? field) };
}

const placeOf = ({ domainId, id, type = referralKind.type }: Owner, field: string) => ({
  partition: `d:${domainId}`,
  type,
  id,
  field,
});

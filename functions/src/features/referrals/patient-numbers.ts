import type { Referral, ReferralUpdate } from '@handoff/shared/domain/referral';
import { isMbi, plainNumber } from '@handoff/shared/domain/mbi';
import { isMasked } from '@handoff/shared/domain/patient-numbers';
import { AppError } from '../../http/app-error.ts';
import type { FieldKeys } from '../../platform/ports.ts';
import { referralKind, type SealedNumbers } from '../../platform/record-kinds.ts';

/** Whole numbers by the field they stand in: `Patient.Ssn`, `Patient.Mbi`, `Payers.0.MemberId`. */
export type Numbers = Readonly<Record<string, string>>;

interface Owner {
  domainId: string;
  id: string;
}

type Given = Pick<ReferralUpdate, 'Patient' | 'Payers'>;
interface Known {
  referral: Referral;
  numbers: Numbers;
}

export const memberField = (index: number) => `Payers.${index}.MemberId`;

/** What is kept of the numbers beside their masked forms: sealed for their place, and keys to find equals by. */
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
  { Sealed }: SealedNumbers,
): Promise<Numbers> {
  const opened = Object.entries(Sealed).map(
    async ([field, sealed]) => [field, await keys.decrypt(sealed, placeOf(owner, field))] as const,
  );
  return Object.fromEntries(await Promise.all(opened));
}

/**
 * The whole numbers after an edit. The masked form of a number stands for the number it was made from, an empty text
 * removes it, and a field that is not given stays as it is.
 */
export function numbersAfter({ Patient, Payers }: Given, known?: Known): Numbers {
  const kept = (field: string) => known?.numbers[field] ?? '';
  const one = (field: 'Ssn' | 'Mbi') => {
    const path = `Patient.${field}`;
    const text = Patient?.[field];
    if (text === undefined) return [path, kept(path)] as const;
    if (!isMasked(text)) return [path, text] as const;
    if (text !== known?.referral.Patient[field]) throw notTheMask(path);
    return [path, kept(path)] as const;
  };
  const members = Payers
    ? Payers.map((payer, index) => [memberField(index), memberIdOf(payer, index, known)] as const)
    : Object.entries(known?.numbers ?? {}).filter(([field]) => field.startsWith('Payers.'));
  return Object.fromEntries([one('Ssn'), one('Mbi'), ...members].filter(([, text]) => text !== ''));
}

/** Rows of payers move: of the kept ones with this mask the one most like it. */
function memberIdOf(payer: Referral['Payers'][number], index: number, known: Known | undefined): string {
  if (!isMasked(payer.MemberId)) return payer.MemberId;
  const likeness = (row: Referral['Payers'][number], at: number) =>
    (row.Name === payer.Name ? 2 : 0) + (at === index ? 1 : 0);
  const [best] = (known?.referral.Payers ?? [])
    .map((row, at) => ({ at, mask: row.MemberId, likeness: likeness(row, at) }))
    .filter(({ mask }) => mask === payer.MemberId)
    .toSorted((a, b) => b.likeness - a.likeness);
  if (!best) throw notTheMask(memberField(index));
  return known?.numbers[memberField(best.at)] ?? '';
}

/** A member number that is a Medicare number is found as one, whichever field it was typed in. */
function searchKey(keys: FieldKeys, domainId: string, { field, text }: { field: string; text: string }) {
  const plain = plainNumber(text);
  const name = isMbi(plain) ? 'Mbi' : (field.split('.').at(-1) ?? field);
  return keys.blindIndex(plain, { domainId, field: name });
}

const placeOf = ({ domainId, id }: Owner, field: string) => ({
  partition: `d:${domainId}`,
  type: referralKind.type,
  id,
  field,
});

const notTheMask = (field: string) =>
  new AppError('invalid_request', 'A masked number does not belong to this referral.', {
    fields: { [field]: 'Enter the whole number' },
  });

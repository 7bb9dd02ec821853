import type { Referral, ReferralUpdate } from '@handoff/shared/domain/referral/referral';
import { isMasked } from '@handoff/shared/domain/person/identifiers';
import { existing, invalidField } from '../../../core/app-error.ts';
import { memberField, type Numbers, openNumbers } from '../../../records/sealed-numbers.ts';
import type { ApiHandlers } from '../../../http/handlers.ts';
import { sealedReferralKind } from '../../../records/kinds/referral-records.ts';

/** The numbers of an edit, in which each payer already has its omitted fields. */
export type GivenNumbers = Pick<ReferralUpdate, 'Patient'> & { Payers?: Referral['Payers'] | undefined };
interface Known {
  referral: Referral;
  numbers: Numbers;
}

/** A masked number is the stored one, an empty text removes it, and an omitted field is unchanged. */
export function numbersAfter({ Patient, Payers }: GivenNumbers, known?: Known): Numbers {
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

/** Rows of payers may move: among the stored numbers with this mask, takes the one of the most similar row. */
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

const notTheMask = (field: string) =>
  invalidField(field, 'Enter the full number', 'The masked number does not belong to this referral.');

type Reveal = ApiHandlers['referrals']['revealNumbers'];

/** A read, although it is a POST: the answer of a write would be stored for replays. */
export const revealNumbers: Reveal = async ({ body }, { caller, find, fieldKeys: keys, viewed }) => {
  const referral = existing(await find.get(sealedReferralKind, body.Id), 'This referral');
  const owner = { domainId: caller.businessDomainId, id: referral.Id };
  const numbers = await openNumbers(keys, owner, referral);
  viewed(referral.Id, undefined, body.Reason);
  return {
    PatientNumbersInfo: [
      {
        Id: referral.Id,
        Ssn: numbers['Patient.Ssn'] ?? '',
        Mbi: numbers['Patient.Mbi'] ?? '',
        MemberIds: referral.Payers.map((_, index) => numbers[memberField(index)] ?? ''),
      },
    ],
  };
};

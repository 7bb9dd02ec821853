import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import { maskMbi, maskMemberId, maskSsn } from '@handoff/shared/domain/person/identifiers';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import type { FieldKeys } from '../../../platform/ports.ts';
import type { SealedNumbers } from '../../../records/kinds/referral-records.ts';
import { openNumbers, sealNumbers, type Numbers } from '../../../records/sealed-numbers.ts';
import { type GivenNumbers, numbersAfter } from './patient-numbers.ts';

interface NumbersEdit {
  sent: GivenNumbers;
  before: Referral;
  sealed: SealedNumbers;
}

interface EditedNumbers {
  sealed: SealedNumbers;
  /** Undefined when none changed. */
  numbers?: Numbers;
  /** Changes of numbers that look the same when masked, so that the history still shows a change. */
  hiddenChanges: FieldChange[];
}

export async function editNumbers(
  keys: FieldKeys,
  owner: { domainId: string; id: string },
  { sent, before, sealed }: NumbersEdit,
): Promise<EditedNumbers> {
  if (!sent.Patient && !sent.Payers) return { sealed, hiddenChanges: [] };
  const known = { referral: before, numbers: await openNumbers(keys, owner, sealed) };
  const after = numbersAfter(sent, known);
  if (JSON.stringify(sorted(after)) === JSON.stringify(sorted(known.numbers)))
    return { sealed, hiddenChanges: [] };
  return {
    sealed: await sealNumbers(keys, owner, after),
    numbers: after,
    hiddenChanges: hiddenChanges(known.numbers, after),
  };
}

function hiddenChanges(before: Numbers, after: Numbers): FieldChange[] {
  return Object.entries(after).flatMap(([field, text]) => {
    const former = before[field];
    if (former === undefined || former === text) return [];
    const [old, now] = [maskOf(field, former), maskOf(field, text)];
    return old === now ? [{ field, old, new: now }] : [];
  });
}

function maskOf(field: string, text: string): string {
  if (field === 'Patient.Ssn') return maskSsn(text);
  return field === 'Patient.Mbi' ? maskMbi(text) : maskMemberId(text);
}

const sorted = (numbers: Numbers) => Object.entries(numbers).toSorted(([a], [b]) => (a < b ? -1 : 1));

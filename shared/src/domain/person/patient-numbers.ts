import { maskMbi } from './mbi.ts';
import { maskSsn } from './ssn.ts';

interface Numbered {
  Patient: { Ssn?: string | undefined; Mbi?: string | undefined };
  Payers: readonly { MemberId: string }[];
}

export const isMasked = (text: string): boolean => text.startsWith('*');

/** All but the last four; of what is as short as that nothing. */
export function maskMemberId(id: string): string {
  if (id.length <= 4) return '*'.repeat(id.length);
  return '*'.repeat(id.length - 4) + id.slice(-4);
}

/** As everybody but who asks to reveal them sees the numbers by which a patient is known elsewhere. */
export function withMaskedNumbers<T extends Numbered>(record: T): T {
  const { Ssn, Mbi } = record.Patient;
  return {
    ...record,
    Patient: {
      ...record.Patient,
      ...(Ssn !== undefined && { Ssn: masked(Ssn, maskSsn) }),
      ...(Mbi !== undefined && { Mbi: masked(Mbi, maskMbi) }),
    },
    Payers: record.Payers.map((payer) => ({ ...payer, MemberId: masked(payer.MemberId, maskMemberId) })),
  };
}

const masked = (text: string, mask: (text: string) => string) => (isMasked(text) ? text : mask(text));

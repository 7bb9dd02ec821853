import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { useMay } from './current-person.ts';
import { useRead } from './records/use-read.ts';

/** The limit of one read. */
const MOST = 50;

/**
 * Initials of the patients among these records, for those who may see them: a notification or an audit entry itself
 * names no patient.
 */
export function usePatientInitials(records: readonly string[]): ReadonlyMap<string, string> {
  const maySee = useMay('referrals.read');
  const referrals = records.filter((id) => id.startsWith('referral-'));
  const Ids = [...new Set(referrals)].slice(0, MOST).join(',');
  const { data } = useRead(referralsApi.rows, maySee && Ids !== '' ? { query: { Ids } } : null);
  return new Map(
    data?.ReferralInfo.map(({ Id, Patient }) => [
      Id,
      `${Patient.FirstName.charAt(0)}.${Patient.LastName.charAt(0)}.`,
    ]),
  );
}

import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { isPersonal, type UserNotification } from '@handoff/shared/domain/access/notification';
import { useMay } from '../../data/current-person.ts';
import { useRead } from '../../data/records/use-read.ts';

/** The limit of one read. */
const MOST = 50;

/** Initials by record, for those who may see it: a notification itself names no patient. */
export function usePatientInitials(notifications: readonly UserNotification[]): ReadonlyMap<string, string> {
  const maySee = useMay('referrals.read');
  const referrals = notifications.filter(({ Kind }) => !isPersonal(Kind)).map(({ SubjectId }) => SubjectId);
  const Ids = [...new Set(referrals)].slice(0, MOST).join(',');
  const { data } = useRead(referralsApi.rows, maySee && Ids !== '' ? { query: { Ids } } : null);
  return new Map(
    data?.ReferralInfo.map(({ Id, Patient }) => [
      Id,
      `${Patient.FirstName.charAt(0)}.${Patient.LastName.charAt(0)}.`,
    ]),
  );
}

import { ReferralRow } from '@handoff/shared/domain/referral/referral';
import * as z from 'zod';
import { isMissing, isThere, select } from '../../records/select.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { changesOf } from '../../records/kinds/audit-records.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { listAll } from '../../records/reader.ts';

/** A merged referral is restored by undoing its merge, on the referral that it became part of. */
const restorable = select(
  referralKind,
  { withDeleted: true, where: { PurgeAt: isThere, MergedInto: { Id: isMissing } } },
  ReferralRow.pick({ Id: true, ReceivedAt: true, Patient: true }).extend({
    DeletedAt: z.string(),
    PurgeAt: z.string(),
  }),
);

/** The audit trail knows who deleted each of them, and why. */
export const deletedReferrals: ApiHandlers['referrals']['deleted'] = async (_input, { find, viewed }) => {
  const referrals = await listAll(find, restorable);
  const subjects = referrals.map(({ Id }) => Id);
  const deletions = await listAll(find, changesOf(subjects, [DELETED]));
  viewed('Deleted referrals', subjects);
  return {
    DeletedReferrals: referrals
      .toSorted((one, other) => other.DeletedAt.localeCompare(one.DeletedAt))
      .map((referral) => {
        const deletion = deletions.findLast(({ subject }) => subject === referral.Id);
        const reason = deletion?.changes?.find(({ field }) => field === 'Reason')?.new;
        return {
          ...referral,
          DeletedBy: deletion?.name ?? '',
          Reason: typeof reason === 'string' ? reason : '',
        };
      }),
  };
};

export const DELETED = 'referral.deleted';

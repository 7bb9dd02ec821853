import { type StoredCheck, checkKind } from '../../../records/kinds/eligibility-records.ts';
import { oneOf, select, type Where } from '../../../records/select.ts';

export const checksByTime = (where: Where<StoredCheck>) =>
  select(checkKind, { withDeleted: true, where, order: ['type ASC', 'CheckedAt DESC'] });

export const answered = ['eligible', 'issues', 'notEligible'] as const;

/** The checks of a referral to which Medicare answered; the last is first. */
export const answersFor = (ReferralId: string) => checksByTime({ ReferralId, Verdict: oneOf(answered) });

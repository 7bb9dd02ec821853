import { type StoredCheck, checkKind } from '../../../records/kinds/eligibility-records.ts';
import { oneOf, select, type Where } from '../../../records/select.ts';

/** Past checks, newest first. */
export const checksByTime = (where: Where<StoredCheck>) =>
  select(checkKind, { withDeleted: true, where, order: ['type ASC', 'CheckedAt DESC'] });

/** The verdicts by which Medicare answered. */
export const answered = ['eligible', 'issues', 'notEligible'] as const;

/** The checks of a referral to which Medicare answered; the last is first. */
export const answersFor = (ReferralId: string) => checksByTime({ ReferralId, Verdict: oneOf(answered) });

import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import { type Decision, undecided } from '@handoff/shared/domain/referral/referral';

export const accepted: Decision = { ...undecided, Kind: 'Accepted' };

/** A status for declined referrals needs a reason, so the decline dialog sets it. */
export const needsDecline = (status: ConfiguredStatus, { Kind }: Pick<Decision, 'Kind'>): boolean =>
  status.Decision === 'Declined' && Kind !== 'Declined';

/** A status for accepted referrals accepts the referral, too. */
export const statusChange = ({ Id, Decision: of }: ConfiguredStatus, { Kind }: Pick<Decision, 'Kind'>) =>
  of === 'Accepted' && Kind !== 'Accepted' ? { StatusId: Id, Decision: accepted } : { StatusId: Id };

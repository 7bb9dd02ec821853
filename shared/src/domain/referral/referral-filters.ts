import * as z from 'zod';
import { StateCode } from '../address/us-state.ts';
import { ZipCode } from '../address/zip-code.ts';
import { Decision, sourceKinds } from './referral.ts';

const Id = z.string().min(1).max(80);

/**
 * `New` has the first status, `Waiting` has no decision yet, `NeedsReview` has a check with findings; closed referrals
 * are left out.
 */
export const ReferralView = z.enum(['All', 'Mine', 'Unassigned', 'Pending', 'New', 'Waiting', 'NeedsReview']);
export type ReferralView = z.infer<typeof ReferralView>;

/** The views that everyone has, in the order of the screen. */
export const standardViews = [
  'Mine',
  'Unassigned',
  'New',
  'Waiting',
  'NeedsReview',
  'All',
] as const satisfies ReferralView[];

export const viewName = (view: ReferralView): string => (view === 'NeedsReview' ? 'Needs review' : view);

/** Each filter narrows the list. None names a patient, because filters are part of the URL. */
export const referralFilters = {
  View: ReferralView.optional(),
  StatusId: Id.optional(),
  Decision: Decision.shape.Kind.optional(),
  OwnerId: Id.optional(),
  SourceKind: z.enum(sourceKinds).optional(),
  ZipCode: ZipCode.optional(),
  /** An id from the list of decline reasons. */
  Reason: Id.optional(),
  /** The source's organization as entered; empty finds referrals without one. */
  Organization: z.string().max(120).optional(),
  /** Matches any of the payers. */
  Payer: z.string().max(120).optional(),
  County: z.string().max(80).optional(),
  State: StateCode.optional(),
  ReceivedFrom: z.iso.datetime().optional(),
  /** Exclusive. */
  ReceivedBefore: z.iso.datetime().optional(),
};
export const ReferralFilters = z.strictObject(referralFilters);

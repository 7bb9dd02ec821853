import * as z from 'zod';
import { StateCode } from '../address/us-state.ts';
import { ZipCode } from '../address/zip-code.ts';
import { Decision, sourceKinds } from './referral.ts';

const Id = z.string().min(1).max(80);

/** `New` has the first status, `Waiting` no decision yet, `NeedsReview` a check with findings; closed ones are left out. */
export const ReferralView = z.enum(['All', 'Mine', 'Unassigned', 'Pending', 'New', 'Waiting', 'NeedsReview']);
export type ReferralView = z.infer<typeof ReferralView>;

/** Those that everyone has, in their order. */
export const standardViews = [
  'Mine',
  'Unassigned',
  'New',
  'Waiting',
  'NeedsReview',
  'All',
] as const satisfies ReferralView[];

export const viewName = (view: ReferralView): string => (view === 'NeedsReview' ? 'Needs review' : view);

/** Each narrows the list. Nothing here names a patient: it may stand in an address. */
export const referralFilters = {
  View: ReferralView.optional(),
  StatusId: Id.optional(),
  Decision: Decision.shape.Kind.optional(),
  OwnerId: Id.optional(),
  SourceKind: z.enum(sourceKinds).optional(),
  ZipCode: ZipCode.optional(),
  /** Of the list of decline reasons. */
  Reason: Id.optional(),
  /** The source's, as it was entered; empty: none was. */
  Organization: z.string().max(120).optional(),
  /** One of the payers. */
  Payer: z.string().max(120).optional(),
  County: z.string().max(80).optional(),
  State: StateCode.optional(),
  ReceivedFrom: z.iso.datetime().optional(),
  /** Not included. */
  ReceivedBefore: z.iso.datetime().optional(),
};
export const ReferralFilters = z.strictObject(referralFilters);

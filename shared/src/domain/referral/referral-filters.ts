import * as z from 'zod';
import { StateCode } from '../address/us-state.ts';
import { ZipCode } from '../address/zip-code.ts';
import { Decision, sourceKinds } from './referral.ts';

const Id = z.string().min(1).max(80);

/**
 * `New` has the first status, `Waiting` has no decision yet, `NeedsReview` has a check with findings, `NeedsInformation`
 * lacks a name, birth date or address; closed referrals are left out.
 */
export const ReferralView = z.enum([
  'All',
  'Mine',
  'Unassigned',
  'Pending',
  'New',
  'Waiting',
  'NeedsReview',
  'NeedsInformation',
]);
export type ReferralView = z.infer<typeof ReferralView>;

/** The views that everyone has, in the order of the screen. */
export const standardViews = [
  'Mine',
  'Unassigned',
  'New',
  'Waiting',
  'NeedsReview',
  'NeedsInformation',
  'All',
] as const satisfies ReferralView[];

const viewNames: Partial<Record<ReferralView, string>> = {
  NeedsReview: 'Needs review',
  NeedsInformation: 'Needs information',
};

export const viewName = (view: ReferralView): string => viewNames[view] ?? view;

/** Each filter narrows the list. None names a patient, because filters are part of the URL. */
export const referralFilters = {
  View: ReferralView.optional(),
  StatusId: Id.optional(),
  /** Set by the last eligibility check; a referral without a check has none. */
  EligibilityStatusId: Id.optional(),
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
  /** The id of a discipline; matches any of the requested services. */
  Service: Id.optional(),
  /** Waits for an answer beyond the agency's response time. */
  Late: z.enum(['true']).optional(),
  County: z.string().max(80).optional(),
  State: StateCode.optional(),
  ReceivedFrom: z.iso.datetime().optional(),
  /** Exclusive. */
  ReceivedBefore: z.iso.datetime().optional(),
  /** Care is asked to start on this day or before; finds none without a requested start. */
  StartBy: z.iso.date().optional(),
};

/** A list shows the referrals that match one of several values. */
export const MAX_VALUES = 6;
const oneOf = <Value extends z.ZodType>(value: Value) =>
  z.union([value, z.array(value).min(1).max(MAX_VALUES)]).optional();

/** The same for calls with a body, where a filter may have several values. */
export const severalFilters = {
  ...referralFilters,
  StatusId: oneOf(Id),
  OwnerId: oneOf(Id),
  Payer: oneOf(z.string().max(120)),
  Service: oneOf(Id),
};
export const ReferralFilters = z.strictObject(severalFilters);

import * as z from 'zod';
import { StateCode } from '../address/us-state.ts';
import { ZipCode } from '../address/zip-code.ts';
import { Decision } from './referral.ts';
import { Channel, sourceKinds } from './referral-fields.ts';
import { Id } from '../records/record-id.ts';

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

/** The field of a referral that equals the filter's value, or one of its values. Other filters have a rule of their own. */
const filteredFields = z.registry<{ field: string }>();

/** Each filter narrows the list. None names a patient, because filters are part of the URL. */
// oxfmt-ignore
export const referralFilters = {
  View: ReferralView.optional(),
  StatusId: Id.optional().register(filteredFields, { field: 'StatusId' }),
  /** Set by the last eligibility check; a referral without a check has none. */
  EligibilityStatusId: Id.optional().register(filteredFields, { field: 'EligibilityStatusId' }),
  Decision: Decision.shape.Kind.optional().register(filteredFields, { field: 'Decision.Kind' }),
  OwnerId: Id.optional().register(filteredFields, { field: 'Owner.Id' }),
  SourceKind: z.enum(sourceKinds).optional().register(filteredFields, { field: 'Source.Kind' }),
  /** How it came; empty finds referrals that do not say it. */
  Channel: Channel.optional().register(filteredFields, { field: 'Source.Channel' }),
  ZipCode: ZipCode.optional().register(filteredFields, { field: 'Address.ZipCode' }),
  /** An id from the list of decline reasons. */
  Reason: Id.optional().register(filteredFields, { field: 'Decision.Reason' }),
  /** The source's organization as entered; empty finds referrals without one. */
  Organization: z.string().max(120).optional().register(filteredFields, { field: 'Source.Organization' }),
  /** Matches any of the payers. */
  Payer: z.string().max(120).optional(),
  /** The id of a discipline; matches any of the requested services. */
  Service: Id.optional(),
  /** Waits for an answer beyond the agency's response time. */
  Late: z.enum(['true']).optional(),
  County: z.string().max(80).optional().register(filteredFields, { field: 'Address.County' }),
  State: StateCode.optional().register(filteredFields, { field: 'Address.State' }),
  ReceivedFrom: z.iso.datetime().optional(),
  /** Exclusive. */
  ReceivedBefore: z.iso.datetime().optional(),
  /** Changed by someone else then or later: a field, a note, a document or a check. */
  ChangedSince: z.iso.datetime().optional(),
  /** Care is asked to start on this day or before; finds none without a requested start. */
  StartBy: z.iso.date().optional(),
};
/** A list shows the referrals that match one of several values. */
export const MAX_VALUES = 6;
const oneOf = <Value extends z.ZodType>(value: Value) =>
  z.union([value, z.array(value).min(1).max(MAX_VALUES)]);
export const OneOrMoreIds = oneOf(Id);

/** The same for calls with a body, where a filter may have several values. */
export const severalFilters = {
  ...referralFilters,
  StatusId: OneOrMoreIds.optional(),
  OwnerId: OneOrMoreIds.optional(),
  Payer: oneOf(z.string().max(120)).optional(),
  Service: OneOrMoreIds.optional(),
};
export const ReferralFilters = z.strictObject(severalFilters);

export const ReferralFilter = ReferralFilters.keyof();
export type ReferralFilter = z.infer<typeof ReferralFilter>;

export const filteredField = (filter: ReferralFilter): string | undefined =>
  filteredFields.get(referralFilters[filter])?.field;

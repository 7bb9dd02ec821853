import * as z from 'zod';
import { Person } from '../domain/access/user.ts';

/** Lists every failure that the product answers with; nothing else maps failures to HTTP statuses. */
export const errorStatus = {
  invalid_request: 400,
  not_signed_in: 401,
  signed_out: 401,
  forbidden: 403,
  no_access: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  in_use: 409,
  domain_changed: 409,
  request_in_progress: 409,
  checked_recently: 409,
  scan_in_progress: 409,
  file_quarantined: 409,
  legal_hold: 409,
  length_required: 411,
  too_large: 413,
  unsupported_file: 415,
  idempotency_key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
  not_configured: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** A kind of record that refers to a record still in use, and how many of them. */
export const UsedIn = z.object({ what: z.string(), count: z.number().int() });
export type UsedIn = z.infer<typeof UsedIn>;

/** A recent check that answers the same question. */
export const RecentCheck = z.object({ CheckId: z.string(), CheckedAt: z.string(), CheckedBy: Person });
export type RecentCheck = z.infer<typeof RecentCheck>;

/** Points to the referral into which the requested one was merged. */
export const MergedReferral = z.object({ ReferralId: z.string() });
export type MergedReferral = z.infer<typeof MergedReferral>;

/** The one error body; the specification uses `ErrorMessage` as the sign of a failure. */
export const ErrorBody = z.object({
  ErrorMessage: z.string(),
  code: z.string(),
  /** Error messages by field. A `conflict` lists the fields that collide; it is empty when the edits can be combined. */
  fields: z.record(z.string(), z.string()).optional(),
  /** The current record, after a `conflict`; an edit based on its `Etag` will be accepted. */
  current: z.record(z.string(), z.unknown()).optional(),
  /** Present with `in_use`. */
  usedIn: z.array(UsedIn).optional(),
  /** Present with `checked_recently`. */
  recent: RecentCheck.optional(),
  /** Present with `not_found` when it was merged into another referral. */
  mergedInto: MergedReferral.optional(),
  requestId: z.string(),
  traceId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

import * as z from 'zod';
import { Person } from '../domain/access/user.ts';

/** Every failure the product answers with, and the only mapping to HTTP statuses. */
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

/** Where something still in use is used: what refers to it, and how many of them. */
export const UsedIn = z.object({ what: z.string(), count: z.number().int() });
export type UsedIn = z.infer<typeof UsedIn>;

/** A check that answers the same question already. */
export const RecentCheck = z.object({ CheckId: z.string(), CheckedAt: z.string(), CheckedBy: Person });
export type RecentCheck = z.infer<typeof RecentCheck>;

/** Where the referral that was asked for went. */
export const MergedReferral = z.object({ ReferralId: z.string() });
export type MergedReferral = z.infer<typeof MergedReferral>;

/** The one error body; `ErrorMessage` is the specification's sign of failure. */
export const ErrorBody = z.object({
  ErrorMessage: z.string(),
  code: z.string(),
  /** What is wrong by field; of a `conflict` the fields that collide, none when both edits go together. */
  fields: z.record(z.string(), z.string()).optional(),
  /** Of a `conflict`: the record as it is now; an edit based on its `Etag` will be taken. */
  current: z.record(z.string(), z.unknown()).optional(),
  /** Of `in_use`. */
  usedIn: z.array(UsedIn).optional(),
  /** Of `checked_recently`. */
  recent: RecentCheck.optional(),
  /** Of `not_found`, when it was merged into another referral. */
  mergedInto: MergedReferral.optional(),
  requestId: z.string(),
  /** Of the trace that the request belongs to, when it is traced. */
  traceId: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

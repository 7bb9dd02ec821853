import * as z from 'zod';
import { AgencyRole, permissions, SystemRole } from './role.ts';
import { Person } from './user.ts';

export const REVIEW_EVERY_DAYS = 90;
export const INACTIVE_AFTER_DAYS = 60;
const DAY_MS = 24 * 60 * 60_000;

const roles = { RoleWithinAgency: AgencyRole, SystemRole };

/** A manager's statement that someone needs the rights they have, with the roles at that time. */
export const Confirmation = z.object({ ...roles, At: z.string(), By: Person });
export type Confirmation = z.infer<typeof Confirmation>;

export const ReviewedAccess = z.object({
  Id: z.string(),
  /** The version of the person: a confirmation based on another version is refused. */
  Etag: z.string(),
  FullName: z.string(),
  Email: z.string(),
  ...roles,
  Rights: z.array(z.enum(permissions)),
  /** Null means never. */
  LastSignInAt: z.string().nullable(),
  /** Set for an application, which does not sign in; null for people, and before it has done anything. */
  LastActivityAt: z.string().nullable(),
  /** The person who gave the role in the agency; null when the audit log does not say. */
  RoleGiven: z.object({ At: z.string(), By: z.string() }).nullable(),
  Confirmed: Confirmation.nullable(),
  /** Null means at once. */
  DueAt: z.string().nullable(),
  IsDue: z.boolean(),
  IsInactive: z.boolean(),
});
export type ReviewedAccess = z.infer<typeof ReviewedAccess>;

type Reviewed = Pick<ReviewedAccess, 'RoleWithinAgency' | 'SystemRole' | 'RoleGiven' | 'Confirmed'>;

/**
 * Returns when someone's access is due for review: 90 days after it was last confirmed, or after the role was given if
 * no one has confirmed it. It is due at once, which is null, when the roles differ from the confirmed ones, or when it
 * is unknown since when they are held. HIPAA requires the review and leaves its interval to us: 45 CFR
 * 164.308(a)(4)(ii)(C), access establishment and modification, and 164.308(a)(3)(ii)(C), termination procedures.
 */
export function reviewDueAt(access: Reviewed): string | null {
  const since = access.Confirmed ? confirmedSince(access.Confirmed, access) : access.RoleGiven?.At;
  if (since === undefined) return null;
  return new Date(Date.parse(since) + REVIEW_EVERY_DAYS * DAY_MS).toISOString();
}

export const isReviewDue = (dueAt: string | null, now: Date): boolean =>
  dueAt === null || Date.parse(dueAt) <= now.getTime();

/** The roles are others now, or one of them was removed and given back since. */
export function hasLapsed(confirmed: Confirmation, access: Omit<Reviewed, 'Confirmed'>): boolean {
  const { RoleWithinAgency, SystemRole: systemRole, RoleGiven } = access;
  const isOfOthers = confirmed.RoleWithinAgency !== RoleWithinAgency || confirmed.SystemRole !== systemRole;
  return isOfOthers || (RoleGiven !== null && RoleGiven.At > confirmed.At);
}

const confirmedSince = (confirmed: Confirmation, access: Reviewed): string | undefined =>
  hasLapsed(confirmed, access) ? undefined : confirmed.At;

/** Someone who has not used their access for 60 days, or never, may not need it. */
export function isInactive(
  { LastSignInAt, LastActivityAt }: Pick<ReviewedAccess, 'LastSignInAt' | 'LastActivityAt'>,
  now: Date,
): boolean {
  const seen = [LastSignInAt, LastActivityAt].flatMap((at) => (at === null ? [] : [Date.parse(at)]));
  return now.getTime() - Math.max(0, ...seen) > INACTIVE_AFTER_DAYS * DAY_MS;
}

/** Sorts people who are due first, then inactive ones, then by name. */
export function inReviewOrder(one: ReviewedAccess, other: ReviewedAccess): number {
  const rank = ({ IsDue, IsInactive }: ReviewedAccess) => (IsDue ? 0 : 2) + (IsInactive ? 0 : 1);
  return rank(one) - rank(other) || one.FullName.localeCompare(other.FullName, 'en');
}

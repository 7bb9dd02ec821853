import * as z from 'zod';
import { Person } from '../access/user.ts';
import { lines } from '../records/text.ts';

/** While it is set, only managers, the owner, the author of the referral and these people see it. */
export const Restriction = z.object({
  Reason: z.string(),
  Since: z.string(),
  By: Person,
  People: z.array(Person),
});

/** How long emergency access lasts. */
export const BREAK_GLASS_MINUTES = 60;

const reason = lines(500);
export const RestrictionReason = reason.min(1, 'Write why');
export const BreakGlassReason = reason.min(1, 'Write what you need it for');

export const breakGlassFindings = ['Appropriate', 'Not appropriate'] as const;

/** Records that someone opened a restricted referral without being named on it. */
export const BreakGlass = z.object({
  Id: z.string(),
  ReferralId: z.string(),
  Person,
  Reason: z.string(),
  At: z.string(),
  Until: z.string(),
  /** A manager's finding; null until a manager has reviewed it. */
  Review: z
    .object({ Finding: z.enum(breakGlassFindings), Comment: z.string(), At: z.string(), By: Person })
    .nullable(),
});
export type BreakGlass = z.infer<typeof BreakGlass>;

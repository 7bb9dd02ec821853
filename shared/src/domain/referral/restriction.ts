import * as z from 'zod';
import { Person } from '../access/user.ts';
import { lines } from '../records/text.ts';

/** While there is one, only managers, the owner, who recorded the referral and these people see it. */
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

/** Someone opened a restricted referral that they are not named for. */
export const BreakGlass = z.object({
  Id: z.string(),
  ReferralId: z.string(),
  Person,
  Reason: z.string(),
  At: z.string(),
  Until: z.string(),
  /** What a manager made of it; missing while it waits for one. */
  Review: z
    .object({ Finding: z.enum(breakGlassFindings), Comment: z.string(), At: z.string(), By: Person })
    .nullable(),
});
export type BreakGlass = z.infer<typeof BreakGlass>;

import * as z from 'zod';
import { Person } from '../access/user.ts';
import { categories } from './settings.ts';

export const PrintedCheck = z.object({
  /** The CheckId of its answer. */
  Id: z.string(),
  CheckedAt: z.string(),
  CheckedBy: Person,
  /** Run by the timer for an open referral, not by a person. */
  IsScheduled: z.boolean().optional(),
  Category: z.enum(categories),
  DateOfService: z.string(),
  /** Says "SANDBOX, not a Medicare response" and the like, to be shown with the check; null for a real answer. */
  Label: z.string().nullable(),
  Reference: z.string(),
});

export const PrintedWith = z.object({
  /** The check that set the eligibility status; null when there is none, or the caller may not read checks. */
  LastCheck: PrintedCheck.nullable(),
  PrintedAt: z.string(),
  PrintedBy: Person,
});

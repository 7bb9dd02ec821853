import * as z from 'zod';
import { Person } from '../user.ts';
import { EligibilityFlags, EligibilityResult } from './result.ts';
import { routeFor } from './route.ts';
import { categories, type Category } from './settings.ts';

/** How a check ended, in one word: the page that shows it, or why there is none. */
export const checkVerdicts = ['eligible', 'issues', 'notEligible', 'wrongInput', 'notCompleted'] as const;
export type CheckVerdict = (typeof checkVerdicts)[number];

/** A check as the history lists it, finished or not. */
export const PastCheck = z.object({
  ...EligibilityFlags.shape,
  /** The CheckId of its answer. */
  Id: z.string(),
  CheckedAt: z.string(),
  CheckedBy: Person,
  FirstName: z.string(),
  LastName: z.string(),
  DateOfBirth: z.string(),
  /** Masked: the number itself is not kept. */
  Mbi: z.string(),
  Category: z.enum(categories),
  DateOfService: z.string(),
  ReferralId: z.string().nullable(),
  Verdict: z.enum(checkVerdicts),
  /** Why it was not completed; null when it was. */
  ErrorMessage: z.string().nullable(),
  /** `sandbox`, `stedi`, or `pasted` when a person brought the answer. */
  Provider: z.string(),
  /** "SANDBOX, not a Medicare answer" and the like, to be shown with it; null for a real answer. */
  Label: z.string().nullable(),
  Reference: z.string(),
  Attempts: z.number().int(),
  DurationMs: z.number().int(),
  /** Whether question and answer were kept as they went over the wire. */
  HasExchange: z.boolean(),
});
export type PastCheck = z.infer<typeof PastCheck>;

/** One check in full. */
export const FullPastCheck = z.object({
  ...PastCheck.shape,
  ...EligibilityResult.pick({ Findings: true, Coverage: true, Beneficiary: true }).shape,
});
export type FullPastCheck = z.infer<typeof FullPastCheck>;

const verdicts = {
  '/admin/medicareeligible': 'eligible',
  '/admin/medicareeligibilityissues': 'issues',
  '/admin/medicarenoteligible': 'notEligible',
} as const;

/** The verdict of a check that was completed. */
export function verdictOf(flags: EligibilityFlags, category: Category): CheckVerdict {
  const route = routeFor(flags, category);
  return route === undefined ? 'wrongInput' : verdicts[route];
}

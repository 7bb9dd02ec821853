import * as z from 'zod';
import { Person } from '../access/user.ts';
import { EligibilityFlags, EligibilityResult, routeFor } from './result.ts';
import { categories, type Category } from './settings.ts';

/** How a check ended, in one word: the page that shows it, or why there is none. */
export const checkVerdicts = ['eligible', 'issues', 'notEligible', 'wrongInput', 'notCompleted'] as const;
export type CheckVerdict = (typeof checkVerdicts)[number];

/** The parts of a referral that a check depends on. */
export const referralDifferences = ['name', 'birth date', 'Medicare number', 'insurance'] as const;
export type ReferralDifference = (typeof referralDifferences)[number];

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
  /** Masked; the full number is sealed and never shown. */
  Mbi: z.string(),
  /** Whether the number is stored, so that the check can be repeated without typing it. */
  HasNumber: z.boolean().optional(),
  Category: z.enum(categories),
  DateOfService: z.string(),
  ReferralId: z.string().nullable(),
  /** Differences from the current referral; never stored, always computed. */
  ReferralDiffers: z.array(z.enum(referralDifferences)).optional(),
  /** The check that this one repeats. */
  PreviousCheckId: z.string().nullable().optional(),
  /** Run by the timer for an open referral, not by a person. */
  IsScheduled: z.boolean().optional(),
  Verdict: z.enum(checkVerdicts),
  /** Why it was not completed; null when it was. */
  FailureMessage: z.string().nullable(),
  /** `sandbox`, `stedi`, or `pasted` when a person brought the answer. */
  Provider: z.string(),
  /** Says "SANDBOX, not a Medicare response" and the like, to be shown with the check; null for a real answer. */
  Label: z.string().nullable(),
  Reference: z.string(),
  Attempts: z.number().int(),
  DurationMs: z.number().int(),
  /** Whether the raw inquiry and answer were stored. */
  HasExchange: z.boolean(),
});
export type PastCheck = z.infer<typeof PastCheck>;

/** The fields of a check that are printed with its referral. */
export const PrintedCheck = PastCheck.pick({
  Id: true,
  CheckedAt: true,
  CheckedBy: true,
  IsScheduled: true,
  Category: true,
  DateOfService: true,
  Label: true,
  Reference: true,
});

/** Information from other records that is printed with a referral. */
export const PrintedWith = z.object({
  /** The check that set the eligibility status; null when there is none, or the caller may not read checks. */
  LastCheck: PrintedCheck.nullable(),
  PrintedAt: z.string(),
  PrintedBy: Person,
});

export const FullPastCheck = z.object({
  ...PastCheck.shape,
  ...EligibilityResult.pick({ Findings: true, Coverage: true, Beneficiary: true, Answer: true }).shape,
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

const CheckChange = z.object({
  Kind: z.enum(['gained', 'lost', 'changed']),
  /** "Part B", "Medicare Advantage", "Hospice" ... */
  What: z.string(),
  Before: z.string(),
  After: z.string(),
  /** Medicare changed its records for a time that the earlier check had already covered. */
  IsRetroactive: z.boolean().optional(),
});
export type CheckChange = z.infer<typeof CheckChange>;

/** Lists the differences between two checks in words for the person who reads it. */
export const CheckComparison = z.object({
  VerdictChanged: z.boolean(),
  /** Compares the number, and the name or birth date. Null when unknown: some checks have no hash of their number. */
  IsSamePerson: z.boolean().nullable(),
  /** Null for two different people, and when one of the checks has no answer from Medicare to compare. */
  Changes: z.array(CheckChange).nullable(),
});
export type CheckComparison = z.infer<typeof CheckComparison>;

import * as z from 'zod';
import { Person } from '../access/user.ts';
import { type CheckVerdict, checkVerdicts } from '../records/check-verdict.ts';
import { PrintedCheck } from './printed-check.ts';
import { EligibilityFlags, EligibilityResult, routeFor } from './result.ts';
import type { Category } from './settings.ts';

/** The parts of a referral that a check depends on. */
export const referralDifferences = ['name', 'birth date', 'Medicare number', 'insurance'] as const;
export type ReferralDifference = (typeof referralDifferences)[number];

/** A check as the history lists it, finished or not. */
export const PastCheck = z.object({
  ...PrintedCheck.shape,
  ...EligibilityFlags.shape,
  FirstName: z.string(),
  LastName: z.string(),
  DateOfBirth: z.string(),
  /** Masked; the full number is sealed and never shown. */
  Mbi: z.string(),
  /** Whether the number is stored, so that the check can be repeated without typing it. */
  HasNumber: z.boolean().optional(),
  ReferralId: z.string().nullable(),
  /** Differences from the current referral; never stored, always computed. */
  ReferralDiffers: z.array(z.enum(referralDifferences)).optional(),
  PreviousCheckId: z.string().nullable().optional(),
  Verdict: z.enum(checkVerdicts),
  /** Why it was not completed; null when it was. */
  FailureMessage: z.string().nullable(),
  /** `sandbox`, `stedi`, or `pasted` when a person brought the answer. */
  Provider: z.string(),
  Attempts: z.number().int(),
  DurationMs: z.number().int(),
  /** Whether the raw inquiry and answer were stored. */
  HasExchange: z.boolean(),
});
export type PastCheck = z.infer<typeof PastCheck>;

/** Says how a finding was resolved, for those who read the check after. */
const Resolution = z.object({
  /** The text of the finding. */
  Finding: z.string(),
  How: z.string(),
  By: Person,
  At: z.string(),
});
export type Resolution = z.infer<typeof Resolution>;

export const FullPastCheck = z.object({
  ...PastCheck.shape,
  Resolutions: z.array(Resolution).optional(),
  ...EligibilityResult.pick({ Findings: true, Coverage: true, Beneficiary: true, Answer: true }).shape,
});
export type FullPastCheck = z.infer<typeof FullPastCheck>;

const verdicts = {
  '/admin/medicareeligible': 'eligible',
  '/admin/medicareeligibilityissues': 'issues',
  '/admin/medicarenoteligible': 'notEligible',
} as const;

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

export const CheckComparison = z.object({
  VerdictChanged: z.boolean(),
  /** Compares the number, and the name or birth date. Null when unknown: some checks have no hash of their number. */
  IsSamePerson: z.boolean().nullable(),
  /** Null for two different people, and when one of the checks has no answer from Medicare to compare. */
  Changes: z.array(CheckChange).nullable(),
});
export type CheckComparison = z.infer<typeof CheckComparison>;

import * as z from 'zod';
import { StateCode } from '../address/us-state.ts';
import { StopFound } from './readmission-stop.ts';
import { DuplicateScore } from '../duplicates/duplicate-score.ts';

/** One question about a referral: the answer, the rule that gave it, and the reason in words. */
export const FitCheck = z.object({
  Answer: z.enum(['yes', 'no', 'unknown']),
  Rule: z.string(),
  Reason: z.string(),
});
export type FitCheck = z.infer<typeof FitCheck>;

/** The names of what is missing, in the order they are asked for. */
export const FitChecklist = FitCheck.extend({
  Missing: z.array(z.string()),
  /** How many are asked for, missing or not. */
  Total: z.number().int(),
});
export type FitChecklist = z.infer<typeof FitChecklist>;

const Fit = z.object({
  Area: FitCheck,
  Payer: FitCheck,
  Documents: FitChecklist,
  Eligibility: FitChecklist,
  /** The day the rules were asked about. */
  On: z.string(),
});
export type Fit = z.infer<typeof Fit>;

/** Of one row of the list. */
export const ReferralFit = Fit.extend({
  ReferralId: z.string(),
  /** Notes of others that the caller has not read. */
  UnreadNotes: z.number().int(),
});
export type ReferralFit = z.infer<typeof ReferralFit>;

/** A patient who comes back has a referral of each time. */
export const RelatedReferral = z.object({
  ReferralId: z.string(),
  /** `Earlier` is the one this is a readmission of; `Later` is one that names this as its earlier one. */
  Relation: z.enum(['Earlier', 'Later']),
  ReceivedAt: z.string(),
  StatusId: z.string(),
});
export type RelatedReferral = z.infer<typeof RelatedReferral>;

const PossibleDuplicate = DuplicateScore.extend({
  ReferralId: z.string(),
  ReceivedAt: z.string(),
  StatusId: z.string(),
});
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>;

const typed = (most: number) => z.string().max(most).default('');

/** As much of a referral as is typed so far, right or wrong. */
export const DraftQuestion = z.strictObject({
  Patient: z.strictObject({
    FirstName: typed(60),
    LastName: typed(60),
    DateOfBirth: typed(20),
    Phone: typed(30),
    Ssn: typed(40),
    Mbi: typed(40),
  }),
  Address: z.strictObject({ City: typed(80), County: typed(80), State: StateCode, ZipCode: typed(10) }),
  Payers: z.array(z.strictObject({ Name: typed(120), Plan: typed(120) })).max(4),
  Services: z.array(z.string().max(80)).max(40),
  DocumentTypeIds: z.array(z.string().max(80)).max(20),
});
export type DraftQuestion = z.output<typeof DraftQuestion>;

/** What the agency's own records say about a referral, at the time of the answer. It warns and never blocks. */
export const ReferralChecks = Fit.extend({
  ReferralId: z.string(),
  /** `yes` is a probable duplicate, `unknown` a possible one, or that no one could look. */
  Duplicates: FitCheck.extend({ Found: z.array(PossibleDuplicate) }),
  /** `yes`: on the do-not-readmit list; `unknown`: someone like the patient is, or no one could look. */
  Readmission: FitCheck.extend({ Found: z.array(StopFound) }),
});
export type ReferralChecks = z.infer<typeof ReferralChecks>;

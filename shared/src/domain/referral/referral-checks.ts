import * as z from 'zod';
import { StateCode } from '../address/us-state.ts';
import { NextDate } from './admission-answer.ts';
import { ReferralRow } from './referral.ts';
import { StopFound } from './readmission-stop.ts';

/** One question about a referral: the answer, the rule that gave it, and the reason in words. */
export const FitCheck = z.object({
  Answer: z.enum(['yes', 'no', 'unknown']),
  Rule: z.string(),
  Reason: z.string(),
});
export type FitCheck = z.infer<typeof FitCheck>;

/** `Missing` names the missing items in the order of the form. */
export const FitChecklist = FitCheck.extend({
  Missing: z.array(z.string()),
  /** Counts all required items, missing or not. */
  Total: z.number().int(),
});
export type FitChecklist = z.infer<typeof FitChecklist>;

const Fit = z.object({
  Area: FitCheck,
  /** The rule is the worst level of the requested disciplines: `Full`, `Limited` or `Open`. */
  Capacity: FitCheck,
  Payer: FitCheck,
  Documents: FitChecklist,
  Eligibility: FitChecklist,
  /** Names, birth date and address, and what the status needs. */
  Information: FitChecklist,
  /** The day for which the rules were checked. */
  On: z.string(),
});
export type Fit = z.infer<typeof Fit>;

export const ReferralFit = Fit.extend({
  ReferralId: z.string(),
  /** Counts notes by others that the caller has not read. */
  UnreadNotes: z.number().int(),
  /** Null without a start of care, and once every date is met or past. */
  NextDate: NextDate.nullable(),
});
export type ReferralFit = z.infer<typeof ReferralFit>;

/** A patient who comes back has a referral for each time. */
export const RelatedReferral = z.object({
  ReferralId: z.string(),
  /** `Earlier` when this referral is its readmission; `Later` when it names this one as its earlier referral. */
  Relation: z.enum(['Earlier', 'Later']),
  ReceivedAt: z.string(),
  StatusId: z.string(),
});
export type RelatedReferral = z.infer<typeof RelatedReferral>;

/** The facts by which a person recognizes the other referral; a list shows them, too. */
export const DuplicateFacts = ReferralRow.pick({
  ReceivedAt: true,
  StatusId: true,
  Patient: true,
  Source: true,
  Owner: true,
  Decision: true,
});

/** Declared here and not beside the rule, whose list of nicknames the web would load with it. */
export const DuplicateScore = z.object({
  Score: z.number(),
  Likelihood: z.enum(['probable', 'possible']),
  Reasons: z.array(z.string()),
  /** Set when both have one number and are two people by name and date of birth: says which number, and whose. */
  Conflict: z.string().optional(),
});
export type DuplicateScore = z.infer<typeof DuplicateScore>;

export const PossibleDuplicate = DuplicateScore.extend({ ReferralId: z.string(), ...DuplicateFacts.shape });
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>;

/** What the nearest look-alike means, as the beginning of a sentence. */
export function duplicateWords({ Conflict, Likelihood }: PossibleDuplicate): string {
  if (Conflict !== undefined) return 'One number on two patients';
  return Likelihood === 'probable' ? 'Very likely already on file' : 'Possibly already on file';
}

const typed = (most: number) => z.string().max(most).default('');

/** Holds the part of a referral that is typed so far, valid or not. */
export const DraftQuestion = z.strictObject({
  Patient: z.strictObject({
    FirstName: typed(60),
    LastName: typed(60),
    DateOfBirth: typed(20),
    Phone: typed(30),
    Ssn: typed(40),
    Mbi: typed(40),
  }),
  Address: z.strictObject({
    StreetAddress: typed(120),
    City: typed(80),
    County: typed(80),
    State: StateCode,
    ZipCode: typed(10),
  }),
  Payers: z.array(z.strictObject({ Name: typed(120), Plan: typed(120) })).max(4),
  Services: z.array(z.string().max(80)).max(40),
  DocumentTypeIds: z.array(z.string().max(80)).max(20),
});
export type DraftQuestion = z.output<typeof DraftQuestion>;

/** Compares a referral with the agency's own records and the national lists at the time of the answer. It warns and never blocks. */
export const ReferralChecks = Fit.extend({
  ReferralId: z.string(),
  /** `yes` is a probable duplicate; `unknown` is a possible one, or the lookup failed. */
  Duplicates: FitCheck.extend({ Found: z.array(PossibleDuplicate) }),
  /** `yes` means on the do-not-readmit list; `unknown` means that someone similar is, or that the lookup failed. */
  Readmission: FitCheck.extend({ Found: z.array(StopFound) }),
  /** Whether Medicare pays for what they order and certify. Null without a list, and for a draft. */
  Orderer: FitCheck.nullable(),
});
export type ReferralChecks = z.infer<typeof ReferralChecks>;

/**
 * An open referral whose service area check has another result with another version, or whose ZIP code is no longer in
 * the addresses. It has no patient data: those who may see the patient read the row of the referral.
 */
export const AreaChange = z.object({
  ReferralId: z.string(),
  BusinessDomainId: z.string(),
  BusinessDomainName: z.string(),
  ReceivedAt: z.string(),
  ZipCode: z.string(),
  IsZipRemoved: z.boolean(),
  Before: FitCheck,
  After: FitCheck,
});
export type AreaChange = z.infer<typeof AreaChange>;

/** A service area by counties that covers other ZIP codes with another version. */
export const ServiceAreaChange = z.object({
  BusinessDomainName: z.string(),
  Name: z.string(),
  ZipsAdded: z.number().int().nonnegative(),
  ZipsRemoved: z.number().int().nonnegative(),
});
export type ServiceAreaChange = z.infer<typeof ServiceAreaChange>;

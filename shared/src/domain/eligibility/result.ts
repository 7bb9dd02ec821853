import * as z from 'zod';
import { Finding } from './finding.ts';
import { categories, type Category } from './settings.ts';

/** The source lines of the answer, with the MBI masked. */
const Segment = z.string().optional();

/** Days as `yyyy-mm-dd`; null is open or missing, which `DatesGiven` distinguishes. */
const dates = {
  From: z.string().nullable(),
  To: z.string().nullable(),
  DatesGiven: z.boolean(),
  /** On the date of service. */
  IsActive: z.boolean(),
  Segment,
};

/** One period of a coverage. */
export const CoveragePeriod = z.object(dates);

export const PartOfMedicare = z.object({
  Status: z.enum(['active', 'none', 'barred', 'unknown']),
  Periods: z.array(CoveragePeriod),
  Barred: z.array(CoveragePeriod),
  /** Lines that deny it. */
  Denied: Segment,
});

export const PlanCoverage = z.object({
  Name: z.string(),
  Organization: z.string(),
  /** X12's insurance type. */
  Type: z.string(),
  /** The kind in the imported list, such as `HMO SNP`; empty when the plan is not in it. */
  Kind: z.string(),
  ContractId: z.string(),
  PlanId: z.string(),
  Phone: z.string(),
  Website: z.string(),
  Address: z.string(),
  BillOption: z.string(),
  BillOptionText: z.string(),
  /** The contracted payer that holds the contract, if there is one. */
  ContractedPayer: z.string().nullable(),
  ...dates,
});

/** A provider of care; CMS identifies some by the older provider number (OSCAR, NM108 SV). */
const CareProvider = z.object({ Npi: z.string(), ProviderNumber: z.string(), Name: z.string() });
export type CareProvider = z.infer<typeof CareProvider>;

export const Coverage = z.object({
  PartA: PartOfMedicare,
  PartB: PartOfMedicare,
  MedicareAdvantage: z.array(PlanCoverage),
  PartD: z.array(PlanCoverage),
  SecondaryPayers: z.array(
    z.object({
      TypeCode: z.string(),
      Type: z.string(),
      Name: z.string(),
      Policy: z.string(),
      Address: z.string(),
      ...dates,
    }),
  ),
  Hospice: z.array(
    z.object({
      /** Identifies the provider in charge: the last one after a transfer. */
      Npi: z.string(),
      IsOwn: z.boolean(),
      /** Null when the payer did not say. */
      IsRevoked: z.boolean().nullable(),
      Providers: z.array(CareProvider),
      ...dates,
    }),
  ),
  HospicePeriodsUsed: z.number().nullable(),
  HomeHealth: z.array(
    z.object({
      Npi: z.string(),
      /** The older number (OSCAR), when CMS uses it to name the agency. */
      ProviderNumber: z.string(),
      IsOwn: z.boolean(),
      Agency: z.string(),
      Contractor: z.string(),
      ContractorId: z.string(),
      /** The date of the notice of admission (DTP 435). */
      AdmittedOn: z.string().nullable(),
      FirstBilled: z.string().nullable(),
      LastBilled: z.string().nullable(),
      ...dates,
    }),
  ),
  /** Applies to a 30-day period that would begin on the date of service; null when the history does not say. */
  HomeHealthTiming: z.enum(['early', 'late']).nullable(),
  Certifications: z.array(
    z.object({
      /** G0180 or G0179; empty when a relay masked it. */
      Code: z.string(),
      Text: z.string(),
      Date: z.string().nullable(),
      Segment,
    }),
  ),
  KidneyDisease: z.array(
    z.object({ Start: z.string().nullable(), Transplant: z.string().nullable(), Segment }),
  ),
  Assistance: z.array(z.object({ Kind: z.enum(['QMB', 'Medicaid']), Plan: z.string(), ...dates })),
  Deductibles: z.array(
    z.object({
      Part: z.string(),
      ServiceTypes: z.array(z.string()),
      Kind: z.enum(['total', 'left', 'coinsurance', 'other']),
      /** US dollars, or a share of 1 for coinsurance, as Medicare wrote it. */
      Amount: z.string(),
      ...dates,
    }),
  ),
  /** Outpatient therapy under Part B, in US dollars. */
  Therapy: z.array(
    z.object({
      Kind: z.enum(['occupational', 'physicalAndSpeech']),
      State: z.enum(['used', 'left']),
      Amount: z.string(),
      ...dates,
    }),
  ),
  /** Days of Part A left in the benefit period; reserve days and days in a psychiatric hospital are per lifetime. */
  DaysLeft: z.array(
    z.object({
      Care: z.enum(['hospital', 'nursingFacility', 'psychiatric']),
      Kind: z.enum(['full', 'coinsurance', 'reserve']),
      Days: z.number().int(),
      /** The patient's daily share of the cost; empty when the answer has none. */
      PerDay: z.string(),
      ...dates,
    }),
  ),
});
export type Coverage = z.infer<typeof Coverage>;

/** The person as Medicare's records have them; the number is masked. */
export const EligibilityBeneficiary = z.object({
  FirstName: z.string(),
  MiddleName: z.string(),
  LastName: z.string(),
  DateOfBirth: z.string().nullable(),
  Gender: z.string(),
  Address: z.string(),
  Mbi: z.string(),
  DateOfDeath: z.string().nullable(),
});
export type EligibilityBeneficiary = z.infer<typeof EligibilityBeneficiary>;

/** The days that an answer covers, and how far it can be relied on. */
const AnswerDates = z.object({
  From: z.string().nullable(),
  To: z.string().nullable(),
  /** The day on which the payer wrote it. */
  WrittenOn: z.string().nullable(),
  /** When CMS last loaded its changes: later entries are not in the answer. */
  LoadedOn: z.string(),
  /** The name by which the payer responded. */
  Payer: z.string().optional(),
});
export type AnswerDates = z.infer<typeof AnswerDates>;

export const EligibilityFlags = z.object({
  isInputWrong: z.boolean(),
  isPartBEligible: z.boolean(),
  isProblematic: z.boolean(),
  isActiveMedicareAdvantage: z.boolean(),
});
export type EligibilityFlags = z.infer<typeof EligibilityFlags>;

export const EligibilityResult = z.object({
  ...EligibilityFlags.shape,
  CheckId: z.string(),
  CheckedAt: z.string(),
  DateOfService: z.string(),
  Category: z.enum(categories),
  Provider: z.string(),
  /** Says "SANDBOX, not a Medicare response" and the like; null for a real answer. */
  Label: z.string().nullable(),
  Reference: z.string(),
  Findings: z.array(Finding),
  /** Null when Medicare was not asked, or rejected the inquiry. */
  Coverage: Coverage.nullable(),
  Beneficiary: EligibilityBeneficiary.nullable(),
  /** Null without an answer. */
  Answer: AnswerDates.nullable(),
});
export type EligibilityResult = z.infer<typeof EligibilityResult>;

/** Returns the page that shows the result (specification, section 2); none when the input was wrong. */
export function routeFor(flags: EligibilityFlags, category: Category) {
  if (flags.isInputWrong) return undefined;
  if (!flags.isPartBEligible) return '/admin/medicarenoteligible';
  const hasIssues = category === 'Home Care' ? flags.isProblematic : flags.isActiveMedicareAdvantage;
  return hasIssues ? '/admin/medicareeligibilityissues' : '/admin/medicareeligible';
}

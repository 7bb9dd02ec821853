import * as z from 'zod';
import { whenWrong } from '../records/text.ts';
import { Npi } from '../person/identifiers.ts';
import { defaultEligibilitySettings as proposed, type EligibilitySettings } from './settings.ts';

const PLAN = '30';

/** X12 code list 1365 as of version 005010, which eligibility inquiries use; later versions differ. */
const serviceTypes = new Set([
  ...Array.from({ length: 99 }, (_, index) => String(index + 1)).filter(
    (code) => code !== '29' && code !== '31',
  ),
  ...'A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 AA AB AC AD AE AF AG AH AI AJ AK AL AM AN AO AQ AR'.split(' '),
  ...'B1 B2 B3 BA BB BC BD BE BF BG BH BI BJ BK BL BM BN BP BQ BR BS BT BU BV BW BX BY BZ'.split(' '),
  ...'C1 CA CB CC CD CE CF CG CH CI CJ CK CL CM CN CO CP CQ'.split(' '),
  ...'DG DM DS GF GN GY IC MH NI ON PT PU RN RT TC TN UC'.split(' '),
]);

export const isServiceType = (code: string): boolean => serviceTypes.has(code);

const Judgement = z.enum(['issue', 'notice']);
/** By the category of the agency. */
export const Judgements = z.strictObject({ 'Home Care': Judgement, Hospice: Judgement, Other: Judgement });

/** Findings that no source weighs; an agency may give each a different weight by category. */
export const judgedFindings = [
  'homeHealthElsewhere',
  'hospiceOpen',
  'hospiceOpenWithUs',
  'hospiceDischargeUnconfirmed',
  'secondaryPayer',
  'contradiction',
  'segmentsMissing',
  'contractedAdvantage',
] as const satisfies (keyof EligibilitySettings['severities'])[];

const whole = z.number(whenWrong('Enter a whole number')).int('Enter a whole number');
const upTo = (most: number) => whole.min(0, 'Enter 0 or more').max(most, `Enter at most ${most}`);
const isDistinct = (values: string[]) => new Set(values).size === values.length;

/** In days. */
export const shortestInterval = 7;

/** Holds what an agency decides about its eligibility checks, because no source decides it. */
export const AgencyEligibilitySettings = z.strictObject({
  /** How far from today a date of service may be. */
  MonthsBack: upTo(120),
  MonthsAhead: upTo(24),
  /** The months around the date of service that a check covers; none covers that day alone. */
  RangeMonthsBack: upTo(48),
  RangeMonthsAhead: upTo(4),
  /** Service types (X12) of the inquiry, all in one question; 30, the plan itself, is always included. */
  ServiceTypes: z
    .array(z.string().refine(isServiceType, 'This is not a service type of X12 (005010), like 42').max(2))
    .min(1, 'Enter at least one service type')
    .max(20)
    .refine(isDistinct, 'A service type is listed twice'),
  HospiceNeedsPartA: z.boolean(),
  HomeHealthLookBackDays: upTo(730),
  HospiceLookBackDays: upTo(730),
  PartBEndsSoonDays: upTo(365),
  /** The agency's own NPIs, whose episodes are no conflict. The first one identifies the agency to Medicare. */
  OwnNpis: z.array(Npi).max(20).refine(isDistinct, 'An NPI is listed twice'),
  Severities: z.record(z.enum(judgedFindings), Judgements),
  /** The price of a check in cents, shown before a batch is started; 0 is unknown. */
  PricePerCheckCents: upTo(10_000),
  /** Whether staff may ask for an unknown Medicare number, which is charged on top of the check. */
  MbiLookUp: z.boolean(),
  /** Raw inquiries and answers are removed after this many months. */
  ExchangeRetentionMonths: whole.min(1, 'Enter 1 or more').max(120, 'Enter at most 120'),
  /** Checks open referrals again at night; each check costs its price. */
  Reverification: z.strictObject({
    IsOn: z.boolean(),
    IntervalDays: whole
      .min(shortestInterval, `Enter ${shortestInterval} or more`)
      .max(180, 'Enter at most 180'),
  }),
});
export type AgencyEligibilitySettings = z.infer<typeof AgencyEligibilitySettings>;

/** Applies until an agency saves its own settings; nothing that costs money is on by default. */
export const defaultAgencySettings: AgencyEligibilitySettings = {
  MonthsBack: proposed.monthsBack,
  MonthsAhead: proposed.monthsAhead,
  RangeMonthsBack: proposed.rangeMonthsBack,
  RangeMonthsAhead: proposed.rangeMonthsAhead,
  ServiceTypes: [...proposed.serviceTypes],
  HospiceNeedsPartA: proposed.hospiceNeedsPartA,
  HomeHealthLookBackDays: proposed.homeHealthLookBackDays,
  HospiceLookBackDays: proposed.hospiceLookBackDays,
  PartBEndsSoonDays: proposed.partBEndsSoonDays,
  OwnNpis: [...proposed.ownNpis],
  Severities: proposed.severities,
  PricePerCheckCents: 0,
  MbiLookUp: false,
  ExchangeRetentionMonths: 13,
  Reverification: { IsOn: false, IntervalDays: 30 },
};

/** The same for the rules, with the contracts the agency holds and the plans that are listed. */
export function rulesOf(
  agency: AgencyEligibilitySettings,
  known: Pick<EligibilitySettings, 'contractedPayers' | 'advantagePlans' | 'medicarePlans'>,
): EligibilitySettings {
  return {
    monthsBack: agency.MonthsBack,
    monthsAhead: agency.MonthsAhead,
    timeZone: proposed.timeZone,
    rangeMonthsBack: agency.RangeMonthsBack,
    rangeMonthsAhead: agency.RangeMonthsAhead,
    // Only the plan's own line says whether a part is active.
    serviceTypes: [...new Set([PLAN, ...agency.ServiceTypes])],
    hospiceNeedsPartA: agency.HospiceNeedsPartA,
    mayLookUpMbi: agency.MbiLookUp,
    homeHealthLookBackDays: agency.HomeHealthLookBackDays,
    hospiceLookBackDays: agency.HospiceLookBackDays,
    partBEndsSoonDays: agency.PartBEndsSoonDays,
    ownNpis: agency.OwnNpis,
    severities: agency.Severities,
    ...known,
  };
}

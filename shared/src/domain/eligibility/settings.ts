import type { AdvantagePlan } from '../agency/advantage-plan.ts';
import type { MedicarePlan } from './medicare-plans.ts';

export const categories = ['Home Care', 'Hospice', 'Other'] as const;
export type Category = (typeof categories)[number];

/** `blocker`: Part B does not pay. `issue`: someone must resolve it first. `notice`: good to know. */
export type Severity = 'blocker' | 'issue' | 'notice';

type Judgement = Record<Category, 'issue' | 'notice'>;

const everywhere = (severity: 'issue' | 'notice'): Judgement => ({
  'Home Care': severity,
  Hospice: severity,
  Other: severity,
});
const homeCareOnly: Judgement = { ...everywhere('notice'), 'Home Care': 'issue' };

/** Holds every judgment that no source makes; an agency may change our proposal. */
export interface EligibilitySettings {
  monthsBack: number;
  monthsAhead: number;
  /** Determines "today" when no date of service is given. */
  timeZone: string;
  /** The months around the date of service that a check covers: Medicare gives its history for a range only. */
  rangeMonthsBack: number;
  rangeMonthsAhead: number;
  serviceTypes: readonly string[];
  /** Whether a hospice patient without Part A is not eligible (42 CFR 418.20). */
  hospiceNeedsPartA: boolean;
  mayLookUpMbi: boolean;
  homeHealthLookBackDays: number;
  hospiceLookBackDays: number;
  partBEndsSoonDays: number;
  ownNpis: readonly string[];
  contractedPayers: readonly { Name: string; ContractIds: readonly string[] }[];
  /** Records of single plans, which go before the contracts of payers. */
  advantagePlans: readonly Pick<AdvantagePlan, 'Name' | 'ContractId' | 'PlanId' | 'Contracted'>[];
  /** The plans that the administrator imported, by `planKey`. */
  medicarePlans: ReadonlyMap<string, MedicarePlan>;
  severities: {
    homeHealthElsewhere: Judgement;
    hospiceOpen: Judgement;
    hospiceOpenWithUs: Judgement;
    hospiceDischargeUnconfirmed: Judgement;
    secondaryPayer: Judgement;
    contradiction: Judgement;
    segmentsMissing: Judgement;
    /** A Medicare Advantage plan the agency holds a contract with. */
    contractedAdvantage: Judgement;
  };
}

/** Medicare's days begin and end in Baltimore. */
export const medicareTimeZone = 'America/New_York';

export const defaultEligibilitySettings: EligibilitySettings = {
  monthsBack: 48,
  monthsAhead: 4,
  timeZone: medicareTimeZone,
  rangeMonthsBack: 13,
  rangeMonthsAhead: 4,
  serviceTypes: ['30', '42', '45'],
  hospiceNeedsPartA: true,
  mayLookUpMbi: false,
  homeHealthLookBackDays: 60,
  hospiceLookBackDays: 90,
  partBEndsSoonDays: 60,
  ownNpis: [],
  contractedPayers: [],
  advantagePlans: [],
  medicarePlans: new Map(),
  severities: {
    homeHealthElsewhere: homeCareOnly,
    hospiceOpen: everywhere('issue'),
    hospiceOpenWithUs: { ...everywhere('issue'), Hospice: 'notice' },
    hospiceDischargeUnconfirmed: everywhere('issue'),
    secondaryPayer: homeCareOnly,
    contradiction: everywhere('issue'),
    segmentsMissing: everywhere('issue'),
    contractedAdvantage: everywhere('issue'),
  },
};

import type { Coverage, EligibilityBeneficiary } from '@handoff/shared/domain/eligibility/result';
import type { DatedLine } from './benefit-group.ts';
import type { Period } from './calendar.ts';

/** The contents of an answer about one person, before any judgment. */
export interface Facts {
  problems: string[];
  missingSegments: number;
  isCutOff: boolean;
  /** The TRN02 values that repeat the inquiry's trace (TRN01 2), without the payer's own. */
  traces: string[];
  /** The day on which the payer wrote it (BHT04). */
  writtenOn: string | undefined;
  /** The days that the answer covers (DTP 307, otherwise 291, of the person); undefined is an unreadable date. */
  answeredDates: (Period | undefined)[];
  rejections: Rejection[];
  /** The name by which the payer responded (NM1 of loop 2100A). */
  payer: Payer;
  /** The line that says that the inquiry could not be processed (EB01 V). */
  processingFailure: string | undefined;
  beneficiary: EligibilityBeneficiary;
  /** The full number, which the beneficiary has masked. */
  mbi: string;
  /** The line in which the payer says that it corrected the details of the inquiry. */
  correction: string | undefined;
  /** The line with the date of death. */
  death: string | undefined;
  entitlements: Entitlement[];
  medicareAdvantage: HealthPlan[];
  partD: HealthPlan[];
  secondaryPayers: SecondaryPayer[];
  hospice: HospicePeriod[];
  hospicePeriodsUsed: Coverage['HospicePeriodsUsed'];
  homeHealth: HomeHealthPeriod[];
  certifications: Coverage['Certifications'];
  kidneyDisease: Coverage['KidneyDisease'];
  assistance: Assistance[];
  deductibles: Deductible[];
  therapy: Therapy[];
  daysLeft: DaysLeft[];
  /** Lines without a rule: shown to people, never dropped. */
  unread: string[];
  /** Lines left out on purpose. */
  ignored: string[];
}

/** The loop of a line (HL03); Medicare has no dependents, but relays send that loop anyway. */
export type Level = 'payer' | 'provider' | 'subscriber' | 'dependent' | 'unknown';

export interface Rejection {
  code: string;
  followUp: string;
  level: Level;
  segment: string;
}

export interface Payer {
  name: string;
  id: string;
}

export interface Entitlement extends DatedLine {
  part: 'A' | 'B' | 'any';
  /** `inactive`: barred during its period; without a period, not begun or ended. */
  status: 'active' | 'inactive';
  /** Inactive because it ended, not because it is barred for a time. */
  isEnd?: boolean;
}

/** An item of the result before it is judged for an agency and a date of service. */
type Line<Item, Judged extends keyof Item = never> = DatedLine &
  Omit<Item, 'From' | 'To' | 'DatesGiven' | 'IsActive' | 'Segment' | Judged>;

export type HealthPlan = Line<Coverage['PartD'][number], 'Kind' | 'ContractedPayer'>;
export type SecondaryPayer = Line<Coverage['SecondaryPayers'][number]>;
export type HospicePeriod = Line<Coverage['Hospice'][number], 'IsOwn'>;
export type HomeHealthPeriod = Line<Coverage['HomeHealth'][number], 'IsOwn'>;
type Assistance = Line<Coverage['Assistance'][number]>;
export type Deductible = Line<Coverage['Deductibles'][number]>;
export type Therapy = Line<Coverage['Therapy'][number]>;
export type DaysLeft = Line<Coverage['DaysLeft'][number]>;

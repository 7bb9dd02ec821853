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
  beneficiary: Beneficiary;
  death: { date: string; segment: string } | undefined;
  entitlements: Entitlement[];
  medicareAdvantage: HealthPlan[];
  partD: HealthPlan[];
  secondaryPayers: SecondaryPayer[];
  hospice: HospicePeriod[];
  hospicePeriodsUsed: number | undefined;
  homeHealth: HomeHealthPeriod[];
  certifications: Certification[];
  kidneyDisease: KidneyDisease[];
  assistance: Assistance[];
  amounts: Amount[];
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

export interface Beneficiary {
  lastName: string;
  firstName: string;
  middleName: string;
  mbi: string;
  birthDate: string | undefined;
  gender: string;
  address: string;
  isCorrected: boolean;
  correction: string;
}

export interface Entitlement extends DatedLine {
  part: 'A' | 'B' | 'any';
  /** `inactive`: barred during its period; without a period, not begun or ended. */
  status: 'active' | 'inactive';
  /** Inactive because it ended, not because it is barred for a time. */
  isEnd?: boolean;
}

export interface HealthPlan extends DatedLine {
  type: string;
  contractId: string;
  planId: string;
  name: string;
  organization: string;
  billOption: string;
  phone: string;
  website: string;
  address: string;
}

export interface SecondaryPayer extends DatedLine {
  type: string;
  name: string;
  policy: string;
  address: string;
}

/** A provider of care; CMS identifies some by the older provider number (OSCAR, NM108 SV). */
export interface CareProvider {
  npi: string;
  providerNumber: string;
  name: string;
}

export interface HospicePeriod extends DatedLine {
  /** In the order of the answer: after a transfer the last one is in charge. */
  providers: CareProvider[];
  /** Undefined when the payer did not say. */
  isRevoked: boolean | undefined;
}

export interface HomeHealthPeriod extends DatedLine {
  provider: CareProvider;
  contractor: string;
  contractorId: string;
  /** The date of the notice of admission (DTP 435). */
  admittedOn: string | undefined;
  firstBilled: string | undefined;
  lastBilled: string | undefined;
}

export interface Certification {
  /** G0180 or G0179; empty when a relay masked it. */
  code: string;
  date: string | undefined;
  segment: string;
}

export interface KidneyDisease {
  start: string | undefined;
  transplant: string | undefined;
  segment: string;
}

export interface Assistance extends DatedLine {
  kind: 'QMB' | 'Medicaid';
  plan: string;
}

export interface Amount extends DatedLine {
  kind: 'deductible' | 'coinsurance';
  part: string;
  serviceTypes: string[];
  timeQualifier: string;
  amount: string;
  percent: string;
}

/** Outpatient therapy under Part B, in dollars. */
export interface Therapy extends DatedLine {
  kind: 'occupational' | 'physicalAndSpeech';
  state: 'used' | 'left';
  amount: string;
}

export interface DaysLeft extends DatedLine {
  care: 'hospital' | 'nursingFacility' | 'psychiatric';
  /** `reserve` counts lifetime days, like the 190 days of a psychiatric hospital. */
  kind: 'full' | 'coinsurance' | 'reserve';
  days: number;
  /** The patient's daily share of the cost; empty when the answer has none. */
  perDay: string;
}

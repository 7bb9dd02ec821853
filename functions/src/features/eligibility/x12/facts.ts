import type { DatedLine } from './benefit-group.ts';

/** What an answer says, before anyone judges it. */
export interface Facts {
  problems: string[];
  missingSegments: number;
  isCutOff: boolean;
  /** TRN02, the question's own trace. */
  trace: string;
  rejections: Rejection[];
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
  /** Lines no rule knows: shown to people, never dropped. */
  unread: string[];
  /** Lines left out on purpose (known-forms.ts). */
  ignored: string[];
}

export interface Rejection {
  code: string;
  followUp: string;
  level: 'payer' | 'provider' | 'subscriber' | 'unknown';
  segment: string;
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
  /** `inactive`: barred in its period; without a period not begun or ended. */
  status: 'active' | 'inactive';
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

export interface HospicePeriod extends DatedLine {
  npi: string;
  /** Undefined when the payer did not say. */
  isRevoked: boolean | undefined;
}

export interface HomeHealthPeriod extends DatedLine {
  npi: string;
  agency: string;
  contractor: string;
  contractorId: string;
  firstBilled: string | undefined;
  lastBilled: string | undefined;
}

export interface Certification {
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

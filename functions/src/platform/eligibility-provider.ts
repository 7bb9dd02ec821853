import type { Category } from '@handoff/shared/domain/eligibility/settings';

/** The service that sends the question to the payer. Code behind this port does not know which one answered. */
export interface EligibilityProvider {
  readonly name: 'sandbox' | 'stedi';
  /** Why none of its answers is Medicare's; null when that depends on the answer. */
  readonly label: string | null;
  /** Whether its answers repeat the trace number of our 270. */
  readonly echoesTrace: boolean;
  /** Whether the question itself says that it is a test (ISA15). */
  readonly isTest: boolean;
  /** Makes one attempt; the caller decides about a second one. Never rejects because of the payer. */
  ask(question: ProviderQuestion): Promise<ProviderReply>;
}

/** The provider and our ids with it: the same for every agency of the installation. */
export interface EligibilityService {
  provider: EligibilityProvider;
  payerId: string;
  submitterId: string;
}

export interface ProviderQuestion {
  checkId: string;
  raw270: string;
  /** The same question as fields, for providers that write their own 270. */
  inquiry: Inquiry;
  /** The first and last day to check; the answer is judged on the date of service. */
  range: { from: string; to: string };
  isForToday: boolean;
  /** A stable id of the patient that reveals nothing about them, at most 36 characters. */
  patientId: string;
  agency: Agency;
  serviceTypes: readonly string[];
  /** From the front door's header, nearest last: CMS requires the origin of a question. */
  callerAddresses: readonly string[];
}

/** The patient, validated and normalized. */
export interface Inquiry {
  firstName: string;
  lastName: string;
  birthDate: string;
  /** Empty when the payer should look it up. */
  mbi: string;
  lookUp?: LookUp | undefined;
  category: Category;
  dateOfService: string;
}

/** Lets the payer find an unknown MBI; it is sent to the payer and not stored. */
export type LookUp = { Ssn: string } | { State: string };

export interface Agency {
  name: string;
  npi: string;
}

export type CheckFailure = 'retry' | 'configuration' | 'incomplete' | 'notConfigured';

export type ProviderReply =
  | {
      outcome: 'answered';
      /** The payer's X12, unchanged; mostly a 271. */
      raw271: string;
      reference: string;
      /** Why this is no answer of Medicare; null when it is one. */
      label: string | null;
    }
  /** The payer's AAA codes came without its X12. */
  | { outcome: 'rejected'; codes: string[]; reference: string; label: string | null }
  | {
      outcome: 'failed';
      failure: CheckFailure;
      /** For log and history: a closed word or a status, never the provider's own text. */
      reason: string;
      /** True only when the question was certainly not processed, because a second one is paid for as well. */
      mayRepeat: boolean;
    };

import type { Category } from '@handoff/shared/domain/eligibility/settings';

/** The service that carries the question to the payer. Nothing behind this port knows which one answered. */
export interface EligibilityProvider {
  readonly name: 'sandbox' | 'stedi';
  /** Why nothing it says is an answer of Medicare; null when that depends on the answer. */
  readonly label: string | null;
  /** Whether its answer repeats the trace number of our own 270. */
  readonly echoesTrace: boolean;
  /** Whether the question itself says that it is a test (ISA15). */
  readonly isTest: boolean;
  /** One attempt; whether there is a second is decided by who asks. Never rejects for what the payer does. */
  ask(question: ProviderQuestion): Promise<ProviderReply>;
}

/** Who is asked, and under which names: the same for every agency of the installation. */
export interface EligibilityService {
  provider: EligibilityProvider;
  /** As the provider knows Medicare. */
  payerId: string;
  submitterId: string;
}

export interface ProviderQuestion {
  checkId: string;
  raw270: string;
  /** The same question as fields, for providers that write their own 270. */
  inquiry: Inquiry;
  /** Days, both included, that are asked about; the answer is judged on the date of service. */
  range: { from: string; to: string };
  isForToday: boolean;
  /** Lasting for the patient and saying nothing about them, at most 36 characters. */
  patientId: string;
  agency: Agency;
  serviceTypes: readonly string[];
  /** From the front door's header, nearest last: CMS wants to know where a question comes from. */
  callerAddresses: readonly string[];
}

/** Whom it is about, as checked and normalised. */
export interface Inquiry {
  firstName: string;
  lastName: string;
  birthDate: string;
  /** Empty when it is looked up. */
  mbi: string;
  lookUp?: LookUp | undefined;
  category: Category;
  dateOfService: string;
}

/** By what the payer finds a number that no one knows; it goes to the payer and is kept nowhere. */
export type LookUp = { Ssn: string } | { State: string };

export interface Agency {
  name: string;
  npi: string;
}

/** Why there is no answer of Medicare. */
export type CheckFailure = 'retry' | 'configuration' | 'incomplete' | 'notConfigured';

export type ProviderReply =
  | {
      outcome: 'answered';
      /** X12 as the payer sent it; mostly a 271. */
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
      /** Only when the question surely was not processed: a second one is paid for as well. */
      mayRepeat: boolean;
    };

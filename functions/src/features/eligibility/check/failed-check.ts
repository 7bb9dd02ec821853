import type { EligibilityProvider } from '../../../platform/eligibility-provider.ts';
import type { NotCompleted } from '../rules/classify.ts';

interface FailedCheck {
  checkId: string;
  at: Date;
  provider: EligibilityProvider['name'];
  label: string | null;
  message: string;
  dateOfService: string;
}

/** The flags have no meaning here: a failure is never "not eligible". */
export function failedFields({ checkId, at, provider, label, message, dateOfService }: FailedCheck) {
  return {
    Id: checkId,
    CheckedAt: at.toISOString(),
    DateOfService: dateOfService,
    Verdict: 'notCompleted' as const,
    FailureMessage: message,
    Provider: provider,
    Label: label,
    Reference: '',
    Findings: [],
    Coverage: null,
    Beneficiary: null,
    Answer: null,
    isInputWrong: false,
    isPartBEligible: false,
    isProblematic: false,
    isActiveMedicareAdvantage: false,
  };
}

const messages: Record<NotCompleted['failure'], string> = {
  retry: 'Medicare cannot be reached right now. Eligibility was not determined. Try again later.',
  configuration:
    'The eligibility service rejected the request. Eligibility was not determined. An administrator must check its settings.',
  incomplete: 'The eligibility service did not return a Medicare response. Eligibility was not determined.',
  notConfigured: 'The eligibility service is not set up. Its key is missing.',
};

const timedOut =
  'No response came in time. Medicare may have received the request, so it was not repeated automatically. Try again when you are ready.';

/** Replaces the provider's own message, which never reaches people. */
export function failureMessage(failure: NotCompleted['failure'], reason: string): string {
  return reason === 'timeout' ? timedOut : messages[failure];
}

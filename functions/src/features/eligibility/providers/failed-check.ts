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

/** The flags say nothing here: a failure is never "not eligible". */
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
    isInputWrong: false,
    isPartBEligible: false,
    isProblematic: false,
    isActiveMedicareAdvantage: false,
  };
}

const messages: Record<NotCompleted['failure'], string> = {
  retry: 'Medicare cannot be reached at the moment. Nothing was decided: try again later.',
  configuration:
    'The eligibility service refused the question. Nothing was decided: an administrator must check its settings.',
  incomplete: 'The eligibility service sent no answer of Medicare. Nothing was decided.',
  notConfigured: 'The eligibility service is not set up: its key is missing.',
};

const timedOut =
  'No answer came in time. Medicare may have been asked, so the check was not repeated by itself: try again when you want to.';

/** What people read when the provider failed; its own words never reach them. */
export function failureMessage(failure: NotCompleted['failure'], reason: string): string {
  return reason === 'timeout' ? timedOut : messages[failure];
}

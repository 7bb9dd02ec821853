import type { EligibilityProvider } from '../../../platform/eligibility-provider.ts';

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
    ErrorMessage: message,
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

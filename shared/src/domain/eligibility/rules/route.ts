import type { EligibilityFlags } from '../answer/result.ts';
import type { Category } from './settings.ts';

/** Which page shows the result (specification, section 2); none when the input was wrong. */
export function routeFor(flags: EligibilityFlags, category: Category) {
  if (flags.isInputWrong) return undefined;
  if (!flags.isPartBEligible) return '/admin/medicarenoteligible';
  const hasIssues = category === 'Home Care' ? flags.isProblematic : flags.isActiveMedicareAdvantage;
  return hasIssues ? '/admin/medicareeligibilityissues' : '/admin/medicareeligible';
}

import type { NotCompleted } from '@handoff/shared/domain/eligibility/rules/classify';

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

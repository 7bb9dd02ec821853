import { type ConfiguredStatus, type EligibilityStatus, isOffered } from '../agency/list-settings.ts';

/** What an agency's own lists make of a view, by ids. */
export interface ViewStatuses {
  /** Which a new referral gets. */
  first: string;
  /** Nothing more is expected to happen after these. */
  closed: readonly string[];
  /** Of a check that found something to look at. */
  review: readonly string[];
}

interface Lists {
  statuses: readonly ConfiguredStatus[];
  eligibilityStatuses: readonly EligibilityStatus[];
}

export function viewStatuses({ statuses, eligibilityStatuses }: Lists): ViewStatuses {
  return {
    first: statuses.find(isOffered)?.Id ?? '',
    closed: statuses.filter(({ Terminal }) => Terminal).map(({ Id }) => Id),
    review: eligibilityStatuses
      .filter(({ SetBy = [] }) => SetBy.includes('issues') || SetBy.includes('notEligible'))
      .map(({ Id }) => Id),
  };
}

import {
  closedStatusIds,
  type ConfiguredStatus,
  type EligibilityStatus,
  isOffered,
} from '../agency/list-settings.ts';

/** The ids that an agency's own lists give to the views. */
export interface ViewStatuses {
  /** The status of a new referral. */
  first: string;
  /** Statuses after which nothing more is expected to happen. */
  closed: readonly string[];
  /** Eligibility statuses of checks that found something to look at. */
  review: readonly string[];
}

interface Lists {
  statuses: readonly ConfiguredStatus[];
  eligibilityStatuses: readonly EligibilityStatus[];
}

export function viewStatuses({ statuses, eligibilityStatuses }: Lists): ViewStatuses {
  return {
    first: statuses.find(isOffered)?.Id ?? '',
    closed: closedStatusIds(statuses),
    review: eligibilityStatuses
      .filter(({ SetBy = [] }) => SetBy.includes('issues') || SetBy.includes('notEligible'))
      .map(({ Id }) => Id),
  };
}

import type { accessReviewApi } from '@handoff/shared/contract/people/access-review';
import type { Output } from '@handoff/shared/contract/endpoint';

export type ConfirmationAnswer = Output<typeof accessReviewApi.confirmAccess>;

/**
 * Applies a confirmation's answer to the review, so that a removal right after it sends the current Etag. A person may
 * be reviewed in several agencies, so their access is no record of the store.
 */
export function withConfirmed<Review extends Output<typeof accessReviewApi.accessReview>>(
  review: Review,
  { AccessReviewInfo, ChangedAccessInfo }: ConfirmationAnswer,
): Review {
  const answered = new Map([...AccessReviewInfo, ...ChangedAccessInfo].map((access) => [access.Id, access]));
  return {
    ...review,
    AccessReviewInfo: review.AccessReviewInfo.map((access) => answered.get(access.Id) ?? access),
  };
}

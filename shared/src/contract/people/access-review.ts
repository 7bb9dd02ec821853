import * as z from 'zod';
import { INACTIVE_AFTER_DAYS, REVIEW_EVERY_DAYS, ReviewedAccess } from '../../domain/access/access-review.ts';
import { Person } from '../../domain/access/user.ts';
import { del, get, patch } from '../endpoint.ts';
import { Etag, Id } from '../../domain/records/record-id.ts';

const reviewing = { access: 'access.review', mayNameDomain: true } as const;
/** Defaults to the caller's own. */
const ofAgency = { BusinessDomainId: Id.optional() };

/** Managers review from time to time who has access to an agency's patients. */
export const accessReviewApi = {
  accessReview: get('/users/getaccessreview', {
    ...reviewing,
    summary:
      `Everyone with a role within an agency, applications too: their rights, since when and by whom, their last sign-in ` +
      `(inactive after ${INACTIVE_AFTER_DAYS} days), and when they are to be reviewed, which is every ${REVIEW_EVERY_DAYS} days`,
    scope: 'domain',
    topic: 'user',
    query: z.strictObject(ofAgency),
    output: z.object({ AccessReviewInfo: z.array(ReviewedAccess) }),
  }),
  confirmAccess: patch('/users/confirmaccess', {
    ...reviewing,
    summary:
      'Confirm that people need the access they have, each as it was seen: who has changed since is not confirmed, and ' +
      'answered as they are now. No one confirms their own access',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject({
      ...ofAgency,
      /** Limited by the size of one batch: each person is a write and an audit entry. */
      People: z.array(z.strictObject({ Id, Etag })).min(1).max(40),
    }),
    answers: { reviewedAccess: 'AccessReviewInfo' },
    output: z.object({
      AccessReviewInfo: z.array(ReviewedAccess),
      /** People who were not confirmed, because their access had changed. */
      ChangedAccessInfo: z.array(ReviewedAccess),
    }),
    success: 'Access confirmed successfully',
  }),
  removeAccess: del('/users/removeaccess', {
    ...reviewing,
    summary:
      'Take someone out of an agency, as their role there becoming null does: open work stays theirs, and only an ' +
      'administrator gives a role again. No one removes their own access',
    mode: 'atomic',
    scope: 'system',
    body: z.strictObject({ ...ofAgency, Id, Etag: Etag.optional() }),
    answers: { person: 'RemovedAccessInfo' },
    output: z.object({ RemovedAccessInfo: z.array(Person) }),
    success: 'Access removed successfully',
  }),
  accessReviewFile: get('/users/exportaccessreview', {
    ...reviewing,
    summary: 'The access review as CSV; each time is noted in the audit of the agency',
    scope: 'domain',
    limits: ['exports'],
    audit: 'access-review.exported',
    auditedEachTime: true,
    query: z.strictObject(ofAgency),
    output: 'file',
    files: ['text/csv'],
    success: 'File downloaded successfully',
  }),
} as const;

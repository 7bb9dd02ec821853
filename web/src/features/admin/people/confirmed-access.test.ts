import { expect, test } from 'vitest';
import type { ReviewedAccess } from '@handoff/shared/domain/access/access-review';
import { withConfirmed } from './confirmed-access.ts';

const access = (Id: string, Etag: string, IsDue = true): ReviewedAccess => ({
  Id,
  Etag,
  FullName: Id,
  Email: '',
  RoleWithinAgency: 'Clinician',
  SystemRole: 'User',
  Rights: [],
  LastSignInAt: null,
  LastActivityAt: null,
  RoleGiven: null,
  Confirmed: null,
  DueAt: null,
  IsDue,
  IsInactive: false,
});

test("a removal after a confirmation sends the Etag from the confirmation's answer, even for changed people", () => {
  const shown = { AccessReviewInfo: [access('cleo', '1'), access('victor', '1'), access('oscar', '1')] };
  const answer = {
    AccessReviewInfo: [access('cleo', '1', false)],
    ChangedAccessInfo: [access('victor', '2')],
  };
  expect(withConfirmed(shown, answer).AccessReviewInfo).toEqual([
    access('cleo', '1', false),
    access('victor', '2'),
    access('oscar', '1'),
  ]);
});

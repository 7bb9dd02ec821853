import { expect, test } from 'vitest';
import { isInactive, isReviewDue, reviewDueAt } from './access-review.ts';

const By = { Id: 'user-mia', FullName: 'Mia Manager' };
const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString();
const intake = { RoleWithinAgency: 'Intake', SystemRole: 'User' } as const;
const given = { At: day(0), By: 'Ada Administrator' };
const confirmed = (n: number, roles: { RoleWithinAgency: 'Intake' | 'Viewer' } = intake) => ({
  ...intake,
  ...roles,
  At: day(n),
  By,
});

test.each([
  ['a role that was given, never confirmed', { RoleGiven: given, Confirmed: null }, day(90)],
  ['a role no one knows the beginning of', { RoleGiven: null, Confirmed: null }, null],
  ['a confirmed role', { RoleGiven: given, Confirmed: confirmed(80) }, day(170)],
  [
    'one confirmed as another role',
    { RoleGiven: null, Confirmed: confirmed(80, { RoleWithinAgency: 'Viewer' }) },
    null,
  ],
  [
    'one taken and given back since',
    { RoleGiven: { ...given, At: day(81) }, Confirmed: confirmed(80) },
    null,
  ],
])('%s is due when it should be', (_case, access, due) => {
  expect(reviewDueAt({ ...intake, ...access })).toBe(due);
});

test('a change of the system role invalidates a confirmation', () => {
  const access = { ...intake, RoleGiven: given, Confirmed: confirmed(80) };
  expect(reviewDueAt({ ...access, SystemRole: 'Administrator' })).toBeNull();
});

test('a review is due exactly from that moment on', () => {
  expect(['89', '90', '91'].map((n) => isReviewDue(day(90), new Date(day(Number(n)))))).toEqual([
    false,
    true,
    true,
  ]);
  expect(isReviewDue(null, new Date(day(0)))).toBe(true);
});

test.each([
  [null, null, true],
  [day(39), null, true],
  [day(40), null, false],
  [day(0), day(99), false],
])('signed in %s, active %s: inactive on day 100 is %s', (LastSignInAt, LastActivityAt, inactive) => {
  expect(isInactive({ LastSignInAt, LastActivityAt }, new Date(day(100)))).toBe(inactive);
});

import { expect, test } from 'vitest';
import { escalatesPrivileges } from './change-users.ts';
import type { AgencyRole, SystemRole } from '@handoff/shared/domain/access/role';

const holder = (system: SystemRole, roles: Record<string, AgencyRole> = {}) => ({
  SystemRole: system,
  RolesWithinAgencies: Object.entries(roles).map(([BusinessDomainId, RoleWithinAgency]) => ({
    BusinessDomainId,
    RoleWithinAgency,
  })),
});

test.each([
  ['a user becomes administrator', holder('User'), holder('Administrator'), true],
  ['an administrator steps down', holder('Administrator'), holder('User'), false],
  ['a first agency', holder('Administrator'), holder('Administrator', { harbor: 'Viewer' }), true],
  ['leaving an agency', holder('User', { harbor: 'Manager' }), holder('User'), false],
  [
    'from intake to clinician',
    holder('User', { harbor: 'Intake' }),
    holder('User', { harbor: 'Clinician' }),
    false,
  ],
  [
    'from clinician to intake',
    holder('User', { harbor: 'Clinician' }),
    holder('User', { harbor: 'Intake' }),
    true,
  ],
  [
    'the same role elsewhere',
    holder('User', { harbor: 'Viewer' }),
    holder('User', { evergreen: 'Viewer' }),
    true,
  ],
  ['nothing', holder('User', { harbor: 'Viewer' }), holder('User', { harbor: 'Viewer' }), false],
])('%s', (_case, before, after, raised) => {
  expect(escalatesPrivileges(before, after)).toBe(raised);
});

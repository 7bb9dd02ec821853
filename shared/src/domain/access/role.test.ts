import { expect, test } from 'vitest';
import { permissions, type Permission, AgencyRole, effectiveRights, mayDo, SystemRole } from './role.ts';

/** The letters are Administrator without an agency, then Manager, Intake, Clinician, Viewer and Integration. */
const matrix: Record<Permission, string> = {
  'referrals.read': '- M I C V -',
  'referrals.edit': '- M I - - -',
  'referrals.send': '- M I - - I',
  'fhir.read': '- M I - - I',
  'documents.edit': '- M I - - -',
  'legal-holds.manage': '- M - - - -',
  'restrictions.manage': '- M - - - -',
  'readmission-stops.manage': '- M - - - -',
  'notes.write': '- M I C - -',
  'patient-numbers.reveal': '- M I - - -',
  'eligibility.read': '- M I C - -',
  'eligibility.check': '- M I - - -',
  'exchanges.read': 'A - - - - -',
  'parties.read': '- M I C V -',
  'parties.edit': '- M - - - -',
  'capacity.edit': '- M I - - -',
  'lists.edit': '- M - - - -',
  'webhooks.manage': '- M - - - -',
  'addresses.read': 'A M I C V -',
  'imports.manage': 'A - - - - -',
  'users.manage': 'A - - - - -',
  'access.review': 'A M - - - -',
  'agencies.manage': 'A - - - - -',
  'setup.read': 'A M - - - -',
  'audit.read': '- M - - - -',
  'system-audit.read': 'A - - - - -',
};

test.each(permissions)('only the roles of the matrix may %s', (permission) => {
  const administrator = mayDo({ SystemRole: 'Administrator' }, permission) ? 'A' : '-';
  const inAgency = AgencyRole.options.map((RoleWithinAgency) =>
    mayDo({ SystemRole: 'User', RoleWithinAgency }, permission) ? RoleWithinAgency[0] : '-',
  );
  expect([administrator, ...inAgency].join(' ')).toBe(matrix[permission]);
});

test('a person without a role may do nothing', () => {
  expect(effectiveRights({ SystemRole: 'User' })).toEqual([]);
});

test('rights are the union of both roles, each once, with the role that grants it', () => {
  for (const system of SystemRole.options)
    for (const agency of AgencyRole.options) {
      const rights = effectiveRights({ SystemRole: system, RoleWithinAgency: agency });
      const either = permissions.filter(
        (permission) =>
          mayDo({ SystemRole: system }, permission) ||
          mayDo({ SystemRole: 'User', RoleWithinAgency: agency }, permission),
      );
      expect(rights.map((right) => right.Permission)).toEqual(either);
      expect(rights.every(({ GrantedBy }) => GrantedBy === system || GrantedBy === agency)).toBe(true);
    }
  expect(effectiveRights({ SystemRole: 'Administrator', RoleWithinAgency: 'Viewer' })).toContainEqual({
    Permission: 'users.manage',
    GrantedBy: 'Administrator',
  });
});

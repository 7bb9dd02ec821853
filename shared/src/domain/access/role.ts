import * as z from 'zod';

/** The closed list of permissions; the lists below map them to roles. */
export const permissions = [
  'referrals.read',
  'referrals.edit',
  'referrals.send',
  'fhir.read',
  'documents.edit',
  'legal-holds.manage',
  'restrictions.manage',
  'readmission-stops.manage',
  'notes.write',
  'patient-numbers.reveal',
  'eligibility.read',
  'eligibility.check',
  'exchanges.read',
  'parties.read',
  'parties.edit',
  'capacity.edit',
  'lists.edit',
  'webhooks.manage',
  'addresses.read',
  'imports.manage',
  'users.manage',
  'access.review',
  'agencies.manage',
  'setup.read',
  'audit.read',
  'system-audit.read',
] as const;

export type Permission = (typeof permissions)[number];

export const SystemRole = z.enum(['Administrator', 'User']);
export type SystemRole = z.infer<typeof SystemRole>;

export const AgencyRole = z.enum(['Manager', 'Intake', 'Clinician', 'Viewer', 'Integration']);
export type AgencyRole = z.infer<typeof AgencyRole>;

const viewing: readonly Permission[] = ['referrals.read', 'parties.read', 'addresses.read'];
const intake: readonly Permission[] = [
  ...viewing,
  'referrals.edit',
  'capacity.edit',
  'referrals.send',
  'fhir.read',
  'documents.edit',
  'notes.write',
  'eligibility.read',
  'eligibility.check',
  'patient-numbers.reveal',
];

/**
 * An Administrator without a role in an agency sees no patients: system and agency roles are separate. Raw exchanges
 * with payers are for finding out why a payer rejects an inquiry; each view is audited.
 */
export const permissionsBySystemRole: Record<SystemRole, readonly Permission[]> = {
  Administrator: [
    'addresses.read',
    'imports.manage',
    'users.manage',
    'access.review',
    'agencies.manage',
    'setup.read',
    'exchanges.read',
    'system-audit.read',
  ],
  User: [],
};

export const permissionsByAgencyRole: Record<AgencyRole, readonly Permission[]> = {
  Manager: [
    ...intake,
    'legal-holds.manage',
    'restrictions.manage',
    'readmission-stops.manage',
    'parties.edit',
    'lists.edit',
    'webhooks.manage',
    'access.review',
    'audit.read',
    'setup.read',
  ],
  Intake: intake,
  Clinician: [...viewing, 'notes.write', 'eligibility.read'],
  Viewer: viewing,
  /** A service principal sends files of referrals, and exports referrals, with the numbers masked. */
  Integration: ['referrals.send', 'fhir.read'],
};

export interface Roles {
  SystemRole: SystemRole;
  RoleWithinAgency?: AgencyRole | undefined;
}

export interface Right {
  Permission: Permission;
  GrantedBy: string;
}

/** Returns the effective rights, each with the role that grants it: a person has the union of both roles' rights. */
export function effectiveRights(roles: Roles): Right[] {
  return permissions.flatMap((permission): Right[] => {
    if (permissionsBySystemRole[roles.SystemRole].includes(permission))
      return [{ Permission: permission, GrantedBy: roles.SystemRole }];
    const agencyRole = roles.RoleWithinAgency;
    if (agencyRole && permissionsByAgencyRole[agencyRole].includes(permission))
      return [{ Permission: permission, GrantedBy: agencyRole }];
    return [];
  });
}

export function mayDo(roles: Roles, permission: Permission): boolean {
  return effectiveRights(roles).some((right) => right.Permission === permission);
}

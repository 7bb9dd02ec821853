import * as z from 'zod';

/** The closed list of what a person may do; which role may what stands in role.ts. */
export const permissions = [
  'referrals.read',
  'referrals.edit',
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
  'fhir.read',
  'documents.edit',
  'notes.write',
  'eligibility.read',
  'eligibility.check',
  'patient-numbers.reveal',
];

/**
 * An Administrator without a role in an agency sees no patient: system and agency roles are separate. Raw exchanges
 * with payers are for finding out why a payer refuses; each view is audited.
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
  /** Of a service principal: exports, with the numbers masked. */
  Integration: ['fhir.read'],
};

export interface Roles {
  SystemRole: SystemRole;
  RoleWithinAgency?: AgencyRole | undefined;
}

export interface Right {
  Permission: Permission;
  GrantedBy: string;
}

/** Effective rights with the role that grants each: a person's rights are the union of both roles. */
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

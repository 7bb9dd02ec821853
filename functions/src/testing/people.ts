import { splitName } from '@handoff/shared/domain/person/contact';
import type { AgencyRole, SystemRole } from '@handoff/shared/domain/access/role';
import { userId, type StoredUser } from '../records/kinds/user-records.ts';

export const TENANT = '7d0a9c52-3c1e-4c38-9a7e-0d6d0d0a5b11';
export const HARBOR = 'domain-harbor';
export const EVERGREEN = 'domain-evergreen';

interface TestPerson {
  oid: string;
  name: string;
  systemRole: SystemRole;
  roles: Record<string, AgencyRole>;
}

const oid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

/** Two agencies and everyone a story needs; Sam has no record. */
export const people = {
  ada: { oid: oid(1), name: 'Ada Administrator', systemRole: 'Administrator', roles: {} },
  mia: { oid: oid(2), name: 'Mia Manager', systemRole: 'User', roles: { [HARBOR]: 'Manager' } },
  ana: { oid: oid(3), name: 'Ana Intake', systemRole: 'User', roles: { [HARBOR]: 'Intake' } },
  cal: { oid: oid(4), name: 'Cal Clinician', systemRole: 'User', roles: { [HARBOR]: 'Clinician' } },
  vic: { oid: oid(5), name: 'Vic Viewer', systemRole: 'User', roles: { [HARBOR]: 'Viewer' } },
  eve: { oid: oid(6), name: 'Eve Elsewhere', systemRole: 'User', roles: { [EVERGREEN]: 'Intake' } },
  bo: {
    oid: oid(7),
    name: 'Bo Both',
    systemRole: 'User',
    roles: { [HARBOR]: 'Intake', [EVERGREEN]: 'Intake' },
  },
  sam: { oid: oid(8), name: 'Sam Stranger', systemRole: 'User', roles: {} },
} as const satisfies Record<string, TestPerson>;

export type PersonName = keyof typeof people;

export function userRecord({ oid: objectId, name, systemRole, roles }: TestPerson): StoredUser {
  return {
    Id: userId(objectId),
    Etag: 'seeded',
    LocalAccountId: objectId,
    TenantId: TENANT,
    FullName: name,
    ...splitName(name),
    Email: `${name.split(' ')[0]?.toLowerCase()}@example.org`,
    ServerAuthenticated: 1,
    Active: true,
    SystemRole: systemRole,
    RolesWithinAgencies: Object.entries(roles).map(([BusinessDomainId, RoleWithinAgency]) => ({
      BusinessDomainId,
      RoleWithinAgency,
    })),
    DomainIds: Object.keys(roles),
    Sessions: [],
  };
}

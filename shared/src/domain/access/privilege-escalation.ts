import { effectiveRights, type AgencyRole, type SystemRole } from './role.ts';

interface Holder {
  SystemRole: SystemRole;
  RolesWithinAgencies: { BusinessDomainId: string; RoleWithinAgency: AgencyRole }[];
}

/** Whether new roles allow anything, in any agency, that the old ones did not. */
export function raisesRights(before: Holder, after: Holder): boolean {
  const agencies = after.RolesWithinAgencies.map((role) => role.BusinessDomainId);
  return [undefined, ...agencies].some((agency) => {
    const had = rightsIn(before, agency);
    return rightsIn(after, agency).some((permission) => !had.includes(permission));
  });
}

function rightsIn({ SystemRole, RolesWithinAgencies }: Holder, agency: string | undefined) {
  const role = RolesWithinAgencies.find(({ BusinessDomainId }) => BusinessDomainId === agency);
  return effectiveRights({ SystemRole, RoleWithinAgency: role?.RoleWithinAgency }).map(
    (right) => right.Permission,
  );
}

import { useState } from 'react';
import type { AgencyRole, SystemRole } from '@handoff/shared/domain/access/role';
import type { Agency, ListedUser } from './people-page.tsx';

/** A person's roles, saved or about to be. */
export interface RoleDraft {
  SystemRole: SystemRole;
  RolesWithinAgencies: { BusinessDomainId: string; RoleWithinAgency: AgencyRole }[];
}

/** Unsaved role changes by person. */
export function usePeopleDrafts(users: readonly ListedUser[]) {
  const [edits, setEdits] = useState<ReadonlyMap<string, RoleDraft>>(new Map());
  const draftOf = (user: ListedUser): RoleDraft => edits.get(user.Id) ?? user;
  const set = (id: string, draft: RoleDraft) => setEdits((former) => new Map([...former, [id, draft]]));
  return {
    draftOf,
    isChanged: (user: ListedUser) => changeCount(user, draftOf(user)) > 0,
    changes: (user: ListedUser) => changeCount(user, draftOf(user)),
    setSystemRole(user: ListedUser, role: SystemRole) {
      set(user.Id, { ...draftOf(user), SystemRole: role });
    },
    setAgencyRole(user: ListedUser, agency: string, role: AgencyRole | null) {
      const { RolesWithinAgencies, ...draft } = draftOf(user);
      const others = RolesWithinAgencies.filter(({ BusinessDomainId }) => BusinessDomainId !== agency);
      const here = role === null ? [] : [{ BusinessDomainId: agency, RoleWithinAgency: role }];
      set(user.Id, { ...draft, RolesWithinAgencies: [...others, ...here] });
    },
    /** Takes the roles of a colleague in the agencies that are still used, and not the system role. */
    copyRoles(user: ListedUser, { RolesWithinAgencies }: ListedUser, agencies: readonly Agency[]) {
      const here = RolesWithinAgencies.filter((role) =>
        agencies.some(({ Id }) => Id === role.BusinessDomainId),
      );
      set(user.Id, { ...draftOf(user), RolesWithinAgencies: here });
    },
    undo: (id: string) => setEdits((former) => new Map([...former].filter(([each]) => each !== id))),
    changedPeople: users.filter((user) => changeCount(user, draftOf(user)) > 0).length,
  };
}
export type PeopleDrafts = ReturnType<typeof usePeopleDrafts>;

export const roleIn = ({ RolesWithinAgencies }: RoleDraft, agency: string): AgencyRole | null =>
  RolesWithinAgencies.find(({ BusinessDomainId }) => BusinessDomainId === agency)?.RoleWithinAgency ?? null;

function changeCount(before: RoleDraft, after: RoleDraft): number {
  const agencies = new Set(
    [...before.RolesWithinAgencies, ...after.RolesWithinAgencies].map((role) => role.BusinessDomainId),
  );
  const moved = [...agencies].filter((agency) => roleIn(before, agency) !== roleIn(after, agency));
  return moved.length + (before.SystemRole === after.SystemRole ? 0 : 1);
}

import type { StoredDocument } from '../platform/ports.ts';
import { userId, userKind, type StoredUser } from '../records/user-records.ts';
import type { TestApi } from './api.ts';
import { people, type PersonName } from './people.ts';

/** What an administrator could do to somebody meanwhile. */
export async function changeUser(
  { store }: TestApi,
  person: PersonName,
  changes: Partial<Pick<StoredUser, 'Active' | 'SystemRole'>> & { roles?: StoredUser['RolesWithinAgencies'] },
): Promise<void> {
  const { roles, ...fields } = changes;
  const stored = await store.app('sys').read(userId(people[person].oid));
  if (!stored) throw new Error(`${person} has no record`);
  const user = userKind.schema.parse(stored);
  const RolesWithinAgencies = roles ?? user.RolesWithinAgencies;
  const DomainIds = RolesWithinAgencies.map((role) => role.BusinessDomainId);
  const { _etag: ifMatch, ...before } = stored;
  const document: StoredDocument = {
    ...before,
    id: stored.id,
    type: stored.type,
    ...fields,
    RolesWithinAgencies,
    DomainIds,
  };
  const result = await store.app('sys').commit([{ op: 'replace', document, ifMatch }]);
  if (result.outcome !== 'applied') throw new Error(`Changing ${person}: ${result.outcome}`);
}

/** Makes somebody in an agency what another person is somewhere by now. */
export async function giveRolesOf(
  handoff: TestApi,
  model: PersonName,
  to: { person: PersonName; in: string },
): Promise<void> {
  const stored = await handoff.store.app('sys').read(userId(people[model].oid));
  const { SystemRole, RolesWithinAgencies } = stored ? userKind.schema.parse(stored) : nobody;
  const RoleWithinAgency = RolesWithinAgencies[0]?.RoleWithinAgency;
  await changeUser(handoff, to.person, {
    SystemRole,
    roles: RoleWithinAgency ? [{ BusinessDomainId: to.in, RoleWithinAgency }] : [],
  });
}

const nobody = { SystemRole: 'User', RolesWithinAgencies: [] } as const satisfies Partial<StoredUser>;

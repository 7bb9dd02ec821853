import type { AuditAction } from '@handoff/shared/domain/records/audit-actions';
import { BusinessDomainRole } from '@handoff/shared/domain/access/user';
import type { AuditEntry, FieldChange } from '@handoff/shared/domain/records/audit-entry';
import * as z from 'zod';
import { listAll } from '../../../records/reader.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { changesOf } from '../../../records/kinds/audit-records.ts';

export interface RoleGiven {
  At: string;
  By: string;
}

/** The actions by which a person can get a role. */
const giving: readonly AuditAction[] = ['user.created', 'user.admitted', 'user.updated', 'user.agency-role'];

/** Finds in the system's audit log when each person got their role within an agency, and from whom. */
export async function rolesGiven(
  system: Reader,
  { agency, users }: { agency: string; users: readonly { Id: string }[] },
): Promise<ReadonlyMap<string, RoleGiven>> {
  const entries = await listAll(
    system,
    changesOf(
      users.map(({ Id }) => Id),
      giving,
    ),
    500,
  );
  const given = entries
    .filter((entry) => givesRole(entry, agency))
    .toSorted((one, other) => one.seq - other.seq);
  return new Map(given.map(({ subject, at, name }) => [subject, { At: at, By: name }]));
}

/** The entry about a new person names no fields. */
function givesRole({ action, changes }: AuditEntry, agency: string): boolean {
  if (action === 'user.created') return true;
  return changes.some(
    ({ field, old, new: now }) =>
      (field === 'RolesWithinAgencies' && roleIn(old, agency) !== roleIn(now, agency)) ||
      (field === 'Active' && now === true),
  );
}

const Roles = z.array(BusinessDomainRole);

function roleIn(value: FieldChange['old'], agency: string) {
  if (typeof value !== 'string') return undefined;
  return Roles.parse(JSON.parse(value)).find(({ BusinessDomainId }) => BusinessDomainId === agency)
    ?.RoleWithinAgency;
}

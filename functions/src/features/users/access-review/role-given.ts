import { BusinessDomainRole } from '@handoff/shared/domain/access/user';
import type { AuditEntry, FieldChange } from '@handoff/shared/domain/records/audit-entry';
import * as z from 'zod';
import { listAll } from '../../../records/reader.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { auditKind, changesOfSubjects } from '../../../records/kinds/audit-records.ts';

export interface RoleGiven {
  At: string;
  By: string;
}

/** By which a person gets a role. */
const giving = ['user.created', 'user.admitted', 'user.updated', 'user.agency-role'];

/** Of each person who gave the role they have within an agency, and when, as the audit of the system has it. */
export async function rolesGiven(
  system: Reader,
  { agency, users }: { agency: string; users: readonly { Id: string }[] },
): Promise<ReadonlyMap<string, RoleGiven>> {
  const entries = await listAll(system, auditKind, {
    sql: changesOfSubjects,
    parameters: { subjects: users.map(({ Id }) => Id), actions: giving },
    pageSize: 500,
  });
  const given = entries
    .filter((entry) => givesRole(entry, agency))
    .toSorted((one, other) => one.seq - other.seq);
  return new Map(given.map(({ subject, at, name }) => [subject, { At: at, By: name }]));
}

/** Of a person who is new the entry names no field. */
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

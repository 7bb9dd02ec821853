import type { FieldChange } from '@handoff/shared/domain/records/audit-entry';
import * as z from 'zod';
import { idInWords, parsedList } from './change-labels.ts';
import type { ChangeLine } from './list-labels.ts';

/** Names by id. */
type Names = ReadonlyMap<string, string>;

/** The lines of changed roles, one for each agency. */
export function roleLines({ old, new: now }: FieldChange, agencies: Names): ChangeLine[] {
  const [before, after] = [rolesIn(old), rolesIn(now)];
  return [...new Map([...before, ...after]).keys()]
    .filter((agency) => before.get(agency) !== after.get(agency))
    .map((agency) => ({
      label: agencies.get(agency) ?? idInWords(agency),
      old: before.get(agency) ?? '',
      now: after.get(agency) ?? '',
    }));
}

const Roles = z.array(z.object({ BusinessDomainId: z.string(), RoleWithinAgency: z.string() }));

/** Roles by agency. */
function rolesIn(value: FieldChange['old']): Names {
  const roles = Roles.safeParse(parsedList(String(value))).data ?? [];
  return new Map(roles.map(({ BusinessDomainId, RoleWithinAgency }) => [BusinessDomainId, RoleWithinAgency]));
}

import type { Access, Endpoint, Scope } from '@handoff/shared/contract/endpoint';
import { effectiveRights, mayDo, type Permission, type Roles } from '@handoff/shared/domain/access/role';
import { AppError } from './app-error.ts';
import type { Caller } from './context.ts';

const open: readonly Access[] = ['public', 'signed-in', 'member', 'sender'];

export const takesRight = (access: Access): access is Permission => !open.includes(access);

export function authorize(roles: Roles, { access, hint }: Pick<Endpoint, 'access' | 'hint'>): void {
  if (!takesRight(access) || mayDo(roles, access)) return;
  const why =
    effectiveRights(roles).length > 0
      ? `The role ${roles.RoleWithinAgency ?? roles.SystemRole} does not allow this.`
      : 'You have no role here.';
  const refusal = `${why} Ask your administrator for one that allows it.`;
  throw new AppError('forbidden', hint ? `${refusal} ${hint}.` : refusal);
}

export const SYSTEM_PARTITION = 'sys';

/** The partition that holds a call's idempotency record and its writes. */
export function partitionOf(scope: Scope, caller: Caller): string {
  if (scope === 'system') return SYSTEM_PARTITION;
  if (scope === 'user') return `u:${caller.claims.oid}`;
  if (caller.businessDomainId === '')
    throw new AppError('forbidden', 'You do not belong to an agency yet. Ask your administrator.');
  return `d:${caller.businessDomainId}`;
}

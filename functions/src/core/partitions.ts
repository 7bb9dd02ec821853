import type { Scope } from '@handoff/shared/contract/endpoint';
import { AppError } from './app-error.ts';
import type { Caller } from './context.ts';

export const SYSTEM_PARTITION = 'sys';

/** The partition that holds a call's idempotency record and its writes. */
export function partitionOf(scope: Scope, caller: Caller): string {
  if (scope === 'system') return SYSTEM_PARTITION;
  if (scope === 'user') return `u:${caller.claims.oid}`;
  if (caller.businessDomainId === '')
    throw new AppError('forbidden', 'You do not belong to an agency yet. Ask your administrator.');
  return `d:${caller.businessDomainId}`;
}

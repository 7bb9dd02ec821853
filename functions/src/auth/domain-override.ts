import { takesRight } from '../core/authorize.ts';
import type { Caller } from '../core/context.ts';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { mayDo } from '@handoff/shared/domain/access/role';
import * as z from 'zod';
import type { Platform } from '../platform/ports.ts';
import { businessDomainKind } from '../records/kinds/user-records.ts';
import { AppError, notFound } from '../core/app-error.ts';
import { systemReader } from '../records/reader.ts';

const Naming = z.object({ BusinessDomainId: z.string().optional() });
const Parts = z.object({ body: Naming.optional(), query: Naming.optional() });

/**
 * Returns the caller in the business domain that the request names, for calls that allow it. The permission comes
 * from the system role, because a role in one's own agency says nothing about another one. Everything after this,
 * including the audit, is in the named domain.
 */
export async function inNamedDomain(
  platform: Platform,
  endpoint: Endpoint,
  { caller, input }: { caller: Caller; input: unknown },
): Promise<Caller> {
  if (!endpoint.mayNameDomain) return caller;
  const { body, query } = Parts.parse(input);
  const named = body?.BusinessDomainId ?? query?.BusinessDomainId;
  if (named === undefined || named === caller.businessDomainId) return caller;
  const { access } = endpoint;
  if (!takesRight(access) || !mayDo({ SystemRole: caller.roles.SystemRole }, access))
    throw new AppError('forbidden', 'Another agency is only for administrators.');
  if (!(await systemReader(platform).get(businessDomainKind, named))) throw notFound('This agency');
  return { ...caller, roles: { SystemRole: caller.roles.SystemRole }, businessDomainId: named };
}

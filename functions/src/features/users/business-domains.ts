import type { Caller } from '../../core/context.ts';
import type { Api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { domainGroup } from '@handoff/shared/contract/realtime';
import { AppError } from '../../core/app-error.ts';
import type { AtomicHandler, ReadHandler } from '../../http/handlers.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import { businessDomainKind, currentDomainKind, userId, userKind } from '../../records/kinds/user-records.ts';

type Calls = Api['users'];

export const businessDomains: ReadHandler<Calls['businessDomains']> = (_input, { caller, system }) =>
  domainsOf(system, caller, caller.businessDomainId);

export const switchBusinessDomain: AtomicHandler<Calls['switchBusinessDomain']> = async (
  { body },
  { caller, work, system },
) => {
  const domains = await domainsOf(system, caller, body.BusinessDomainId);
  if (!domains.BusinessDomainInfo.some((domain) => domain.Id === body.BusinessDomainId))
    throw new AppError('not_found', 'You do not belong to this agency.');
  const chosen = { Id: 'current-domain' as const, BusinessDomainId: body.BusinessDomainId };
  await work.put(currentDomainKind, chosen);
  work.audit({ action: 'domain.switched', subject: caller.person.Id });
  if (caller.businessDomainId !== body.BusinessDomainId)
    work.leaveGroup(caller.claims.oid, domainGroup(caller.businessDomainId));
  return domains;
};

export async function domainsOf(
  system: Reader,
  caller: Caller,
  current: string,
): Promise<Output<Calls['businessDomains']>> {
  const user = await system.get(userKind, userId(caller.claims.oid));
  const own = await Promise.all(
    (user?.RolesWithinAgencies ?? []).map(async ({ BusinessDomainId, RoleWithinAgency }) => {
      const domain = await system.get(businessDomainKind, BusinessDomainId);
      return domain && !domain.Archived ? [{ ...domain, RoleWithinAgency }] : [];
    }),
  );
  return { BusinessDomainInfo: own.flat(), CurrentBusinessDomainId: current === '' ? null : current };
}

import { takesRight } from '../core/access.ts';
import type { Caller } from '../core/context.ts';
import { api, everyEndpoint } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { mayDo, SystemRole } from '@handoff/shared/domain/access/role';
import { expect, test } from 'vitest';
import { freshApi } from '../testing/api.ts';
import { EVERGREEN, HARBOR } from '../testing/people.ts';
import { inNamedDomain } from './caller.ts';

const caller: Caller = {
  claims: { oid: 'bo', tid: '', name: '', email: '', signedInAt: 0 },
  person: { Id: 'user-bo', FullName: 'Bo' },
  roles: { SystemRole: 'User', RoleWithinAgency: 'Manager' },
  businessDomainId: EVERGREEN,
};
const input = { body: { Id: 'check-1', BusinessDomainId: HARBOR } };

test('a permission from a role in one agency does not allow naming another, even where a call would', async () => {
  const { platform } = await freshApi();
  const careless: Endpoint = { ...api.medicareEligibility.openExchange, access: 'eligibility.check' };
  await expect(inNamedDomain(platform, careless, { caller, input })).rejects.toMatchObject({
    code: 'forbidden',
    message: 'Another agency is only for administrators.',
  });
  for (const access of ['member', 'signed-in', 'public'] as const)
    await expect(inNamedDomain(platform, { ...careless, access }, { caller, input })).rejects.toMatchObject({
      code: 'forbidden',
    });
});

test('an administrator acts in the named agency as its administrator only', async () => {
  const { platform } = await freshApi();
  const endpoint = api.medicareEligibility.openExchange;
  const roles = { SystemRole: 'Administrator', RoleWithinAgency: 'Viewer' } as const;
  const administrator: Caller = { ...caller, roles };
  const named = await inNamedDomain(platform, endpoint, { caller: administrator, input });
  expect(named).toEqual({
    ...administrator,
    roles: { SystemRole: 'Administrator' },
    businessDomainId: HARBOR,
  });
  const nowhere = { query: { BusinessDomainId: 'domain-nowhere' } };
  await expect(
    inNamedDomain(platform, endpoint, { caller: administrator, input: nowhere }),
  ).rejects.toMatchObject({ code: 'not_found', message: expect.stringContaining('This agency') });

  // A caller who names their own agency, or none, is unchanged.
  for (const own of [{ body: { BusinessDomainId: EVERGREEN } }, { body: {} }, {}])
    expect(await inNamedDomain(platform, endpoint, { caller, input: own })).toBe(caller);
  const notNaming: Endpoint = { ...api.referrals.byId };
  expect(await inNamedDomain(platform, notNaming, { caller: administrator, input })).toBe(administrator);
});

test('only administrator calls accept an agency', () => {
  const naming = everyEndpoint().filter(({ endpoint }) => endpoint.mayNameDomain);
  const open = naming.filter(({ endpoint: { access } }) =>
    !takesRight(access)
      ? true
      : SystemRole.options.filter((role) => mayDo({ SystemRole: role }, access)).join() !== 'Administrator',
  );
  expect([naming.length, open]).toEqual([9, []]);
});

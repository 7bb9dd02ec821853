import { api, everyEndpoint } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { mayDo, SystemRole } from '@handoff/shared/domain/access/role';
import { expect, test } from 'vitest';
import { freshApi } from '../../testing/api.ts';
import { EVERGREEN, HARBOR } from '../../testing/people.ts';
import type { Caller } from '../request/handlers.ts';
import { inNamedDomain } from './domain-override.ts';

const caller: Caller = {
  claims: { oid: 'bo', tid: '', name: '', email: '', signedInAt: 0 },
  person: { Id: 'user-bo', FullName: 'Bo' },
  roles: { SystemRole: 'User', RoleWithinAgency: 'Manager' },
  businessDomainId: EVERGREEN,
};
const input = { body: { Id: 'check-1', BusinessDomainId: HARBOR } };

test('a right by a role in one agency names no other, even if a call would let it', async () => {
  const { platform } = await freshApi();
  const careless: Endpoint = { ...api.medicareEligibility.openExchange, access: 'eligibility.check' };
  await expect(inNamedDomain(platform, careless, { caller, input })).rejects.toMatchObject({
    code: 'forbidden',
  });
  for (const access of ['member', 'signed-in', 'public'] as const)
    await expect(inNamedDomain(platform, { ...careless, access }, { caller, input })).rejects.toMatchObject({
      code: 'forbidden',
    });
});

test('only calls for administrators let an agency be named', () => {
  const naming = everyEndpoint().filter(({ endpoint }) => endpoint.mayNameDomain);
  const open = naming.filter(({ endpoint: { access } }) =>
    access === 'public' || access === 'signed-in' || access === 'member'
      ? true
      : SystemRole.options.filter((role) => mayDo({ SystemRole: role }, access)).join() !== 'Administrator',
  );
  expect([naming.length, open]).toEqual([10, []]);
});

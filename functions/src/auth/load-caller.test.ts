import { SYSTEM_PARTITION } from '../core/access.ts';
import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import type { TokenClaims } from '../platform/ports.ts';
import { userId } from '../records/kinds/user-records.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { EVERGREEN, HARBOR, people, type PersonName } from '../testing/people.ts';
import { loadCaller } from './caller.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const claimsOf = (person: PersonName, signedInAt = 0): TokenClaims => {
  const { oid, name } = people[person];
  return { oid, tid: 't', name: `${name} by the token`, email: '', signedInAt };
};
const callerOf = (person: PersonName, signedInAt?: number) =>
  loadCaller(handoff.store, claimsOf(person, signedInAt), 'member');

async function changeUser(person: PersonName, fields: Record<string, unknown>): Promise<void> {
  const partition = handoff.store.app(SYSTEM_PARTITION);
  const user = await partition.read(userId(people[person].oid));
  if (!user) throw new Error(`${person} has no record`);
  const { _etag: ifMatch, ...document } = user;
  await partition.commit([
    { op: 'replace', document: { ...document, id: user.id, type: user.type, ...fields }, ifMatch },
  ]);
}

const switchTo = async (BusinessDomainId: string) =>
  (await handoff.call(api.users.switchBusinessDomain, { body: { BusinessDomainId } }, { as: 'bo' })).ok();

const membership = (BusinessDomainId: string, RoleWithinAgency: string) => ({
  BusinessDomainId,
  RoleWithinAgency,
});

test('a person has only the role of the agency in which they work', async () => {
  const RolesWithinAgencies = [membership(HARBOR, 'Viewer'), membership(EVERGREEN, 'Manager')];
  await changeUser('bo', { RolesWithinAgencies });
  const person = { Id: userId(people.bo.oid), FullName: 'Bo Both' };
  const bo = { claims: claimsOf('bo'), person };
  const inHarbor = { SystemRole: 'User', RoleWithinAgency: 'Viewer' };
  expect(await callerOf('bo')).toEqual({ ...bo, roles: inHarbor, businessDomainId: HARBOR });

  await switchTo(EVERGREEN);
  const inEvergreen = { SystemRole: 'User', RoleWithinAgency: 'Manager' };
  expect(await callerOf('bo')).toEqual({ ...bo, roles: inEvergreen, businessDomainId: EVERGREEN });
});

test('a person removed from their current agency moves to another of theirs, or to none', async () => {
  await switchTo(EVERGREEN);
  await changeUser('bo', { RolesWithinAgencies: [membership(HARBOR, 'Viewer')] });
  expect(await callerOf('bo')).toMatchObject({ businessDomainId: HARBOR });
  await changeUser('bo', { RolesWithinAgencies: [] });
  expect(await callerOf('bo')).toMatchObject({ businessDomainId: '', roles: { SystemRole: 'User' } });
});

test.each<[string, PersonName, Record<string, unknown> | undefined]>([
  ['without a record', 'sam', undefined],
  ['who is not active', 'ana', { Active: false }],
  ['whom no one has let in yet', 'ana', { ServerAuthenticated: 0 }],
])('a person %s has no access, and may only sign in', async (_what, person, fields) => {
  if (fields) await changeUser(person, fields);
  await expect(callerOf(person)).rejects.toMatchObject({
    code: 'no_access',
    message: 'You are signed in, but have no access yet. Ask your administrator.',
  });
  const claims = claimsOf(person);
  expect(await loadCaller(handoff.store, claims, 'signed-in')).toEqual({
    claims,
    person: { Id: userId(claims.oid), FullName: claims.name },
    roles: { SystemRole: 'User' },
    businessDomainId: '',
  });
});

test('a sign-in in the same second as the sign-out counts as later, one second before as earlier', async () => {
  await changeUser('vic', { SignedOutAt: '2026-05-04T10:00:00.900Z' });
  const second = Date.parse('2026-05-04T10:00:00.000Z') / 1000;
  expect(await callerOf('vic', second)).toMatchObject({ businessDomainId: HARBOR });
  await expect(callerOf('vic', second - 1)).rejects.toMatchObject({
    code: 'signed_out',
    message: 'You were signed out on all devices. Please sign in again.',
  });
});

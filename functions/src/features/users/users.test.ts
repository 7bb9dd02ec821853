import { api } from '@handoff/shared/contract/api';
import { permissionsByAgencyRole } from '@handoff/shared/domain/access/role';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { changeUser, storedIn } from '../../testing/stored.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { EVERGREEN, HARBOR, people, TENANT } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const account = {
  FullName: 'Someone Else',
  Email: 'else@example.org',
  TenantId: TENANT,
  LocalAccountId: people.ada.oid,
  FirstName: 'Someone',
  LastName: 'Else',
};
const check = (as: 'sam' | 'ana') => handoff.call(api.users.check, { body: account }, { as });
const switchTo = (BusinessDomainId: string) =>
  handoff.call(api.users.switchBusinessDomain, { body: { BusinessDomainId } }, { as: 'bo' });

/** Each request has an id of its own. */
const peopleIn = (answer: Awaited<ReturnType<typeof check>>) =>
  answer.ok().map(({ RequestId: _id, ...user }) => user);

test('an unknown person is recorded once, as the token says who they are, and waits', async () => {
  const [recorded] = peopleIn(await check('sam'));
  expect(recorded).toMatchObject({
    Id: `user-${people.sam.oid}`,
    FullName: 'Sam Stranger',
    FirstName: 'Sam',
    LastName: 'Stranger',
    Email: 'sam@example.org',
    ServerAuthenticated: 0,
    Active: false,
    SystemRole: 'User',
    RolesWithinAgencies: [],
  });
  // A second tab at the same time, and a third later: other keys, the same person.
  const again = await Promise.all([check('sam'), check('sam')]);
  expect(again.map(peopleIn)).toEqual([[recorded], [recorded]]);
  const system = await storedIn(handoff.store, 'sys');
  expect(system.filter((document) => document['FullName'] === 'Sam Stranger')).toHaveLength(1);

  const securityInfo = await handoff.call(api.users.securityInfo, {}, { as: 'sam' });
  expect(securityInfo.error()).toMatchObject({
    code: 'no_access',
    ErrorMessage: expect.stringContaining('Ask your administrator'),
  });
});

test('two tabs of an unknown person at the very same time make one record', async () => {
  const answers = await Promise.all([check('sam'), check('sam'), check('sam')]);
  expect(new Set(answers.map((answer) => JSON.stringify(peopleIn(answer)))).size).toBe(1);
});

test('a known person is found as recorded, whatever the browser says', async () => {
  expect((await check('ana')).ok()).toMatchObject([
    { FullName: 'Ana Intake', ServerAuthenticated: 1, RolesWithinAgencies: [{ BusinessDomainId: HARBOR }] },
  ]);
});

test('the person named in the settings becomes the first administrator', async () => {
  const { call } = handoff.another({}, { firstAdministratorOid: people.sam.oid });
  (await call(api.users.check, { body: account }, { as: 'sam' })).ok();
  const info = (await handoff.call(api.users.securityInfo, {}, { as: 'sam' })).ok();
  expect(info).toMatchObject({ SystemRole: 'Administrator', RoleWithinAgency: null });
  expect(info.Rights).toContainEqual({ Permission: 'users.manage', GrantedBy: 'Administrator' });
});

test('everyone learns their own rights and the role each comes from', async () => {
  const info = (await handoff.call(api.users.securityInfo, {}, { as: 'cal' })).ok();
  expect(info).toMatchObject({
    FullName: 'Cal Clinician',
    SystemRole: 'User',
    RoleWithinAgency: 'Clinician',
  });
  expect(new Set(info.Rights.map((right) => right.Permission))).toEqual(
    new Set(permissionsByAgencyRole.Clinician),
  );
  expect(info.Rights.every((right) => right.GrantedBy === 'Clinician')).toBe(true);
});

test('a removed role and a deactivation take effect with the next request', async () => {
  const list = () => handoff.call(api.referrals.list, { query: {} }, { as: 'ana' });
  expect((await list()).status).toBe(200);
  await changeUser(handoff, 'ana', { roles: [] });
  expect((await list()).status).toBe(403);
  await changeUser(handoff, 'ana', { Active: false });
  expect((await handoff.call(api.users.businessDomains, {}, { as: 'ana' })).status).toBe(403);
});

test('switching the agency shows the other one, and earlier actions do not follow', async () => {
  const before = (await handoff.call(api.users.businessDomains, {}, { as: 'bo' })).ok();
  expect(before).toMatchObject({
    BusinessDomainInfo: [
      { Id: HARBOR, Name: 'Harbor Home Care', RoleWithinAgency: 'Intake' },
      { Id: EVERGREEN, Name: 'Evergreen Hospice', RoleWithinAgency: 'Intake' },
    ],
    CurrentBusinessDomainId: HARBOR,
  });
  const { Id } = await referral(handoff);
  expect((await switchTo(EVERGREEN)).ok().CurrentBusinessDomainId).toBe(EVERGREEN);

  const list = await handoff.call(api.referrals.list, { query: {} }, { as: 'bo' });
  expect(list.ok().ReferralInfo).toEqual([]);
  const stale = await handoff.call(api.referrals.remove, { body: { Id } }, { as: 'bo', domain: HARBOR });
  expect(stale.error().code).toBe('domain_changed');
  expect((await handoff.call(api.referrals.remove, { body: { Id } }, { as: 'bo' })).status).toBe(404);

  await switchTo(HARBOR);
  const back = await handoff.call(api.referrals.list, { query: {} }, { as: 'bo', domain: HARBOR });
  expect(back.ok().ReferralInfo).toMatchObject([{ Id }]);
});

test('no one switches to an agency that is not theirs, whether it exists or not', async () => {
  await changeUser(handoff, 'bo', { roles: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Intake' }] });
  const answers = [await switchTo(EVERGREEN), await switchTo('domain-nowhere')];
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(answers[0]?.error().ErrorMessage).toBe(answers[1]?.error().ErrorMessage);
  const after = (await handoff.call(api.users.businessDomains, {}, { as: 'bo' })).ok();
  expect(after.CurrentBusinessDomainId).toBe(HARBOR);
});

test('a person who loses their current agency falls back to another of theirs', async () => {
  await switchTo(EVERGREEN);
  await changeUser(handoff, 'bo', { roles: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Viewer' }] });
  const domains = (await handoff.call(api.users.businessDomains, {}, { as: 'bo' })).ok();
  expect(domains.CurrentBusinessDomainId).toBe(HARBOR);
});

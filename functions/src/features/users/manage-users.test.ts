import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';
import { EVERGREEN, HARBOR, people, userRecord, type PersonName } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});
const ada = { as: 'ada' } as const;

const idOf = (person: PersonName) => `user-${people[person].oid}`;
const samAt = (RoleWithinAgency: 'Intake' | 'Viewer') => ({
  LocalAccountId: people.sam.oid.toUpperCase(),
  FullName: 'Sam van der Stranger',
  Email: 'sam@example.org',
  SystemRole: 'User' as const,
  RolesWithinAgencies: [{ BusinessDomainId: HARBOR, RoleWithinAgency }],
});

async function users(query = {}) {
  return (await handoff.call(api.users.list, { query }, ada)).ok();
}

async function user(person: PersonName) {
  const found = (await users({ IncludeDeleted: 'true' })).UserInfo.find(({ Id }) => Id === idOf(person));
  if (!found) throw new Error(`no ${person}`);
  return found;
}

async function setSystemRole(
  as: PersonName,
  person: PersonName,
  SystemRole: 'Administrator' | 'User',
  Etag = 'seeded',
  at: Pick<TestApi, 'call'> = handoff,
) {
  const body = { Users: [{ Id: idOf(person), Etag, SystemRole }] };
  return at.call(api.settings.updateUsersSystemRoles, { body }, { as });
}

async function setAgencyRole(
  person: PersonName,
  RoleWithinAgency: 'Intake' | 'Viewer' | null,
  as: PersonName = 'ada',
) {
  const body = {
    BusinessDomainId: HARBOR,
    Users: [{ Id: idOf(person), Etag: (await user(person)).Etag, RoleWithinAgency }],
  };
  return handoff.call(api.settings.updateUsersRolesWithinAgencies, { body }, { as });
}

const account = { FullName: '', Email: '', TenantId: '', LocalAccountId: '', FirstName: '', LastName: '' };
const referralsAs = async (as: PersonName) =>
  (await handoff.call(api.referrals.list, { query: {} }, { as })).status;

test('an administrator sees everyone by name, in pages, and the agencies to work in', async () => {
  const { UserInfo, BusinessDomainInfo, Continuation } = await users();
  expect(UserInfo.map(({ FirstName }) => FirstName)).toEqual([
    'Ada',
    'Ana',
    'Bo',
    'Cal',
    'Eve',
    'Mia',
    'Vic',
  ]);
  expect(BusinessDomainInfo.map(({ Id }) => Id)).toEqual([HARBOR, EVERGREEN]);
  expect(Continuation).toBeNull();
  expect((await handoff.call(api.users.list, { query: {} }, { as: 'mia' })).status).toBe(403);
});

test('someone who signed in waits until an administrator gives access', async () => {
  await handoff.call(api.users.check, { body: account }, { as: 'sam' });
  expect(handoff.sent).toMatchObject([{ audience: { group: 'administrators' }, message: { topic: 'user' } }]);
  expect(await user('sam')).toMatchObject({ ServerAuthenticated: 0, Active: false });
  expect(await referralsAs('sam')).toBe(403);

  const created = await handoff.call(api.users.create, { body: samAt('Intake') }, ada);
  expect(created.ok().UserInfo).toMatchObject([
    { Id: idOf('sam'), ServerAuthenticated: 1, Active: true, FirstName: 'Sam', LastName: 'Stranger' },
  ]);
  expect(await referralsAs('sam')).toBe(200);
  const again = await handoff.call(api.users.create, { body: samAt('Viewer') }, ada);
  expect(again.error()).toMatchObject({ code: 'conflict', current: { Id: idOf('sam') } });
});

test('access can also be prepared for someone who never signed in, or given by an update', async () => {
  const nowhere = {
    ...samAt('Intake'),
    RolesWithinAgencies: [{ BusinessDomainId: 'domain-x', RoleWithinAgency: 'Viewer' as const }],
  };
  const refused = await handoff.call(api.users.create, { body: nowhere }, ada);
  expect(refused.error().fields).toHaveProperty('RolesWithinAgencies');
  await handoff.call(api.users.create, { body: samAt('Viewer') }, ada);
  expect(await referralsAs('sam')).toBe(200);

  await handoff.call(api.users.remove, { body: { Id: idOf('sam') } }, ada);
  expect(await referralsAs('sam')).toBe(403);
  const { Id, Etag } = await user('sam');
  const back = await handoff.call(api.users.update, { body: { Id, Etag, Active: true } }, ada);
  expect(back.ok().UserInfo).toMatchObject([
    { Active: true, RolesWithinAgencies: [{ BusinessDomainId: HARBOR }] },
  ]);
  expect(await referralsAs('sam')).toBe(200);
});

test('a role counts from the next request on, replays included', async () => {
  const key = 'a-referral-of-ana-0001';
  const create = () => handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'ana', key });
  expect((await create()).status).toBe(200);
  expect((await create()).headers).toHaveProperty('Idempotent-Replayed');
  const changed = await setAgencyRole('ana', 'Viewer');
  expect(changed.ok().UserInfo).toMatchObject([{ RolesWithinAgencies: [{ RoleWithinAgency: 'Viewer' }] }]);
  expect((await create()).status).toBe(403);
  expect(handoff.sent.map(({ audience }) => audience)).toContainEqual({ user: people.ana.oid });

  expect((await setAgencyRole('bo', null)).ok().UserInfo[0]?.RolesWithinAgencies).toEqual([
    { BusinessDomainId: EVERGREEN, RoleWithinAgency: 'Intake' },
  ]);
  const settings = await handoff.call(api.settings.get, {}, { as: 'ana' });
  expect(settings.ok().SettingsUsersInfo.map(({ FullName }) => FullName)).not.toContain('Bo Both');
});

test('a stale change of a role is refused and returns the current person', async () => {
  const first = await setSystemRole('ada', 'mia', 'Administrator');
  const stale = await setSystemRole('ada', 'mia', 'User', 'another');
  expect(stale.error()).toMatchObject({
    code: 'conflict',
    current: first.ok().UserInfo[0],
    fields: { SystemRole: 'Ada Administrator has changed this too' },
  });
  expect(stale.error().current).not.toHaveProperty('DomainIds');
});

test('no one gives rights to themselves', async () => {
  expect((await setAgencyRole('ada', 'Viewer')).error()).toMatchObject({ code: 'forbidden' });
  const { Id, Etag } = await user('ada');
  const body = {
    Id,
    Etag,
    RolesWithinAgencies: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Manager' as const }],
  };
  expect((await handoff.call(api.users.update, { body }, ada)).status).toBe(403);
  expect(
    (await handoff.call(api.users.update, { body: { Id, Etag, FullName: 'Ada Lovely' } }, ada)).status,
  ).toBe(200);
});

test('the last administrator stays, whichever way others try', async () => {
  expect((await setSystemRole('ada', 'ada', 'User')).error()).toMatchObject({ code: 'conflict' });
  const { Id, Etag } = await user('ada');
  const ways = [
    handoff.call(api.users.update, { body: { Id, Etag, SystemRole: 'User' } }, ada),
    handoff.call(api.users.update, { body: { Id, Etag, Active: false } }, ada),
    handoff.call(api.users.remove, { body: { Id } }, ada),
  ];
  for (const answer of await Promise.all(ways))
    expect(answer.error().ErrorMessage).toBe(
      'Handoff needs an administrator. Make someone else an administrator first.',
    );
  await setSystemRole('ada', 'mia', 'Administrator');
  expect((await handoff.call(api.users.remove, { body: { Id } }, ada)).status).toBe(200);
  expect((await handoff.call(api.users.list, { query: {} }, ada)).status).toBe(403);
});

test("two administrators who remove each other's role at once leave one", async () => {
  await setSystemRole('ada', 'mia', 'Administrator');
  const { Etag } = await user('mia');
  const both = meeting(2);
  handoff.platform.checkpoint = async (name) => (name === 'A1' ? both() : undefined);
  // Within one process they would run one after the other.
  const elsewhere = handoff.another({});
  const answers = await Promise.all([
    setSystemRole('ada', 'mia', 'User', Etag),
    setSystemRole('mia', 'ada', 'User', 'seeded', elsewhere),
  ]);
  expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 409]);
  const ids = [idOf('ada'), idOf('mia')];
  const stored = await Promise.all(ids.map((id) => handoff.store.app('sys').read(id)));
  const left = stored.filter((record) => record?.['SystemRole'] === 'Administrator');
  expect(left).toHaveLength(1);
});

/** Holds everyone back until this many have arrived; later ones pass. */
function meeting(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === size) resolve();
    return promise;
  };
}

test('twenty people get their roles in one call', async () => {
  const Users = await Promise.all(
    Array.from({ length: 20 }, async (_, n) => {
      const oid = `00000000-0000-4000-8000-1000000000${String(n).padStart(2, '0')}`;
      const record = userRecord({ oid, name: `Person ${n}`, systemRole: 'User', roles: {} });
      const document = { ...record, id: record.Id, type: 'user', DeletedAt: null };
      await handoff.store.app('sys').commit([{ op: 'create', document }]);
      return { Id: record.Id, Etag: record.Etag, RoleWithinAgency: 'Clinician' as const };
    }),
  );
  const body = { BusinessDomainId: EVERGREEN, Users };
  const answer = await handoff.call(api.settings.updateUsersRolesWithinAgencies, { body }, ada);
  expect(answer.ok().UserInfo).toHaveLength(20);
  const twice = { ...body, Users: Users.slice(0, 1).flatMap((one) => [one, one]) };
  expect((await handoff.call(api.settings.updateUsersRolesWithinAgencies, { body: twice }, ada)).status).toBe(
    400,
  );
});

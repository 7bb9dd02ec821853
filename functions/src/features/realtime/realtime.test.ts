import { api } from '@handoff/shared/contract/api';
import { ADMINISTRATORS_GROUP, domainGroup } from '@handoff/shared/contract/realtime';
import { expect, test } from 'vitest';
import { freshApi } from '../../testing/api.ts';
import { changeUser } from '../../testing/stored.ts';
import { EVERGREEN, HARBOR, people, type PersonName } from '../../testing/people.ts';

/** An API whose live service remembers who is in which group. */
async function withGroups() {
  const members = new Set<string>();
  const handoff = await freshApi();
  const { call } = handoff.another({
    realtime: {
      ...handoff.platform.realtime,
      joinGroup: async (user, group) => void members.add(`${user} ${group}`),
      leaveGroup: async (user, group) => void members.delete(`${user} ${group}`),
    },
  });
  return {
    ...handoff,
    call,
    negotiate: (as: PersonName) => call(api.realtime.negotiate, {}, { as }),
    groupsOf: (person: PersonName) =>
      [...members].flatMap((member) => {
        const [user, group] = member.split(' ');
        return user === people[person].oid ? [group] : [];
      }),
  };
}

test('who connects is in the group of the agency they work in, and of no other', async () => {
  const { call, negotiate, groupsOf } = await withGroups();
  const connection = (await negotiate('bo')).ok();
  expect(connection).toEqual({ url: 'http://localhost/client', accessToken: `for-${people.bo.oid}` });
  expect(groupsOf('bo')).toEqual([domainGroup(HARBOR)]);

  await call(api.users.switchBusinessDomain, { body: { BusinessDomainId: EVERGREEN } }, { as: 'bo' });
  await negotiate('bo');
  expect(groupsOf('bo')).toEqual([domainGroup(EVERGREEN)]);
});

test('an agency someone was removed from is left as well', async () => {
  const handoff = await withGroups();
  await handoff.negotiate('bo');
  await changeUser(handoff, 'bo', { roles: [{ BusinessDomainId: EVERGREEN, RoleWithinAgency: 'Intake' }] });
  await handoff.negotiate('bo');
  expect(handoff.groupsOf('bo')).toEqual([domainGroup(EVERGREEN)]);
});

test('administrators hear of imports, and only while they are', async () => {
  const handoff = await withGroups();
  await handoff.negotiate('ada');
  expect(handoff.groupsOf('ada')).toEqual([ADMINISTRATORS_GROUP]);
  await changeUser(handoff, 'ada', { SystemRole: 'User' });
  await handoff.negotiate('ada');
  expect(handoff.groupsOf('ada')).toEqual([]);
});

test('while the live service is down the answer says so, and when to come again', async () => {
  const handoff = await freshApi();
  const { call } = handoff.another({
    realtime: { ...handoff.platform.realtime, joinGroup: () => Promise.reject(new Error('down')) },
  });
  const answer = await call(api.realtime.negotiate, {}, { as: 'vic' });
  expect([answer.error().code, answer.headers['Retry-After']]).toEqual(['unavailable', '5']);
});

test('whoever is deactivated or loses a right is cut off from live messages in the same act', async () => {
  const handoff = await freshApi();
  const change = (person: PersonName, body: object) => {
    const { oid } = people[person];
    const edit = { Id: `user-${oid}`, ...body };
    return handoff.call(api.users.update, { body: edit }, { as: 'ada' });
  };
  (await change('vic', roleAt(HARBOR, 'Intake'))).ok();
  expect(handoff.disconnected).toEqual([]);
  (await change('bo', roleAt(EVERGREEN, 'Intake'))).ok();
  (await change('ana', roleAt(HARBOR, 'Viewer'))).ok();
  (await change('eve', { Active: false })).ok();
  const { ana, bo, eve } = people;
  expect(handoff.disconnected).toEqual([bo.oid, ana.oid, eve.oid]);
});

test('while the live service is down the cut waits for the sweep', async () => {
  const handoff = await freshApi();
  handoff.breakRealtime(true);
  const body = { Id: `user-${people.eve.oid}`, Etag: 'seeded' };
  (await handoff.call(api.users.remove, { body }, { as: 'ada' })).ok();
  handoff.breakRealtime(false);
  handoff.advance(16_000);
  await handoff.app.sweeps.outbox();
  expect(handoff.disconnected).toEqual([people.eve.oid]);
});

const roleAt = (BusinessDomainId: string, RoleWithinAgency: 'Intake' | 'Manager' | 'Viewer') => ({
  RolesWithinAgencies: [{ BusinessDomainId, RoleWithinAgency }],
});

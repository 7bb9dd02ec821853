import { api } from '@handoff/shared/contract/api';
import {
  ADDRESSES_GROUP,
  ADMINISTRATORS_GROUP,
  domainGroup,
  presenceGroup,
} from '@handoff/shared/contract/realtime';
import type { Presence } from '@handoff/shared/domain/referral/presence';
import { expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { changeUser, everythingStored } from '../../testing/stored.ts';
import { EVERGREEN, HARBOR, people, type PersonName } from '../../testing/people.ts';

async function withGroups() {
  let calls = 0;
  const members = new Set<string>();
  const shown: [group: string, presence: Presence][] = [];
  const handoff = await freshApi();
  const { call } = handoff.another({
    realtime: {
      ...handoff.platform.realtime,
      joinGroup: async (user, group) => {
        calls += 1;
        members.add(`${user} ${group}`);
      },
      leaveGroup: async (user, group) => void members.delete(`${user} ${group}`),
      disconnect: async (user) => {
        for (const member of members) if (member.startsWith(`${user} `)) members.delete(member);
      },
      sendPresence: async (group, presence) => void shown.push([group, presence]),
    },
  });
  return {
    ...handoff,
    call,
    calls: () => calls,
    shown,
    hearsOfAddresses: (person: PersonName) => members.has(`${people[person].oid} ${ADDRESSES_GROUP}`),
    negotiate: (as: PersonName) => call(api.realtime.negotiate, {}, { as }),
    /** Without the one of all who choose places. */
    groupsOf: (person: PersonName) =>
      [...members]
        .filter((member) => !member.endsWith(` ${ADDRESSES_GROUP}`))
        .flatMap((member) => {
          const [user, group] = member.split(' ');
          return user === people[person].oid ? [group] : [];
        }),
  };
}

test('a connecting person joins the group of their current agency, and no other', async () => {
  const { call, negotiate, groupsOf } = await withGroups();
  const connection = (await negotiate('bo')).ok();
  expect(connection).toEqual({ url: 'http://localhost/client', accessToken: `for-${people.bo.oid}` });
  expect(groupsOf('bo')).toEqual([domainGroup(HARBOR)]);

  await call(api.users.switchBusinessDomain, { body: { BusinessDomainId: EVERGREEN } }, { as: 'bo' });
  expect(groupsOf('bo')).toEqual([]);
  await negotiate('bo');
  expect(groupsOf('bo')).toEqual([domainGroup(EVERGREEN)]);
});

test('a group that is left late ends the connections, because the person may be back in it', async () => {
  const handoff = await freshApi();
  const { app, call } = handoff.another({
    realtime: { ...handoff.platform.realtime, leaveGroup: () => Promise.reject(new Error('down')) },
  });
  for (const BusinessDomainId of [EVERGREEN, HARBOR])
    // oxlint-disable-next-line no-await-in-loop -- one switch after the other
    (await call(api.users.switchBusinessDomain, { body: { BusinessDomainId } }, { as: 'bo' })).ok();
  expect(handoff.disconnected).toEqual([]);
  handoff.advance(16_000);
  await app.jobs.outbox.run();
  expect(new Set(handoff.disconnected)).toEqual(new Set([people.bo.oid]));
});

test('a connection takes two calls of the live service, with a thousand agencies, too', async () => {
  const { negotiate, calls, store } = await withGroups();
  const agency = await store.app('sys').read(HARBOR);
  if (!agency) throw new Error('no agency');
  const { _etag, ...fields } = agency;
  for (let number = 0; number < 1000; number += 50)
    // oxlint-disable-next-line no-await-in-loop -- a batch after the other
    await store.app('sys').commit(
      Array.from({ length: 50 }, (_, each) => ({
        op: 'create',
        document: { ...fields, id: `domain-${number + each}`, type: agency.type },
      })),
    );
  (await negotiate('bo')).ok();
  expect(calls()).toBe(2);
});

test('a person at a referral is shown to others there under their own name, and nothing is stored', async () => {
  const { call, shown, groupsOf, store, ...handoff } = await withGroups();
  const { Id } = await referral({ ...handoff, call, store });
  const at = (changes: Partial<Presence> = {}) => ({ body: { ...place, ReferralId: Id, ...changes } });
  const stored = await everythingStored(store);

  (await call(api.realtime.presence, at(), { as: 'vic' })).ok();
  (await call(api.realtime.presence, at({ State: 'editing', Section: 'Payer' }), { as: 'ana' })).ok();
  expect(
    shown.map(([group, { Person, State, Section }]) => [group, Person.FullName, State, Section]),
  ).toEqual([
    [presenceGroup(HARBOR, Id), people.vic.name, 'viewing', null],
    [presenceGroup(HARBOR, Id), people.ana.name, 'editing', 'Payer'],
  ]);
  expect(groupsOf('vic')).toEqual([presenceGroup(HARBOR, Id)]);
  (await call(api.realtime.presence, at({ State: 'left' }), { as: 'vic' })).ok();
  expect([groupsOf('vic'), groupsOf('ana')]).toEqual([[], [presenceGroup(HARBOR, Id)]]);
  expect(await everythingStored(store)).toEqual(stored);
});

test('a person who may not read the referral neither sees others at it nor is seen', async () => {
  const { call, shown, groupsOf, ...handoff } = await withGroups();
  const { Id } = await referral({ ...handoff, call });
  const at = { body: { ...place, ReferralId: Id } };
  expect((await call(api.realtime.presence, at, { as: 'eve' })).ok()).toEqual({ IsShown: false });
  expect((await call(api.realtime.presence, at, { as: 'ada' })).error().code).toBe('forbidden');
  expect([groupsOf('eve'), groupsOf('ada'), shown]).toEqual([[], [], []]);
});

test('leaving after a switch of the agency shows nothing there, and is no error', async () => {
  const { call, shown, ...handoff } = await withGroups();
  const { Id } = await referral({ ...handoff, call });
  await call(api.users.switchBusinessDomain, { body: { BusinessDomainId: EVERGREEN } }, { as: 'bo' });
  const body = { ...place, ReferralId: Id, State: 'left' as const };
  expect((await call(api.realtime.presence, { body }, { as: 'bo' })).ok()).toEqual({ IsShown: false });
  expect(shown).toEqual([]);
});

test('only those who may choose places hear of states that go live', async () => {
  const handoff = await withGroups();
  await handoff.negotiate('bo');
  expect(handoff.hearsOfAddresses('bo')).toBe(true);
  await edit(handoff, 'bo', { RolesWithinAgencies: [] });
  await handoff.negotiate('bo');
  expect(handoff.hearsOfAddresses('bo')).toBe(false);
});

test('a person removed from an agency also leaves its group', async () => {
  const handoff = await withGroups();
  await handoff.negotiate('bo');
  await edit(handoff, 'bo', roleAt(EVERGREEN, 'Intake'));
  expect(handoff.groupsOf('bo')).toEqual([]);
  await handoff.negotiate('bo');
  expect(handoff.groupsOf('bo')).toEqual([domainGroup(EVERGREEN)]);
});

test('a person who is removed while they connect hears of nothing', async () => {
  const handoff = await withGroups();
  const { realtime } = handoff.platform;
  const joined = handoff.another({
    realtime: {
      ...realtime,
      joinGroup: async () => void (await edit(handoff, 'bo', roleAt(EVERGREEN, 'Intake'))),
    },
  });
  await joined.call(api.realtime.negotiate, {}, { as: 'bo' });
  expect(handoff.disconnected).toEqual([people.bo.oid]);
});

test('administrators are notified of imports only while they are administrators', async () => {
  const handoff = await withGroups();
  await handoff.negotiate('ada');
  expect(handoff.groupsOf('ada')).toEqual([ADMINISTRATORS_GROUP]);
  await changeUser(handoff, 'mia', { SystemRole: 'Administrator' });
  (
    await handoff.call(
      api.users.update,
      { body: { Id: `user-${people.ada.oid}`, SystemRole: 'User' } },
      { as: 'mia' },
    )
  ).ok();
  await handoff.negotiate('ada');
  expect(handoff.groupsOf('ada')).toEqual([]);
});

test('while the live service is down, the answer says so and when to retry', async () => {
  const handoff = await freshApi();
  const { call } = handoff.another({
    realtime: { ...handoff.platform.realtime, joinGroup: () => Promise.reject(new Error('down')) },
  });
  const answer = await call(api.realtime.negotiate, {}, { as: 'vic' });
  expect([answer.error().code, answer.headers['Retry-After']]).toEqual(['unavailable', '5']);
});

test('a deactivation or the loss of a right ends live connections in the same write', async () => {
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

test('while the live service is down, ending connections waits for the sweep', async () => {
  const handoff = await freshApi();
  handoff.breakRealtime(true);
  const body = { Id: `user-${people.eve.oid}`, Etag: 'seeded' };
  (await handoff.call(api.users.remove, { body }, { as: 'ada' })).ok();
  handoff.breakRealtime(false);
  handoff.advance(16_000);
  await handoff.app.jobs.outbox.run();
  expect(handoff.disconnected).toEqual([people.eve.oid]);
});

const edit = async ({ call }: Pick<TestApi, 'call'>, person: PersonName, body: object) =>
  (await call(api.users.update, { body: { Id: `user-${people[person].oid}`, ...body } }, { as: 'ada' })).ok();

const roleAt = (BusinessDomainId: string, RoleWithinAgency: 'Intake' | 'Manager' | 'Viewer') => ({
  RolesWithinAgencies: [{ BusinessDomainId, RoleWithinAgency }],
});

const place = {
  TabId: '2b1c9d0e-5f4a-4b63-8e21-7c0d9a1f3e55',
  Turn: 1,
  State: 'viewing',
  Section: null,
} as const;

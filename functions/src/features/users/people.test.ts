import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { copyReferral } from '../../testing/stored.ts';
import { referral } from '../../testing/examples/example-records.ts';
import { EVERGREEN, HARBOR, people } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});
const ada = { as: 'ada' } as const;
const sam = `user-${people.sam.oid}`;
const ana = `user-${people.ana.oid}`;
const mia = `user-${people.mia.oid}`;

const account = { FullName: '', Email: '', TenantId: '', LocalAccountId: '', FirstName: '', LastName: '' };
const signIn = async (as: 'sam' | 'ana') =>
  (await handoff.call(api.users.check, { body: account }, { as })).ok()[0];
const waiting = async () => (await handoff.call(api.users.waiting, {}, ada)).ok();
const expectSam = { Email: 'SAM@Example.org', SystemRole: 'User' as const };
const intakeAtHarbor = [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Intake' as const }];

test('an invited person waits like everyone, with the invited roles ready to confirm', async () => {
  const body = { ...expectSam, RolesWithinAgencies: intakeAtHarbor };
  (await handoff.call(api.users.addExpected, { body }, ada)).ok();
  const twice = await handoff.call(api.users.addExpected, { body }, ada);
  expect(twice.error().fields).toEqual({ Email: 'This address has already been invited' });

  await signIn('sam');
  expect((await handoff.call(api.users.securityInfo, {}, { as: 'sam' })).status).toBe(403);
  const { WaitingUsersInfo, WaitingCount } = await waiting();
  expect([WaitingCount, WaitingUsersInfo]).toMatchObject([
    1,
    [{ Id: sam, WaitingSince: expect.any(String), Expected: { RolesWithinAgencies: intakeAtHarbor } }],
  ]);
  const access = { LocalAccountId: people.sam.oid, FullName: 'Sam Stranger', ...body };
  const [user] = (await handoff.call(api.users.create, { body: access }, ada)).ok().UserInfo;
  expect(user).toMatchObject({ Active: true, LastSignInAt: expect.any(String) });
  expect(user).not.toHaveProperty('WaitingSince');
  expect((await handoff.call(api.referrals.list, { query: {} }, { as: 'sam' })).status).toBe(200);
  expect(handoff.sent.map(({ audience }) => audience)).toContainEqual({ user: people.sam.oid });
  expect(await waiting()).toEqual({ WaitingUsersInfo: [], WaitingCount: 0 });
  expect((await handoff.call(api.users.expected, {}, ada)).ok().ExpectedUsersInfo).toEqual([]);
});

test('someone who has access is not invited', async () => {
  const body = { ...expectSam, Email: 'ANA@example.org', RolesWithinAgencies: intakeAtHarbor };
  const refused = await handoff.call(api.users.addExpected, { body }, ada);
  expect(refused.error()).toMatchObject({
    code: 'conflict',
    fields: { Email: 'Ana Intake has access already' },
  });
  expect((await handoff.call(api.users.expected, {}, ada)).ok().ExpectedUsersInfo).toEqual([]);
});

test('a refused person no longer waits, sees the refusal, and can still be given access', async () => {
  await signIn('sam');
  (await handoff.call(api.users.remove, { body: { Id: sam } }, ada)).ok();
  expect((await waiting()).WaitingCount).toBe(0);
  expect(await signIn('sam')).toMatchObject({ ServerAuthenticated: 0, RefusedAt: expect.any(String) });
  const body = {
    LocalAccountId: people.sam.oid,
    FullName: 'Sam',
    ...expectSam,
    RolesWithinAgencies: intakeAtHarbor,
  };
  const [user] = (await handoff.call(api.users.create, { body }, ada)).ok().UserInfo;
  expect(user).not.toHaveProperty('RefusedAt');
});

test('a waiting person connects for live messages and hears of their own access only', async () => {
  await signIn('sam');
  const joined: string[] = [];
  const { realtime } = handoff.platform;
  const other = handoff.another({
    realtime: { ...realtime, joinGroup: async (_user, group) => void joined.push(group) },
  });
  expect((await other.call(api.realtime.negotiate, {}, { as: 'sam' })).status).toBe(200);
  expect(joined).toEqual([]);
});

test('a sign-in is noted, and an edit begun before it is not stale', async () => {
  const [before] = (await handoff.call(api.users.list, { query: {} }, ada))
    .ok()
    .UserInfo.filter(({ Id }) => Id === ana);
  expect(before).not.toHaveProperty('LastSignInAt');
  const first = await signIn('ana');
  handoff.advance(60_000);
  expect((await signIn('ana'))?.LastSignInAt).toBe(first?.LastSignInAt);
  handoff.advance(15 * 60_000);
  expect((await signIn('ana'))?.LastSignInAt).not.toBe(first?.LastSignInAt);
  const edit = { Id: ana, Etag: before?.Etag ?? '', FullName: 'Ana Intake-Jones' };
  expect((await handoff.call(api.users.update, { body: edit }, ada)).status).toBe(200);
});

const openWorkOf = async (UserId: string) =>
  (await handoff.call(api.users.openWork, { query: { BusinessDomainId: HARBOR, UserId } }, ada)).ok()
    .OpenReferrals;
const handOver = (ToUserId: string | null) =>
  handoff.call(
    api.users.handOverWork,
    { body: { BusinessDomainId: HARBOR, FromUserId: ana, ToUserId } },
    ada,
  );

test('open referrals of a departing person are counted and handed over, forty at a time', async () => {
  const { Id, Etag } = await referral(handoff);
  const own = { Id, Etag, OwnerId: ana };
  (await handoff.call(api.referrals.update, { body: own }, { as: 'ana' })).ok();
  await copyReferral(handoff.store, { id: Id, domain: HARBOR, times: 41 });
  const closed = await referral(handoff);
  (
    await handoff.call(
      api.referrals.update,
      { body: { ...closed, OwnerId: ana, StatusId: 'closed' } },
      { as: 'ana' },
    )
  ).ok();
  expect(await openWorkOf(ana)).toBe(42);
  const all = (await handoff.call(api.users.openReferrals, {}, ada)).ok().OpenReferralsInfo;
  expect(all).toContainEqual({ BusinessDomainId: HARBOR, UserId: ana, OpenReferrals: 42 });

  expect((await handOver(`user-${people.eve.oid}`)).error().fields).toHaveProperty('ToUserId');
  expect((await handOver(mia)).ok()).toEqual({ Moved: 40, Remaining: 2 });
  expect((await handOver(mia)).ok()).toEqual({ Moved: 2, Remaining: 0 });
  expect([await openWorkOf(ana), await openWorkOf(mia)]).toEqual([0, 42]);
  const bell = await handoff.call(api.users.notifications, { query: { id: mia } }, { as: 'mia' });
  expect(bell.ok().UserNotificationsInfo.map(({ Text }) => Text)).toContain(
    'Ada Administrator handed over 40 open referrals to you',
  );
  const history = await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'mia' });
  expect(history.ok().ReferralActivity[0]).toMatchObject({
    action: 'referral.handed-over',
    name: 'Ada Administrator',
    changes: [{ field: 'Owner.FullName', old: 'Ana Intake', new: 'Mia Manager' }],
  });
  expect(JSON.stringify((await handOver(null)).ok())).toBe('{"Moved":0,"Remaining":0}');
});

test('only an administrator sees waiting people and the open work of others', async () => {
  expect((await handoff.call(api.users.openReferrals, {}, { as: 'mia' })).status).toBe(403);
  const query = { BusinessDomainId: EVERGREEN, UserId: ana };
  expect((await handoff.call(api.users.openWork, { query }, { as: 'mia' })).status).toBe(403);
  expect((await handoff.call(api.users.waiting, {}, { as: 'mia' })).status).toBe(403);
});

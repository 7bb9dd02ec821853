import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { people, type PersonName } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
  // Tokens count in seconds, so this makes the test later than every sign-in so far.
  handoff.advance(2_000);
});

const idOf = (person: PersonName) => `user-${people[person].oid}`;
const signOut = (as: PersonName, body: { Id?: string } = {}) =>
  handoff.call(api.users.signOut, { body }, { as });

async function readsWith(person: PersonName, claims: Record<string, unknown> = {}) {
  const authorization = `Bearer ${await handoff.token(person, claims)}`;
  return handoff.call(api.users.securityInfo, {}, { headers: { authorization } });
}
const secondsFromNow = (seconds: number) =>
  Math.floor(handoff.platform.clock.now().getTime() / 1000) + seconds;

test('signing out on all devices refuses every earlier sign-in and accepts a new one', async () => {
  (await signOut('vic')).ok();
  const refused = await handoff.call(api.users.securityInfo, {}, { as: 'vic' });
  expect([refused.status, refused.error().code]).toEqual([401, 'signed_out']);
  expect(refused.headers['WWW-Authenticate']).toBe('Bearer');
  const checked = await handoff.call(
    api.users.check,
    { body: { FullName: '', Email: '', TenantId: '', LocalAccountId: '' } },
    { as: 'vic' },
  );
  expect(checked.error().code).toBe('signed_out');

  (await readsWith('vic', { auth_time: secondsFromNow(3) })).ok();
  (await handoff.call(api.users.securityInfo, {}, { as: 'mia' })).ok();
});

test('a token that is renewed without a sign-in does not help', async () => {
  (await signOut('vic')).ok();
  const renewed = { auth_time: secondsFromNow(-60), iat: secondsFromNow(60) };
  expect((await readsWith('vic', renewed)).error().code).toBe('signed_out');
});

test('a token without the time of its sign-in is judged by its time of issue', async () => {
  (await signOut('vic')).ok();
  const old = { auth_time: undefined, iat: secondsFromNow(-60) };
  expect((await readsWith('vic', old)).error().code).toBe('signed_out');
  (await readsWith('vic', { auth_time: undefined, iat: secondsFromNow(3) })).ok();
});

test('an administrator signs someone out, which ends live messages at once and is in the history', async () => {
  (await signOut('ada', { Id: idOf('vic') })).ok();
  expect(handoff.disconnected).toEqual([people.vic.oid]);
  expect((await readsWith('vic')).error().code).toBe('signed_out');
  const { AuditInfo } = (await handoff.call(api.audit.systemList, { query: {} }, { as: 'ada' })).ok();
  expect(AuditInfo[0]).toMatchObject({ action: 'user.signed-out', subject: idOf('vic') });
});

const account = { FullName: '', Email: '', TenantId: '', LocalAccountId: '' };

/** Signs a person in with another browser; returns a function that calls from it. */
async function browserOf(person: PersonName, sid: string, Device = '') {
  const claims = { sid, auth_time: secondsFromNow(-60) };
  const authorization = `Bearer ${await handoff.token(person, claims)}`;
  const how = { headers: { authorization } };
  (await handoff.call(api.users.check, { body: { ...account, Device } }, how)).ok();
  return {
    sessions: async () => (await handoff.call(api.users.sessions, { query: {} }, how)).ok().SessionInfo,
    read: () => handoff.call(api.users.securityInfo, {}, how),
    signOut: (SessionId: string) => handoff.call(api.users.signOut, { body: { SessionId } }, how),
  };
}

test('a person signs out one of their sessions: its tokens are refused, renewed ones too, and others continue', async () => {
  const desk = await browserOf('vic', 'desk', 'Edge on Windows');
  handoff.advance(20 * 60_000);
  const phone = await browserOf('vic', 'phone', 'Safari on iPhone');
  expect(await desk.sessions()).toMatchObject([
    { Id: 'phone', Device: 'Safari on iPhone' },
    { Id: 'desk', Device: 'Edge on Windows' },
  ]);
  expect((await desk.read()).ok().SessionId).toBe('desk');

  (await desk.signOut('phone')).ok();
  expect((await phone.read()).error()).toMatchObject({
    code: 'signed_out',
    ErrorMessage: 'This session was signed out. Please sign in again.',
  });
  const renewed = { sid: 'phone', auth_time: secondsFromNow(-60), iat: secondsFromNow(60) };
  expect((await readsWith('vic', renewed)).error().code).toBe('signed_out');
  expect((await desk.sessions()).map(({ Id }) => Id)).toEqual(['desk']);
  expect(handoff.disconnected).toEqual([people.vic.oid]);

  (await readsWith('vic', { sid: 'phone', auth_time: secondsFromNow(3) })).ok();
});

test('a person signs out their current session', async () => {
  const desk = await browserOf('vic', 'desk');
  const phone = await browserOf('vic', 'phone');
  (await desk.signOut('desk')).ok();
  expect((await desk.read()).error().code).toBe('signed_out');
  (await phone.read()).ok();
});

test('after a sign-out on all devices no session is listed', async () => {
  await browserOf('vic', 'desk');
  (await signOut('vic')).ok();
  const again = await handoff.token('vic', { sid: 'new', auth_time: secondsFromNow(3) });
  const how = { headers: { authorization: `Bearer ${again}` } };
  (await handoff.call(api.users.check, { body: account }, how)).ok();
  const { SessionInfo } = (await handoff.call(api.users.sessions, { query: {} }, how)).ok();
  expect(SessionInfo.map(({ Id }) => Id)).toEqual(['new']);
});

test('an ended session stays ended when the person loses access and gets it back', async () => {
  (await signOut('vic')).ok();
  (await handoff.call(api.users.remove, { body: { Id: idOf('vic') } }, { as: 'ada' })).ok();
  const body = { LocalAccountId: people.vic.oid, FullName: people.vic.name, Email: 'vic@example.org' };
  const roles = { SystemRole: 'User' as const, RolesWithinAgencies: [] };
  (await handoff.call(api.users.create, { body: { ...body, ...roles } }, { as: 'ada' })).ok();
  expect((await readsWith('vic', { auth_time: secondsFromNow(-60) })).error().code).toBe('signed_out');
});

test('the eleventh session ends the least recently used one', async () => {
  const first = await browserOf('vic', 'first');
  handoff.advance(16 * 60_000);
  const second = await browserOf('vic', 'second');
  for (const name of ['3', '4', '5', '6', '7', '8', '9', '10', '11'])
    // oxlint-disable-next-line no-await-in-loop -- one person at a time
    await browserOf('vic', name);
  expect((await first.read()).error().code).toBe('signed_out');
  expect(await second.sessions()).toHaveLength(10);
});

test("an administrator sees a person's sessions and signs one out, which is in the history", async () => {
  const desk = await browserOf('vic', 'desk', 'Edge on Windows');
  const query = { Id: idOf('vic') };
  const { SessionInfo } = (await handoff.call(api.users.sessions, { query }, { as: 'ada' })).ok();
  expect(SessionInfo).toMatchObject([{ Id: 'desk', Device: 'Edge on Windows' }]);
  const body = { Id: idOf('vic'), SessionId: 'desk' };
  (await handoff.call(api.users.signOut, { body }, { as: 'ada' })).ok();
  expect((await desk.read()).error().code).toBe('signed_out');
  const { AuditInfo } = (await handoff.call(api.audit.systemList, { query: {} }, { as: 'ada' })).ok();
  expect(AuditInfo[0]).toMatchObject({ action: 'user.session-ended', subject: idOf('vic') });

  const unknown = await handoff.call(api.users.signOut, { body }, { as: 'ada' });
  expect(unknown.error().code).toBe('not_found');
});

test('someone else’s sessions are neither shown nor ended', async () => {
  const ana = await browserOf('ana', 'desk');
  const query = { Id: idOf('ana') };
  expect((await handoff.call(api.users.sessions, { query }, { as: 'mia' })).error().code).toBe('forbidden');
  const body = { ...query, SessionId: 'desk' };
  expect((await handoff.call(api.users.signOut, { body }, { as: 'mia' })).error().code).toBe('forbidden');
  expect(
    (await handoff.call(api.users.signOut, { body: { SessionId: 'desk' } }, { as: 'vic' })).error().code,
  ).toBe('not_found');
  (await ana.read()).ok();
});

test.each(['mia', 'vic'] as const)('%s signs out no one else', async (person) => {
  expect((await signOut(person, { Id: idOf('ana') })).error().code).toBe('forbidden');
  (await readsWith('ana')).ok();
});

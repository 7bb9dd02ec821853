import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { people, type PersonName } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
  // Later than every sign-in so far, as tokens tell it.
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

test('who signs out on all devices is refused with every sign-in of before, and let in with a new one', async () => {
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

test('without the time of the sign-in a token is judged by when it was issued', async () => {
  (await signOut('vic')).ok();
  const old = { auth_time: undefined, iat: secondsFromNow(-60) };
  expect((await readsWith('vic', old)).error().code).toBe('signed_out');
  (await readsWith('vic', { auth_time: undefined, iat: secondsFromNow(3) })).ok();
});

test('an administrator signs anybody out; live messages end in the same act, and the history names it', async () => {
  (await signOut('ada', { Id: idOf('vic') })).ok();
  expect(handoff.disconnected).toEqual([people.vic.oid]);
  expect((await readsWith('vic')).error().code).toBe('signed_out');
  const { AuditInfo } = (await handoff.call(api.audit.systemList, { query: {} }, { as: 'ada' })).ok();
  expect(AuditInfo[0]).toMatchObject({ action: 'user.signed-out', subject: idOf('vic') });
});

test.each(['mia', 'vic'] as const)('%s signs out nobody else', async (person) => {
  expect((await signOut(person, { Id: idOf('ana') })).error().code).toBe('forbidden');
  (await readsWith('ana')).ok();
});

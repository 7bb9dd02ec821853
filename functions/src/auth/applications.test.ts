import { api } from '@handoff/shared/contract/api';
import { beforeAll, expect, test } from 'vitest';
import { userId } from '../records/kinds/user-records.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { everyExample } from '../testing/examples/endpoint-examples.ts';
import { referral } from '../testing/examples/example-records.ts';
import { drawFew } from '../testing/faults/run-size.ts';
import { HARBOR, people } from '../testing/people.ts';
import { storedIn } from '../testing/stored.ts';

const azp = 'abababab-abab-4bab-8bab-abababababab';
const asApplication = { idtyp: 'app', scp: undefined, azp, roles: ['Integration'], name: undefined };
const account = { FullName: '', Email: '', TenantId: '', LocalAccountId: '' };

let handoff: TestApi;
/** Headers of the service principal, which has Sam's object id; no person with that id was given access. */
let application: { headers: Record<string, string> };
beforeAll(async () => {
  handoff = await freshApi();
  application = await sentWith(asApplication);
});

const sentWith = async (claims: Record<string, unknown>, person: 'sam' | 'ana' = 'sam') => ({
  headers: { authorization: `Bearer ${await handoff.token(person, claims)}` },
});

const role = (Id: string, RoleWithinAgency: 'Integration' | 'Manager') => ({
  body: { Id, Active: true, RolesWithinAgencies: [{ BusinessDomainId: HARBOR, RoleWithinAgency }] },
});

test('an application waits for access like a person, gets its role, and exports a referral of that agency', async () => {
  const query = { id: (await referral(handoff)).Id };
  const early = await handoff.call(api.referrals.fhir, { query }, application);
  expect(early.status).toBe(403);
  const [waiting] = (await handoff.call(api.users.check, { body: account }, application)).ok();
  expect(waiting).toMatchObject({ FullName: `Application ${azp}`, ServerAuthenticated: 0 });

  const id = userId(people.sam.oid);
  (await handoff.call(api.users.update, role(id, 'Manager'), { as: 'ada' })).ok();
  const asManager = await handoff.call(api.referrals.fhir, { query }, application);
  expect(asManager.error().ErrorMessage).toBe('An application needs the role Integration.');
  (await handoff.call(api.users.update, role(id, 'Integration'), { as: 'ada' })).ok();

  const exported = await handoff.call(api.referrals.fhir, { query }, application);
  expect(exported.status).toBe(200);
  expect(exported.text).toContain('"resourceType":"ServiceRequest"');
});

test('an application is not a colleague: not listed, not chosen as an owner, not named in a note', async () => {
  const listed = (await handoff.call(api.settings.get, {}, { as: 'ana' })).ok().SettingsUsersInfo;
  expect(listed.map(({ FullName }) => FullName)).not.toContain(`Application ${azp}`);
  const { Id, Etag } = await referral(handoff);
  const id = userId(people.sam.oid);
  const owned = await handoff.call(api.referrals.update, { body: { Id, Etag, OwnerId: id } }, { as: 'ana' });
  expect(owned.error().fields).toEqual({ OwnerId: 'Choose someone in this agency' });
  const note = { ReferralId: Id, Text: `@Application ${azp} please export this` };
  (await handoff.call(api.referrals.updateNotes, { body: { ReferralNotes: [note] } }, { as: 'ana' })).ok();
  const stored = await storedIn(handoff.store, `d:${HARBOR}`);
  expect(stored.filter(({ type, UserId }) => type === 'notification' && UserId === id)).toEqual([]);
});

test('an application may make no other call', async () => {
  const allowed = ['referrals.fhir', 'drafts.fromFile'];
  const refused: string[] = [];
  const guarded = drawFew(
    'calls of an application',
    everyExample.filter(({ endpoint }) => endpoint.access !== 'public'),
    ({ name }) => allowed.includes(name),
  );
  for (const { name, endpoint, input } of guarded) {
    const answer = await handoff.call(endpoint, await input(handoff), application);
    if (answer.status === 403) refused.push(name);
  }
  expect(refused.length).toBe(guarded.length - allowed.length);
  expect(refused.filter((name) => allowed.includes(name))).toEqual([]);
}, 60_000);

test.each<[string, Record<string, unknown>, number]>([
  ['without the role in Entra', { roles: [] }, 403],
  ['with another role in Entra', { roles: ['Reader'] }, 403],
  ['with a scope, as if for a person', { scp: 'api.read' }, 401],
  ['that does not say what it is', { idtyp: undefined }, 401],
  ['that says it is a person', { idtyp: 'user' }, 401],
])('a token of an application %s is refused', async (_what, claims, status) => {
  const sent = await sentWith({ ...asApplication, ...claims });
  const answer = await handoff.call(api.referrals.fhir, { query: { id: 'any' } }, sent);
  expect(answer.status).toBe(status);
});

test('a person with the role of applications may do nothing, and an application with a person’s role neither', async () => {
  const query = { id: (await referral(handoff)).Id };
  const impostor = await sentWith(asApplication, 'ana');
  expect((await handoff.call(api.referrals.fhir, { query }, impostor)).status).toBe(403);
  (await handoff.call(api.users.update, role(userId(people.ana.oid), 'Integration'), { as: 'ada' })).ok();
  const answer = await handoff.call(api.referrals.fhir, { query }, { as: 'ana' });
  expect(answer.error().ErrorMessage).toBe('The role Integration is for applications, not for people.');
});

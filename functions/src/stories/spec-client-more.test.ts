import { api } from '@handoff/shared/contract/api';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { sendByHand } from '../testing/by-hand.ts';
import { referralDraft } from '../testing/examples/drafts.ts';
import { blobName, finishedImportId, referral } from '../testing/examples/example-records.ts';

// These requests come from a line-by-line reading of the specification, in addition to those in
// `spec-client.test.ts`.
let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const list = (how: Parameters<TestApi['call']>[2], query = {}) =>
  handoff.call(api.referrals.list, { query }, how);
const create = (body: object) => sendByHand(handoff, api.referrals.create, { as: 'ana', body });
const unknown = (method: string, url: string) =>
  handoff.app.answerUnknown({
    method,
    url,
    params: {},
    header: () => undefined,
    body: async () => new Uint8Array(),
  });

test('a short list is complete, and a longer one has a next page', async () => {
  for (let n = 0; n < 3; n += 1) await referral(handoff);
  const first = await list({ as: 'vic' }, { PageSize: 2, View: 'All' });
  const { Continuation } = first.ok();
  expect(first.headers['Link']).toBe(
    `</api/referrals/get?PageSize=2&View=All&Continuation=${encodeURIComponent(Continuation ?? '')}>; rel="next"`,
  );
  const rest = await list({ as: 'vic' }, { PageSize: 2, View: 'All', Continuation });
  expect(rest.ok().ReferralInfo).toHaveLength(1);
  expect(rest.headers).not.toHaveProperty('Link');
  for (let n = 0; n < 120; n += 1)
    await sendByHand(handoff, api.insurances.create, { as: 'mia', body: { Name: `Plan ${n}` } });
  const plans = await handoff.call(api.insurances.list, { query: {} }, { as: 'vic' });
  expect(plans.ok().InsurancesInfo).toHaveLength(120);
});

test('the same data in other white space and order is the same request', async () => {
  const key = randomUUID();
  const { Patient, ...others } = referralDraft();
  const send = (rawBody: string) =>
    handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'ana', key, rawBody });
  const first = await send(JSON.stringify({ Patient, ...others }));
  const again = await send(JSON.stringify({ ...others, Patient }, null, 2));
  expect([again.status, again.text, again.headers['Idempotent-Replayed']]).toEqual([200, first.text, 'true']);
  expect((await send(JSON.stringify({ ...others, Patient, Services: [] }))).status).toBe(422);
});

test('the sign-in scheme is read in any case, and named in the refusal', async () => {
  const token = await handoff.token('vic');
  expect((await list({ headers: { authorization: `bearer ${token}` } })).status).toBe(200);
  const refused = await list({});
  expect([refused.status, refused.headers['WWW-Authenticate']]).toEqual([401, 'Bearer']);
});

test('an unknown path is 404, a wrong method 405 with the allowed ones, in the standard error body', () => {
  const nothing = unknown('GET', 'http://host/api/nothing/here');
  expect([nothing.status, JSON.parse(String(nothing.body))]).toMatchObject([404, { code: 'not_found' }]);
  const wrong = unknown('POST', 'http://host/api/Services/DownloadFile/some.pdf?x=1');
  expect([wrong.status, wrong.headers['Allow']]).toEqual([405, 'GET']);
  expect(JSON.parse(String(wrong.body))).toMatchObject({
    code: 'method_not_allowed',
    ErrorMessage: 'Send this as GET.',
  });
});

const from = (address: string) => ({ headers: { 'x-forwarded-for': `9.9.9.9, ${address}` } });

test('refused calls are limited, too, by address without a sign-in and by person with one', async () => {
  const rate = { burst: 3, perMinute: 1 };
  handoff = await freshApi({}, { limits: { calls: rate, anonymous: rate } });
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await list(from('1.1.1.1'))).status);
  expect(statuses).toEqual([401, 401, 401, 429]);
  expect((await list(from('2.2.2.2'))).status).toBe(401);
  const forbidden = [];
  for (let n = 0; n < 4; n += 1)
    forbidden.push((await handoff.call(api.users.list, { query: {} }, { as: 'vic' })).status);
  expect(forbidden).toEqual([403, 403, 403, 429]);
});

test('the body of a request without a sign-in is not read', async () => {
  const route = handoff.app.routes.find(({ endpoint }) => endpoint === api.imports.upload);
  if (!route) throw new Error('no route');
  let isRead = false;
  const answer = await handoff.app.answer(route, {
    method: 'PUT',
    url: '/api/settings/uploadStateFileAndStartProcessing',
    params: {},
    header: (name) => (name === 'content-length' ? '99000000' : undefined),
    body: async () => {
      isRead = true;
      return new Uint8Array();
    },
  });
  expect([answer.status, isRead]).toEqual([401, false]);
});

test.each([
  ['the ZIP code 00000', { Address: { ...referralDraft().Address, ZipCode: '00000' } }, 'ZIP code'],
  ['a phone with letters', { Patient: { ...referralDraft().Patient, Phone: '203-555-CALL-01234' } }, 'phone'],
  [
    'an SSN of an area never used',
    { Patient: { ...referralDraft().Patient, Ssn: '666-12-3456' } },
    'never assigned',
  ],
])('%s is refused with the reason', async (_what, changes, reason) => {
  const refused = await create({ ...referralDraft(), ...changes });
  expect(refused.error().ErrorMessage).toContain(reason);
});

test.each(['(203) 555-0123', '203-555', '2035550123'])('the phone %s finds its referral', async (Text) => {
  await referral(handoff);
  const Patient = { ...referralDraft().Patient, Phone: '203 555 0123' };
  const created = await create({ ...referralDraft(), Patient });
  const found = await handoff.call(api.referrals.search, { body: { Text } }, { as: 'vic' });
  expect(created.ok()).toMatchObject({ ReferralInfo: found.ok().ReferralInfo });
});

test("settings include the agency's ZIP codes, and exist for an administrator without an agency", async () => {
  const ImportId = await finishedImportId(handoff, 'CT');
  const publish = { body: { ImportId, Action: 'publish' as const } };
  await handoff.call(api.addressStateUpdates.CT, publish, { as: 'ada' });
  const agency = (await handoff.call(api.settings.get, {}, { as: 'vic' })).ok();
  expect(agency.SettingsZipCodesCountiesInfo).toMatchObject([{ code: '06103' }]);
  const system = (await handoff.call(api.settings.get, {}, { as: 'ada' })).ok();
  expect(system).toMatchObject({ SettingsUsersInfo: [], SettingsSystemRolesInfo: ['Administrator', 'User'] });
});

test('deleting the documents of a referral leaves an empty list', async () => {
  const { Id } = await referral(handoff);
  await blobName(handoff, Id);
  const deleted = await handoff.call(api.referrals.removeDocuments, { query: { id: Id } }, { as: 'ana' });
  expect(deleted.ok()).toEqual({ ReferralDocuments: [] });
});

test('no success has a field for errors', () => {
  const { output } = api.medicareEligibility.history;
  expect(Object.keys(output.shape.HistoricalMedicareSearches.element.shape)).not.toContain('ErrorMessage');
});

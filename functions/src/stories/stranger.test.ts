import { addressStates } from '@handoff/shared/domain/address/us-state';
import { api, everyEndpoint } from '@handoff/shared/contract/api';
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { pdf, referralDraft } from '../testing/examples/drafts.ts';
import {
  blobName,
  finishedImportId,
  noteId,
  party,
  referral,
  stateFile,
} from '../testing/examples/example-records.ts';
import { HARBOR, people, TENANT, type PersonName } from '../testing/people.ts';
import type { Sent } from '../testing/request.ts';
import { changeUser } from '../testing/stored.ts';
import { limitsFor } from '../auth/limits.ts';

// In these tests the author of a client has read only the specification.
let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

/** Sends a request by method and path, with a query if the path has one and a body or a file if there is one. */
function ask(as: PersonName, request: string, body?: unknown, how: Sent = {}) {
  const [method = '', url = ''] = request.split(' ');
  const [path = '', query] = url.split('?');
  const call = everyEndpoint().find(
    ({ endpoint }) => endpoint.method === method && matching(endpoint.path).test(path),
  );
  if (!call) throw new Error(`No call ${request}`);
  const sent = {
    params: matching(call.endpoint.path).exec(path)?.groups ?? {},
    query: Object.fromEntries(new URLSearchParams(query)),
    ...(body instanceof File && { file: body }),
  };
  const rawBody = body === undefined || body instanceof File ? {} : { rawBody: JSON.stringify(body) };
  return handoff.call(call.endpoint, sent, { as, ...rawBody, ...how });
}

const matching = (path: string) => new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

const flat = {
  FirstName: 'Ana',
  LastName: 'Sample',
  DateOfBirth: '1948-03-12',
  Mbi: '1EG4TE5MK00',
  StreetAddress: '12 MAIN ST',
  City: 'HARTFORD',
  State: 'CT',
  ZipCode: 6103,
};
const camelCase = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.charAt(0).toLowerCase() + name.slice(1), value]),
  );
const id = (person: PersonName) => `user-${people[person].oid}`;

describe('notifications', () => {
  test.each(['ada', 'mia', 'vic'] as const)('%s reads their own notifications', async (as) => {
    const own = await ask(as, `GET /users/getusernotificationsbyid?id=${id(as)}`);
    expect(own.ok()).toMatchObject({ UserNotificationsInfo: expect.any(Array) });
  });

  test('an administrator without an agency reads only their own notifications', async () => {
    await finishedImportId(handoff, 'CT');
    const bell = await handoff.call(api.users.personalNotifications, { query: {} }, { as: 'ada' });
    const own = await ask('ada', `GET /users/getusernotificationsbyid?id=${id('ada')}`);
    expect(bell.ok().UserNotificationsInfo).not.toEqual([]);
    expect(own.ok()).toEqual(bell.ok());
    const others = await ask('ada', `GET /users/getusernotificationsbyid?id=${id('mia')}`);
    expect(others.error().code).toBe('not_found');
  });
});

test('a manager who lists users learns where the people of the agency are', async () => {
  const refused = await ask('mia', 'GET /users/get');
  expect([refused.status, refused.error().ErrorMessage]).toEqual([
    403,
    'The role Manager does not allow this. Ask your administrator for one that allows it. The people of your own ' +
      'agency are in GET /settings/get, as SettingsUsersInfo.',
  ]);
});

describe('addresses', () => {
  // They read one import.
  let withAddresses: TestApi;
  beforeAll(async () => {
    handoff = withAddresses = await freshApi();
    const ImportId = await finishedImportId(handoff, 'CT');
    (await ask('ada', 'PUT /settings/UpdateAddressStateCT', { ImportId, Action: 'publish' })).ok();
  });
  beforeEach(() => {
    handoff = withAddresses;
  });

  test.each([
    { State: 'CT' },
    { state: 'connecticut' },
    { STATE: 'CT' },
    { label: 'CT - Connecticut', value: 'CT' },
    { state: { label: 'CT - Connecticut', value: 'CT' } },
  ])('%j requests the ZIP codes of a state', async (body) => {
    const answer = await ask('vic', 'POST /settings/GetZipCodesByState', body);
    expect(answer.ok()).toMatchObject({ SettingsZipCodesCountiesInfo: [{ code: '06103' }] });
  });

  test.each([
    { state: 'CT', code: 6103 },
    { State: 'CT', Code: '06103' },
    { state: 'CT', zipCode: '6103' },
    { state: { label: 'CT - Connecticut', value: 'CT' }, code: '06103' },
    { state: 'CT', code: '06103', city: 'TOWN', county: '' },
  ])('%j requests street addresses', async (body) => {
    const answer = await ask('vic', 'POST /settings/GetStreetAddressesByStateAndCode', body);
    expect(answer.ok()).toMatchObject({ StreetAddresses: [{ StreetAddress: '12 MAIN ST' }] });
  });

  test('an invalid ZIP code is refused with the reason', async () => {
    const body = { state: 'CT', code: 123_456 };
    const refused = await ask('vic', 'POST /settings/GetStreetAddressesByStateAndCode', body);
    expect(refused.error().ErrorMessage).toBe('Enter a ZIP code of 5 digits');
  });

  test.each(Object.keys(api.addressStateUpdates))(
    'a request to %s with addresses explains the right call',
    async (state) => {
      const addresses = [{ StreetAddress: '1 A ST', code: '06510' }];
      const refused = (await ask('ada', `PUT /settings/UpdateAddressState${state}`, addresses)).error();
      expect([refused.ErrorMessage, refused.fields]).toEqual([
        'Send an object with ImportId, Action, MayShrink. Addresses come as a file: send it to ' +
          'PUT /settings/uploadStateFileAndStartProcessing.',
        undefined,
      ]);
    },
  );
});

describe('eligibility', () => {
  const { FirstName, LastName, DateOfBirth, Mbi } = flat;
  test.each([
    camelCase({ FirstName, LastName, DateOfBirth, Mbi }),
    camelCase({ FirstName, LastName, DateOfBirth, MedicareNumber: Mbi }),
  ])('a check accepts %j', async (body) => {
    expect((await ask('ana', 'POST /medicareeligibility/checkeligibility', body)).ok()).toMatchObject({
      isInputWrong: false,
      isPartBEligible: true,
    });
  });

  test('a check of a referral needs only its id', async () => {
    const Patient = { FirstName, LastName, DateOfBirth, Mbi };
    const { Address } = referralDraft();
    const [created] = (
      await handoff.call(api.referrals.create, { body: { Patient, Address } }, { as: 'ana' })
    ).ok().ReferralInfo;
    const body = { ReferralId: created?.Id };
    const answer = await ask('ana', 'POST /medicareeligibility/checkeligibility', body);
    expect(answer.ok()).toMatchObject({ isInputWrong: false, isPartBEligible: true });
    const history = await handoff.call(api.medicareEligibility.history, { query: {} }, { as: 'ana' });
    expect(history.ok().HistoricalMedicareSearches).toMatchObject([{ FirstName, LastName, DateOfBirth }]);
    const other = await ask('eve', 'POST /medicareeligibility/checkeligibility', body);
    expect(other.error().code).toBe('not_found');
  });

  test('a check without a referral needs the person and the number', async () => {
    const refused = await ask('ana', 'POST /medicareeligibility/checkeligibility', { Surname: LastName });
    expect(refused.error().ErrorMessage).toBe(
      'Surname is not a field of this call; FirstName is missing; LastName is missing; DateOfBirth is missing; Mbi is missing',
    );
  });
});

describe('referrals', () => {
  test.each([flat, camelCase(flat)])('%j creates a referral', async (body) => {
    const created = await ask('ana', 'PUT /referrals/create', body);
    expect(created.ok()).toMatchObject({
      ReferralInfo: [
        {
          Patient: { FirstName: 'Ana', LastName: 'Sample' },
          Address: { City: 'HARTFORD', ZipCode: '06103' },
        },
      ],
    });
  });

  test('a changed name is sent with the id', async () => {
    const { Id } = await referral(handoff);
    const updated = await ask('ana', 'PATCH /referrals/update', { id: Id, firstName: 'Patricia' });
    expect(updated.ok()).toMatchObject({
      ReferralInfo: [{ Patient: { FirstName: 'Patricia', LastName: 'Sample' } }],
    });
  });

  test.each([
    (ReferralId: string) => ({ ReferralId, Text: 'Hello' }),
    (Id: string) => ({ Id, ReferralNotes: [{ Text: 'Hello' }] }),
    (Id: string) => ({ Id, Text: 'Hello' }),
    (referralId: string) => ({ referralId, text: 'Hello' }),
  ])('a note is written, way %#', async (bodyFor) => {
    const { Id } = await referral(handoff);
    const written = await ask('ana', 'PATCH /referrals/updatereferralnotes', bodyFor(Id));
    expect(written.ok()).toMatchObject({ ReferralNotes: [{ ReferralId: Id, Text: 'Hello' }] });
  });

  test.each(['id', 'Id', 'NoteId', 'noteId'])('a note is read by its %s', async (name) => {
    const Id = await noteId(handoff);
    const answer = await ask('cal', 'PATCH /referrals/readreferralnotebyid', { [name]: Id });
    expect(answer.ok()).toMatchObject({ ReferralNotes: [{ Id, ReadBy: [{ FullName: people.cal.name }] }] });
  });
});

describe('roles within agencies', () => {
  const url = 'PUT /settings/UpdateUsersRolesWithinAgencies';
  const role = { Id: id('bo'), RoleWithinAgency: 'Viewer' };

  test('roles name their agency each, or once for all', async () => {
    for (const body of [[{ ...role, BusinessDomainId: HARBOR }], { BusinessDomainId: HARBOR, Users: [role] }])
      expect((await ask('ada', url, body)).status).toBe(200);
    const mixed = [{ ...role, BusinessDomainId: HARBOR }];
    const refused = await ask('ada', url, { BusinessDomainId: 'domain-evergreen', Users: mixed });
    expect(refused.error().ErrorMessage).toBe('Send the roles of one BusinessDomainId in a call');
  });

  test('roles without an agency are refused with the name of its field', async () => {
    expect((await ask('ada', url, [role])).error().ErrorMessage).toContain('BusinessDomainId is missing');
  });
});

describe('deleting', () => {
  const paths = ['referrals', 'users', 'partners', 'contractedpayers', 'serviceareas'];
  test.each(paths)('an empty body is refused with the missing field: %s', async (area) => {
    const refused = await ask(area === 'users' ? 'ada' : 'mia', `DELETE /${area}/delete`);
    expect([refused.status, refused.error().ErrorMessage]).toEqual([400, 'Id is missing']);
  });

  test.each(['id', 'Id'])('the query names the record as %s', async (name) => {
    const { Id } = await referral(handoff);
    expect((await ask('ana', `DELETE /referrals/delete?${name}=${Id}`)).status).toBe(200);
  });

  test('other calls refuse it, too, and change nothing', async () => {
    expect((await ask('mia', 'PUT /partners/create')).error().ErrorMessage).toBe('Name is missing');
    expect((await ask('mia', 'POST /users/signout')).error().ErrorMessage).toBe(
      'The body is missing. Send {} as JSON (application/json).',
    );
  });
});

test('creating a user without an e-mail address names the missing field', async () => {
  const LocalAccountId = randomUUID();
  const refused = await ask('ada', 'PUT /users/create', { FullName: 'New Person', LocalAccountId });
  expect(refused.error().ErrorMessage).toBe('Email is missing');
});

test.each(['abc', '12345'])('the phone %s is refused with the expected format', async (Phone) => {
  const refused = await ask('mia', 'PUT /partners/create', { Name: 'Naive', Phone });
  expect(refused.error().ErrorMessage).toBe('Phone: Enter a phone number of 10 digits');
});

test('one field in two spellings is refused', async () => {
  const refused = await ask('mia', 'PUT /partners/create', { Name: 'One', name: 'Two' });
  expect(refused.error().ErrorMessage).toBe('name is not a field of this call, did you mean Name?');
  const both = await ask('ana', 'PUT /referrals/create', { ...referralDraft(), FirstName: 'Ana' });
  expect(both.error().ErrorMessage).toBe('FirstName is not a field of this call');
});

test('a repeat in another spelling counts as the same request', async () => {
  const key = randomUUID();
  const first = await ask('ana', 'PUT /referrals/create', flat, { key });
  const again = await ask('ana', 'PUT /referrals/create', camelCase(flat), { key });
  expect([first.status, again.headers['Idempotent-Replayed'], again.text]).toEqual([200, 'true', first.text]);
});

describe('at the pace of a program', () => {
  const { calls } = limitsFor({ callsPerMinute: 300 });
  beforeEach(async () => {
    handoff = await freshApi({}, { limits: { calls } });
    await changeUser(handoff, 'ada', { roles: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Manager' }] });
  });

  test('140 reads at once are all answered', async () => {
    const reads = Array.from({ length: 140 }, () => ask('vic', 'GET /referrals/get'));
    const statuses = (await Promise.all(reads)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
  });

  test('all calls of the specification succeed in one burst, or say what to send', async () => {
    const requests = await everyCall();
    expect(requests).toHaveLength(56);
    const answers = await Promise.all(
      requests.map(async ({ request, body, says = 'done' }) => {
        const answer = await ask('ada', request, body);
        return [request, answer.status === 200 ? 'done' : answer.error().ErrorMessage, says] as const;
      }),
    );
    expect(answers.filter(([, said, expected]) => said !== expected)).toEqual([]);
  });
});

/**
 * Lists the calls of the specification, each with the body that its words suggest, and the answer when that is not
 * enough.
 */
async function everyCall(): Promise<{ request: string; body?: unknown; says?: string }[]> {
  const referralId = async () => (await referral(handoff)).Id;
  const idOf = async (area: 'partners' | 'contractedPayers' | 'serviceAreas' | 'insurances') =>
    (await party(handoff, api[area].create, { Name: `To delete ${randomUUID()}` })).Id;
  const settings = (await handoff.call(api.settings.get, {}, { as: 'ada' })).ok();
  const documents = {
    shown: await blobName(handoff, await referralId()),
    deleted: await blobName(handoff, await referralId()),
  };
  const withFiles = await referralId();
  await blobName(handoff, withFiles);
  const account = {
    FullName: people.ada.name,
    Email: 'ada@x.example',
    TenantId: TENANT,
    LocalAccountId: people.ada.oid,
  };
  const areas = [
    ['partners', 'partners'],
    ['contractedpayers', 'contractedPayers'],
    ['serviceareas', 'serviceAreas'],
  ] as const;
  const ofAreas = areas.map(async ([path, area]) => [
    { request: `GET /${path}/get` },
    { request: `PUT /${path}/create`, body: { name: 'Created' } },
    { request: `PATCH /${path}/update`, body: { id: await idOf(area), name: 'Updated' } },
    { request: `DELETE /${path}/delete`, body: { id: await idOf(area) } },
  ]);
  const ofStates = addressStates.map((state) => ({
    request: `PUT /settings/UpdateAddressState${state}`,
    says: 'ImportId is missing; Action is missing',
  }));
  return [
    { request: 'POST /users/check', body: account },
    { request: 'GET /users/securityinfo' },
    { request: 'GET /users/getbussinessdomaininformation' },
    { request: 'POST /users/switchbussinessdomaininformation', body: { businessDomainId: HARBOR } },
    { request: 'GET /users/get' },
    { request: `GET /users/getusernotificationsbyid?id=${id('ada')}` },
    {
      request: 'PUT /users/create',
      body: { fullName: 'New', email: 'n@x.example', localAccountId: randomUUID() },
    },
    { request: 'PATCH /users/update', body: { id: id('vic'), fullName: 'Vic Renamed' } },
    { request: 'DELETE /users/delete', body: { Id: id('eve') } },
    { request: 'GET /settings/get' },
    { request: 'GET /settings/GetInsurances' },
    { request: 'GET /settings/GetHistoricalMedicareSearches' },
    { request: 'PUT /settings/UpdateInsurance', body: { id: await idOf('insurances'), name: 'Updated' } },
    { request: 'PUT /settings/AddInsurance', body: { name: 'Added' } },
    { request: 'PUT /settings/DeleteInsurance', body: { Id: await idOf('insurances') } },
    { request: 'POST /settings/GetZipCodesByState', body: { label: 'CT - Connecticut', value: 'CT' } },
    { request: 'POST /settings/GetStreetAddressesByStateAndCode', body: { State: 'CT', Code: 6103 } },
    { request: 'PUT /settings/uploadStateFileAndStartProcessing', body: stateFile('CT').file },
    ...ofStates,
    { request: 'PUT /settings/updatedocumenttypes', body: settings.SettingsDocumentTypesInfo },
    { request: 'PUT /settings/updatereferralstatuses', body: settings.SettingsReferralStatusesInfo },
    { request: 'PUT /settings/updateeligibilitystatuses', body: settings.SettingsEligibilityStatusesInfo },
    {
      request: 'PUT /settings/UpdateUsersSystemRoles',
      body: [{ id: id('cal'), systemRole: 'User' }],
      says: 'Users.0.Id is missing; Users.0.SystemRole is missing; Users.0.id is not a field of this call, did you mean Id?; Users.0.systemRole is not a field of this call, did you mean SystemRole?',
    },
    {
      request: 'PUT /settings/UpdateUsersRolesWithinAgencies',
      body: [{ Id: id('cal'), RoleWithinAgency: 'Viewer', BusinessDomainId: HARBOR }],
    },
    { request: 'POST /services/uploadfile', body: pdf('another page') },
    { request: `DELETE /services/deletefile/${documents.deleted}` },
    { request: `GET /services/downloadfile/${documents.shown}` },
    { request: 'GET /referrals/get' },
    { request: `GET /referrals/getreferralbyid?id=${await referralId()}` },
    { request: 'PUT /referrals/create', body: camelCase(flat) },
    { request: 'PATCH /referrals/update', body: { id: await referralId(), clinicalSummary: 'Changed.' } },
    {
      request: 'PATCH /referrals/updatereferralnotes',
      body: { referralId: await referralId(), text: 'Hello' },
    },
    { request: 'PATCH /referrals/readreferralnotebyid', body: { noteId: await noteId(handoff) } },
    { request: 'DELETE /referrals/delete', says: 'Id is missing' },
    { request: `DELETE /referrals/deletereferraldocumentsbyid?id=${withFiles}` },
    ...(await Promise.all(ofAreas)).flat(),
    { request: 'POST /medicareeligibility/checkeligibility', body: { referralId: await referralId() } },
  ];
}

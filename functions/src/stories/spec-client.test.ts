import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { beforeEach, describe, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { noteId, referral } from '../testing/examples/example-records.ts';
import { pdf, referralDraft } from '../testing/examples/drafts.ts';
import { readFirst, sendByHand } from '../testing/by-hand.ts';
import { EVERGREEN, HARBOR, people, TENANT, type PersonName } from '../testing/people.ts';

// These requests are those of a careful client that has only the specification and earlier answers.
let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const send = (endpoint: Endpoint, as: PersonName, body: unknown) =>
  sendByHand(handoff, endpoint, { as, body });
const read = (endpoint: Endpoint, as: PersonName, from: { list: string; query?: object }) =>
  readFirst(handoff, endpoint, { as, ...from });

const account = {
  FullName: 'Spec Person',
  Email: 'spec@x.example',
  TenantId: TENANT,
  LocalAccountId: '11cf9a64-be7c-4153-b093-ffb676d7d1db',
  FirstName: 'Spec',
  LastName: 'Person',
};
const vic = `user-${people.vic.oid}`;
const userList = { list: 'UserInfo' };

describe('users', () => {
  test("the specification's user is created and waits for a role", async () => {
    const created = await send(api.users.create, 'ada', { Id: account.LocalAccountId, ...account });
    expect(created.ok()).toMatchObject({
      UserInfo: [{ ...account, Id: `user-${account.LocalAccountId}`, ServerAuthenticated: 0, Active: false }],
    });
  });

  test('a user can be read, changed and sent back', async () => {
    const user = await read(api.users.list, 'ada', userList);
    const updated = await send(api.users.update, 'ada', { ...user, Email: 'new@x.example' });
    expect(updated.ok()).toMatchObject({ UserInfo: [{ Id: user.Id, Email: 'new@x.example' }] });
    const stale = await send(api.users.update, 'ada', { ...user, Email: 'other@x.example' });
    expect(stale.error().code).toBe('conflict');
  });

  test('a user can be updated with the changed fields only', async () => {
    const updated = await send(api.users.update, 'ada', { Id: vic, FullName: 'New Name' });
    expect(updated.ok()).toMatchObject({
      UserInfo: [{ FullName: 'New Name', FirstName: 'New', SystemRole: 'User' }],
    });
  });

  test('a user is deleted as it was read, and then listed only on request', async () => {
    const { UserInfo } = (await handoff.call(api.users.list, { query: {} }, { as: 'ada' })).ok();
    const user = UserInfo.find(({ Id }) => Id === vic);
    expect((await send(api.users.remove, 'ada', user)).ok()).toMatchObject({ UserInfo: [{ Active: false }] });

    const idsIn = async (query: { IncludeDeleted?: 'true' }) =>
      (await handoff.call(api.users.list, { query }, { as: 'ada' })).ok().UserInfo.map(({ Id }) => Id);
    expect(await idsIn({})).not.toContain(vic);
    expect(await idsIn({ IncludeDeleted: 'true' })).toContain(vic);
    const checked = await send(api.users.check, 'vic', { ...account, Id: vic });
    expect(checked.ok()).toMatchObject([{ Id: vic, ServerAuthenticated: 0 }]);
  });

  test('users/check returns a list, and stores fields that the token lacks', async () => {
    const checked = await send(api.users.check, 'sam', { ...account, FullName: people.sam.name });
    expect(checked.ok()).toMatchObject([
      { FullName: people.sam.name, FirstName: 'Spec', LastName: 'Person' },
    ]);
  });

  test.each([{ Id: EVERGREEN }, EVERGREEN, { BusinessDomainId: EVERGREEN }])(
    '%j switches to a business domain',
    async (body) => {
      const switched = await send(api.users.switchBusinessDomain, 'bo', body);
      expect(switched.ok()).toMatchObject({ CurrentBusinessDomainId: EVERGREEN });
    },
  );
});

describe('settings', () => {
  const lists = [
    [api.settings.updateDocumentTypes, 'SettingsDocumentTypesInfo'],
    [api.settings.updateReferralStatuses, 'SettingsReferralStatusesInfo'],
    [api.settings.updateEligibilityStatuses, 'SettingsEligibilityStatusesInfo'],
  ] as const;
  test.each(lists)('$path accepts the bare list as it was read', async (endpoint, name) => {
    const { [name]: before } = (await handoff.call(api.settings.get, {}, { as: 'mia' })).ok();
    const after = [...before, { Id: 'another', Name: 'Another' }];
    expect((await send(endpoint, 'mia', after)).ok()).toMatchObject({ [name]: after });
  });

  test.each(lists)('an entry of $path without an Id matches by name, or is new', async (endpoint, name) => {
    const { [name]: before } = (await handoff.call(api.settings.get, {}, { as: 'mia' })).ok();
    const named = before.map(({ Id: _id, ...entry }) => ({ ...entry, Name: entry.Name.toUpperCase() }));
    await send(endpoint, 'mia', [...named, { Name: 'Another' }, { Name: 'And one more' }]);
    const { [name]: after } = (await handoff.call(api.settings.get, {}, { as: 'mia' })).ok();
    const own = after.filter(({ Name }) => Name === 'Another' || Name === 'And one more');
    expect(after).toEqual([...named.map((entry, index) => ({ ...entry, Id: before[index]?.Id })), ...own]);
    expect(new Set(after.map(({ Id }) => Id)).size).toBe(before.length + 2);
  });

  test("roles within agencies are accepted as a bare list, for the person's only agency", async () => {
    const role = { Id: vic, RoleWithinAgency: 'Intake' };
    const given = await send(api.settings.updateUsersRolesWithinAgencies, 'ada', [role]);
    expect(given.ok()).toMatchObject({
      UserInfo: [{ RolesWithinAgencies: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Intake' }] }],
    });
    const bo = { Id: `user-${people.bo.oid}`, RoleWithinAgency: 'Viewer' };
    const unclear = await send(api.settings.updateUsersRolesWithinAgencies, 'ada', [bo]);
    expect(unclear.error().ErrorMessage).toContain('BusinessDomainId is missing');
  });

  test('ZIP codes are requested by the bare state', async () => {
    expect((await send(api.settings.zipCodesByState, 'vic', 'Connecticut')).status).toBe(200);
  });
});

describe('referrals', () => {
  const patient = { FirstName: 'A', LastName: 'B', DateOfBirth: '1948-03-12' };
  const address = { StreetAddress: '12 MAIN ST', City: 'HARTFORD', State: 'CT', ZipCode: '06103' };

  test('unknown fields are refused with the right names', async () => {
    const refused = await send(api.referrals.create, 'ana', {
      Name: 'A',
      Patient: { firstName: 'A', ...patient },
    });
    expect(refused.error().ErrorMessage).toBe(
      'Patient.firstName is not a field of this call, did you mean FirstName?; Address is missing; Name is not a field of this call',
    );
    const without = await send(api.referrals.create, 'ana', {
      Patient: patient,
      Address: { ...address, State: undefined },
    });
    expect(without.error()).toMatchObject({
      ErrorMessage: 'Address.State is missing',
      fields: { 'Address.State': 'Address.State is missing' },
    });
  });

  test("a referral needs only the patient's name, birth date and address", async () => {
    const created = await send(api.referrals.create, 'ana', { Patient: patient, Address: address });
    expect(created.ok()).toMatchObject({
      ReferralInfo: [{ Source: { Kind: 'Other', Channel: 'Portal' }, Address: { InFile: false } }],
    });
  });

  test('a referral can be read, changed and sent back, including its owner', async () => {
    const { Id } = await referral(handoff);
    const read1 = await read(api.referrals.byId, 'ana', { list: 'ReferralInfo', query: { id: Id } });
    const Owner = { Id: `user-${people.ana.oid}`, FullName: people.ana.name };
    const updated = await send(api.referrals.update, 'ana', { ...read1, ClinicalSummary: 'Changed.', Owner });
    expect(updated.ok()).toMatchObject({
      ReferralInfo: [{ ClinicalSummary: 'Changed.', Owner, Services: ['Skilled nursing'] }],
    });
    expect((await send(api.referrals.update, 'mia', read1)).error().code).toBe('conflict');
  });

  test('one field of the patient can be changed alone', async () => {
    const { Id } = await referral(handoff);
    const updated = await send(api.referrals.update, 'ana', { Id, Patient: { FirstName: 'Patricia' } });
    expect(updated.ok()).toMatchObject({
      ReferralInfo: [{ Patient: { ...referralDraft().Patient, FirstName: 'Patricia' } }],
    });
  });

  test('a referral is deleted as it was read', async () => {
    const { Id } = await referral(handoff);
    const whole = await read(api.referrals.byId, 'ana', { list: 'ReferralInfo', query: { id: Id } });
    expect((await send(api.referrals.remove, 'ana', whole)).status).toBe(200);
  });

  test('notes are a bare list with their authors', async () => {
    const { Id } = await referral(handoff);
    const unclear = await send(api.referrals.updateNotes, 'ana', [{ Text: 'Hello' }]);
    expect(unclear.error().ErrorMessage).toBe('ReferralId is missing: name the referral');
    const written = await send(api.referrals.updateNotes, 'ana', [{ ReferralId: Id, Text: 'Hello' }]);
    expect(written.ok()).toMatchObject({ ReferralNotes: [{ ReferralId: Id, Text: 'Hello' }] });
  });

  test("notes are sent back with a new one, and other people's stay unchanged", async () => {
    const id = await noteId(handoff);
    const { ReferralNotes } = (
      await handoff.call(api.referrals.readNote, { body: { Id: id } }, { as: 'cal' })
    ).ok();
    const body = { ReferralNotes: [...ReferralNotes, { Text: 'And another.' }] };
    const written = await send(api.referrals.updateNotes, 'cal', body);
    expect(written.ok()).toMatchObject({
      ReferralNotes: [{ Id: id, EditedAt: null }, { Text: 'And another.' }],
    });
  });

  test.each([
    ['its bare id as JSON', (id: string) => ({ rawBody: JSON.stringify(id) })],
    ['its bare id as text', (id: string) => ({ rawBody: id, headers: { 'content-type': 'text/plain' } })],
    ['an object with it', (Id: string) => ({ rawBody: JSON.stringify({ Id }) })],
  ])('a note is read by %s', async (_what, how) => {
    const id = await noteId(handoff);
    const answer = await handoff.call(
      api.referrals.readNote,
      { body: { Id: id } },
      { as: 'cal', ...how(id) },
    );
    expect(answer.ok()).toMatchObject({
      ReferralNotes: [{ Id: id, ReadBy: [{ FullName: people.cal.name }] }],
    });
  });
});

test('a document needs only its file', async () => {
  const { SettingsDocumentTypesInfo } = (await handoff.call(api.settings.get, {}, { as: 'ana' })).ok();
  const [first] = SettingsDocumentTypesInfo;
  const form = new FormData();
  form.append('upload', pdf());
  const encoded = new Response(form);
  const rawBody = await encoded.text();
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const uploaded = await handoff.call(
    api.services.uploadFile,
    { fields: {}, file: pdf() },
    { as: 'ana', rawBody, headers },
  );
  expect(uploaded.ok()).toMatchObject({
    ReferralDocuments: [{ DocumentTypeId: first?.Id, ReferralId: null }],
  });
});

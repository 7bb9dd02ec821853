import { api } from '@handoff/shared/contract/api';
import { listTemplate } from '@handoff/shared/domain/agency/list-templates';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { agencyDraft } from '../../testing/examples/example-records.ts';
import { areaDraft, payerDraft, referralDraft } from '../../testing/examples/drafts.ts';
import { HARBOR, people } from '../../testing/people.ts';
import { storedIn, verifyAuditChains } from '../../testing/stored.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});
const ada = { as: 'ada' } as const;

const create = (changes = {}, key?: string) =>
  handoff.call(api.businessDomains.create, { body: agencyDraft(changes) }, { ...ada, ...(key && { key }) });

async function created(changes = {}) {
  const [agency] = (await create(changes)).ok().BusinessDomainsInfo;
  if (!agency) throw new Error('no agency');
  return agency;
}

const setupOf = async (BusinessDomainId: string) =>
  (await handoff.call(api.businessDomains.setup, { query: { BusinessDomainId } }, ada)).ok();

async function giveSamRole(BusinessDomainId: string, RoleWithinAgency: 'Manager' | 'Intake') {
  const body = {
    LocalAccountId: people.sam.oid,
    FullName: 'Sam Stranger',
    Email: 'sam@example.org',
    SystemRole: 'User' as const,
    RolesWithinAgencies: [{ BusinessDomainId, RoleWithinAgency }],
  };
  return (await handoff.call(api.users.create, { body }, ada)).ok();
}

test('a new agency has the lists of its kind, and a person with a role can work in it at once', async () => {
  const agency = await created({ Kind: 'Hospice' });
  await giveSamRole(agency.Id, 'Manager');
  const settings = (await handoff.call(api.settings.get, {}, { as: 'sam' })).ok();
  expect(settings).toMatchObject(listTemplate('Hospice'));
  const taken = await handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'sam' });
  expect(taken.ok().ReferralInfo[0]?.StatusId).toBe('status-new');

  const audit = (await handoff.call(api.audit.systemList, { query: {} }, ada)).ok();
  expect(audit).toMatchObject({
    AuditInfo: expect.arrayContaining([
      expect.objectContaining({ action: 'agency.created', subject: agency.Id, name: 'Ada Administrator' }),
    ]),
  });
  await verifyAuditChains(handoff.store);
});

test.each(['B2', 'B3', 'B4'])(
  'a creation that dies at %s leaves nothing to be seen or all of it, and ends as one agency',
  async (checkpoint) => {
    const key = `an-agency-at-${checkpoint}-000`;
    const dead = handoff.crashAt(checkpoint);
    void create({}, key).catch(() => undefined);
    await dead;
    const seen = (await handoff.call(api.businessDomains.list, {}, ada)).ok().BusinessDomainsInfo;
    expect(seen.filter(({ Name }) => Name === 'Lakeside Home Care')).toHaveLength(
      checkpoint === 'B4' ? 1 : 0,
    );

    handoff.advance(120_000);
    const [agency] = (await create({}, key)).ok().BusinessDomainsInfo;
    const after = (await handoff.call(api.businessDomains.list, {}, ada)).ok().BusinessDomainsInfo;
    expect(after.filter(({ Name }) => Name === 'Lakeside Home Care')).toEqual([agency]);
    const own = await storedIn(handoff.store, `d:${agency?.Id}`);
    expect(own.map(({ id }) => id).toSorted()).toEqual(['key-renewal', 'lists']);
  },
);

test('a new agency begins with the lists, service areas and payers of another one, also after a try that died', async () => {
  const mia = { as: 'mia' } as const;
  (await handoff.call(api.serviceAreas.create, { body: areaDraft() }, mia)).ok();
  (await handoff.call(api.contractedPayers.create, { body: payerDraft() }, mia)).ok();
  const key = 'a-copied-agency-000';
  const dead = handoff.crashAt('B3');
  void create({ CopyFrom: HARBOR }, key).catch(() => undefined);
  await dead;
  handoff.advance(120_000);
  const [agency] = (await create({ CopyFrom: HARBOR }, key)).ok().BusinessDomainsInfo;
  expect(agency).not.toHaveProperty('CopyFrom');
  await giveSamRole(agency?.Id ?? '', 'Manager');
  const of = async (as: 'mia' | 'sam') => {
    const { SettingsUsersInfo: _people, ...lists } = (await handoff.call(api.settings.get, {}, { as })).ok();
    const areas = (await handoff.call(api.serviceAreas.list, { query: {} }, { as })).ok();
    const payers = (await handoff.call(api.contractedPayers.list, { query: {} }, { as })).ok();
    return {
      statuses: lists.SettingsReferralStatusesInfo,
      areas: areas.ServiceAreasInfo,
      payers: payers.ContractedPayersInfo,
    };
  };
  const copied = await of('sam');
  expect(copied).toEqual(await of('mia'));
  expect([copied.areas.length, copied.payers.length]).toEqual([1, 1]);

  // A change in one is none in the other.
  const [area] = copied.areas;
  const body = { Id: area?.Id ?? '', Etag: area?.Etag ?? '', Name: 'Copied and changed' };
  (await handoff.call(api.serviceAreas.update, { body }, { as: 'sam' })).ok();
  expect((await of('mia')).areas).toEqual(copied.areas);
  expect((await create({ Name: 'Another', CopyFrom: 'domain-nowhere' })).error().fields).toHaveProperty(
    'CopyFrom',
  );
});

test('two agencies of the same name are refused, whichever is first', async () => {
  const both = await Promise.all([create(), create({ Name: 'LAKESIDE home care' })]);
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  expect(both.find(({ status }) => status === 400)?.error().fields).toEqual({
    Name: 'There is an agency of this name already.',
  });
});

test.each([
  ['an identifier with a wrong check digit', { Npis: ['1427038315'] }, 'Npis.0'],
  ['an identifier twice', { Npis: ['1427038314', '1427038314'] }, 'Npis'],
  ['no name', { Name: ' ' }, 'Name'],
  ['no time to answer', { ResponseHours: 0 }, 'ResponseHours'],
  ['a screen that stays open for hours', { IdleMinutes: 240 }, 'IdleMinutes'],
  ['less than Medicare asks to keep', { KeepAcceptedYears: 5 }, 'KeepAcceptedYears'],
])('%s is refused', async (_what, changes, field) => {
  expect(Object.keys((await create(changes)).error().fields ?? {})).toEqual([field]);
});

test('a change reaches the people who work there; a stale one gets the conflicts', async () => {
  const edit = { Id: HARBOR, Etag: '', ResponseHours: 8, IdleMinutes: 5, Name: 'Harbor Home Health' };
  const changed = await handoff.call(api.businessDomains.update, { body: edit }, ada);
  expect(changed.ok().BusinessDomainsInfo).toMatchObject([
    {
      Name: 'Harbor Home Health',
      Color: 'teal',
      ResponseHours: 8,
      IdleMinutes: 5,
      UpdatedBy: { FullName: 'Ada Administrator' },
    },
  ]);
  expect(handoff.sent.map(({ audience }) => audience)).toContainEqual({ group: `domain-${HARBOR}` });
  const own = (await handoff.call(api.users.businessDomains, {}, { as: 'ana' })).ok();
  expect(own.BusinessDomainInfo).toMatchObject([
    { Name: 'Harbor Home Health', ResponseHours: 8, IdleMinutes: 5 },
  ]);

  const stale = await handoff.call(api.businessDomains.update, { body: { ...edit, ResponseHours: 4 } }, ada);
  expect(stale.error()).toMatchObject({ code: 'conflict', fields: { ResponseHours: expect.anything() } });
  const byManager = await handoff.call(api.businessDomains.update, { body: edit }, { as: 'mia' });
  expect(byManager.status).toBe(403);
});

test('an agency asks for every clinical fact but those it left out, so also for one that comes later', async () => {
  const { Id, Etag } = await created();
  const edit = { Id, Etag, ClinicalFieldsNotAsked: ['Room' as const] };
  (await handoff.call(api.businessDomains.update, { body: edit }, ada)).ok();
  const { BusinessDomainsInfo } = (await handoff.call(api.businessDomains.list, {}, ada)).ok();
  const left = new Map(BusinessDomainsInfo.map((each) => [each.Id, each.ClinicalFieldsNotAsked]));
  expect([left.get(Id), left.get(HARBOR)]).toEqual([['Room'], []]);
});

test('an agency without roles can be archived, accepts no one then, and can be restored', async () => {
  const { Id, Etag } = await created();
  await giveSamRole(Id, 'Intake');
  const archive = (Archived: boolean, basedOn: string) =>
    handoff.call(api.businessDomains.archive, { body: { Id, Etag: basedOn, Archived } }, ada);
  expect((await archive(true, Etag)).error()).toMatchObject({
    code: 'in_use',
    usedIn: [{ what: 'people with a role in it', count: 1 }],
  });

  const sam = `user-${people.sam.oid}`;
  (await handoff.call(api.users.remove, { body: { Id: sam } }, ada)).ok();
  const [archived] = (await archive(true, Etag)).ok().BusinessDomainsInfo;
  expect(archived).toMatchObject({ Archived: true });
  const users = (await handoff.call(api.users.list, { query: { IncludeDeleted: 'true' } }, ada)).ok();
  expect(users.BusinessDomainInfo.map((agency) => agency.Id)).not.toContain(Id);
  const known = users.UserInfo.find((user) => user.Id === sam);
  const back = { Id: sam, Etag: known?.Etag ?? '', Active: true };
  const refused = await handoff.call(api.users.update, { body: back }, ada);
  expect(refused.error().fields).toHaveProperty('RolesWithinAgencies');

  const [restored] = (await archive(false, archived?.Etag ?? '')).ok().BusinessDomainsInfo;
  expect(restored).toMatchObject({ Archived: false });
  expect((await handoff.call(api.users.update, { body: back }, ada)).status).toBe(200);
});

test('the setup shows numbers for each step until nothing is missing', async () => {
  const { Id } = await created({ Npis: [] });
  const missing = async () => (await setupOf(Id)).Steps.filter(({ Done }) => !Done).map(({ Step }) => Step);
  expect(await missing()).toEqual(['people', 'serviceAreas', 'payers', 'addresses', 'npi', 'firstReferral']);
  await giveSamRole(Id, 'Manager');
  const role = { BusinessDomainId: Id, RoleWithinAgency: 'Intake' as const };
  const users = { BusinessDomainId: Id, Users: [{ Id: `user-${people.bo.oid}`, Etag: 'seeded', ...role }] };
  const body = api.settings.updateUsersRolesWithinAgencies.body.parse({
    ...users,
    Users: users.Users.map(({ BusinessDomainId: _id, ...user }) => user),
  });
  (await handoff.call(api.settings.updateUsersRolesWithinAgencies, { body }, ada)).ok();
  const sam = { as: 'sam' } as const;
  (await handoff.call(api.serviceAreas.create, { body: areaDraft() }, sam)).ok();
  (await handoff.call(api.contractedPayers.create, { body: payerDraft() }, sam)).ok();
  (await handoff.call(api.referrals.create, { body: referralDraft() }, sam)).ok();
  expect(await missing()).toEqual(['addresses', 'npi']);
  await importVermont();
  const { Etag } = (await setupOf(Id)).BusinessDomainInfo;
  const edit = { Id, Etag, Npis: ['1427038314'] };
  (await handoff.call(api.businessDomains.update, { body: edit }, ada)).ok();
  expect(await setupOf(Id)).toMatchObject({
    People: 2,
    Managers: 1,
    StatesWithAddresses: ['VT'],
    Npis: 1,
    HasReferral: true,
    Steps: Array.from({ length: 7 }, () => ({ Done: true })),
  });
  const { FiguresInfo } = (await handoff.call(api.businessDomains.figures, {}, ada)).ok();
  const { Steps, People } = await setupOf(Id);
  expect(FiguresInfo).toContainEqual({ BusinessDomainId: Id, People, Steps });
  const harbor = await setupOf(HARBOR);
  expect(FiguresInfo).toContainEqual({
    BusinessDomainId: HARBOR,
    People: harbor.People,
    Steps: harbor.Steps,
  });
});

async function importVermont() {
  const rows = 'NUMBER,STREET,UNIT,CITY,POSTCODE\n12,MAIN ST,,BRATTLEBORO,05301\n';
  const file = new File([rows], 'vt.csv', { type: 'text/csv' });
  const started = await handoff.call(api.imports.upload, { fields: { state: 'VT' }, file }, ada);
  await handoff.app.importStateFile({ importId: started.ok().ImportId, fileName: 'vt.csv' });
}

test('a manager reads the setup of their own agency only, and intake reads none', async () => {
  const setup = (as: 'mia' | 'ana', query = {}) => handoff.call(api.businessDomains.setup, { query }, { as });
  expect((await setup('mia')).ok().BusinessDomainInfo.Id).toBe(HARBOR);
  expect((await setup('mia', { BusinessDomainId: 'domain-evergreen' })).status).toBe(403);
  expect((await setup('ana')).status).toBe(403);
  const unnamed = await handoff.call(api.businessDomains.setup, { query: {} }, ada);
  expect(unnamed.status).toBe(403);
});

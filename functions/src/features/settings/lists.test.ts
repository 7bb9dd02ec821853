import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { areaDraft, pdf, referralDraft } from '../../testing/examples/drafts.ts';
import { copyReferral } from '../../testing/stored.ts';
import { HARBOR, type PersonName } from '../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});
const mia = { as: 'mia' } as const;

const settings = async (as: PersonName = 'mia') => (await handoff.call(api.settings.get, {}, { as })).ok();

async function addReferral() {
  const answer = await handoff.call(api.referrals.create, { body: referralDraft() }, mia);
  return answer.ok().ReferralInfo[0]?.Id ?? '';
}

/** Sends the statuses as a manager would: existing ones by id, and new ones. */
async function saveStatuses(
  keep: string[],
  more: { Remap?: { From: string; To: string }[]; Etag?: string } = {},
) {
  const { SettingsReferralStatusesInfo: now, SettingsEtags } = await settings();
  const body = {
    Etag: SettingsEtags.SettingsReferralStatusesInfo,
    SettingsReferralStatusesInfo: keep.map(
      (Id) =>
        now.find((status) => status.Id === Id) ?? { Id, Name: Id, Color: 'teal' as const, Terminal: false },
    ),
    ...more,
  };
  return handoff.call(api.settings.updateReferralStatuses, { body }, mia);
}

test('a manager arranges the statuses; new referrals begin with the first', async () => {
  const saved = await saveStatuses(['triage', 'review', 'closed']);
  expect(saved.ok()).toMatchObject({
    Remaining: 0,
    SettingsReferralStatusesInfo: [{ Id: 'triage' }, {}, {}],
  });
  const { SettingsReferralStatusesInfo, SettingsEtags } = await settings('vic');
  expect(SettingsReferralStatusesInfo.map(({ Id }) => Id)).toEqual(['triage', 'review', 'closed']);
  expect(SettingsEtags.SettingsReferralStatusesInfo).toBe(saved.ok().Etag);
  expect((await settings('eve')).SettingsReferralStatusesInfo.map(({ Id }) => Id)).toContain('new');

  const referral = await handoff.call(api.referrals.create, { body: referralDraft() }, mia);
  expect(referral.ok().ReferralInfo[0]?.StatusId).toBe('triage');
  expect(handoff.sent[0]?.message).toMatchObject({ topic: 'settings', by: expect.any(String) });
});

test('lists with ambiguous entries or without a first status are refused', async () => {
  const twice = await saveStatuses(['new', 'new']);
  expect(twice.error().ErrorMessage).toContain('Two entries have the same id');
  const named = await saveStatuses(['new', 'New']);
  expect(named.error().ErrorMessage).toContain('Two entries have the same name');
  expect((await saveStatuses([])).error().ErrorMessage).toContain('Keep a status for new referrals');
  const body = { Etag: '', SettingsDocumentTypesInfo: [] };
  expect((await handoff.call(api.settings.updateDocumentTypes, { body }, { as: 'ana' })).status).toBe(403);
});

test("two managers: the second sees the first one's list; an edit of another list does not conflict", async () => {
  const { SettingsEligibilityStatusesInfo, SettingsEtags } = await settings();
  const first = await saveStatuses(['new', 'review', 'closed', 'waiting']);
  const second = await saveStatuses(['new', 'review', 'closed', 'called'], { Etag: '' });
  expect(second.error()).toMatchObject({
    code: 'conflict',
    fields: { SettingsReferralStatusesInfo: 'Mia Manager has changed this too' },
    current: {
      Etag: first.ok().Etag,
      SettingsReferralStatusesInfo: first.ok().SettingsReferralStatusesInfo,
    },
  });
  const body = { Etag: SettingsEtags.SettingsEligibilityStatusesInfo, SettingsEligibilityStatusesInfo };
  expect((await handoff.call(api.settings.updateEligibilityStatuses, { body }, mia)).status).toBe(200);
});

test('a status in use is only removed with a replacement', async () => {
  const referral = await addReferral();
  const refused = await saveStatuses(['review', 'closed']);
  expect(refused.error()).toMatchObject({
    code: 'in_use',
    ErrorMessage: 'New is still used: referrals (1).',
    usedIn: [{ what: 'referrals', count: 1 }],
  });
  const nowhere = await saveStatuses(['review', 'closed'], { Remap: [{ From: 'new', To: 'new' }] });
  expect(nowhere.error().fields).toHaveProperty('Remap');

  const moved = await saveStatuses(['review', 'closed'], { Remap: [{ From: 'new', To: 'review' }] });
  expect(moved.ok()).toMatchObject({ Remaining: 0, SettingsReferralStatusesInfo: [{ Id: 'review' }, {}] });
  const found = await handoff.call(api.referrals.byId, { query: { id: referral } }, mia);
  expect(found.ok().ReferralInfo[0]).toMatchObject({
    StatusId: 'review',
    UpdatedBy: { FullName: 'Mia Manager' },
  });
});

test('a status of more referrals than one call moves stays, retired, until the last one has moved', async () => {
  const id = await addReferral();
  await copyReferral(handoff.store, { id, domain: HARBOR, times: 41 });
  const Remap = [{ From: 'new', To: 'review' }];
  const first = (await saveStatuses(['review', 'closed'], { Remap })).ok();
  expect(first.Remaining).toBe(2);
  expect(first.SettingsReferralStatusesInfo.at(-1)).toMatchObject({ Id: 'new', Retired: true });

  const moved = await handoff.call(api.referrals.list, { query: { StatusId: 'review' } }, mia);
  const [one] = moved.ok().ReferralInfo;
  const back = { Id: one?.Id ?? '', Etag: one?.Etag ?? '', StatusId: 'new' };
  expect((await handoff.call(api.referrals.update, { body: back }, mia)).error().fields).toHaveProperty(
    'StatusId',
  );
  const next = await handoff.call(api.referrals.create, { body: referralDraft() }, mia);
  expect(next.ok().ReferralInfo[0]?.StatusId).toBe('review');

  const second = (await saveStatuses(['review', 'closed'], { Remap })).ok();
  expect(second).toMatchObject({ Remaining: 0, SettingsReferralStatusesInfo: [{}, { Id: 'closed' }] });
  const all = await handoff.call(api.referrals.list, { query: { StatusId: 'review', PageSize: 100 } }, mia);
  expect(all.ok().ReferralInfo).toHaveLength(43);
});

test('a document type in use is replaced, and a retired one takes no more documents', async () => {
  const fields = { DocumentTypeId: 'orders' };
  await handoff.call(api.services.uploadFile, { fields, file: pdf() }, mia);
  const { SettingsDocumentTypesInfo: types } = await settings();
  const save = (list: object[], more: object = {}) =>
    handoff.call(
      api.settings.updateDocumentTypes,
      {
        body: api.settings.updateDocumentTypes.body.parse({
          SettingsDocumentTypesInfo: list,
          Etag: '',
          ...more,
        }),
      },
      mia,
    );
  const without = types.filter(({ Id }) => Id !== 'orders');
  expect((await save(without)).error()).toMatchObject({
    code: 'in_use',
    usedIn: [{ what: 'documents', count: 1 }],
  });
  const moved = await save(without, { Remap: [{ From: 'orders', To: 'face-sheet' }] });
  expect(moved.ok().SettingsDocumentTypesInfo).toEqual(without);

  const retired = without.map((type) => ({ ...type, Retired: true }));
  expect((await save(retired, { Etag: moved.ok().Etag })).status).toBe(200);
  const sheet = { DocumentTypeId: 'face-sheet' };
  const late = await handoff.call(api.services.uploadFile, { fields: sheet, file: pdf('other') }, mia);
  expect(late.error().fields).toHaveProperty('DocumentTypeId');
});

test('a decline reason in use cannot be removed, or is replaced in its referrals', async () => {
  const id = await addReferral();
  const found = await handoff.call(api.referrals.byId, { query: { id } }, mia);
  const Decision = { Kind: 'Declined', Reason: 'No capacity', Comment: '' } as const;
  const body = { Id: id, Etag: found.ok().ReferralInfo[0]?.Etag ?? '', Decision };
  (await handoff.call(api.referrals.update, { body }, mia)).ok();
  const save = (more: object = {}) =>
    handoff.call(
      api.settings.updateDeclineReasons,
      {
        body: api.settings.updateDeclineReasons.body.parse({
          SettingsDeclineReasonsInfo: [{ Id: 'area', Name: 'Out of area' }],
          Etag: '',
          ...more,
        }),
      },
      mia,
    );
  expect((await save()).error()).toMatchObject({
    code: 'in_use',
    usedIn: [{ what: 'referrals', count: 1 }],
  });
  expect((await save({ Remap: [{ From: 'No capacity', To: 'area' }] })).ok().Remaining).toBe(0);
  const moved = await handoff.call(api.referrals.byId, { query: { id } }, mia);
  expect(moved.ok().ReferralInfo[0]?.Decision.Reason).toBe('area');
});

test('referrals and areas have a discipline; new ones only while it is offered', async () => {
  const id = await addReferral();
  const area = areaDraft({ Disciplines: ['Skilled nursing'] });
  (await handoff.call(api.serviceAreas.create, { body: area }, mia)).ok();
  const uses = await handoff.call(api.settings.listUses, { query: { List: 'SettingsDisciplinesInfo' } }, mia);
  expect(uses.ok().ListUses).toContainEqual({
    Id: 'Skilled nursing',
    UsedIn: [
      { what: 'referrals', count: 1 },
      { what: 'service areas', count: 1 },
      { what: 'capacity entries', count: 0 },
    ],
  });

  const nursing = { Id: 'nursing', Name: 'Nursing' };
  const retired = { Id: 'Hospice', Name: 'Hospice', Retired: true };
  const body = {
    Etag: '',
    SettingsDisciplinesInfo: [nursing, retired],
    Remap: [{ From: 'Skilled nursing', To: 'nursing' }],
  };
  expect((await handoff.call(api.settings.updateDisciplines, { body }, mia)).ok().Remaining).toBe(0);
  const referral = await handoff.call(api.referrals.byId, { query: { id } }, mia);
  expect(referral.ok().ReferralInfo[0]?.Services).toContain('nursing');
  const areas = await handoff.call(api.serviceAreas.list, { query: {} }, mia);
  expect(areas.ok().ServiceAreasInfo[0]?.Disciplines).toEqual(['nursing']);

  const late = { body: referralDraft({ Services: ['Hospice'] }) };
  expect((await handoff.call(api.referrals.create, late, mia)).error().fields).toHaveProperty('Services');
  const { Etag = '', Services = [] } = referral.ok().ReferralInfo[0] ?? {};
  const more = { Id: id, Etag, Services: [...Services, 'Hospice'] };
  const refused = await handoff.call(api.referrals.update, { body: more }, mia);
  expect(refused.error().fields).toHaveProperty('Services');
});

import { api } from '@handoff/shared/contract/api';
import { noClinical } from '@handoff/shared/domain/person/clinical-block';
import { Referral } from '@handoff/shared/domain/referral/referral';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';

const ana = { as: 'ana' } as const;
let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const create = (Clinical: object) =>
  handoff.call(api.referrals.create, { body: { ...referralDraft(), Clinical } }, ana);
const update = (Id: string, changes: object) =>
  handoff.call(api.referrals.update, { body: { Id, ...changes } }, ana);

async function recorded(Clinical: object): Promise<Referral> {
  const [referral] = (await create(Clinical)).ok().ReferralInfo;
  if (!referral) throw new Error('no referral was created');
  return referral;
}

test('a referral says who ordered the care, for which diagnoses, and when it should begin', async () => {
  const { Clinical } = await recorded({
    OrderingPractitioner: 'Olive Orderdemo',
    OrderingNpi: '1427038314',
    PrimaryDiagnosis: 'i509',
    OtherDiagnoses: 'e119; Z48.00',
    EmergencyPhone: '(860) 555-0101',
    RequestedStart: '2026-12-01',
  });
  expect(Clinical).toEqual({
    ...noClinical,
    OrderingPractitioner: 'Olive Orderdemo',
    OrderingNpi: '1427038314',
    PrimaryDiagnosis: 'I50.9',
    OtherDiagnoses: 'E11.9, Z48.00',
    EmergencyPhone: '8605550101',
    RequestedStart: '2026-12-01',
  });
});

test.each([
  ['OrderingNpi', '1427038315', 'This is not a valid NPI of 10 digits. Check for a mistyped digit'],
  ['PrimaryDiagnosis', 'I50.9, E11.9', 'Enter an ICD-10 code, such as I50.9'],
  ['OtherDiagnoses', 'heart failure', 'Enter up to 24 ICD-10 codes, such as I50.9, E11.9'],
  ['RequestedStart', '12/40/2026', 'Enter a date'],
  ['EmergencyPhone', '12345', 'Enter a phone number of 10 digits'],
  ['AuthorizedVisits', 'many', 'Enter a number of visits'],
])('%s refuses %s', async (field, value, message) => {
  expect((await create({ [field]: value })).error().fields).toEqual({ [`Clinical.${field}`]: message });
});

test('an edit changes the named fields only, and the history has each of them', async () => {
  const { Id } = await recorded({ OrderingPractitioner: 'Olive Orderdemo', Room: '12' });
  const [after] = (await update(Id, { Clinical: { Room: '', Language: 'Spanish' } })).ok().ReferralInfo;
  expect(after?.Clinical).toEqual({
    ...noClinical,
    OrderingPractitioner: 'Olive Orderdemo',
    Language: 'Spanish',
  });
  const query = { Subject: Id };
  const trail = (await handoff.call(api.audit.list, { query }, { as: 'mia' })).ok().AuditInfo;
  expect(trail.find(({ action }) => action === 'referral.updated')?.changes).toEqual([
    { field: 'Clinical.Room', old: '12', new: '' },
    { field: 'Clinical.Language', old: '', new: 'Spanish' },
  ]);
});

test('a status may need a clinical field, and says which', async () => {
  const Color = 'blue' as const;
  const statuses = [
    { Id: 'new', Name: 'New', Color, Terminal: false },
    { Id: 'visit', Name: 'Visit planned', Color, Terminal: false, Needs: ['OrderingNpi' as const] },
  ];
  const body = { Etag: '', SettingsReferralStatusesInfo: statuses };
  (await handoff.call(api.settings.updateReferralStatuses, { body }, { as: 'mia' })).ok();
  const { Id } = await recorded({});
  const refused = (await update(Id, { StatusId: 'visit' })).error().fields;
  expect(refused).toEqual({
    StatusId: '"Visit planned" needs: Ordering NPI. Edit the referral first.',
  });
  (await update(Id, { Clinical: { OrderingNpi: '1427038314' }, StatusId: 'visit' })).ok();
});

test('the list as CSV has a column for each clinical field', async () => {
  await recorded({ PrimaryDiagnosis: 'I50.9', RequestedStart: '2026-12-01' });
  const { text: csv } = await handoff.call(api.referrals.exportFile, { body: {} }, ana);
  const [header = '', row = ''] = csv.split('\r\n').map((line) => line.split(','));
  const cell = (name: string) => row[header.indexOf(name)];
  expect([cell('Primary diagnosis'), cell('Requested start of care')]).toEqual(['I50.9', '2026-12-01']);
});

test('a referral older than the block has none of it', () => {
  expect(Referral.shape.Clinical.parse(undefined)).toEqual(noClinical);
});

import { api } from '@handoff/shared/contract/api';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';
import { EVERGREEN } from '../../testing/people.ts';
import { checksOf } from '../../testing/examples/example-records.ts';

const ana = { as: 'ana' } as const;
let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

/** The facts of a phone call: a name and a number to call back. */
const called = { Patient: { LastName: 'Halfknown', Phone: '8605550177' }, Address: { State: 'CT' } } as const;
const create = (body: object) => handoff.call(api.referrals.create, { body: { ...called, ...body } }, ana);
const update = (Id: string, changes: object) =>
  handoff.call(api.referrals.update, { body: { Id, ...changes } }, ana);
const read = (id: string) => handoff.call(api.referrals.byId, { query: { id } }, ana);

async function recorded(body: object = {}): Promise<Referral> {
  const [referral] = (await create(body)).ok().ReferralInfo;
  if (!referral) throw new Error('no referral was created');
  return referral;
}

const basics = ['First name', 'Date of birth', 'ZIP code', 'City', 'Street address'];
const complete = {
  Patient: { FirstName: 'Hal', DateOfBirth: '1950-02-03' },
  Address: { StreetAddress: '1 Test St', City: 'Hartford', ZipCode: '06103' },
};

test('a name and a phone number are enough, and the checks say what is not known', async () => {
  const { ReferralInfo } = (await create({})).ok();
  expect(ReferralInfo[0]).toMatchObject({
    Patient: { FirstName: '', LastName: 'Halfknown', DateOfBirth: '' },
    Address: { StreetAddress: '', City: '', State: 'CT', ZipCode: '' },
    Source: { Kind: 'Other', Channel: 'Portal' },
  });
  expect(await checksOf(handoff, ReferralInfo[0]?.Id ?? '')).toMatchObject({
    Area: { Answer: 'unknown' },
    Payer: { Answer: 'unknown' },
    Eligibility: { Answer: 'no', Missing: ['First name', 'Date of birth', 'Medicare number'] },
    Information: { Answer: 'no', Reason: 'Needs information.', Missing: basics },
    Duplicates: { Found: [] },
  });
});

test('a referral that lacks information needs a phone number to call back', async () => {
  const nameless = (await create({ Patient: { LastName: '', Phone: '8605550177' } })).error();
  expect(nameless.fields).toEqual({ 'Patient.LastName': 'Enter the last name' });
  const { fields } = (await create({ Patient: { LastName: 'Halfknown' } })).error();
  expect(fields).toEqual({
    'Patient.Phone': 'Enter a phone number to call back, or complete the patient and the address',
  });
  const source = { Kind: 'Hospital', Organization: '', ContactName: '', Phone: '8605550101' };
  (await create({ Patient: { LastName: 'Halfknown' }, Source: source })).ok();

  const { Id } = await recorded();
  expect((await update(Id, { Patient: { Phone: '' } })).error().fields).toHaveProperty(['Patient.Phone']);
  const whole = referralDraft();
  const unphoned = { ...whole, Source: { ...source, Phone: '' }, Patient: { ...whole.Patient, Phone: '' } };
  (await create(unphoned)).ok();
});

const listed = async () => {
  const query = { View: 'NeedsInformation', Fits: 'true' } as const;
  const { ReferralInfo, ReferralFits = [] } = (await handoff.call(api.referrals.list, { query }, ana)).ok();
  return [ReferralInfo.map((row) => row.Id), ReferralFits.map(({ Information }) => Information.Missing)];
};

test('the view Needs information lists a referral until its information is known', async () => {
  const { Id } = await recorded();
  await create(referralDraft());
  expect(await listed()).toEqual([[Id], [basics]]);
  (await update(Id, complete)).ok();
  expect(await listed()).toEqual([[], []]);
  expect((await checksOf(handoff, Id)).Information).toMatchObject({ Answer: 'yes', Missing: [] });
});

test('only the status that needs information asks for it, as the agency says', async () => {
  const Color = 'blue' as const;
  const statuses = [
    { Id: 'new', Name: 'New', Color, Terminal: false },
    { Id: 'visit', Name: 'Visit planned', Color, Terminal: false, Needs: ['Services' as const] },
    { Id: 'admitted', Name: 'Admitted', Color, Terminal: true, Decision: 'Accepted' as const },
  ];
  const body = { Etag: '', SettingsReferralStatusesInfo: statuses };
  (await handoff.call(api.settings.updateReferralStatuses, { body }, { as: 'mia' })).ok();
  const { Id } = await recorded();
  const moveTo = (StatusId: string) => update(Id, { StatusId });
  expect((await moveTo('visit')).error().fields).toEqual({
    StatusId: '"Visit planned" needs: Services. Edit the referral first.',
  });
  (await update(Id, { Services: ['Skilled nursing'] })).ok();
  (await moveTo('visit')).ok();

  (await update(Id, { Decision: { Kind: 'Accepted' } })).ok();
  expect((await moveTo('admitted')).error().fields).toEqual({
    StatusId: `"Admitted" needs: ${basics.join(', ')}. Edit the referral first.`,
  });
  (await update(Id, complete)).ok();
  (await moveTo('admitted')).ok();
});

const duplicatesOf = async ({ Id }: Referral) => (await checksOf(handoff, Id)).Duplicates.Found;

test('unknown dates of birth are not equal, and people called by one number are compared', async () => {
  await recorded({ Patient: { LastName: 'Halfknown', FirstName: 'Hal', Phone: '8605550177' } });
  const [found] = await duplicatesOf(await recorded());
  expect(found).toMatchObject({ Likelihood: 'possible', Reasons: ['Same last name', 'Same phone number'] });
  const other = { Patient: { LastName: 'Halfknown', Phone: '8605550188' } };
  expect(await duplicatesOf(await recorded(other))).toEqual([]);
});

test('files, a merge, a transfer and an eligibility check cope with what is not known', async () => {
  const { Id } = await recorded();
  const csv = await handoff.call(api.referrals.exportFile, { body: {} }, ana);
  expect(csv.text).toContain(',Halfknown,,,,,,CT,');
  const { packet, fhir } = api.referrals;
  const [printed] = (await handoff.call(packet, { query: { id: Id } }, ana)).ok().ReferralInfo;
  expect(printed).toMatchObject({ Id, Patient: { DateOfBirth: '' } });
  // The owner has a given name.
  (await handoff.call(api.referrals.update, { body: { Id, OwnerId: null } }, ana)).ok();
  const bundle = (await handoff.call(fhir, { query: { id: Id } }, ana)).text;
  expect(bundle).toContain('"family":"Halfknown"');
  expect(bundle).not.toMatch(/"birthDate"|:""|\[""\]|"given"/);
  const question = {
    FirstName: '',
    LastName: 'Halfknown',
    DateOfBirth: '',
    Mbi: '1EG4-TE5-MK00',
    ReferralId: Id,
  };
  const asked = await handoff.call(api.medicareEligibility.check, { body: question }, ana);
  expect(asked.ok()).toMatchObject({
    isInputWrong: true,
    Findings: [{ Field: 'FirstName' }, { Field: 'DateOfBirth' }],
  });

  const other = await recorded(referralDraft({ ClinicalSummary: 'Fell at home.' }));
  (await handoff.call(api.referrals.merge, { body: { Id: other.Id, Into: Id } }, ana)).ok();
  const [merged] = (await read(Id)).ok().ReferralInfo;
  expect(merged).toMatchObject({
    Patient: { LastName: 'Halfknown', FirstName: 'Pat', DateOfBirth: '1948-03-12' },
  });

  const parted = await recorded();
  const Decision = { Kind: 'Declined', Reason: 'area' };
  (await update(parted.Id, { Decision, TransferTo: EVERGREEN })).ok();
  await handoff.app.jobs.transfers.run();
  const there = (await handoff.call(api.referrals.list, { query: {} }, { as: 'eve' })).ok().ReferralInfo;
  expect(there[0]).toMatchObject({ Patient: { LastName: 'Halfknown', DateOfBirth: '' } });
});

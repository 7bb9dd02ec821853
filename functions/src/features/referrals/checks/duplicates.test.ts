import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { referralDraft } from '../../../testing/examples/drafts.ts';
import { HARBOR } from '../../../testing/people.ts';
import { storedIn } from '../../../testing/stored.ts';
import { FieldKeysNotConfigured } from '../../../platform/ports.ts';
import { checksOf } from '../../../testing/examples/example-records.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const { Patient, Address } = referralDraft();

async function create(patient: Partial<typeof Patient> = {}, { as = 'ana', on = handoff } = {}) {
  const body = referralDraft({ Patient: { ...Patient, ...patient } });
  const who = as === 'eve' ? 'eve' : 'ana';
  const answer = (await on.call(api.referrals.create, { body }, { as: who })).ok();
  const [referral] = answer.ReferralInfo;
  if (!referral) throw new Error('no referral');
  return { ...referral, Duplicates: (await checksOf(on, referral.Id, who)).Duplicates };
}

const duplicatesOf = async (id: string) => (await checksOf(handoff, id)).Duplicates.Found;

test('the same patient under a nickname raises a warning with the reasons, and is saved anyway', async () => {
  const first = await create({ FirstName: 'Robert' });
  expect(first.Duplicates).toMatchObject({ Answer: 'no', Found: [] });
  const second = await create({ FirstName: 'Bob' });
  expect(second.Duplicates).toMatchObject({
    Answer: 'yes',
    Found: [
      {
        ReferralId: first.Id,
        Likelihood: 'probable',
        Score: 83,
        Reasons: expect.arrayContaining(['Same date of birth', 'First names with a shared nickname']),
      },
    ],
  });
  expect((await duplicatesOf(first.Id)).map(({ ReferralId }) => ReferralId)).toEqual([second.Id]);
});

test.each([
  ['Sandra', 'Sandy'],
  ['Theodore', 'Ted'],
])('%s is found as %s who has moved and has another phone', async (FirstName, nickname) => {
  const { Id } = await create({ FirstName });
  const body = referralDraft({
    Patient: { ...Patient, FirstName: nickname, Phone: '2035550142' },
    Address: { ...Address, ZipCode: '06511' },
  });
  const [saved] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  expect(await duplicatesOf(saved?.Id ?? '')).toMatchObject([{ ReferralId: Id, Likelihood: 'probable' }]);
});

test('a corrected name finds matches that the wrong one did not', async () => {
  const first = await create();
  const wrong = { FirstName: 'Agnes', LastName: 'Quill', DateOfBirth: '1990-01-01', Phone: '' };
  const second = await create(wrong);
  expect(second.Duplicates.Found).toEqual([]);
  const { Id, Etag } = second;
  (await handoff.call(api.referrals.update, { body: { Id, Etag, Patient } }, { as: 'ana' })).ok();
  expect(await duplicatesOf(Id)).toMatchObject([{ ReferralId: first.Id }]);
});

test('one number on two people is a conflict in words, also after someone marked them as different', async () => {
  const Mbi = '1EG4TE5MK73';
  const first = await create({ Mbi });
  const other = { FirstName: 'Al', LastName: 'Demoray', DateOfBirth: '1971-02-03', Phone: '', Mbi };
  const second = await create(other);
  const conflict = [
    {
      ReferralId: first.Id,
      Conflict: expect.stringMatching(
        /^One of the two numbers is wrong: Demoray, Al, born 02\/03\/1971 and .* have the same Medicare number\.$/,
      ),
    },
  ];
  expect(second.Duplicates).toMatchObject({ Reason: 'One number on two patients.', Found: conflict });
  const body = { Id: second.Id, NotDuplicateOf: [first.Id] };
  (await handoff.call(api.referrals.update, { body }, { as: 'ana' })).ok();
  expect(await duplicatesOf(second.Id)).toMatchObject(conflict);
});

test('neither deleted referrals nor those of another agency are candidates', async () => {
  const first = await create();
  expect((await create({}, { as: 'eve' })).Duplicates.Found).toEqual([]);
  await handoff.call(api.referrals.remove, { body: { Id: first.Id } }, { as: 'ana' });
  expect((await create()).Duplicates).toMatchObject({ Answer: 'no', Found: [] });
});

test('the keys are meaningless hashes, are in no history, and are never returned', async () => {
  const { Id, Etag } = await create();
  const body = { Id, Etag, ClinicalSummary: 'More.', Address: { ...Address, ZipCode: '06105' } };
  const updated = await handoff.call(api.referrals.update, { body }, { as: 'ana' });
  const other = { ...body, ClinicalSummary: 'Other.' };
  const stale = await handoff.call(api.referrals.update, { body: other }, { as: 'mia' });
  expect(stale.status).toBe(409);
  const history = await handoff.call(api.referrals.activity, { query: { id: Id } }, { as: 'ana' });
  expect([updated.text, stale.text, history.text].join('')).not.toContain('DuplicateKeys');
  expect(
    history
      .ok()
      .ReferralActivity[0]?.changes.map(({ field }) => field)
      .toSorted(),
  ).toEqual(['Address.ZipCode', 'ClinicalSummary']);
  const stored = (await storedIn(handoff.store, `d:${HARBOR}`)).find(({ type }) => type === 'referral');
  const keys = Object.values(Object(stored?.['DuplicateKeys']));
  expect(keys).toHaveLength(5);
  for (const key of keys) expect(key).toMatch(/^bix:v1:[\w-]{43}$/);
});

test('the same Medicare number is found under another name, and no longer once it is removed', async () => {
  const numbered = { Mbi: '1EG4-TE5-MK73' };
  const first = await create(numbered);
  const married = { ...numbered, LastName: 'Quill', DateOfBirth: '1948-03-21', Phone: '' };
  const second = await create(married);
  expect(second.Duplicates.Found[0]).toMatchObject({
    ReferralId: first.Id,
    Reasons: expect.arrayContaining(['Same Medicare number']),
  });
  const { Id, Etag } = second;
  const update = async (basedOn: string, mbi: string) => {
    const body = { Id, Etag: basedOn, Patient: { ...Patient, ...married, Mbi: mbi } };
    return (await handoff.call(api.referrals.update, { body }, { as: 'ana' })).ok();
  };
  const renamed = await update(Etag, '****-***-MK73');
  expect(await duplicatesOf(Id)).toHaveLength(1);
  const removed = await update(renamed.ReferralInfo[0]?.Etag ?? '', '');
  expect(await duplicatesOf(Id)).toEqual([]);
  await update(removed.ReferralInfo[0]?.Etag ?? '', '9AA0-A00-AA00');
  expect(await duplicatesOf(Id)).toEqual([]);
});

test('two people with one Medicare number give a warning, however little else they share', async () => {
  const Mbi = '1EG4-TE5-MK73';
  const first = await create({ Mbi });
  const stranger = { FirstName: 'Agnes', LastName: 'Quill', DateOfBirth: '1971-07-30', Phone: '' };
  const second = await create({ ...stranger, Mbi });
  expect(second.Duplicates).toMatchObject({
    Answer: 'unknown',
    Found: [{ ReferralId: first.Id, Likelihood: 'possible' }],
  });
  const third = { FirstName: 'Ivan', LastName: 'Oak', DateOfBirth: '1955-01-02', Phone: '' };
  expect((await create(third)).Duplicates.Found).toEqual([]);
});

test('a note does not change the keys', async () => {
  const first = await create();
  const body = { ReferralId: first.Id, ReferralNotes: [{ Text: 'Called.' }] };
  (await handoff.call(api.referrals.updateNotes, { body }, { as: 'cal' })).ok();
  expect((await create()).Duplicates.Found).toMatchObject([{ ReferralId: first.Id }]);
});

const refuse = () => Promise.reject(new FieldKeysNotConfigured());

test('without keys for hashing a referral is recorded, and the check does not claim that it is new', async () => {
  const on = await freshApi({
    fieldKeys: {
      encrypt: refuse,
      decrypt: refuse,
      blindIndex: refuse,
      blindIndexes: refuse,
      versions: refuse,
    },
  });
  expect((await create({}, { on })).Duplicates).toMatchObject({ Answer: 'unknown', Found: [] });
});

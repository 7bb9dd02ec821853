import { api } from '@handoff/shared/contract/api';
import { undecided } from '@handoff/shared/domain/referral/referral';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';
import { referral, checksOf } from '../../testing/examples/example-records.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

test('a decline closes the referral and records when; reopening returns it to work', async () => {
  const closed = { Id: 'no', Name: 'Declined', Color: 'red', Terminal: true, Decision: 'Declined' } as const;
  const work = { Id: 'new', Name: 'New', Color: 'blue', Terminal: false } as const;
  const lists = { Etag: '', SettingsReferralStatusesInfo: [work, closed] };
  (await handoff.call(api.settings.updateReferralStatuses, { body: lists }, { as: 'mia' })).ok();
  const { Id } = await referral(handoff);
  const decide = async (Decision: {
    Kind: 'Pending' | 'Accepted' | 'Declined';
    Reason?: string;
    HandedTo?: string;
  }) =>
    (await handoff.call(api.referrals.update, { body: { Id, Decision } }, { as: 'ana' })).ok()
      .ReferralInfo[0];

  const declined = await decide({ Kind: 'Declined', Reason: 'No capacity', HandedTo: 'Shore Hospice' });
  expect(declined).toMatchObject({ StatusId: 'no', DecidedAt: declined?.UpdatedAt });
  const corrected = await decide({ Kind: 'Declined', Reason: 'area' });
  expect(corrected).toMatchObject({ StatusId: 'no', DecidedAt: declined?.DecidedAt });
  expect(corrected?.Decision).toMatchObject({ Reason: 'area', HandedTo: 'Shore Hospice' });
  const reopened = await decide({ Kind: 'Pending' });
  expect(reopened).toMatchObject({ StatusId: 'new', Decision: undecided });
  expect(reopened).not.toHaveProperty('DecidedAt');
});

test('a returning patient is linked to the earlier referral, and a dismissed look-alike stays dismissed', async () => {
  const earlier = await referral(handoff);
  const body = { ...referralDraft(), Priority: true, EarlierReferralId: earlier.Id };
  const [again] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  expect(again).toMatchObject({ Priority: true, EarlierReferralId: earlier.Id });
  const update = (fields: object) =>
    handoff.call(api.referrals.update, { body: { Id: again?.Id ?? '', ...fields } }, { as: 'ana' });
  const found = async (id: string) => {
    const { Duplicates } = await checksOf(handoff, id);
    return Duplicates.Found.map(({ ReferralId }) => ReferralId);
  };

  expect((await update({ EarlierReferralId: 'referral-none' })).error().fields).toHaveProperty(
    'EarlierReferralId',
  );
  expect((await update({ EarlierReferralId: again?.Id })).error().fields).toHaveProperty('EarlierReferralId');
  expect(await found(earlier.Id)).toEqual([again?.Id]);
  const related = async (id: string) =>
    (await handoff.call(api.referrals.byId, { query: { id } }, { as: 'ana' })).ok().RelatedReferrals;
  expect(await related(again?.Id ?? '')).toMatchObject([{ ReferralId: earlier.Id, Relation: 'Earlier' }]);
  expect(await related(earlier.Id)).toMatchObject([{ ReferralId: again?.Id, Relation: 'Later' }]);
  (await update({ NotDuplicateOf: [earlier.Id] })).ok();
  expect(await found(earlier.Id)).toEqual([]);
  expect(await found(again?.Id ?? '')).toEqual([]);
  (await update({ NotDuplicateOf: [] })).ok();
  expect(await found(earlier.Id)).toEqual([again?.Id]);
});

test('no referral is a readmission of its own readmission, even through a third one', async () => {
  const readmitted = async (EarlierReferralId: string) => {
    const body = { ...referralDraft(), EarlierReferralId };
    const answer = await handoff.call(api.referrals.create, { body }, { as: 'ana' });
    return answer.ok().ReferralInfo[0]?.Id ?? '';
  };
  const { Id } = await referral(handoff);
  const second = await readmitted(Id);
  for (const EarlierReferralId of [second, await readmitted(second)]) {
    const answer = await handoff.call(
      api.referrals.update,
      { body: { Id, EarlierReferralId } },
      { as: 'ana' },
    );
    expect(answer.error().fields).toEqual({
      EarlierReferralId: 'Choose a referral that came before this one',
    });
  }
});

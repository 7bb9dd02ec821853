import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { pdf, referralDraft } from '../../testing/examples/drafts.ts';

const ana = { as: 'ana' } as const;
let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const use = (Field: string, Use: 'accepted' | 'accepted and changed' | 'not accepted') => ({ Field, Use });

async function uploadedId(): Promise<string> {
  const given = { fields: { DocumentTypeId: 'orders' }, file: pdf('face sheet', 'fax.pdf') };
  const [document] = (await handoff.call(api.services.uploadFile, given, ana)).ok().ReferralDocuments;
  return document?.Id ?? '';
}

test('the activity names the fields that a document filled in, and none of their values', async () => {
  const DocumentId = await uploadedId();
  const Fields = [
    use('Patient.LastName', 'accepted'),
    use('ReceivedAt', 'accepted'),
    use('Patient.DateOfBirth', 'accepted and changed'),
    use('Clinical.Room', 'not accepted'),
  ];
  const body = referralDraft({
    DocumentIds: [DocumentId],
    Prefilled: [
      { DocumentId, Fields },
      { DocumentId: 'document-of-another-referral', Fields },
    ],
  });
  const [made] = (await handoff.call(api.referrals.create, { body }, ana)).ok().ReferralInfo;
  const query = { id: made?.Id ?? '' };
  const { ReferralActivity } = (await handoff.call(api.referrals.activity, { query }, ana)).ok();
  const prefilled = ReferralActivity.filter(({ action }) => action === 'referral.prefilled');
  expect(prefilled.map(({ changes }) => changes)).toEqual([
    [
      { field: 'Document', old: null, new: DocumentId },
      { field: 'Accepted', old: null, new: '["Patient.LastName","ReceivedAt"]' },
      { field: 'AcceptedAndChanged', old: null, new: '["Patient.DateOfBirth"]' },
      { field: 'NotAccepted', old: null, new: '["Clinical.Room"]' },
    ],
  ]);
});

test('a text that is no field is refused, so that no value gets into the trail', async () => {
  const DocumentId = await uploadedId();
  const Prefilled = [{ DocumentId, Fields: [use('Pretendez, Raymond', 'accepted')] }];
  const body = referralDraft({ DocumentIds: [DocumentId], Prefilled });
  expect((await handoff.call(api.referrals.create, { body }, ana)).error().code).toBe('invalid_request');
});

test('the fields that no one has decided stay with the referral until a person decides', async () => {
  const body = referralDraft({ OpenFields: ['Clinical.Room', 'Services'] });
  const [made] = (await handoff.call(api.referrals.create, { body }, ana)).ok().ReferralInfo;
  const query = { id: made?.Id ?? '' };
  const [read] = (await handoff.call(api.referrals.byId, { query }, ana)).ok().ReferralInfo;
  expect(read?.OpenFields).toEqual(['Clinical.Room', 'Services']);
  const edit = { Id: query.id, Clinical: { Room: '214' }, OpenFields: ['Services'] };
  const [saved] = (await handoff.call(api.referrals.update, { body: edit }, ana)).ok().ReferralInfo;
  expect(saved).toMatchObject({ OpenFields: ['Services'], Clinical: { Room: '214' } });
  const value = { Id: query.id, OpenFields: ['Pretendez, Raymond'] };
  expect((await handoff.call(api.referrals.update, { body: value }, ana)).error().code).toBe(
    'invalid_request',
  );
});

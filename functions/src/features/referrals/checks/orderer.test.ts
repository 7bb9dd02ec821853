import { api } from '@handoff/shared/contract/api';
import type { Clinical } from '@handoff/shared/domain/person/clinical-block';
import { npiOf } from '@handoff/shared/domain/person/identifiers';
import { expect, test } from 'vitest';
import { referralDraft } from '../../../testing/examples/drafts.ts';
import { freshImportStory } from '../../../testing/imports/import-story.ts';
import { HARBOR } from '../../../testing/people.ts';
import { checksOf } from '../../../testing/examples/example-records.ts';

const list = [
  'NPI,LAST_NAME,FIRST_NAME,PARTB,DME,HHA,PMD,HOSPICE',
  '1003000126,DOE,JANE,Y,Y,Y,Y,N',
  '1003000134,DOERING,JOHN,Y,Y,N,Y,Y',
  '1427038314,PRESCRIBER,DANA,Y,Y,Y,Y,Y',
].join('\n');

const dana = { OrderingPractitioner: 'Dana Prescriber, MD', OrderingNpi: '1427038314' };

async function orderStory() {
  const story = await freshImportStory();
  return {
    ...story,
    importList: () => story.import({ state: 'NPI', name: 'OrderReferring.csv', content: list }),
    async recorded(clinical: Partial<Clinical>) {
      const body = referralDraft({ Clinical: clinical });
      const created = (await story.call(api.referrals.create, { body }, { as: 'ana' })).ok();
      const [{ Id } = { Id: '' }] = created.ReferralInfo;
      return (await checksOf(story, Id)).Orderer;
    },
  };
}

test('a saved referral says whether Medicare takes an order of this practitioner, by NPI, name and right', async () => {
  const story = await orderStory();
  await story.importList();
  const Rule = 'Order and Referring file';
  expect(await story.recorded(dana)).toEqual({
    Answer: 'yes',
    Rule,
    Reason: 'PRESCRIBER, DANA: may order home health.',
  });
  expect(await story.recorded({ ...dana, OrderingPractitioner: 'Pat Placeholder' })).toEqual({
    Answer: 'no',
    Rule,
    Reason: 'CMS has this NPI as PRESCRIBER, DANA. A claim with another name is denied.',
  });
  expect(await story.recorded({ OrderingNpi: '1003000134' })).toMatchObject({
    Answer: 'no',
    Reason: 'DOERING, JOHN: may not order home health.',
  });
  expect(await story.recorded({ OrderingNpi: npiOf(197_259_837) })).toMatchObject({
    Answer: 'no',
    Reason: 'Not in the CMS Order and Referring file. Medicare denies claims with this NPI.',
  });
});

test('the practitioner who certifies is checked beside the one who orders', async () => {
  const story = await orderStory();
  await story.importList();
  const john = { CertifyingPractitioner: 'John Doering', CertifyingNpi: '1003000134' };
  expect(await story.recorded({ ...dana, ...john })).toMatchObject({
    Answer: 'no',
    Reason: 'Certifying: DOERING, JOHN: may not order home health.',
  });
  expect(await story.recorded(john)).toMatchObject({ Answer: 'no' });
  const same = { CertifyingPractitioner: dana.OrderingPractitioner, CertifyingNpi: dana.OrderingNpi };
  expect(await story.recorded({ ...dana, ...same })).toMatchObject({ Answer: 'yes' });
});

test('a change of the orderer is checked with the change, and a hospice by what a hospice needs', async () => {
  const story = await orderStory();
  await story.importList();
  const body = referralDraft({ Clinical: dana });
  const [referral] = (await story.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  const { Id = '', Etag = '' } = referral ?? {};
  const Clinical = { OrderingNpi: '1003000126', OrderingPractitioner: 'Jane Doe' };
  (await story.call(api.referrals.update, { body: { Id, Etag, Clinical } }, { as: 'ana' })).ok();
  expect((await checksOf(story, Id)).Orderer?.Reason).toBe('DOE, JANE: may order home health.');
  const hospice = { Id: HARBOR, Etag: '', Kind: 'Hospice' as const };
  (await story.call(api.businessDomains.update, { body: hospice }, { as: 'ada' })).ok();
  expect(await story.recorded(Clinical)).toMatchObject({
    Answer: 'no',
    Reason: 'DOE, JANE: may not certify hospice.',
  });
});

test('without an NPI the check says so; there is none without a list, or where the agency asks for no NPI', async () => {
  const story = await orderStory();
  expect(await story.recorded(dana)).toBeNull();
  await story.importList();
  const named = { OrderingPractitioner: 'Dana Prescriber' };
  expect(await story.recorded(named)).toMatchObject({
    Answer: 'unknown',
    Reason: 'No NPI of the ordering practitioner is entered yet.',
  });
  const without = { Id: HARBOR, Etag: '', ClinicalFieldsNotAsked: ['OrderingNpi' as const] };
  (await story.call(api.businessDomains.update, { body: without }, { as: 'ada' })).ok();
  expect(await story.recorded(named)).toBeNull();
});

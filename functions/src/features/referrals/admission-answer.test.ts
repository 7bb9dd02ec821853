import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';
import { checkDraft } from '../../testing/examples/eligibility-examples.ts';

async function answerOf(mbi: string, category: 'Home Care' | 'Hospice', handoff: TestApi) {
  const created = await handoff.call(api.referrals.create, { body: referralDraft() }, { as: 'ana' });
  const ReferralId = created.ok().ReferralInfo[0]?.Id ?? '';
  const body = checkDraft({ Mbi: mbi, Category: category, ReferralId });
  const read = async (as: 'ana' | 'mia' | 'vic') =>
    (await handoff.call(api.referrals.byId, { query: { id: ReferralId } }, { as })).ok().Admission;
  expect(await read('ana')).toBeNull();
  (await handoff.call(api.medicareEligibility.check, { body }, { as: 'ana' })).ok();
  const answer = await read('mia');
  // A viewer may not read checks, and has the same dates.
  expect(await read('vic')).toEqual(answer);
  return answer;
}

const today = new Date().toISOString().slice(0, 10);

test('a referral says since when a plan pays, from the last check', async () => {
  const handoff = await freshApi();
  const answer = await answerOf('1EG4-TE5-MK03', 'Home Care', handoff);
  expect(answer).toEqual({
    Care: 'Home Care',
    PlanFrom: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    CheckedAt: expect.stringContaining(today),
    PeriodsUsed: 0,
  });
  expect((answer?.PlanFrom ?? today) < today).toBe(true);
});

test('a plan that begins soon has its first day, and a hospice the periods that were used', async () => {
  const handoff = await freshApi();
  const soon = await answerOf('1EG4-TE5-MK13', 'Home Care', handoff);
  expect((soon?.PlanFrom ?? '') > today).toBe(true);
  expect(await answerOf('1EG4-TE5-MK05', 'Hospice', handoff)).toMatchObject({
    Care: 'Hospice',
    PlanFrom: '',
    PeriodsUsed: 1,
  });
});

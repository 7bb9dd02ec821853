import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { planDraft } from '../../../testing/examples/drafts.ts';
import { askMedicare } from '../../../testing/examples/eligibility-examples.ts';
import { referral } from '../../../testing/examples/example-records.ts';
import type { PersonName } from '../../../testing/people.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

/** The sandbox's stories of patients in H5521-042, of one who will be in it, and of one without a plan. */
const [IN_PLAN, LATER_IN_PLAN, NO_PLAN] = ['1EG4-TE5-MK03', '1EG4-TE5-MK13', '1EG4-TE5-MK00'];

async function checked(Mbi = IN_PLAN) {
  const { Id } = await referral(handoff);
  const { CheckId } = (await askMedicare(handoff, { ReferralId: Id, Mbi })).ok();
  return { Id, CheckId };
}

async function decide(Id: string, Kind: 'Accepted' | 'Declined') {
  const Decision = { Kind, Reason: Kind === 'Declined' ? 'No capacity' : '', Comment: '' };
  (await handoff.call(api.referrals.update, { body: { Id, Decision } }, { as: 'mia' })).ok();
}

async function memory(id: string, as: PersonName = 'ana') {
  const answer = await handoff.call(api.medicareEligibility.planMemory, { query: { id } }, { as });
  return answer.ok().PlanMemoryInfo;
}

test('a plan that one referral taught the agency is remembered for the next', async () => {
  const { CheckId } = await checked();
  expect(await memory(CheckId)).toMatchObject([
    {
      ContractId: 'H5521',
      PlanId: '042',
      Name: 'SAMPLE HEALTH PLAN HMO',
      From: expect.any(String),
      Recorded: null,
      LastDecisions: [],
    },
  ]);
  (await handoff.call(api.advantagePlans.create, { body: planDraft() }, { as: 'ana' })).ok();
  for (const story of [IN_PLAN, LATER_IN_PLAN])
    expect(await memory((await checked(story)).CheckId)).toMatchObject([
      { Recorded: { Contracted: 'No', AuthorizationNeeded: 'Yes', ContactName: 'Pat Example' } },
    ]);
  expect(await memory((await checked(NO_PLAN)).CheckId)).toEqual([]);
});

test('a check judges the contract with a plan by what the agency knows of it', async () => {
  const contractSaid = async () => {
    const { CheckId } = await checked();
    const found = await handoff.call(api.medicareEligibility.byId, { query: { id: CheckId } }, { as: 'ana' });
    const { Findings } = found.ok().MedicareCheck;
    return Findings.find(({ Code }) => Code === 'medicareAdvantage')?.Text ?? '';
  };
  expect(await contractSaid()).toContain('This agency has no contract with it on file.');
  const body = planDraft({ Name: 'Sample HMO', Contracted: 'Yes' });
  (await handoff.call(api.advantagePlans.create, { body }, { as: 'ana' })).ok();
  expect(await contractSaid()).toContain('This agency has a contract with it (Sample HMO).');
});

test('the last three decisions on other patients of the plan are shown, newest first', async () => {
  const decided = [];
  for (const Kind of ['Declined', 'Accepted', 'Accepted', 'Declined'] as const) {
    const { Id } = await checked();
    await decide(Id, Kind);
    decided.push(Id);
  }
  const [other, own] = [await checked(NO_PLAN), await checked()];
  await decide(other.Id, 'Accepted');
  await decide(own.Id, 'Accepted');
  await checked();
  const [plan] = await memory(own.CheckId);
  expect(plan?.LastDecisions.map(({ ReferralId }) => ReferralId)).toEqual(decided.toReversed().slice(0, 3));
  expect(plan?.LastDecisions[0]).toMatchObject({ Kind: 'Declined', Reason: 'No capacity' });
});

test('the decision on a restricted or deleted referral is not shown', async () => {
  const [restricted, deleted, open] = [await checked(), await checked(), await checked()];
  for (const { Id } of [restricted, deleted]) await decide(Id, 'Accepted');
  const body = { Id: restricted.Id, IsRestricted: true, Reason: 'A neighbor of our staff' };
  (await handoff.call(api.referrals.setRestriction, { body }, { as: 'mia' })).ok();
  (await handoff.call(api.referrals.remove, { body: { Id: deleted.Id } }, { as: 'mia' })).ok();
  const idsFor = async (as: PersonName) =>
    (await memory(open.CheckId, as))[0]?.LastDecisions.map(({ ReferralId }) => ReferralId);
  expect(await idsFor('cal')).toEqual([]);
  expect(await idsFor('mia')).toEqual([restricted.Id]);
  const foreign = await handoff.call(
    api.medicareEligibility.planMemory,
    { query: { id: restricted.CheckId } },
    { as: 'cal' },
  );
  expect(foreign.status).toBe(404);
});

import { addMs } from '../../core/time.ts';
import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { referralDraft } from '../../testing/examples/drafts.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const hoursAgo = (hours: number) => addMs(handoff.platform.clock.now(), -hours * 3_600_000).toISOString();

async function receive(hours: number, from: string) {
  const { Source } = referralDraft();
  const Channel = from === 'Sample General' ? 'Fax' : '';
  const body = {
    ...referralDraft(),
    ReceivedAt: hoursAgo(hours),
    Source: { ...Source, Channel, Organization: from } as const,
  };
  const [referral] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  return referral?.Id ?? '';
}

const decide = async (Id: string, Decision: { Kind: 'Accepted' | 'Declined'; Reason?: string }) =>
  (await handoff.call(api.referrals.update, { body: { Id, Decision } }, { as: 'ana' })).ok();

const list = async (query: object) => {
  const parsed = api.referrals.list.query.parse(query);
  const answer = await handoff.call(api.referrals.list, { query: parsed }, { as: 'vic' });
  return answer.ok().ReferralInfo.map(({ Id }) => Id);
};

const figures = async (as: 'vic' | 'eve', Days = 14) =>
  (await handoff.call(api.dashboard.figures, { query: { Days } }, { as })).ok();

test('counts received, decided and waiting referrals by source, payer and county', async () => {
  await decide(await receive(2, 'Sample General'), { Kind: 'Accepted' });
  await decide(await receive(60, 'Sample General'), { Kind: 'Declined', Reason: 'No capacity' });
  await receive(50, 'Example Shore');
  await receive(17 * 24, 'Example Shore');

  const seen = await figures('vic');
  expect(seen).toMatchObject({
    GoalMinutes: 48 * 60,
    Period: { Received: 3, Accepted: 1, Declined: 1, Answered: 2, InTime: 1, Overdue: 1 },
    Previous: { Received: 1, MedianMinutes: null },
    Reasons: [{ Reason: 'No capacity', Count: 1 }],
    Open: { Count: 2, Overdue: 2 },
    Sources: [
      { Name: 'Sample General', Received: 2, Reasons: [{ Count: 1 }] },
      { Name: 'Example Shore', Received: 1 },
    ],
    SourceKinds: [{ Name: 'Hospital', Received: 3 }],
    Channels: [
      { Name: 'Fax', Received: 2 },
      { Name: '', Received: 1 },
    ],
    Counties: [{ State: 'CT', Received: 3 }],
  });
  expect(seen.Period.MedianMinutes).toBeCloseTo(31 * 60, 0);
  expect(seen.Answers.map(({ Count }) => Count)).toEqual([1, 0, 0, 1, 0, 0]);
  expect(seen.Open.Ages.map(({ Count }) => Count)).toEqual([0, 0, 0, 1, 0, 1]);
  expect(seen.Days).toHaveLength(14);
  expect(JSON.stringify(seen)).not.toContain(referralDraft().Patient.DateOfBirth);
});

test('each figure links to the list it counts, and another agency counts nothing', async () => {
  const late = await receive(50, 'Example Shore');
  const declined = await receive(3, 'Sample General');
  await decide(declined, { Kind: 'Declined', Reason: 'area' });
  const { Open, Days, Payers, Counties } = await figures('vic');
  const age = Open.Ages.find(({ Count }) => Count > 0);
  expect(await list({ View: 'Waiting', ReceivedFrom: age?.From, ReceivedBefore: age?.Before })).toEqual([
    late,
  ]);
  expect(await list({ Reason: 'area', ReceivedFrom: Days[0]?.From })).toEqual([declined]);
  expect(await list({ Organization: 'Example Shore' })).toEqual([late]);
  expect(await list({ Payer: Payers[0]?.Name, County: Counties[0]?.Name, State: 'CT' })).toHaveLength(2);
  expect(await list({ Payer: 'No such payer' })).toEqual([]);

  expect(await figures('eve')).toMatchObject({ Period: { Received: 0 }, Open: { Count: 0 }, Sources: [] });
});

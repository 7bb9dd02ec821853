import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import type { TestApi } from '../../../testing/api.ts';
import { askMedicare } from '../../../testing/examples/eligibility-examples.ts';
import { people, type PersonName } from '../../../testing/people.ts';
import {
  bellOf,
  checkedReferral,
  referralOf,
  saturday,
  timerAt,
} from '../../../testing/eligibility/reverification.ts';
import { verifyAuditChains } from '../../../testing/stored.ts';

/** The sandbox's stories: no plan, a plan for 200 days, one for 20 days, and one that begins in 25. */
const [NO_PLAN, LONG_SINCE, LATELY, LATER] = ['00', '03', '04', '13'].map((story) => `1EG4TE5MK${story}`);

const BACK_DATED = /^A patient moved into a Medicare Advantage plan from \d\d\/\d\d\/\d{4}, back-dated$/;
const MOVED = /^A patient moved into a Medicare Advantage plan from \d\d\/\d\d\/\d{4}$/;
const WILL_MOVE = /^A patient moves into a Medicare Advantage plan from \d\d\/\d\d\/\d{4}$/;

async function ownedBy(person: PersonName, { handoff, Id }: { handoff: TestApi; Id: string }) {
  const Etag = (await referralOf(handoff, Id))?.Etag ?? '';
  const body = { Id, Etag, OwnerId: `user-${people[person].oid}` };
  (await handoff.call(api.referrals.update, { body }, { as: 'mia' })).ok();
}

const textsFor = async (handoff: TestApi, person: PersonName) =>
  (await bellOf(handoff, person)).map(({ Text }) => Text);

const answers = (...stories: (string | undefined)[]) => stories.map(String);

test.each([
  ['a back-dated enrollment', LONG_SINCE, BACK_DATED],
  ['an enrollment since the last check', LATELY, MOVED],
  ['an enrollment that begins later', LATER, WILL_MOVE],
])('the scheduled check notifies the owner of %s', async (_what, story, text) => {
  const checked = await checkedReferral(answers(NO_PLAN, story));
  const { handoff, Id } = checked;
  await ownedBy('ana', checked);
  await timerAt(handoff, saturday(31));
  expect(await bellOf(handoff, 'ana')).toMatchObject([{ SubjectId: Id, Text: expect.stringMatching(text) }]);
  expect(await textsFor(handoff, 'mia')).toEqual([]);
  expect(JSON.stringify(handoff.log)).not.toContain('Advantage');
  await verifyAuditChains(handoff.store);
});

test("a colleague's check notifies the owner; the owner's own check shows the plan itself", async () => {
  const checked = await checkedReferral(answers(NO_PLAN, LONG_SINCE, LONG_SINCE));
  const { handoff, Id, CheckId } = checked;
  await ownedBy('mia', checked);
  const body = { Id: CheckId };
  (await handoff.call(api.medicareEligibility.recheck, { body }, { as: 'ana' })).ok();
  expect(await textsFor(handoff, 'mia')).toEqual([expect.stringMatching(BACK_DATED)]);
  expect(await textsFor(handoff, 'ana')).toEqual([]);
  // The next check finds the patient where the last one did.
  (await askMedicare(handoff, { ReferralId: Id })).ok();
  expect(await textsFor(handoff, 'mia')).toHaveLength(1);
});

test('a list notifies the owner who started it, because no one saw its answers', async () => {
  const checked = await checkedReferral(answers(NO_PLAN, LONG_SINCE));
  const { handoff, Id } = checked;
  await ownedBy('ana', checked);
  const person = { FirstName: 'Ana', LastName: 'Sample', DateOfBirth: '1948-03-12', Mbi: '1EG4-TE5-MK00' };
  const body = { Category: 'Home Care' as const, Entries: [{ ...person, ReferralId: Id }] };
  (await handoff.call(api.medicareEligibility.startBatch, { body }, { as: 'ana' })).ok();
  await handoff.app.jobs.eligibility.run();
  expect(await textsFor(handoff, 'ana')).toEqual([expect.stringMatching(BACK_DATED)]);
});

test('a first check and a decided referral notify no one', async () => {
  const first = await checkedReferral(answers(LONG_SINCE));
  await ownedBy('mia', first);
  expect(await textsFor(first.handoff, 'mia')).toEqual([]);

  const decided = await checkedReferral(answers(NO_PLAN, LONG_SINCE));
  const { handoff, Id, CheckId } = decided;
  await ownedBy('mia', decided);
  const Decision = { Kind: 'Accepted', Reason: '', Comment: '' } as const;
  (await handoff.call(api.referrals.update, { body: { Id, Decision } }, { as: 'mia' })).ok();
  (await handoff.call(api.medicareEligibility.recheck, { body: { Id: CheckId } }, { as: 'ana' })).ok();
  expect(await textsFor(handoff, 'mia')).toEqual([]);
});

import { api } from '@handoff/shared/contract/api';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../testing/api.ts';
import { checkDraft } from '../../testing/examples/eligibility-examples.ts';
import { blobName, referral } from '../../testing/examples/example-records.ts';
import { HARBOR } from '../../testing/people.ts';
import { storedIn } from '../../testing/stored.ts';

const DAY_MS = 86_400_000;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

test('each class with a retention leaves on its day and not before; undecided and held referrals stay', async () => {
  const [declined, accepted, held, open] = [await kept(), await kept(), await kept(), await kept()];
  await decide(declined, { Kind: 'Declined', Reason: 'area' });
  for (const one of [accepted, held]) await decide(one, { Kind: 'Accepted' });
  const hold = { Id: held.Id, IsHeld: true, Reason: 'Request of our counsel, matter 26-114' };
  (await handoff.call(api.referrals.setLegalHold, { body: hold }, { as: 'mia' })).ok();
  const body = checkDraft({});
  const { CheckId } = (await handoff.call(api.medicareEligibility.check, { body }, { as: 'ana' })).ok();
  const years = { KeepDeclinedYears: 2, KeepAcceptedYears: 7, KeepChecksYears: 1 };
  const edit = { Id: HARBOR, Etag: '', ...years };
  (await handoff.call(api.businessDomains.update, { body: edit }, { as: 'ada' })).ok();

  const { clock, blobs } = handoff.platform;
  const start = clock.now();
  /** Returns which referrals are stored and which are visible after this many years and days. */
  async function after(count: number, days: number) {
    const at = new Date(start);
    at.setUTCFullYear(at.getUTCFullYear() + count);
    handoff.advance(at.getTime() + days * DAY_MS - clock.now().getTime());
    await handoff.app.jobs.deleted.run();
    const stored = await storedIn(handoff.store, `d:${HARBOR}`);
    const there = (id: string) => stored.find((document) => document.id === id);
    const state = (id: string) =>
      there(id) ? (there(id)?.['DeletedAt'] === null ? 'seen' : 'deleted') : 'gone';
    return {
      declined: state(declined.Id),
      accepted: state(accepted.Id),
      held: state(held.Id),
      open: state(open.Id),
      check: state(CheckId),
      answer: await blobs.exists('payer-exchanges', `${HARBOR}/${CheckId}.271`),
    };
  }
  const everything = {
    declined: 'seen',
    accepted: 'seen',
    held: 'seen',
    open: 'seen',
    check: 'seen',
    answer: true,
  };
  const withoutCheck = { ...everything, check: 'gone', answer: false };
  expect(await after(1, -1)).toEqual(everything);
  expect(await after(1, 1)).toEqual(withoutCheck);
  expect(await after(2, -1)).toEqual(withoutCheck);
  expect(await after(2, 1)).toEqual({ ...withoutCheck, declined: 'deleted' });
  (await handoff.call(api.referrals.restore, { body: { Id: declined.Id } }, { as: 'ana' })).ok();
  expect(await after(2, 40)).toEqual(withoutCheck);
  // Two years after it was restored, plus the thirty days in which it could be restored again.
  expect(await after(4, 2)).toMatchObject({ declined: 'deleted', accepted: 'seen' });
  expect(await after(4, 31)).toMatchObject({ declined: 'deleted', accepted: 'seen' });
  // The thirty days began when the timer ran, a moment after the day began.
  expect(await after(4, 33)).toMatchObject({ declined: 'gone', accepted: 'seen' });
  expect(await blobs.exists('documents', `${HARBOR}/${declined.file}`)).toBe(false);
  expect(await after(7, -1)).toMatchObject({ accepted: 'seen' });
  expect(await after(7, 1)).toMatchObject({ accepted: 'deleted', held: 'seen', open: 'seen' });
  const trail = await handoff.call(api.audit.list, { query: { Subject: accepted.Id } }, { as: 'mia' });
  expect(trail.ok().AuditInfo.find(({ action }) => action === 'referral.deleted')).toMatchObject({
    name: 'Scheduled retention',
    changes: [{ field: 'Kept', new: '7 years' }],
  });
});

function decide({ Id }: { Id: string }, Decision: { Kind: 'Accepted' | 'Declined'; Reason?: string }) {
  const body = { Id, Decision };
  return handoff.call(api.referrals.update, { body }, { as: 'mia' }).then((answer) => answer.ok());
}

async function kept() {
  const { Id } = await referral(handoff);
  return { Id, file: await blobName(handoff, Id) };
}

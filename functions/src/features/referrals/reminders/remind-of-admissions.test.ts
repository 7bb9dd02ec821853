import { api } from '@handoff/shared/contract/api';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { addDays, dayText } from '@handoff/shared/domain/records/calendar-day';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { referralDraft } from '../../../testing/examples/drafts.ts';
import { notified } from '../../../testing/examples/example-records.ts';
import type { PersonName } from '../../../testing/people.ts';

const DAY_MS = 86_400_000;

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

/** The agency's day, which in the evening is not yet that of UTC. */
const today = () => dayIn('America/New_York', handoff.platform.clock.now());

async function admitted(Clinical: object) {
  const body = { ...referralDraft(), Clinical };
  const [referral] = (await handoff.call(api.referrals.create, { body }, { as: 'ana' })).ok().ReferralInfo;
  return referral?.Id ?? '';
}

const remind = () => handoff.app.jobs.admissions.run();

const remindersOf = (as: PersonName) => notified(handoff, as, 'reminder');

test('the day before a date its owner is reminded once, and managers once it is missed', async () => {
  const started = addDays(today(), -3);
  await admitted({ RequestedStart: started, StartOfCare: started });
  await remind();
  expect(await remindersOf('ana')).toEqual([]);

  handoff.advance(DAY_MS);
  await remind();
  await remind();
  const due = dayText(addDays(started, 5));
  const notice = `Notice of admission (NOA) is due ${due} on your referral`;
  const assessment = `Comprehensive assessment is due ${due} on your referral`;
  expect((await remindersOf('ana')).toSorted()).toEqual([assessment, notice]);
  expect(await remindersOf('mia')).toEqual([]);

  handoff.advance(2 * DAY_MS);
  await remind();
  await remind();
  expect(await remindersOf('ana')).toContain(`Notice of admission (NOA) was due ${due} on your referral`);
  expect(await remindersOf('mia')).toEqual([
    `Notice of admission (NOA) was due ${due} on a referral of Ana Intake`,
  ]);
});

test('a notice that was filed, a declined referral and a date missed long ago notify no one', async () => {
  const started = addDays(today(), -4);
  const dates = { RequestedStart: started, StartOfCare: started, FaceToFaceDate: started };
  await admitted({ ...dates, NoticeFiled: addDays(started, 1) });
  const declined = await admitted(dates);
  const [reason] = (await handoff.call(api.settings.get, {}, { as: 'ana' })).ok().SettingsDeclineReasonsInfo;
  const Decision = { Kind: 'Declined' as const, Reason: reason?.Id ?? '', Comment: '' };
  const answer = await handoff.call(
    api.referrals.update,
    { body: { Id: declined, Decision } },
    { as: 'ana' },
  );
  expect(answer.status).toBe(200);
  await admitted({ RequestedStart: addDays(today(), -40), StartOfCare: addDays(today(), -40) });
  await remind();
  const about = (await remindersOf('ana')).map((text) => text.split(' is due ')[0]);
  expect(about).toEqual(['Comprehensive assessment']);
  expect(await remindersOf('mia')).toEqual([]);
});

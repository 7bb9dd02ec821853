import { api } from '@handoff/shared/contract/api';
import type { ProviderReply } from '../../platform/eligibility-provider.ts';
import type { Clock } from '../../platform/ports.ts';
import { systemClock } from '../../platform/process.ts';
import type { TestApi, TestSettings } from '../api.ts';
import { countingApi } from './counting-provider.ts';
import { askMedicare } from '../examples/eligibility-examples.ts';
import { referral } from '../examples/example-records.ts';
import { people, type PersonName } from '../people.ts';

const { medicareEligibility } = api;
export const DAY_MS = 24 * 3_600_000;
export const HOUR_MS = 3_600_000;

/**
 * Mid-January, because the sandbox's coverage began a number of years before the requested day, and moves at New
 * Year.
 */
const firstDay = Date.UTC(new Date().getUTCFullYear() + 1, 0, 15, 17);
const ahead = firstDay - Date.now();
const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + ahead) };

/**
 * Returns the first Saturday at least this many days after the first day, at eight or nine in the morning in New
 * York.
 */
export function saturday(days: number): Date {
  const day = new Date(firstDay + days * DAY_MS);
  day.setUTCHours(13, 0, 0, 0);
  return new Date(day.getTime() + ((6 - day.getUTCDay() + 7) % 7) * DAY_MS);
}
export const later = (at: Date, ms: number) => new Date(at.getTime() + ms);

export const timerAt = (handoff: TestApi, at: Date) =>
  handoff.another({ clock: { now: () => at, sleep: async () => {} } }).app.jobs.eligibility.run();

export async function setRule(handoff: TestApi, Reverification: { IsOn: boolean; IntervalDays: number }) {
  const { SettingsEligibilityInfo: before, Etag } = (
    await handoff.call(medicareEligibility.settings, {}, { as: 'ana' })
  ).ok();
  const body = { Etag, SettingsEligibilityInfo: { ...before, Reverification } };
  (await handoff.call(medicareEligibility.updateSettings, { body }, { as: 'mia' })).ok();
}

/** Creates an agency with re-verification, and an open referral that was checked on the first day. */
export async function checkedReferral(first: (ProviderReply | string)[] = [], settings: TestSettings = {}) {
  const { handoff, asked } = await countingApi(first, settings, { clock });
  await setRule(handoff, { IsOn: true, IntervalDays: 30 });
  const { Id } = await referral(handoff);
  const { CheckId } = await checkReferral(handoff, Id);
  return { handoff, asked, Id, CheckId };
}

export async function checkReferral(handoff: TestApi, ReferralId: string) {
  return (await askMedicare(handoff, { ReferralId })).ok();
}

export async function bellOf(handoff: TestApi, person: PersonName) {
  const query = { id: `user-${people[person].oid}` };
  const notifications = (await handoff.call(api.users.notifications, { query }, { as: person })).ok();
  return notifications.UserNotificationsInfo.filter(({ Kind }) => Kind === 'eligibility');
}

export async function referralOf(handoff: TestApi, id: string) {
  const answer = await handoff.call(api.referrals.byId, { query: { id } }, { as: 'vic' });
  return answer.ok().ReferralInfo[0];
}

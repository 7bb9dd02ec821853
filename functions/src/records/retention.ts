import { defaultAgencySettings } from '@handoff/shared/domain/eligibility/agency-settings';

const DAY_SECONDS = 86_400;

/** How many days a deleted record can be restored, or an unattached file attached. */
export const keptDays = {
  deleted: 30,
  unattached: 30,
  batch: 30,
  endedStop: 30,
};

/** In seconds after the last write: values for `ttl`, after which the store deletes a record by itself. */
export const keptSeconds = {
  deleted: keptDays.deleted * DAY_SECONDS,
  draft: 7 * DAY_SECONDS,
  removedDraft: 60,
  answer: DAY_SECONDS,
  leasedAnswer: 7 * DAY_SECONDS,
  /** Longer than the day that it counts, however late it is read. */
  quota: 3 * DAY_SECONDS,
  delivery: 30 * DAY_SECONDS,
  emptyLine: DAY_SECONDS,
  openExchange: 3600,
  liveMessage: 3600,
};

/** A `ttl` with which the store never deletes the record by itself. */
export const NEVER_EXPIRES = -1;

export interface Retention {
  /** The retention in the words of `infra/protection.md`. */
  kept: string;
  /** Allowed values of `ttl`; left out for records that never expire by themselves. */
  ttl?: readonly number[] | 'by its limit';
  /** Left out when it starts at the first write. */
  expires?: 'once deleted' | 'once empty';
}

const hours = (seconds: number) => `${seconds / 3600} ${seconds === 3600 ? 'hour' : 'hours'}`;
const days = (seconds: number) => `${seconds / DAY_SECONDS} ${seconds === DAY_SECONDS ? 'day' : 'days'}`;

const always: Retention = { kept: 'always' };
const withReferral: Retention = { kept: 'as its referral' };
const onceDeleted = { ttl: [keptSeconds.deleted], expires: 'once deleted' } as const;
const untilDeleted: Retention = {
  kept: `until deleted, then ${days(keptSeconds.deleted)}`,
  ...onceDeleted,
};
const ofBatch: Retention = { kept: `${keptDays.batch} days` };
/** The record is hidden. */
const unseen = `unseen for ${days(keptSeconds.deleted)} more`;
const untilNewer: Retention = { kept: 'until a newer version is live' };

export const retention: Record<string, Retention> = {
  referral: {
    kept: `until deleted, then ${keptDays.deleted} days; by the agency’s years, if it set them; held records stay`,
  },
  document: { kept: `as its referral; ${keptDays.unattached} days while it belongs to none` },
  'unrecorded-file': { kept: `${keptDays.unattached} days` },
  note: withReferral,
  'medicare-check': { kept: 'as its referral; without one by the agency’s years' },
  exchange: {
    kept: `as the raw texts it is of, and ${unseen}, without a text`,
    ...onceDeleted,
  },
  'exchange-file': {
    kept:
      `by the agency’s months for raw texts, ${defaultAgencySettings.ExchangeRetentionMonths} until it sets others; ` +
      'with its check, if that goes first',
  },
  'exchange-view': { kept: hours(keptSeconds.openExchange), ttl: [keptSeconds.openExchange] },
  reverification: withReferral,
  'eligibility-batch': ofBatch,
  'eligibility-batch-part': ofBatch,
  draft: {
    kept: `${days(keptSeconds.draft)} after the last change`,
    ttl: [keptSeconds.draft, keptSeconds.removedDraft],
  },
  'readmission-stop': {
    kept:
      `until ${keptDays.endedStop} days after its last day, or until a manager takes it off, and ${unseen}; ` +
      'always without a last day',
    ...onceDeleted,
  },
  'break-glass': always,
  idem: {
    kept:
      `${days(keptSeconds.answer)}; ${days(keptSeconds.leasedAnswer)} where a payer or a file was involved; ` +
      'after a failure there always, without an answer',
    ttl: [keptSeconds.answer, keptSeconds.leasedAnswer, NEVER_EXPIRES],
  },
  audit: always,
  'audit-view': always,
  'audit-head': always,
  'purge-receipt': always,
  notification: { kept: 'as the referral it is about, others always' },
  'notification-settings': always,
  user: { kept: 'always: the trail names them' },
  'expected-user': {
    kept: `until the person is let in or expected no more, and ${unseen}`,
    ...onceDeleted,
  },
  'access-confirmation': { kept: 'until the next one' },
  'current-domain': always,
  'saved-view': untilDeleted,
  rate: { kept: 'until it is whole again, and a minute', ttl: 'by its limit' },
  quota: { kept: days(keptSeconds.quota), ttl: [keptSeconds.quota] },
  domain: always,
  lists: always,
  'eligibility-settings': always,
  partner: untilDeleted,
  'contracted-payer': untilDeleted,
  insurance: untilDeleted,
  'service-area': untilDeleted,
  'medicare-plan-list': { kept: 'until the next list' },
  webhooks: { kept: 'until deleted' },
  'webhook-line': {
    kept: `${days(keptSeconds.emptyLine)} after the last`,
    ttl: [keptSeconds.emptyLine],
    expires: 'once empty',
  },
  'webhook-delivery': { kept: days(keptSeconds.delivery), ttl: [keptSeconds.delivery] },
  outbox: { kept: hours(keptSeconds.liveMessage), ttl: [keptSeconds.liveMessage] },
  import: always,
  columns: always,
  rules: always,
  manifest: untilNewer,
  current: untilNewer,
  zip: untilNewer,
  lock: untilNewer,
};

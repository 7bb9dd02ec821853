const DAY_SECONDS = 86_400;

/** How many days a deleted record can be restored, or an unattached file attached. */
export const keptDays = { deleted: 30, unattached: 30, batch: 30, endedStop: 30 };

/** In seconds after the last write: values for `ttl`, after which the store deletes a record by itself. */
export const keptSeconds = {
  deleted: keptDays.deleted * DAY_SECONDS,
  draft: 7 * DAY_SECONDS,
  removedDraft: 60,
  /** Lasts as long as its documents, because no one may have opened it. */
  sentDraft: keptDays.unattached * DAY_SECONDS,
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
  /** The retention in the words of `infra/docs/protection.md`. */
  kept: string;
  /** Allowed values of `ttl`; left out for records that never expire by themselves. */
  ttl?: readonly number[] | 'by its limit';
  /** Left out when it starts at the first write. */
  expires?: 'once deleted' | 'once empty';
}

export const hours = (seconds: number) => `${seconds / 3600} ${seconds === 3600 ? 'hour' : 'hours'}`;
export const days = (seconds: number) =>
  `${seconds / DAY_SECONDS} ${seconds === DAY_SECONDS ? 'day' : 'days'}`;

export const always: Retention = { kept: 'always' };
export const withReferral: Retention = { kept: 'as its referral' };
export const onceDeleted = { ttl: [keptSeconds.deleted], expires: 'once deleted' } as const;
export const untilDeleted: Retention = {
  kept: `until deleted, then ${days(keptSeconds.deleted)}`,
  ...onceDeleted,
};
export const untilNewer: Retention = { kept: 'until a newer version is live' };
export const unseen = `unseen for ${days(keptSeconds.deleted)} more`;

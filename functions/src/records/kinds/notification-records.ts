import { NotificationSettings, UserNotification } from '@handoff/shared/domain/access/notification';
import { referralKind } from './referral-records.ts';
import { oidOf } from './user-records.ts';
import { declareRecord, standalone } from '../declare-record.ts';
import { always } from '../retention.ts';
import { above, oneOf, select } from '../select.ts';

export const notificationKind = declareRecord({
  type: 'notification',
  schema: UserNotification,
  holds: 'what someone is notified of: the id of a record, no name of a patient',
  levels: ['patient', 'staff'],
  partitions: ['agency', 'person'],
  retention: { kept: 'as the referral it is about, others always' },
  boundedBy: 'nothing',
  ...standalone,
  belongsTo: {
    kind: referralKind,
    by: 'SubjectId',
    atPurge: 'removed',
    atMerge: 'stays',
    counted: 'Notifications',
  },
});

export const notificationsOf = (UserId: string) =>
  select(notificationKind, { where: { UserId }, order: ['type ASC', 'UserId ASC', 'CreatedAt DESC'] });

/** Everything up to `ReadUntil` counts as read; some kinds are counted apart. */
export const unreadNotificationsOf = (
  UserId: string,
  { ReadUntil, kinds }: { ReadUntil: string; kinds?: readonly UserNotification['Kind'][] },
) =>
  select(notificationKind, {
    where: { UserId, ReadAt: null, CreatedAt: above(ReadUntil), ...(kinds && { Kind: oneOf(kinds) }) },
  });

export const notificationSettingsKind = declareRecord({
  type: 'notification-settings',
  schema: NotificationSettings,
  holds: 'what someone muted',
  levels: ['staff'],
  partitions: ['agency', 'person'],
  retention: always,
  boundedBy: 'setup',
  ...standalone,
});
export const notificationSettingsId = (user: string) => `notification-settings-${oidOf(user)}`;
export const defaultNotificationSettings = (user: string): NotificationSettings => ({
  Id: notificationSettingsId(user),
  ReadUntil: '',
  Muted: [],
});

import { NotificationSettings, UserNotification } from '@handoff/shared/domain/access/notification';
import { referralKind } from './referral-records.ts';
import { oidOf } from './user-records.ts';
import { declareRecord, standalone } from '../declare-record.ts';
import { always } from '../retention.ts';

export const notificationKind = declareRecord({
  type: 'notification',
  schema: UserNotification,
  holds: 'what someone is notified of: the id of a record, no name of a patient',
  levels: ['patient', 'staff'],
  partitions: ['agency', 'person'],
  retention: { kept: 'as the referral it is about, others always' },
  ...standalone,
  belongsTo: {
    kind: referralKind,
    by: 'SubjectId',
    atPurge: 'removed',
    atMerge: 'stays',
    counted: 'Notifications',
  },
});

export const notificationsOfUser =
  "SELECT * FROM c WHERE c.type = 'notification' AND c.UserId = @user" +
  ' ORDER BY c.type ASC, c.UserId ASC, c.CreatedAt DESC';

/** `@user`, `@until`: everything up to then counts as read. */
export const unreadNotificationsOfUser =
  "SELECT VALUE COUNT(1) FROM c WHERE c.type = 'notification' AND c.UserId = @user" +
  ' AND c.ReadAt = null AND c.CreatedAt > @until';

/** `@kinds`: those that are counted apart. */
export const unreadNotificationsOfKinds = `${unreadNotificationsOfUser} AND ARRAY_CONTAINS(@kinds, c.Kind)`;

export const notificationSettingsKind = declareRecord({
  type: 'notification-settings',
  schema: NotificationSettings,
  holds: 'what someone muted',
  levels: ['staff'],
  partitions: ['agency', 'person'],
  retention: always,
  ...standalone,
});
export const notificationSettingsId = (user: string) => `notification-settings-${oidOf(user)}`;
export const defaultNotificationSettings = (user: string): NotificationSettings => ({
  Id: notificationSettingsId(user),
  ReadUntil: '',
  Muted: [],
});

import { NotificationSettings, UserNotification } from '@handoff/shared/domain/access/notification';
import { recordKind } from '../../core/record-kind.ts';
import { oidOf } from './user-records.ts';

export const notificationKind = recordKind('notification', UserNotification);

/** `@user` */
export const notificationsOfUser =
  "SELECT * FROM c WHERE c.type = 'notification' AND c.UserId = @user" +
  ' ORDER BY c.type ASC, c.UserId ASC, c.CreatedAt DESC';

/** `@user`, `@until`: everything up to then counts as read. */
export const unreadNotificationsOfUser =
  "SELECT VALUE COUNT(1) FROM c WHERE c.type = 'notification' AND c.UserId = @user" +
  ' AND c.ReadAt = null AND c.CreatedAt > @until';

export const notificationSettingsKind = recordKind('notification-settings', NotificationSettings);
export const notificationSettingsId = (user: string) => `notification-settings-${oidOf(user)}`;
export const defaultNotificationSettings = (user: string): NotificationSettings => ({
  Id: notificationSettingsId(user),
  ReadUntil: '',
  Muted: [],
});

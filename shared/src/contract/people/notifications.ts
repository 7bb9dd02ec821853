import * as z from 'zod';
import {
  AgencyNotificationKind,
  NotificationKind,
  PersonalNotificationKind,
  UserNotification,
} from '../../domain/access/notification.ts';
import { defineEndpoint } from '../endpoint.ts';

const NotificationSlice = z.object({ UserNotificationsInfo: z.array(UserNotification) });
const MutedKinds = z.object({ MutedNotifications: z.array(NotificationKind) });
const Page = NotificationSlice.extend({
  ...MutedKinds.shape,
  /** Counts all notifications, not only those of this page. */
  UnreadCount: z.number().int(),
  Continuation: z.string().nullable(),
});
const Continuation = z.string().max(4000).optional();
const One = z.strictObject({ Id: z.string().min(1).max(80) });
const Until = z.strictObject({ Until: z.iso.datetime() });
const ReadUntil = z.object({ ReadUntil: z.string() });

/** The caller's notifications in the current business domain. */
const agencyBell = {
  notifications: defineEndpoint({
    method: 'GET',
    path: '/users/getusernotificationsbyid',
    summary:
      'The notifications of the caller in the current business domain, newest first; without one those that belong to the person',
    access: 'member',
    mode: 'read',
    scope: 'domain',
    withoutDomain: 'user',
    topic: 'notification',
    query: z.strictObject({ id: z.string().max(80), Continuation }),
    answers: { notification: 'UserNotificationsInfo' },
    output: Page,
  }),
  readNotification: defineEndpoint({
    method: 'PATCH',
    path: '/users/readusernotification',
    summary: 'Mark a notification of the caller as read',
    access: 'member',
    mode: 'atomic',
    scope: 'domain',
    body: One,
    answers: { notification: 'UserNotificationsInfo' },
    output: NotificationSlice,
  }),
  readAllNotifications: defineEndpoint({
    method: 'PATCH',
    path: '/users/readallusernotifications',
    summary: 'Mark as read what came until a moment: that of the newest one the caller has seen',
    access: 'member',
    mode: 'atomic',
    scope: 'domain',
    body: Until,
    output: ReadUntil,
  }),
  muteNotifications: defineEndpoint({
    method: 'PATCH',
    path: '/users/updateusernotificationsettings',
    summary: 'Choose the kinds of notification the caller does not want',
    access: 'member',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject({ MutedNotifications: z.array(AgencyNotificationKind).max(10) }),
    output: MutedKinds,
    success: 'Notification settings updated successfully',
  }),
} as const;

/** The caller's notifications from outside any agency, which people without an agency receive, too. */
const personalBell = {
  personalNotifications: defineEndpoint({
    method: 'GET',
    path: '/users/getpersonalnotifications',
    summary: 'The notifications of the caller that belong to no business domain, newest first',
    access: 'member',
    mode: 'read',
    scope: 'user',
    topic: 'notification',
    query: z.strictObject({ Continuation }),
    answers: { notification: 'UserNotificationsInfo' },
    output: Page,
  }),
  readPersonalNotification: defineEndpoint({
    method: 'PATCH',
    path: '/users/readpersonalnotification',
    summary: 'Mark such a notification as read',
    access: 'member',
    mode: 'atomic',
    scope: 'user',
    body: One,
    answers: { notification: 'UserNotificationsInfo' },
    output: NotificationSlice,
  }),
  readAllPersonalNotifications: defineEndpoint({
    method: 'PATCH',
    path: '/users/readallpersonalnotifications',
    summary: 'Mark as read which of them came until a moment',
    access: 'member',
    mode: 'atomic',
    scope: 'user',
    body: Until,
    output: ReadUntil,
  }),
  mutePersonalNotifications: defineEndpoint({
    method: 'PATCH',
    path: '/users/updatepersonalnotificationsettings',
    summary: 'Choose the kinds of them the caller does not want',
    access: 'member',
    mode: 'atomic',
    scope: 'user',
    body: z.strictObject({ MutedNotifications: z.array(PersonalNotificationKind).max(10) }),
    output: MutedKinds,
    success: 'Notification settings updated successfully',
  }),
} as const;

export const notificationCalls = { ...agencyBell, ...personalBell } as const;

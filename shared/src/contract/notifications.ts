import * as z from 'zod';
import { NotificationKind, UserNotification } from '../domain/notification.ts';
import { defineEndpoint } from './endpoint.ts';

const NotificationSlice = z.object({ UserNotificationsInfo: z.array(UserNotification) });
const MutedKinds = z.object({ MutedNotifications: z.array(NotificationKind) });

/** The bell: of the caller only, in the current business domain. */
export const notificationCalls = {
  notifications: defineEndpoint({
    method: 'GET',
    path: '/users/getusernotificationsbyid',
    summary: 'The notifications of the caller in the current business domain, newest first',
    access: 'member',
    mode: 'read',
    scope: 'domain',
    query: z.strictObject({ id: z.string().max(80), Continuation: z.string().max(4000).optional() }),
    output: NotificationSlice.extend({
      ...MutedKinds.shape,
      /** Of all, not of this page. */
      UnreadCount: z.number().int(),
      Continuation: z.string().nullable(),
    }),
  }),
  readNotification: defineEndpoint({
    method: 'PATCH',
    path: '/users/readusernotification',
    summary: 'Mark a notification of the caller as read',
    access: 'member',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject({ Id: z.string().min(1).max(80) }),
    output: NotificationSlice,
  }),
  readAllNotifications: defineEndpoint({
    method: 'PATCH',
    path: '/users/readallusernotifications',
    summary: 'Mark as read what came until a moment: that of the newest one the caller has seen',
    access: 'member',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject({ Until: z.iso.datetime() }),
    output: z.object({ ReadUntil: z.string() }),
  }),
  muteNotifications: defineEndpoint({
    method: 'PATCH',
    path: '/users/updateusernotificationsettings',
    summary: 'Choose the kinds of notification the caller does not want',
    access: 'member',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject({ MutedNotifications: z.array(NotificationKind).max(10) }),
    output: MutedKinds,
    success: 'Notification settings updated successfully',
  }),
} as const;

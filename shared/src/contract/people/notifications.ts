import * as z from 'zod';
import {
  AgencyNotificationKind,
  NotificationKind,
  PersonalNotificationKind,
  UserNotification,
} from '../../domain/access/notification.ts';
import { get, patch } from '../endpoint.ts';
import { Continuation, OneRecord } from '../../domain/records/record-id.ts';

const inAgency = { access: 'member', mode: 'atomic', scope: 'domain' } as const;
const ofPerson = { access: 'member', mode: 'atomic', scope: 'user' } as const;

const NotificationSlice = z.object({ UserNotificationsInfo: z.array(UserNotification) });
const MutedKinds = z.object({ MutedNotifications: z.array(NotificationKind) });
const Page = NotificationSlice.extend({
  ...MutedKinds.shape,
  /** Counts all notifications, not only those of this page. */
  UnreadCount: z.number().int(),
  /** The unread mentions and assignments, which are addressed to the caller. */
  AddressedCount: z.number().int(),
  Continuation: z.string().nullable(),
});
const Until = z.strictObject({ Until: z.iso.datetime() });
const ReadUntil = z.object({ ReadUntil: z.string() });

/** The caller's notifications in the current business domain. */
const agencyBell = {
  notifications: get('/users/getusernotificationsbyid', {
    summary:
      'The notifications of the caller in the current business domain, newest first; without one those that belong to the person',
    access: 'member',
    scope: 'domain',
    withoutDomain: 'user',
    topic: 'notification',
    query: z.strictObject({ id: z.string().max(80), Continuation }),
    answers: { notification: 'UserNotificationsInfo' },
    output: Page,
  }),
  readNotification: patch('/users/readusernotification', {
    summary: 'Mark a notification of the caller as read',
    ...inAgency,
    body: OneRecord,
    answers: { notification: 'UserNotificationsInfo' },
    output: NotificationSlice,
  }),
  readAllNotifications: patch('/users/readallusernotifications', {
    summary: 'Mark as read what came until a moment: that of the newest one the caller has seen',
    ...inAgency,
    body: Until,
    output: ReadUntil,
  }),
  muteNotifications: patch('/users/updateusernotificationsettings', {
    summary: 'Choose the kinds of notification the caller does not want',
    ...inAgency,
    body: z.strictObject({ MutedNotifications: z.array(AgencyNotificationKind).max(10) }),
    output: MutedKinds,
  }),
} as const;

/** The caller's notifications from outside any agency, which people without an agency receive, too. */
const personalBell = {
  personalNotifications: get('/users/getpersonalnotifications', {
    summary: 'The notifications of the caller that belong to no business domain, newest first',
    access: 'member',
    scope: 'user',
    topic: 'notification',
    query: z.strictObject({ Continuation }),
    answers: { notification: 'UserNotificationsInfo' },
    output: Page,
  }),
  readPersonalNotification: patch('/users/readpersonalnotification', {
    summary: 'Mark such a notification as read',
    ...ofPerson,
    body: OneRecord,
    answers: { notification: 'UserNotificationsInfo' },
    output: NotificationSlice,
  }),
  readAllPersonalNotifications: patch('/users/readallpersonalnotifications', {
    summary: 'Mark as read which of them came until a moment',
    ...ofPerson,
    body: Until,
    output: ReadUntil,
  }),
  mutePersonalNotifications: patch('/users/updatepersonalnotificationsettings', {
    summary: 'Choose the kinds of them the caller does not want',
    ...ofPerson,
    body: z.strictObject({ MutedNotifications: z.array(PersonalNotificationKind).max(10) }),
    output: MutedKinds,
  }),
} as const;

export const notificationCalls = { ...agencyBell, ...personalBell } as const;

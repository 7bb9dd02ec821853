import type { WriteContext } from '../../core/context.ts';
import {
  addressedKinds,
  asRead,
  type NotificationSettings,
  type NotificationKind,
} from '@handoff/shared/domain/access/notification';
import { AppError, notFound } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import {
  notificationsOf,
  unreadNotificationsOf,
  notificationSettingsId,
  notificationSettingsKind,
  notificationKind,
  defaultNotificationSettings,
} from '../../records/kinds/notification-records.ts';
import { oidOf } from '../../records/kinds/user-records.ts';

type Calls = ApiHandlers['users'];

/** People read only their own; another person's id is answered like an unknown one. */
const notifications: Calls['notifications'] = async ({ query }, { caller, find }) => {
  if (query.id !== caller.person.Id) throw new AppError('not_found', 'These notifications were not found.');
  return pageOf(find, query.id, query.Continuation);
};

const personalNotifications: Calls['personalNotifications'] = ({ query }, { caller, find }) =>
  pageOf(find, caller.person.Id, query.Continuation);

async function pageOf(find: Reader, user: string, continuation: string | undefined) {
  const settings = await settingsOf(find, user);
  const { ReadUntil } = settings;
  const [page, UnreadCount, AddressedCount] = await Promise.all([
    find.list(notificationsOf(user), { continuation }),
    find.count(unreadNotificationsOf(user, { ReadUntil })),
    find.count(unreadNotificationsOf(user, { ReadUntil, kinds: addressedKinds })),
  ]);
  return {
    UserNotificationsInfo: page.items.map((item) => asRead(item, settings)),
    Continuation: page.Continuation,
    UnreadCount,
    AddressedCount,
    MutedNotifications: settings.Muted,
  };
}

// Typed by their input, not by a call: they handle the calls for agencies and for the person.
async function read({ body }: { body: { Id: string } }, context: WriteContext) {
  const { caller, work, now } = context;
  const stored = await work.get(notificationKind, body.Id);
  if (stored?.UserId !== caller.person.Id) throw notFound('This notification');
  const notification = asRead(stored, await settingsOf(work, caller.person.Id));
  if (notification.ReadAt !== null) return { UserNotificationsInfo: [notification] };
  const marked = { ...notification, ReadAt: now.toISOString() };
  work.replace(notificationKind, stored, marked);
  announceToOwnTabs(context);
  return { UserNotificationsInfo: [marked] };
}

/** Marks up to a time that the client names: a notification that arrived meanwhile stays unread. */
async function readAll({ body }: { body: { Until: string } }, context: WriteContext) {
  const settings = await settingsOf(context.work, context.caller.person.Id);
  const latest = context.now.toISOString();
  const Until = body.Until < latest ? body.Until : latest;
  if (Until <= settings.ReadUntil) return { ReadUntil: settings.ReadUntil };
  await saveSettings(context, { ...settings, ReadUntil: Until });
  return { ReadUntil: Until };
}

async function mute({ body }: { body: { MutedNotifications: NotificationKind[] } }, context: WriteContext) {
  const settings = await settingsOf(context.work, context.caller.person.Id);
  const Muted = [...new Set(body.MutedNotifications)];
  await saveSettings(context, { ...settings, Muted });
  return { MutedNotifications: Muted };
}

const settingsOf = async (find: Reader, userId: string): Promise<NotificationSettings> =>
  (await find.get(notificationSettingsKind, notificationSettingsId(userId))) ??
  defaultNotificationSettings(userId);

async function saveSettings(context: WriteContext, settings: NotificationSettings): Promise<void> {
  await context.work.put(notificationSettingsKind, settings);
  announceToOwnTabs(context);
}

function announceToOwnTabs({ work, caller }: WriteContext): void {
  const { Id } = caller.person;
  work.notify({ user: oidOf(Id) }, { topic: 'notification', id: Id });
}

/** The scope of a call selects the partition, so the same handlers serve both bells. */
export const notificationHandlers = {
  notifications,
  readNotification: read,
  readAllNotifications: readAll,
  muteNotifications: mute,
  personalNotifications,
  readPersonalNotification: read,
  readAllPersonalNotifications: readAll,
  mutePersonalNotifications: mute,
};

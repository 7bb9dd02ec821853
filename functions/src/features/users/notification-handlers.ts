import type { Api } from '@handoff/shared/contract/api';
import { asRead, type Bell } from '@handoff/shared/domain/notification';
import { AppError, notFound } from '../../http/app-error.ts';
import type { AtomicHandler, ReadHandler, WriteContext } from '../../http/handlers.ts';
import type { Reader } from '../../http/unit-of-work.ts';
import { notificationsOfUser, unreadNotificationsOfUser } from '../../platform/queries.ts';
import { bellId, bellKind, notificationKind, oidOf, silentBell } from '../../platform/record-kinds.ts';

type Calls = Api['users'];

/** Everybody reads their own only; another person's id is as unknown as one that does not exist. */
const notifications: ReadHandler<Calls['notifications']> = async ({ query }, { caller, find }) => {
  if (query.id !== caller.person.Id) throw new AppError('not_found', 'These notifications were not found.');
  const bell = await bellOf(find, query.id);
  const [page, UnreadCount] = await Promise.all([
    find.list(notificationKind, {
      sql: notificationsOfUser,
      parameters: { user: query.id },
      continuation: query.Continuation,
    }),
    find.count({ sql: unreadNotificationsOfUser, parameters: { user: query.id, until: bell.ReadUntil } }),
  ]);
  return {
    UserNotificationsInfo: page.items.map((item) => asRead(item, bell)),
    Continuation: page.Continuation,
    UnreadCount,
    MutedNotifications: bell.Muted,
  };
};

const readNotification: AtomicHandler<Calls['readNotification']> = async ({ body }, context) => {
  const { caller, work, now } = context;
  const stored = await work.get(notificationKind, body.Id);
  if (stored?.UserId !== caller.person.Id) throw notFound('This notification');
  const notification = asRead(stored, await bellOf(work, caller.person.Id));
  if (notification.ReadAt !== null) return { UserNotificationsInfo: [notification] };
  const read = { ...notification, ReadAt: now.toISOString() };
  work.replace(notificationKind, read);
  tellOwnTabs(context);
  return { UserNotificationsInfo: [read] };
};

/** Up to a moment the person names: what arrived while they were looking stays unread. */
const readAllNotifications: AtomicHandler<Calls['readAllNotifications']> = async ({ body }, context) => {
  const bell = await bellOf(context.work, context.caller.person.Id);
  const latest = context.now.toISOString();
  const Until = body.Until < latest ? body.Until : latest;
  if (Until <= bell.ReadUntil) return { ReadUntil: bell.ReadUntil };
  await keepBell(context, { ...bell, ReadUntil: Until });
  return { ReadUntil: Until };
};

const muteNotifications: AtomicHandler<Calls['muteNotifications']> = async ({ body }, context) => {
  const bell = await bellOf(context.work, context.caller.person.Id);
  const Muted = [...new Set(body.MutedNotifications)];
  await keepBell(context, { ...bell, Muted });
  return { MutedNotifications: Muted };
};

const bellOf = async (find: Reader, userId: string): Promise<Bell> =>
  (await find.get(bellKind, bellId(userId))) ?? silentBell(userId);

async function keepBell(context: WriteContext, bell: Bell): Promise<void> {
  if (await context.work.get(bellKind, bell.Id)) context.work.replace(bellKind, bell);
  else context.work.create(bellKind, bell);
  tellOwnTabs(context);
}

function tellOwnTabs({ work, caller }: WriteContext): void {
  const { Id } = caller.person;
  work.notify({ user: oidOf(Id) }, { type: 'notification', userId: Id });
}

export const notificationHandlers = {
  notifications,
  readNotification,
  readAllNotifications,
  muteNotifications,
};

import * as z from 'zod';
import { derive, type Identity } from '../core/hash.ts';
import type { LatestNews, News, WriteContext } from '../core/context.ts';
import type { UserNotification } from '@handoff/shared/domain/access/notification';
import type { Platform } from '../platform/ports.ts';
import { seesAll } from '../records/restriction.ts';
import {
  notificationSettingsId,
  notificationSettingsKind,
  notificationKind,
} from '../records/kinds/notification-records.ts';
import { isManagerOf, isUserId, oidOf, usersOf } from '../records/kinds/user-records.ts';
import { outboxOperations, sendCommitted } from './outbox.ts';
import { listAll, readerOn } from '../records/reader.ts';
import { updateDocument } from './commit.ts';

export async function notifyPerson({ work, caller, now }: WriteContext, news: News): Promise<void> {
  const isOwn = news.to === caller.person.Id && news.alsoOfOwn !== true;
  if (isOwn || !isUserId(news.to)) return;
  const viewers = await work.viewersOf(news.subject);
  if (viewers && !viewers.has(news.to)) return;
  const settings = await work.get(notificationSettingsKind, notificationSettingsId(news.to));
  if (!news.isUrgent && settings?.Muted.includes(news.kind)) return;
  if (news.once !== undefined && (await work.get(notificationKind, news.once))) return;
  work.create(notificationKind, {
    Id: news.once ?? work.newId('notification', `${news.kind}/${news.to}`),
    UserId: news.to,
    Kind: news.kind,
    SubjectId: news.subject,
    Text: news.text,
    CreatedAt: now.toISOString(),
    ReadAt: null,
  });
  work.notify({ user: oidOf(news.to) }, { topic: 'notification', id: news.to });
}

export async function notifyManagers(context: WriteContext, news: Omit<News, 'to'>): Promise<void> {
  const { system, caller } = context;
  const { businessDomainId: here } = caller;
  for (const user of await listAll(system, usersOf(here)))
    if (user.Active && isManagerOf(here, user)) await notifyPerson(context, { ...news, to: user.Id });
}

/** The newest event of an identity, which no call writes, replaces the one before, unread. */
export async function notifyOnce(
  platform: Platform,
  identity: Identity,
  { to, kind, subject, text, at }: LatestNews,
): Promise<void> {
  const partition = platform.store.app(`u:${oidOf(to)}`);
  const find = readerOn(platform, partition.key, seesAll);
  const settings = await find.get(notificationSettingsKind, notificationSettingsId(to));
  if (settings?.Muted.includes(kind)) return;
  const Id = `notification-${derive(identity, 'notification')}`;
  const notification: UserNotification = {
    Id,
    UserId: to,
    Kind: kind,
    SubjectId: subject,
    Text: text,
    CreatedAt: at,
    ReadAt: null,
  };
  const { type } = notificationKind;
  const hint = { audience: { user: oidOf(to) }, message: { topic: 'notification' as const, id: to } };
  const document = { ...notification, id: Id, type, DeletedAt: null };
  const updated = await updateDocument(platform, partition, Id, (former) => {
    if (former && z.string().parse(former['CreatedAt']) >= at) return undefined;
    const of = { ...identity, id: `${identity.id}|${at}` };
    return { document, besides: outboxOperations([hint], { identity: of, now: platform.clock.now() }) };
  });
  if (updated) await sendCommitted(platform, partition, updated);
}

import type { UserNotification } from '@handoff/shared/domain/access/notification';
import type { WriteContext } from '../request/handlers.ts';
import {
  notificationSettingsId,
  notificationSettingsKind,
  notificationKind,
} from '../../records/notification-records.ts';
import { oidOf } from '../../records/user-records.ts';

interface News {
  /** Id of a user; no one is told of what they did themselves, nor what they do not want to know. */
  to: string;
  kind: UserNotification['Kind'];
  subject: string;
  text: string;
  /** The notification's own id when it must not come again, whichever request gives rise to it. */
  once?: string;
}

export async function notifyPerson({ work, caller, now }: WriteContext, news: News): Promise<void> {
  if (news.to === caller.person.Id) return;
  const settings = await work.get(notificationSettingsKind, notificationSettingsId(news.to));
  if (settings?.Muted.includes(news.kind)) return;
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

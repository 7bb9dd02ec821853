import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { usersApi } from '@handoff/shared/contract/people/users';
import { isPersonal, type UserNotification } from '@handoff/shared/domain/access/notification';
import { useCurrentPerson, useMay } from '../../data/current-person.ts';
import { useAction } from '../../data/send/outbox.ts';
import { useList } from '../../data/records/use-list.ts';
import type { InputOf } from '../../data/send/client.ts';
import { mergeFeeds } from './merge-feeds.ts';

/** Notifications of the agency and personal ones (only about imports) as one list. */
export function useNotifications() {
  const { id } = useCurrentPerson();
  const hasAgency = useMay('referrals.read');
  const hasOwn = useMay('imports.manage');
  const agency = useFeed(usersApi.notifications, hasAgency ? { query: { id } } : null);
  const own = useFeed(usersApi.personalNotifications, hasOwn ? { query: {} } : null);
  const feeds = [...(hasAgency ? [agency] : []), ...(hasOwn ? [own] : [])];

  const readAllOfAgency = useAction(usersApi.readAllNotifications, { silent: true });
  const readAllOwn = useAction(usersApi.readAllPersonalNotifications, { silent: true });

  const refresh = () => Promise.all(feeds.map((feed) => feed.refresh()));

  async function readAll(): Promise<void> {
    const [ofAgency] = agency.items;
    const [ofOwn] = own.items;
    await Promise.all([
      ofAgency && agency.unread > 0 && readAllOfAgency.run({ body: { Until: ofAgency.CreatedAt } }),
      ofOwn && own.unread > 0 && readAllOwn.run({ body: { Until: ofOwn.CreatedAt } }),
    ]);
    await refresh();
  }

  return {
    ...mergeFeeds(feeds),
    agency: hasAgency ? agency : undefined,
    own: hasOwn ? own : undefined,
    unread: feeds.reduce((sum, { unread }) => sum + unread, 0),
    addressed: feeds.reduce((sum, { addressed }) => sum + addressed, 0),
    isLoaded: feeds.every(({ isLoaded }) => isLoaded),
    error: feeds.find(({ error }) => error !== undefined)?.error,
    loadMore: () => Promise.all(feeds.map((feed) => feed.loadMore())),
    refresh,
    readAll,
    isReadingAll: readAllOfAgency.isPending || readAllOwn.isPending,
  };
}

export type NotificationFeed = ReturnType<typeof useFeed>;

function useFeed<E extends (typeof usersApi)['notifications' | 'personalNotifications']>(
  call: E,
  input: InputOf<E> | null,
) {
  const {
    data: items = [],
    first: newest,
    ...list
  } = useList(call, input, (answer) => answer.UserNotificationsInfo);
  return {
    ...list,
    items,
    unread: newest?.UnreadCount ?? 0,
    addressed: newest?.AddressedCount ?? 0,
    muted: newest?.MutedNotifications ?? [],
    isLoaded: newest !== undefined,
  };
}

const SEEN_AFTER_MS = 1000;

/** Marks notifications about the record on screen as read. */
export function useReadWhatIsSeen(
  { items }: Pick<ReturnType<typeof useNotifications>, 'items'>,
  subject: string | undefined,
): void {
  const isVisible = useDocumentVisibility() === 'visible';
  const agency = useAction(usersApi.readNotification, { silent: true });
  const own = useAction(usersApi.readPersonalNotification, { silent: true });
  const unread = items.filter(({ SubjectId, ReadAt }) => SubjectId === subject && ReadAt === null);
  const ids = isVisible ? unread.map(({ Id }) => Id).join() : '';
  const markRead = useEffectEvent(() => {
    for (const { Id, Kind } of unread) void (isPersonal(Kind) ? own : agency).run({ body: { Id } });
  });
  useEffect(() => {
    if (ids === '') return undefined;
    const timer = setTimeout(() => markRead(), SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [ids]);
}

/** Marks one notification as read. Each row has its own action, so that quick clicks on two rows mark both. */
export function useReadOne(notification: UserNotification) {
  const agency = useAction(usersApi.readNotification, { silent: true });
  const own = useAction(usersApi.readPersonalNotification, { silent: true });
  const action = isPersonal(notification.Kind) ? own : agency;
  return {
    isPending: action.isPending,
    run: () => {
      if (notification.ReadAt === null) void action.run({ body: { Id: notification.Id } });
    },
  };
}

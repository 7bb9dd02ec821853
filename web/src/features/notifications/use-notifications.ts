import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { api } from '@handoff/shared/contract/api';
import { isPersonal, type UserNotification } from '@handoff/shared/domain/access/notification';
import { useCurrentPerson, useMay } from '../../lib/current-person.ts';
import { useAction } from '../../data/send/use-action.ts';
import { useApi } from '../../data/use-api.ts';
import { useRead } from '../../data/records/use-read.ts';
import { mergeFeeds } from './merge-feeds.ts';
import { useNotificationFeed } from './use-notification-feed.ts';

/** The notifications of the agency and the personal ones (imports only) as one list. */
export function useNotifications() {
  const { client, domain } = useApi();
  const { id } = useCurrentPerson();
  const hasAgency = useMay('referrals.read');
  const hasOwn = useMay('imports.manage');
  const how = () => ({ key: crypto.randomUUID(), domain });

  const agency = useNotificationFeed(
    useRead(api.users.notifications, hasAgency ? { query: { id } } : null),
    (Continuation) => client.call(api.users.notifications, { query: { id, Continuation } }, how()),
  );
  const own = useNotificationFeed(
    useRead(api.users.personalNotifications, hasOwn ? { query: {} } : null),
    (Continuation) => client.call(api.users.personalNotifications, { query: { Continuation } }, how()),
  );
  const feeds = [...(hasAgency ? [agency] : []), ...(hasOwn ? [own] : [])];

  const readAllOfAgency = useAction(api.users.readAllNotifications, { silent: true });
  const readAllOwn = useAction(api.users.readAllPersonalNotifications, { silent: true });

  async function readAll(): Promise<void> {
    const [ofAgency] = agency.items;
    const [ofOwn] = own.items;
    await Promise.all([
      ofAgency && agency.unread > 0 && readAllOfAgency.run({ body: { Until: ofAgency.CreatedAt } }),
      ofOwn && own.unread > 0 && readAllOwn.run({ body: { Until: ofOwn.CreatedAt } }),
    ]);
    for (const feed of feeds) feed.markRead(() => true);
  }

  return {
    ...mergeFeeds(feeds),
    agency: hasAgency ? agency : undefined,
    own: hasOwn ? own : undefined,
    unread: feeds.reduce((sum, { unread }) => sum + unread, 0),
    isLoaded: feeds.every(({ isLoaded }) => isLoaded),
    error: feeds.find(({ error }) => error !== undefined)?.error,
    loadMore: () => Promise.all(feeds.map((feed) => feed.loadMore())),
    refresh: () => Promise.all(feeds.map((feed) => feed.refresh())),
    readAll,
    isReadingAll: readAllOfAgency.isPending || readAllOwn.isPending,
    wasRead: ({ Id, Kind }: UserNotification) =>
      (isPersonal(Kind) ? own : agency).markRead((each) => each.Id === Id),
  };
}

const SEEN_AFTER_MS = 1000;

/** What a notification is about is on screen: no one has to mark it as read as well. */
export function useReadWhatIsSeen(
  { items, wasRead }: Pick<ReturnType<typeof useNotifications>, 'items' | 'wasRead'>,
  subject: string | undefined,
): void {
  const isVisible = useDocumentVisibility() === 'visible';
  const read = useAction(api.users.readNotification, { silent: true });
  const unread = items.filter(
    ({ SubjectId, Kind, ReadAt }) => SubjectId === subject && ReadAt === null && !isPersonal(Kind),
  );
  const ids = isVisible ? unread.map(({ Id }) => Id).join() : '';
  const markRead = useEffectEvent(() => {
    for (const each of unread)
      void read.run({ body: { Id: each.Id } }).then((marked) => marked && wasRead(each));
  });
  useEffect(() => {
    if (ids === '') return undefined;
    const timer = setTimeout(() => markRead(), SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [ids]);
}

/** Marks one notification as read; for each its own, so that two quick clicks are two marks. */
export function useReadOne(notification: UserNotification, onRead: () => void) {
  const options = { silent: true, onSuccess: onRead };
  const agency = useAction(api.users.readNotification, options);
  const own = useAction(api.users.readPersonalNotification, options);
  const action = isPersonal(notification.Kind) ? own : agency;
  return {
    isPending: action.isPending,
    run: () => {
      if (notification.ReadAt === null) void action.run({ body: { Id: notification.Id } });
    },
  };
}

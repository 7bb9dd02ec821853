import { useState } from 'react';
import type { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { UserNotification } from '@handoff/shared/domain/access/notification';
import { CallError, errorText } from '../../data/send/call-error.ts';
import type { Reading } from '../../data/records/use-read.ts';

type Page = Output<typeof api.users.notifications>;

const nothing: Page = {
  UserNotificationsInfo: [],
  UnreadCount: 0,
  MutedNotifications: [],
  Continuation: null,
};

/** The newest page of one feed stays fresh; older ones are read on demand. */
export function useNotificationFeed(
  newest: Reading<Page>,
  readPage: (continuation: string) => Promise<Page>,
) {
  const [older, setOlder] = useState<Pick<Page, 'UserNotificationsInfo' | 'Continuation'> | undefined>();
  const [moreError, setMoreError] = useState<CallError | undefined>();

  const {
    UserNotificationsInfo: first,
    UnreadCount,
    MutedNotifications,
    Continuation,
  } = newest.data ?? nothing;
  const known = new Set(first.map(({ Id }) => Id));
  const items = [...first, ...(older?.UserNotificationsInfo.filter(({ Id }) => !known.has(Id)) ?? [])];
  const continuation = older ? older.Continuation : Continuation;

  async function loadMore(): Promise<void> {
    if (continuation === null) return;
    setMoreError(undefined);
    try {
      const page = await readPage(continuation);
      setOlder({ ...page, UserNotificationsInfo: [...items, ...page.UserNotificationsInfo] });
    } catch (error) {
      setMoreError(error instanceof CallError ? error : new CallError(errorText(error), { cause: error }));
    }
  }

  /** What was read of older pages is as it was: marks of this person are put in. */
  function markRead(isRead: (notification: UserNotification) => boolean): void {
    const ReadAt = new Date().toISOString();
    const marked = (each: UserNotification) =>
      each.ReadAt === null && isRead(each) ? { ...each, ReadAt } : each;
    if (older) setOlder({ ...older, UserNotificationsInfo: older.UserNotificationsInfo.map(marked) });
    void newest.refresh();
  }

  return {
    items,
    unread: UnreadCount,
    muted: MutedNotifications,
    isLoaded: newest.data !== undefined,
    hasMore: continuation !== null,
    loadMore,
    markRead,
    error: newest.error ?? moreError,
    refresh: newest.refresh,
  };
}

export type NotificationFeed = ReturnType<typeof useNotificationFeed>;

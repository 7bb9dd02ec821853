import { ActionIcon, Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { UserNotification } from '@handoff/shared/domain/notification';
import { BellIcon } from '../components/icons.tsx';
import { useCurrentPerson } from '../lib/current-person.ts';
import { formatAge, formatClock } from '../lib/format.ts';
import { useMessageLog } from '../lib/message-log.ts';
import { useNow } from '../lib/use-now.ts';
import { useRead } from '../lib/use-read.ts';
import './notification-bell.css';

/** What others did that concerns this person, and what the toasts of this tab said. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const person = useCurrentPerson();
  const { data } = useRead(api.users.notifications, person.domain ? { query: { id: person.id } } : null);
  const notifications = data?.UserNotificationsInfo ?? [];
  const [seen, markSeen] = useSeenUntil(person.id);
  const unread = notifications.filter(({ ReadAt, CreatedAt }) => ReadAt === null && CreatedAt > seen).length;
  const count = data?.Continuation !== null && unread === notifications.length ? `${unread}+` : unread;
  function show(isShown: boolean) {
    setOpen(isShown);
    if (!isShown) markSeen();
  }
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  return (
    <Popover opened={isOpen} onChange={show} position="bottom-end" width={320} trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          className="bell"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          onClick={() => show(!isOpen)}
        >
          <BellIcon />
          {unread > 0 && <span className="bell-count number">{count}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <div className="bell-list" tabIndex={-1} data-autofocus>
          <h2>Notifications</h2>
          {notifications.length === 0 && <p className="soft">Nothing has happened that concerns you.</p>}
          <ul>
            {notifications.map((notification) => (
              <li
                key={notification.Id}
                data-unread={notification.ReadAt === null && notification.CreatedAt > seen}
              >
                <NotificationLine notification={notification} onFollow={() => show(false)} />
              </li>
            ))}
          </ul>
          <MessagesOfThisTab />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The contract has no call that marks a notification as read, so this browser remembers when it was last looked at. */
function useSeenUntil(personId: string): [string, () => void] {
  const name = `handoff.notifications-seen.${personId}`;
  const [seen, setSeen] = useState(() => localStorage.getItem(name) ?? '');
  function markSeen() {
    const now = new Date().toISOString();
    localStorage.setItem(name, now);
    setSeen(now);
  }
  return [seen, markSeen];
}

function NotificationLine({
  notification,
  onFollow,
}: {
  notification: UserNotification;
  onFollow: () => void;
}) {
  const { Kind, SubjectId, Text, CreatedAt } = notification;
  const content = (
    <>
      {Text} <span className="soft small">{formatAge(CreatedAt, useNow())}</span>
    </>
  );
  return Kind === 'import' ? (
    <Link to="/admin/imports/$importId" params={{ importId: SubjectId }} onClick={onFollow}>
      {content}
    </Link>
  ) : (
    <Link
      to="/referrals/$id"
      params={{ id: SubjectId }}
      search={Kind === 'note' ? { tab: 'notes' } : {}}
      onClick={onFollow}
    >
      {content}
    </Link>
  );
}

function MessagesOfThisTab() {
  const messages = useMessageLog();
  if (messages.length === 0) return null;
  return (
    <>
      <h2>Messages since this tab was opened</h2>
      <ul>
        {messages.map(({ kind, text, at }) => (
          <li key={`${at.getTime()}${text}`} className="bell-message">
            {kind === 'error' && <b className="bell-error">Error: </b>}
            {text} <span className="soft small">{formatClock(at)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

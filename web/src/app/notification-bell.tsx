import { ActionIcon, Button, Popover, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { UserNotification } from '@handoff/shared/domain/notification';
import { BellIcon } from '../components/icons.tsx';
import { useCurrentPerson } from '../lib/current-person.ts';
import { formatAge, formatClock } from '../lib/format.ts';
import { useMessageLog } from '../lib/message-log.ts';
import { useAction } from '../lib/use-action.ts';
import { useNow } from '../lib/use-now.ts';
import { useRead } from '../lib/use-read.ts';
import './notification-bell.css';

/** What others did that concerns this person, and what the toasts of this tab said. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const person = useCurrentPerson();
  const { data, refresh } = useRead(
    api.users.notifications,
    person.domain ? { query: { id: person.id } } : null,
  );
  const notifications = data?.UserNotificationsInfo ?? [];
  const unread = data?.UnreadCount ?? 0;
  const [newest] = notifications;
  const readAll = useAction(api.users.readAllNotifications, { onSuccess: () => void refresh() });
  const readOne = useAction(api.users.readNotification, { silent: true, onSuccess: () => void refresh() });
  function follow({ Id, ReadAt }: UserNotification) {
    setOpen(false);
    if (ReadAt === null) void readOne.run({ body: { Id } });
  }
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          className="bell"
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={label}
          onClick={() => setOpen(!isOpen)}
        >
          <BellIcon />
          {unread > 0 && <span className="bell-count number">{unread > 99 ? '99+' : unread}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <div className="bell-list" tabIndex={-1} data-autofocus>
          <div className="bell-head">
            <h2>Notifications</h2>
            {newest && unread > 0 && (
              <Button
                size="compact-xs"
                variant="subtle"
                loading={readAll.isPending}
                onClick={() => void readAll.run({ body: { Until: newest.CreatedAt } })}
              >
                Mark all as read
              </Button>
            )}
          </div>
          {notifications.length === 0 && <p className="soft">Nothing has happened that concerns you.</p>}
          <ul>
            {notifications.map((notification) => (
              <li key={notification.Id} data-unread={notification.ReadAt === null}>
                <NotificationLine notification={notification} onFollow={() => follow(notification)} />
              </li>
            ))}
          </ul>
          <MessagesOfThisTab />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function NotificationLine({
  notification,
  onFollow,
}: {
  notification: UserNotification;
  onFollow: () => void;
}) {
  const { Kind, SubjectId, Text, CreatedAt, ReadAt } = notification;
  const content = (
    <>
      {ReadAt === null && <VisuallyHidden>Unread: </VisuallyHidden>}
      {Text} <span className="soft small">{formatAge(CreatedAt, useNow())}</span>
    </>
  );
  return Kind === 'import' ? (
    <Link to="/admin/imports/$importId" params={{ importId: SubjectId }} onClick={onFollow}>
      {content}
    </Link>
  ) : (
    <Link to="/referrals/$id" params={{ id: SubjectId }} search={tabsOf.get(Kind) ?? {}} onClick={onFollow}>
      {content}
    </Link>
  );
}

/** Where on the referral it is to be seen; the overview for the rest. */
const tabsOf = new Map<UserNotification['Kind'], { tab: 'notes' | 'eligibility' }>([
  ['note', { tab: 'notes' }],
  ['mention', { tab: 'notes' }],
  ['eligibility', { tab: 'eligibility' }],
]);

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

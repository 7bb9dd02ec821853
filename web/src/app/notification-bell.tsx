import { ActionIcon, Button, Popover } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { UserNotification } from '@handoff/shared/domain/access/notification';
import { BellIcon } from '../components/icons.tsx';
import { NotificationLink } from '../features/notifications/notification-link.tsx';
import { useBells, useReadOne } from '../features/notifications/use-bells.ts';
import { formatAge, formatClock } from '../lib/format.ts';
import { useMessageLog } from '../lib/message-log.ts';
import { useNow } from '../lib/use-now.ts';
import './notification-bell.css';

const NEWEST = 12;

/** What others did that concerns this person, and what the toasts of this tab said. */
export function NotificationBell() {
  const [isOpen, setOpen] = useState(false);
  const { items, unread, readAll, isReadingAll, wasRead } = useBells();
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  const close = () => setOpen(false);
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
            {unread > 0 && (
              <Button
                size="compact-xs"
                variant="subtle"
                loading={isReadingAll}
                onClick={() => void readAll()}
              >
                Mark all as read
              </Button>
            )}
          </div>
          <Link to="/notifications" search={{}} onClick={close} className="bell-all link">
            All notifications and settings
          </Link>
          {items.length === 0 && <p className="soft">Nothing has happened that concerns you.</p>}
          <ul>
            {items.slice(0, NEWEST).map((notification) => (
              <BellLine
                key={notification.Id}
                notification={notification}
                onRead={() => wasRead(notification)}
                onFollow={close}
              />
            ))}
          </ul>
          <MessagesOfThisTab />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

interface BellLineProps {
  notification: UserNotification;
  onRead: () => void;
  onFollow: () => void;
}

function BellLine({ notification, onRead, onFollow }: BellLineProps) {
  const read = useReadOne(notification, onRead);
  const now = useNow();
  function follow() {
    onFollow();
    read.run();
  }
  return (
    <li data-unread={notification.ReadAt === null}>
      <NotificationLink notification={notification} onFollow={follow}>
        {' '}
        <span className="soft small">{formatAge(notification.CreatedAt, now)}</span>
      </NotificationLink>
    </li>
  );
}

/** Where on the referral it is to be seen; the overview for the rest. */

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

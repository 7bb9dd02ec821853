import { ActionIcon, Popover } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useNotifications, useReadWhatIsSeen } from '../../features/notifications/use-notifications.ts';
import styles from './notification-menu.module.css';

const NotificationList = lazy(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}));

/** Notifications for this person, and the toasts of this tab. */
export function NotificationMenu() {
  const [isOpen, setOpen] = useState(false);
  const all = useNotifications();
  const { unread } = all;
  useReadWhatIsSeen(all, useParams({ strict: false, select: ({ id }) => id }));
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={320} trapFocus shadow="md">
      <Popover.Target>
        <ActionIcon
          className={styles['button']}
          size="lg"
          aria-label={label}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={16} aria-hidden="true" />
          {unread > 0 && <span className={`${styles['count']} number`}>{unread > 99 ? '99+' : unread}</span>}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <div className={styles['list']} tabIndex={-1} data-autofocus>
          <Suspense>
            <NotificationList all={all} onFollow={() => setOpen(false)} />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
